import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { unit, unitLog, unitQueue } from "~/server/database/tables/house/estate";
import { countWaiting } from "~/server/resources/shared/unit-queue";

/** What a customer is to units: what is held for the source, where they wait, and what was done for them, is the target's from now on. Where both wait, the target keeps their place. */
export async function moveUnitPlaces(db: Db, targetId: number, sourceId: number): Promise<void> {
  const ids = await lockUnitsOf(db, sourceId);
  await db
    .update(unit)
    .set({ held_for_customer_id: targetId, updated_at: sql`${unit.updated_at}` })
    .where(eq(unit.held_for_customer_id, sourceId));
  await db.update(unitLog).set({ customer_id: targetId }).where(eq(unitLog.customer_id, sourceId));
  const known = db.select({ id: unitQueue.unit_id }).from(unitQueue).where(eq(unitQueue.customer_id, targetId));
  await db.delete(unitQueue).where(and(eq(unitQueue.customer_id, sourceId), inArray(unitQueue.unit_id, known)));
  await db.update(unitQueue).set({ customer_id: targetId }).where(eq(unitQueue.customer_id, sourceId));
  await countWaiting(db, ids);
}

/** A customer who is forgotten waits for nothing. What is held for them stays held until its time is over. */
export async function leaveUnits(db: Db, customerId: number): Promise<void> {
  const ids = await lockUnitsOf(db, customerId);
  await db.delete(unitQueue).where(eq(unitQueue.customer_id, customerId));
  await countWaiting(db, ids);
}

/** Those that are held for a customer, or for which they wait, locked by number as everywhere. */
async function lockUnitsOf(db: Db, customerId: number): Promise<number[]> {
  const rows = await db
    .select({ id: unit.id })
    .from(unit)
    .where(
      sql`${unit.held_for_customer_id} = ${customerId} or ${unit.id} in (select q.unit_id from ${unitQueue} q where q.customer_id = ${customerId})`,
    )
    .orderBy(unit.id)
    .for("update");
  return rows.map(({ id }) => id);
}
