import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { customer } from "~/server/database/tables/customer/customer";
import { billing, deal, dealAttachment, dealLog } from "~/server/database/tables/deal/deal";
import { dropMedia } from "~/server/lib/media";
import { forgetComments } from "~/server/resources/shared/comment/mention";

type Db = Database | Transaction;

const countOf = (which: SQL) =>
  sql<number>`(select count(*)::int from ${deal} where ${deal.customer_id} = ${customer.id} and ${deal.deleted_at} is null and ${which})`;

/** Deals of a row of `customer` that are under way, as SQL (domain C.1.7). */
export const liveDealsOf = countOf(sql`${deal.status} in ('reviewing', 'subscribed', 'contracted')`);

/** Deals in any state. */
export const dealsOf = countOf(sql`true`);

/** What the customer still owes, and what is owed to them, on submitted deals. */
export const unpaidBillingsOf = sql<number>`(select count(*)::int from ${billing} join ${deal} on ${deal.id} = ${billing.deal_id}
  where ${deal.customer_id} = ${customer.id} and ${deal.deleted_at} is null
  and ${deal.status} in ('reviewing', 'subscribed', 'contracted', 'completed', 'cancelled')
  and (${billing.payer} = 'buyer' or ${billing.payee} = 'buyer') and ${billing.status} in ('pending', 'paid'))`;

/** Moves the deals of a customer who is merged into another. Their version does not change. */
export async function mergeDeals(db: Db, targetId: number, sourceId: number): Promise<void> {
  await db
    .update(deal)
    .set({ customer_id: targetId, updated_at: sql`${deal.updated_at}` })
    .where(eq(deal.customer_id, sourceId));
}

/** Removes personal data from deleted deals: a customer with other deals is never destroyed. Returns which rows. */
export async function forgetDeals(db: Db, customerId: number): Promise<{ type: string; id: number }[]> {
  const rows = await db.select({ id: deal.id }).from(deal).where(eq(deal.customer_id, customerId));
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  await db
    .update(deal)
    .set({
      ...{ buyer_name: null, buyer_phone: null, buyer_phone_cc: null, buyer_id_type: null, buyer_id_no: null },
      ...{ co_buyers: [], remark: null, reject_reason: null, cancel_reason: null, change_request: null },
      updated_at: sql`${deal.updated_at}`,
    })
    .where(inArray(deal.id, ids));
  await db.update(dealLog).set({ note: null, changes: [] }).where(inArray(dealLog.deal_id, ids));
  const lines = await db.select({ ids: billing.voucher_ids }).from(billing).where(inArray(billing.deal_id, ids));
  await db
    .update(billing)
    .set({ voucher_ids: [], remark: null, updated_at: sql`${billing.updated_at}` })
    .where(and(inArray(billing.deal_id, ids)));
  const files = await db
    .delete(dealAttachment)
    .where(inArray(dealAttachment.deal_id, ids))
    .returning({ media_id: dealAttachment.media_id });
  await dropMedia(db, [...files.map(({ media_id }) => media_id), ...lines.flatMap((one) => one.ids)]);
  const comments = await forgetComments(db, "deal", ids);
  return [...comments, ...ids.map((id) => ({ type: "deal", id }))];
}
