import { inArray, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { unit } from "~/server/database/tables/house/estate";
import { setRows } from "~/server/lib/call";

/** Counts anew who waits for units: `queue_count` is how many rows of `unit_queue` they have. No change of the unit: its version and its stamp stay. */
export async function countWaiting(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await setRows(db, unit, inArray(unit.id, [...ids]), {
    queue_count: sql`(select count(*) from unit_queue q where q.unit_id = "unit"."id")`,
    updated_at: sql`${unit.updated_at}`,
  });
}
