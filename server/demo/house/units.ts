import type { UnitStatus } from "~/contract/house/unit";
import { isoInstant } from "~/server/database/tables/columns";
import type { unit } from "~/server/database/tables/house/estate";
import { minute } from "../shared/calendar";
import { type Random, share, spread, times } from "../shared/random";
import { type Means, staffOf } from "../system/staff";
import type { DemoRoom, EstateStory } from "./estates";

type Row = typeof unit.$inferInsert;

/** In percent (domain G.2). Those that deals reserve and sell come with the deals; until then others have sold them. */
const statuses = { available: 58, held: 2, sold: 36, off: 4 } as const satisfies Partial<Record<UnitStatus, number>>;
const lowestFloor = 2;

/** Flats by number of some estates that are online and sell, and the counts of their rooms after them. */
export function makeUnits(
  { random, calendar, staff }: Means,
  stories: readonly EstateStory[],
  boards: number,
  total: number,
): (Row & { id: number })[] {
  const selling = stories.filter(
    ({ state, row }) => state === "online" && (row.sale_status === "on_sale" || row.sale_status === "last_units"),
  );
  const chosen = random.some(selling, boards, boards).sort((a, b) => a.row.id - b.row.id);
  const counts = [...share(total, Object.fromEntries(chosen.map((_, index) => [index, 2 + (index % 3)]))).values()];
  const fates = random.shuffle(spread(total, statuses));
  const sellers = staffOf(staff, "sales");
  let id = 0;
  return chosen.flatMap((story, index) => {
    const { created_at, updated_at, created_by, updated_by } = story.row;
    const made = cellsOf(random, story, counts[index] ?? 0).map((cell) => {
      const status = fates[id] ?? "available";
      const isHeld = status === "held";
      return {
        ...{ id: ++id, ...cell, status, version: status === "available" ? 1 : 2 },
        held_by: isHeld ? random.pick(sellers).id : null,
        held_until: isHeld ? isoInstant(calendar.now + random.whole(90, 23 * 60) * minute) : null,
        sold_by: status === "sold" ? ("other" as const) : null,
        // Their stories set these.
        ...{ held_for_customer_id: null, queue_count: 0 },
        ...{ created_at, updated_at, created_by, updated_by },
      };
    });
    countUnits(story, made);
    return made;
  });
}

/** Floors × stacks of one or two towers: a stack has one layout from the bottom to the top, and a higher floor costs more. */
function cellsOf(random: Random, { row, rooms }: EstateStory, count: number) {
  const towers = count > 90 ? ["A座", "B座"] : ["A座"];
  return towers.flatMap((building, index) => {
    const here = Math.floor((count + towers.length - 1 - index) / towers.length);
    const stacks = random.whole(4, 7);
    return times(here, (place) => {
      const [floor, column] = [lowestFloor + Math.floor(place / stacks), place % stacks];
      const plan = rooms[(column + index) % rooms.length] ?? random.pick(rooms);
      const stack = String(column + 1).padStart(2, "0");
      return {
        ...{ estate_id: row.id, room_id: plan.id, building, floor, stack, unit_no: `${floor}${stack}` },
        ...{ area_sqm: plan.area_sqm, direction: plan.direction, currency: row.currency },
        list_price: priceAt(plan, floor, row.currency),
      };
    });
  });
}

/** Half a percent more each floor, within what the layout costs. */
function priceAt(room: DemoRoom, floor: number, currency: string): string {
  const step = currency === "JPY" ? 100_000 : 1_000;
  const asked = Number(room.price_min) * (1 + 0.005 * (floor - lowestFloor));
  return `${Math.min(Number(room.price_max), Math.round(asked / step) * step)}.00`;
}

/** With units the counts of rooms come from them. */
function countUnits({ row, rooms }: EstateStory, units: readonly Row[]): void {
  for (const room of rooms) {
    const here = units.filter(({ room_id }) => room_id === room.id);
    room.total_count = here.length;
    room.available_count = here.filter(({ status }) => status === "available").length;
    const floors = here.map(({ floor }) => floor);
    if (floors.length) Object.assign(room, { floor_from: Math.min(...floors), floor_to: Math.max(...floors) });
  }
  row.has_units = true;
  row.floors_above = Math.max(row.floors_above ?? 0, ...units.map(({ floor }) => floor));
  row.total_units = Math.max(row.total_units ?? 0, units.length);
  row.sale_units = units.length;
}
