import type { Db } from "~/server/database/database";
import { mansion } from "~/server/database/tables/house/property";
import { isPresent } from "~/server/lib/entity";

export type Mansion = typeof mansion.$inferSelect;

/** The building as it is now, or the one it was merged into; undefined when deleted. `isLocked`: its row is locked until the commit. */
export async function presentMansion(db: Db, id: number, { isLocked = false } = {}): Promise<Mansion | undefined> {
  const asked = db.select().from(mansion).where(isPresent(mansion, id));
  const [row] = isLocked ? await asked.for("update") : await asked;
  // A merge only points onwards, so this ends.
  return row?.merged_to_id ? presentMansion(db, row.merged_to_id, { isLocked }) : row;
}
