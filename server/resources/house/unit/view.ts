import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { mayCall } from "~/contract/endpoint";
import { RoomRow } from "~/contract/house/room";
import {
  type Board,
  type BoardTotal,
  unit as contract,
  mostWaiting,
  UnitFields,
  UnitRow,
  type UnitStatus,
  unitStatuses,
} from "~/contract/house/unit";
import { directions, layouts } from "~/contract/shared/property";
import { type Cell, columnOf, columnsOf, type SheetColumn } from "~/contract/sheet";
import type { Db } from "~/server/database/database";
import { customer } from "~/server/database/tables/customer/customer";
import { estate, room, unit } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { inScope } from "~/server/identity/scope";
import { found, pick, rowOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { readSettings } from "~/server/lib/settings";
import { visibleTo } from "~/server/resources/customer/customer/row";
import { checkExportSize, chosen, sendExport } from "~/server/resources/shared/export/send";
import { queuesOf } from "./queue";
import { findEstate, stateAt, stateOf } from "./state";

interface Look {
  db: Db;
  user: Caller;
  now: Date;
}

/** In the order of people: A2 before A10. */
const { compare } = new Intl.Collator("zh-CN", { numeric: true });

/** A unit may be released by its holder, and by a caller who leads the holder. */
const mayRelease = (caller: Caller): SQL<boolean> =>
  sql<boolean>`(${unit.held_by} = ${caller.id} or ${inScope(unit.held_by, caller, "deal")})`;

async function unitRows({ db, user: caller, now }: Look, which: SQL | undefined): Promise<UnitRow[]> {
  const rows = await db
    .select({
      row: unit,
      area: room.area_sqm,
      direction: room.direction,
      holder: { id: user.id, name: user.name },
      isMine: mayRelease(caller),
      whom: { id: customer.id, name: customer.name },
      isSeen: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
    })
    .from(unit)
    .innerJoin(room, eq(room.id, unit.room_id))
    .leftJoin(user, eq(user.id, unit.held_by))
    .leftJoin(customer, eq(customer.id, unit.held_for_customer_id))
    .where(which);
  const allRows = rows.map(({ row }) => row);
  const queues = await queuesOf(db, caller, allRows);
  const [mayHold, mayEdit] = [mayCall(caller, contract.hold), mayCall(caller, contract.update)];
  return rows.map(({ row, area, direction, holder, isMine, whom, isSeen }) => {
    const status = stateOf(row, now);
    const isHeld = status === "held";
    const { id } = row;
    return rowOf(UnitRow, row, {
      status,
      area_sqm: row.area_sqm ?? area,
      direction: row.direction ?? direction,
      held_by: isHeld ? holder : null,
      held_until: isHeld ? row.held_until : null,
      held_for: isHeld && isSeen ? whom : null,
      queue: queues.get(id) ?? [],
      can: {
        hold: mayHold && status === "available",
        release: mayHold && isHeld && isMine === true,
        edit: mayEdit,
        delete: mayEdit && (status === "available" || status === "off"),
        queue: mayHold && (isHeld || status === "reserved") && row.queue_count < mostWaiting,
      },
    });
  });
}

export const findUnitRow = async (look: Look, id: number) => (await unitRows(look, eq(unit.id, id)))[0];

/** The board of one building: of the named one where there is such, else of the first. */
export async function boardOf(look: Look, estateId: number, building: string | undefined): Promise<Board> {
  const { db } = look;
  const [row] = await pick(db, estate, ["currency"], and(eq(estate.id, estateId), sql`${estate.deleted_at} is null`));
  const { currency } = found(row);
  const { buildings, summary, totals } = await countsOf(look, estateId);
  const chosen = (buildings.find(({ name }) => name === building) ?? buildings[0])?.name ?? null;
  const units =
    chosen === null ? [] : await unitRows(look, and(eq(unit.estate_id, estateId), eq(unit.building, chosen)));
  const rooms = await db
    .select({ id: room.id, name: room.name, layout: room.layout, area_sqm: room.area_sqm, direction: room.direction })
    .from(room)
    .where(and(eq(room.estate_id, estateId), eq(room.is_proposed, false)))
    .orderBy(room.sort, room.id);
  const { "deal.unit_hold_hours": hold_hours } = await readSettings(db);
  return { buildings, building: chosen, currency, rooms, units: units.sort(byPlace), summary, totals, hold_hours };
}

type Place = Pick<UnitRow, "id" | "floor" | "stack" | "unit_no" | "building">;

const byPlace = (a: Place, b: Place): number =>
  compare(a.building, b.building) ||
  b.floor - a.floor ||
  compare(a.stack, b.stack) ||
  compare(a.unit_no, b.unit_no) ||
  a.id - b.id;

async function countsOf({ db, now }: Look, estateId: number): Promise<Pick<Board, "buildings" | "summary" | "totals">> {
  const state = stateAt(now);
  const totals: BoardTotal[] = await db
    .select({
      ...{ building: unit.building, layout: room.layout },
      status: sql<UnitStatus>`${state} as state`,
      count: sql<number>`count(*)::int`,
      value: sql<string>`coalesce(sum(${unit.list_price}), 0)::text`,
    })
    .from(unit)
    .innerJoin(room, eq(room.id, unit.room_id))
    .where(eq(unit.estate_id, estateId))
    .groupBy(unit.building, room.layout, sql`state`);
  const sizes = new Map<string, number>();
  // Each state of the contract, as the schema of the summary was made.
  const summary = Object.fromEntries(Object.keys(unitStatuses).map((status) => [status, 0])) as Board["summary"];
  for (const { building, status, count } of totals) {
    sizes.set(building, (sizes.get(building) ?? 0) + count);
    summary[status] += count;
  }
  const buildings = [...sizes].map(([name, count]) => ({ name, count })).sort((a, b) => compare(a.name, b.name));
  return { buildings, summary, totals };
}

const holder = alias(user, "holder");
/** Headings as the import knows them; the file comes in again. */
const { shape } = UnitFields;
const columns: SheetColumn[] = [
  ...columnsOf(shape, ["building", "unit_no", "floor", "stack"]),
  columnOf(shape.room_id, "", { kind: "text" }),
  columnOf(RoomRow.shape.layout, "", { label: "房型" }),
  ...columnsOf(shape, ["area_sqm", "direction"]),
  { label: "币种", kind: "text" },
  ...columnsOf(UnitRow.shape, ["list_price", "status", "held_by", "held_until"]),
];

/** Units of an estate as a spreadsheet: the chosen ones, or all. Whose customers they are held for stays in the house. */
export async function exportUnits(call: SignedCall, estateId: number, query: z.output<typeof contract.export.query>) {
  const { db, services } = call;
  const estate = await findEstate(db, estateId);
  const { "export.max_rows": limit } = await readSettings(db);
  const rows = await db
    .select({
      unit,
      room: room.name,
      layout: room.layout,
      area: room.area_sqm,
      direction: room.direction,
      by: holder.name,
    })
    .from(unit)
    .innerJoin(room, eq(room.id, unit.room_id))
    .leftJoin(holder, eq(holder.id, unit.held_by))
    .where(and(eq(unit.estate_id, estate.id), chosen(unit.id, query.ids)))
    .limit(limit + 1);
  checkExportSize(rows.length, limit);
  const now = services.now();
  const cells = rows
    .sort((a, b) => byPlace(a.unit, b.unit))
    .map(({ unit: row, ...of }): Cell[] => {
      const status = stateOf(row, now);
      const isHeld = status === "held";
      const direction = row.direction ?? of.direction;
      return [
        ...[row.building, row.unit_no, row.floor, row.stack, of.room, layouts[of.layout] ?? of.layout],
        ...[row.area_sqm ?? of.area, direction === null ? null : directions[direction], row.currency],
        ...[row.list_price, unitStatuses[status], isHeld ? of.by : null, isHeld ? row.held_until : null],
      ];
    });
  return sendExport(call, {
    ...{ endpoint: contract.export, params: { id: estate.id }, module: "house" },
    name: `房号（${estate.name.replace(/[\\/?*[\]:]/g, " ").slice(0, 27)}）`,
    ...{ count: cells.length, query, reason: "房号表", columns },
    chunks: async function* () {
      yield cells;
    },
  });
}
