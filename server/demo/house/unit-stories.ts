import { isoInstant } from "~/server/database/tables/columns";
import type { unit, unitLog, unitQueue } from "~/server/database/tables/house/estate";
import { type Calendar, day, minute } from "../shared/calendar";
import type { Random } from "../shared/random";

type Unit = typeof unit.$inferInsert & { id: number };
type Line = Required<Omit<typeof unitLog.$inferInsert, "id">>;
type Waiting = typeof unitQueue.$inferInsert;

/** Somebody's customer, as far as a hold is concerned. */
interface Owned {
  id: number;
  owner: number;
}

const holdLength = day;
const mostWaiting = 3;
/** Of a hundred units, so many had another price once. */
const repriced = 6;

/** For whom units are held, who waits for them, and what became of them; the units are told of it. */
export function tellUnits(
  { random, calendar }: { random: Random; calendar: Calendar },
  units: readonly Unit[],
  customers: readonly Owned[],
): { queue: Waiting[]; lines: Line[] } {
  const queue: Waiting[] = [];
  const lines: (Line & { time: number })[] = [];
  const blank = { from_status: null, to_status: null, price_before: null, price_after: null, customer_id: null };
  const tell = (time: number, line: Partial<Line> & Pick<Line, "unit_id" | "act" | "by">) =>
    lines.push({ ...blank, ...line, at: isoInstant(time), time });
  for (const row of units) {
    const since = Date.parse(row.created_at ?? "");
    const some = () => random.whole(Math.ceil(since), calendar.now - minute);
    if (row.status === "held" && row.held_until) {
      const own = customers.filter(({ owner }) => owner === row.held_by);
      row.held_for_customer_id = own.length ? random.pick(own).id : null;
      const time = Math.max(since, Date.parse(row.held_until) - holdLength);
      const move = { from_status: "available", to_status: "held" } as const;
      tell(time, {
        unit_id: row.id,
        act: "hold",
        by: row.held_by ?? null,
        ...move,
        customer_id: row.held_for_customer_id,
      });
      const others = customers.filter(({ id }) => id !== row.held_for_customer_id);
      const waiting = others.length > mostWaiting ? random.shuffle(others).slice(0, random.whole(0, mostWaiting)) : [];
      row.queue_count = waiting.length;
      for (const { id: customer_id, owner } of waiting) {
        const at = random.whole(Math.ceil(time), calendar.now - 1);
        queue.push({ unit_id: row.id, customer_id, user_id: owner, at: isoInstant(at) });
        tell(at, { unit_id: row.id, act: "join", by: owner, customer_id });
      }
    }
    const by = row.updated_by ?? null;
    const gone = { from_status: "available" as const, to_status: row.status ?? null };
    if (row.status === "sold") tell(some(), { unit_id: row.id, act: "sell_elsewhere", by, ...gone });
    if (row.status === "off") tell(some(), { unit_id: row.id, act: "close", by, ...gone });
    if (row.status === "available" && row.list_price && random.whole(1, 100) <= repriced) {
      const price_before = `${Math.round(Number(row.list_price) * 0.97)}.00`;
      tell(some(), { unit_id: row.id, act: "price", by, price_before, price_after: row.list_price });
    }
  }
  return { queue, lines: lines.sort((a, b) => a.time - b.time).map(({ time: _, ...line }) => line) };
}
