import { eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { billing, deal, dealAttachment, dealLog } from "~/server/database/tables/deal/deal";
import { dropMedia } from "~/server/lib/media";
import type { OfCustomer, Trace } from "~/server/lib/services";
import { forgetComments } from "~/server/resources/shared/comment/mention";
import { checkDealOf, namedDeals } from "./named";

async function mergeDeals(db: Transaction, targetId: number, sourceId: number): Promise<void> {
  await db
    .update(deal)
    .set({ customer_id: targetId, updated_at: sql`${deal.updated_at}` })
    .where(eq(deal.customer_id, sourceId));
}

/** Removes personal data from deleted deals: a customer with other deals is never destroyed. Returns which rows. */
async function forgetDeals(db: Transaction, customerId: number): Promise<Trace[]> {
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
    .where(inArray(billing.deal_id, ids));
  const files = await db
    .delete(dealAttachment)
    .where(inArray(dealAttachment.deal_id, ids))
    .returning({ media_id: dealAttachment.media_id });
  await dropMedia(db, [...files.map(({ media_id }) => media_id), ...lines.flatMap((one) => one.ids)]);
  const comments = await forgetComments(db, "deal", ids);
  return [...comments, ...ids.map((id) => ({ type: "deal", id }))];
}

export const dealsOfCustomer: OfCustomer["deal"] = {
  merge: mergeDeals,
  forget: forgetDeals,
  checkFollowed: checkDealOf,
  named: namedDeals,
};
