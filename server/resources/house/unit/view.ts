import { and, eq, type SQL, sql } from "drizzle-orm";
import { mayCall } from "~/contract/endpoint";
import { type Board, unit as contract, type UnitRow, type UnitStatus, unitStatuses } from "~/contract/house/unit";
import type { Database, Transaction } from "~/server/database/database";
import { estate, room, unit } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";
import { found } from "~/server/lib/refusal";
import { readSettings } from "~/server/lib/settings";
import { stateAt, stateOf } from "./state";

/** Who looks, and when. */
interface Look {
  db: Database | Transaction;
  user: Caller;
  now: Date;
}

/** In the order of people: A2 before A10. */
const { compare } = new Intl.Collator("zh-CN", { numeric: true });

/** Whoever holds a unit is oneself, or is led by the caller: they may release it. */
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
    })
    .from(unit)
    .innerJoin(room, eq(room.id, unit.room_id))
    .leftJoin(user, eq(user.id, unit.held_by))
    .where(which);
  const [mayHold, mayEdit] = [mayCall(caller, contract.hold), mayCall(caller, contract.update)];
  return rows.map(({ row, area, direction, holder, isMine }) => {
    const status = stateOf(row, now);
    const isHeld = status === "held";
    const { id, version, building, floor, stack, unit_no, room_id, list_price, sold_by, deal_id } = row;
    return {
      ...{ id, version, building, floor, stack, unit_no, room_id, list_price, sold_by, deal_id, status },
      area_sqm: row.area_sqm ?? area,
      direction: row.direction ?? direction,
      held_by: isHeld ? holder : null,
      held_until: isHeld ? row.held_until : null,
      can: {
        hold: mayHold && status === "available",
        release: mayHold && isHeld && isMine === true,
        edit: mayEdit,
        delete: mayEdit && (status === "available" || status === "off"),
      },
    };
  });
}

/** One unit for its reader; undefined when it is gone. */
export const findUnitRow = async (look: Look, id: number): Promise<UnitRow | undefined> =>
  (await unitRows(look, eq(unit.id, id)))[0];

/** The board of one building: of the named one where there is such, else of the first. */
export async function boardOf(look: Look, estateId: number, building: string | undefined): Promise<Board> {
  const { db } = look;
  const [row] = await db
    .select({ currency: estate.currency })
    .from(estate)
    .where(and(eq(estate.id, estateId), sql`${estate.deleted_at} is null`));
  const { currency } = found(row);
  const { buildings, summary } = await countsOf(look, estateId);
  const chosen = (buildings.find(({ name }) => name === building) ?? buildings[0])?.name ?? null;
  const units =
    chosen === null ? [] : await unitRows(look, and(eq(unit.estate_id, estateId), eq(unit.building, chosen)));
  const rooms = await db
    .select({ id: room.id, name: room.name, layout: room.layout, area_sqm: room.area_sqm, direction: room.direction })
    .from(room)
    .where(and(eq(room.estate_id, estateId), eq(room.is_proposed, false)))
    .orderBy(room.sort, room.id);
  const { "deal.unit_hold_hours": hold_hours } = await readSettings(db);
  return { buildings, building: chosen, currency, rooms, units: units.sort(byPlace), summary, hold_hours };
}

const byPlace = (a: UnitRow, b: UnitRow): number =>
  b.floor - a.floor || compare(a.stack, b.stack) || compare(a.unit_no, b.unit_no) || a.id - b.id;

async function countsOf({ db, now }: Look, estateId: number): Promise<Pick<Board, "buildings" | "summary">> {
  const state = stateAt(now);
  const rows = await db
    .select({ name: unit.building, status: sql<UnitStatus>`${state} as state`, count: sql<number>`count(*)::int` })
    .from(unit)
    .where(eq(unit.estate_id, estateId))
    .groupBy(unit.building, sql`state`);
  const sizes = new Map<string, number>();
  // Each state of the contract, as the schema of the summary was made.
  const summary = Object.fromEntries(Object.keys(unitStatuses).map((status) => [status, 0])) as Board["summary"];
  for (const { name, status, count } of rows) {
    sizes.set(name, (sizes.get(name) ?? 0) + count);
    summary[status] += count;
  }
  const buildings = [...sizes].map(([name, count]) => ({ name, count })).sort((a, b) => compare(a.name, b.name));
  return { buildings, summary };
}
