import { and, eq, isNull } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { mansion } from "~/server/database/tables/house/property";

export type Mansion = typeof mansion.$inferSelect;

/** The building as it stands now, or where it went when it was merged; undefined when it has been deleted. `isLocked`: its row locked until the commit. */
export async function presentMansion(
  db: Database | Transaction,
  id: number,
  { isLocked = false } = {},
): Promise<Mansion | undefined> {
  const asked = db
    .select()
    .from(mansion)
    .where(and(eq(mansion.id, id), isNull(mansion.deleted_at)));
  const [row] = isLocked ? await asked.for("update") : await asked;
  // A merge points further on only, so that this comes to an end.
  return row?.merged_to_id ? presentMansion(db, row.merged_to_id, { isLocked }) : row;
}
