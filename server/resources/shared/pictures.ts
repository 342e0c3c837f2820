import { and, eq, inArray } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { media } from "~/server/database/tables/system/system";

type Db = Database | Transaction;

/** Pictures that are there, by their numbers. */
export async function picturesOf(db: Db, ids: readonly number[]): Promise<Map<number, typeof media.$inferSelect>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(media)
    .where(and(inArray(media.id, [...new Set(ids)]), eq(media.status, "ready")));
  return new Map(rows.map((one) => [one.id, one]));
}
