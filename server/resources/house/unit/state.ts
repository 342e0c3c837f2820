import { and, eq, type SQL, sql } from "drizzle-orm";
import type { UnitStatus } from "~/contract/house/unit";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { estate, unit } from "~/server/database/tables/house/estate";
import { isPresent } from "~/server/lib/entity";
import { found } from "~/server/lib/refusal";

export type Unit = typeof unit.$inferSelect;
export type UnitEstate = Pick<typeof estate.$inferSelect, "id" | "name" | "currency">;

export interface LockedUnits {
  estate: UnitEstate;
  units: Unit[];
}

type Held = Pick<Unit, "status" | "held_until">;

export const isOver = ({ status, held_until }: Held, now: Date): boolean =>
  status === "held" && Date.parse(held_until ?? "") <= now.getTime();

/** Whether its hold has run out; then it is available, whatever its column says. One for which others wait is held until the job passes it on. */
export const hasRunOut = (row: Held & Pick<Unit, "queue_count">, now: Date): boolean =>
  isOver(row, now) && row.queue_count === 0;

export const stateOf = (row: Unit, now: Date): UnitStatus =>
  // The column holds what the contract names.
  hasRunOut(row, now) ? "available" : (row.status as UnitStatus);

export const stateAt = (now: Date): SQL<UnitStatus> =>
  sql<UnitStatus>`case when ${unit.status} = 'held' and ${unit.held_until} <= ${isoInstant(now)} and ${unit.queue_count} = 0 then 'available' else ${unit.status} end`;

export const unitName = ({ building, unit_no }: Pick<Unit, "building" | "unit_no">): string => `${building} ${unit_no}`;

export const sayMinute = (moment: string): string => moment.slice(0, 16).replace("T", " ");

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

/** Those units of an estate of which a condition is true, locked until the commit, after their estate. */
export async function lockUnits(db: Db, estateId: number, which: SQL | undefined): Promise<LockedUnits> {
  const locked = await lockEstate(db, estateId);
  const units = await db
    .select()
    .from(unit)
    .where(and(eq(unit.estate_id, estateId), which))
    .orderBy(unit.id)
    .for("update");
  return { estate: locked, units };
}

export async function lockUnit(db: Db, id: number): Promise<LockedUnits & { row: Unit }> {
  const [asked] = await db.select({ estate_id: unit.estate_id }).from(unit).where(eq(unit.id, id));
  const locked = await lockUnits(db, found(asked).estate_id, eq(unit.id, id));
  return { ...locked, row: found(locked.units[0]) };
}
