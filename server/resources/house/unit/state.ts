import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { UnitLogAct, UnitLogRow, UnitStatus } from "~/contract/house/unit";
import { holdActs, quoteActs } from "~/contract/house/unit-brief";
import type { Db } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { estate, room, unit, unitLog } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { type Asking, found, rowsOf, type SignedCall } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { visibleTo } from "~/server/resources/customer/customer/row";
import { byId, type Source } from "~/server/resources/customer/timeline/sources";

/** Counts an estate's rooms anew from its units. Without any unit they are what people fill in, emptied when the last unit goes. */
export async function countRooms(db: Db, estateId: number): Promise<void> {
  const has = sql`exists (select 1 from ${unit} u where u.estate_id = ${estateId})`;
  const { rowCount } = await db.execute(
    sql`update ${estate} set has_units = not has_units where id = ${estateId} and has_units <> ${has}`,
  );
  const hasChanged = rowCount === 1;
  await db.execute(sql`
    with counted as (
      select room_id, count(*)::int as total, (count(*) filter (where status = 'available'))::int as available
      from ${unit} where estate_id = ${estateId} group by room_id
    ), wanted as (
      select r.id, case when e.has_units then coalesce(c.total, 0) end as total,
        case when e.has_units then coalesce(c.available, 0) end as available
      from ${room} r join ${estate} e on e.id = r.estate_id left join counted c on c.room_id = r.id
      where r.estate_id = ${estateId} and (e.has_units or ${hasChanged})
    )
    update ${room} set total_count = wanted.total, available_count = wanted.available
    from wanted where wanted.id = ${room}.id
      and (${room}.total_count, ${room}.available_count) is distinct from (wanted.total, wanted.available)`);
}

const actsOf = (kind: "hold" | "quote", acts: readonly UnitLogAct[]): Source => ({
  kind,
  from: unitLog.getSQL(),
  id: unitLog.id,
  at: unitLog.at,
  where: (_, customerId) => and(eq(unitLog.customer_id, customerId), inArray(unitLog.act, [...acts])),
  show: async ({ db }, ids) => {
    const rows = await db
      .select({
        ...{ id: unitLog.id, act: unitLog.act, at: unitLog.at, price: unitLog.price_after },
        by: { id: user.id, name: user.name },
        estate: { id: estate.id, name: estate.name },
        ...{ building: unit.building, unit_no: unit.unit_no, currency: unit.currency },
      })
      .from(unitLog)
      .innerJoin(unit, eq(unit.id, unitLog.unit_id))
      .innerJoin(estate, eq(estate.id, unit.estate_id))
      .leftJoin(user, eq(user.id, unitLog.by))
      .where(inArray(unitLog.id, ids));
    return byId(rows, (row) => ({ kind, unit: row }));
  },
});

/** Units that were held for a customer, and how each hold ended; a hold that became a deal is the deal's entry. */
export const held = actsOf("hold", Object.keys(holdActs) as (keyof typeof holdActs)[]);

export const quoted = actsOf("quote", Object.keys(quoteActs) as (keyof typeof quoteActs)[]);

type Entry = typeof unitLog.$inferInsert;

type By = Asking & { user: { id: number } | "system" };

export async function keepUnitLog({ db, user: by, services }: By, entries: readonly Omit<Entry, "by" | "at">[]) {
  const stamp = { by: by === "system" ? null : by.id, at: isoInstant(services.now()) };
  await insertRows(
    db,
    unitLog,
    entries.map((entry) => ({ ...entry, ...stamp })),
  );
}

const mostLines = 200;

export async function unitHistory({ db, user: caller }: SignedCall, id: number): Promise<UnitLogRow[]> {
  const [row] = await db.select({ id: unit.id }).from(unit).where(eq(unit.id, id));
  found(row);
  const rows = await db
    .select({
      row: unitLog,
      by: { id: user.id, name: user.name },
      customer: { id: customer.id, name: customer.name },
      isSeen: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
    })
    .from(unitLog)
    .leftJoin(user, eq(user.id, unitLog.by))
    .leftJoin(customer, eq(customer.id, unitLog.customer_id))
    .where(eq(unitLog.unit_id, id))
    .orderBy(desc(unitLog.id))
    .limit(mostLines);
  return rows.map(({ row: { from_status, to_status, ...line }, by, customer: whom, isSeen }) => ({
    ...{ id: line.id, act: line.act, from: from_status, to: to_status, at: line.at, by },
    ...{ price_before: line.price_before, price_after: line.price_after },
    customer: isSeen ? whom : null,
  }));
}

export type Unit = typeof unit.$inferSelect;
export type UnitEstate = Pick<typeof estate.$inferSelect, "id" | "name" | "currency">;

export interface LockedUnits {
  estate: UnitEstate;
  units: Unit[];
}

type Held = Pick<Unit, "status" | "held_until">;

export const isOver = ({ status, held_until }: Held, now: Date): boolean =>
  status === "held" && Date.parse(held_until ?? "") <= now.getTime();

/** Whether its hold has run out; then it is available, whatever its column says. One that others wait for is held until the job passes it on. */
export const hasRunOut = (row: Held & Pick<Unit, "queue_count">, now: Date): boolean =>
  isOver(row, now) && row.queue_count === 0;

export const stateOf = (row: Unit, now: Date) =>
  // The column holds what the contract names.
  hasRunOut(row, now) ? "available" : (row.status as UnitStatus);

export const stateAt = (now: Date): SQL<UnitStatus> =>
  sql<UnitStatus>`case when ${unit.status} = 'held' and ${unit.held_until} <= ${isoInstant(now)} and ${unit.queue_count} = 0 then 'available' else ${unit.status} end`;

export const unitName = ({ building, unit_no }: Pick<Unit, "building" | "unit_no">): string => `${building} ${unit_no}`;

export const boardLink = (estateId: number, building: string) => ({
  link: `/house/estate-list/estate-detail?id=${estateId}&building=${encodeURIComponent(building)}#board`,
  link_id: estateId,
});

export async function findEstate(db: Db, id: number): Promise<UnitEstate> {
  const [row] = await estateWith(db, id);
  return found(row);
}

const estateWith = (db: Db, id: number) =>
  db.select({ id: estate.id, name: estate.name, currency: estate.currency }).from(estate).where(isPresent(estate, id));

/** An estate, locked until the commit: every change of its rooms or units locks it first. */
export async function lockEstate(db: Db, id: number): Promise<UnitEstate> {
  const [row] = await estateWith(db, id).for("no key update");
  return found(row);
}

/** The units of an estate that meet a condition, locked until the commit, after their estate. */
export async function lockUnits(db: Db, estateId: number, which: SQL | undefined): Promise<LockedUnits> {
  const locked = await lockEstate(db, estateId);
  const units = await rowsOf(db, unit, and(eq(unit.estate_id, estateId), which), { order: unit.id, lock: "update" });
  return { estate: locked, units };
}

export async function lockUnit(db: Db, id: number): Promise<LockedUnits & { row: Unit }> {
  const [asked] = await db.select({ estate_id: unit.estate_id }).from(unit).where(eq(unit.id, id));
  const locked = await lockUnits(db, found(asked).estate_id, eq(unit.id, id));
  return { ...locked, row: found(locked.units[0]) };
}
