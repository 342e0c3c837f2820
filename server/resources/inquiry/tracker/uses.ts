import { and, gt, inArray } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { trackerDaily } from "~/server/database/tables/inquiry/tracker";

/** Those of these tracking points that have brought inquiries: they stay. */
export async function inquiriesOf(db: Database | Transaction, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { tracker_id, inquiry_count } = trackerDaily;
  const rows = await db
    .selectDistinct({ id: tracker_id })
    .from(trackerDaily)
    .where(and(inArray(tracker_id, [...ids]), gt(inquiry_count, 0)));
  return new Set(rows.map(({ id }) => id));
}
