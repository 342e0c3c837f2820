import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { share } from "~/server/database/tables/share/share";
import { pick } from "~/server/lib/call";
import type { DealRecord } from "./record";

/** What the customer was sent that led to a deal: that of its inquiry, else their newest one about the estate that was looked at (domain B.4). */
export async function shareBehind(
  db: Db,
  { inquiry_id, customer_id, estate_id }: Pick<DealRecord, "inquiry_id" | "customer_id" | "estate_id">,
): Promise<number | null> {
  const [asked] = inquiry_id === null ? [] : await pick(db, inquiry, ["share_id"], eq(inquiry.id, inquiry_id));
  if (asked?.share_id) return asked.share_id;
  const isAbout = sql`${share.estate_ids} @> ${JSON.stringify([estate_id])}::jsonb`;
  const [row] = await db
    .select({ id: share.id })
    .from(share)
    .where(and(eq(share.customer_id, customer_id), isAbout, gt(share.open_count, 0)))
    .orderBy(desc(share.created_at), desc(share.id))
    .limit(1);
  return row?.id ?? null;
}
