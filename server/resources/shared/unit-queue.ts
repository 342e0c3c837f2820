import { inArray, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { unit } from "~/server/database/tables/house/estate";

/** Counts anew who waits for units: `queue_count` is how many rows of `unit_queue` they have. No change of the unit: its version and its stamp stay. */
export async function countWaiting(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(unit)
    .set({
      queue_count: sql`(select count(*) from unit_queue q where q.unit_id = "unit"."id")`,
      updated_at: sql`${unit.updated_at}`,
    })
    .where(inArray(unit.id, [...ids]));
}
