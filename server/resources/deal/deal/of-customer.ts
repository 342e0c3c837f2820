import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Ref } from "~/contract/common";
import type { Db, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { billing, deal, dealAttachment, dealLog } from "~/server/database/tables/deal/deal";
import { user } from "~/server/database/tables/system/system";
import { pick, refuseFields, type SignedCall, setRows } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { changedBy } from "~/server/lib/entity";
import { dropMedia } from "~/server/lib/media";
import type { OfCustomer, Trace } from "~/server/lib/services";
import { forgetComments } from "~/server/resources/shared/comment/mention";
import { leadersOf } from "~/server/resources/shared/leaders";
import { nextVersion, peekDeal, visibleDeals } from "./record";

const openOf = (userId: number) =>
  and(
    eq(deal.owner_id, userId),
    isNull(deal.deleted_at),
    inArray(deal.status, ["draft", "rejected", "reviewing", "subscribed", "contracted"]),
  );

/** Hands over a leaving user's open deals; without a successor they go to the user's leader, since money is due. */
export const dealHandover = {
  resource: "deal",
  label: "进行中成交",
  count: (db: Db, userId: number): Promise<number> => db.$count(deal, openOf(userId)),
  needs: { code: "deal:deal:create", wrong: "该员工不能接手成交" } as const,

  async move(
    { db, user: caller, services }: SignedCall,
    from: { id: number },
    to: { id: number; name: string } | null,
  ): Promise<number> {
    const at = isoInstant(services.now());
    const rows = await pick(db, deal, ["id", "status"], openOf(from.id), { order: deal.id, lock: "update" });
    if (rows.length === 0) return 0;
    const owner_id = to?.id ?? (await leadersOf(db, [from.id])).get(from.id);
    // Without a leader they stay where they are: a deal always has an owner.
    if (owner_id === undefined) return 0;
    const [taker] = await db.select({ name: user.name }).from(user).where(eq(user.id, owner_id));
    await setRows(db, deal, openOf(from.id), {
      owner_id,
      // An owner cannot be their own co-owner.
      co_owner_share: sql`case when ${deal.co_owner_id} = ${owner_id} then null else ${deal.co_owner_share} end`,
      co_owner_id: sql`nullif(${deal.co_owner_id}, ${owner_id})`,
      version: nextVersion,
      ...changedBy({ user: caller, services }),
    });
    await db.insert(dealLog).values(
      rows.map(({ id, status }) => ({
        ...{ deal_id: id, action: "handover" as const, from_status: status, to_status: status },
        ...{ note: taker?.name ?? null, by: caller.id, at },
      })),
    );
    return rows.length;
  },
};

/** What is about a deal of a customer names one of theirs that the caller sees. */
export async function checkDealOf(call: Pick<SignedCall, "db" | "user">, dealId: number, customerId: number | null) {
  const { row } = await peekDeal(call, dealId);
  if (row.customer_id !== customerId)
    refuseFields([{ field: "deal_id", label: "成交", message: "该成交不是这位客户的" }]);
}

/** Deals that other records are about, each by its number, as far as the caller sees them. */
export async function namedDeals(
  { db, user: caller }: { db: SignedCall["db"]; user: Caller },
  ids: readonly number[],
): Promise<Map<number, Ref>> {
  if (ids.length === 0 || !caller.permissions.has("deal:deal:view")) return new Map();
  const rows = await db
    .select({ id: deal.id, name: deal.deal_no })
    .from(deal)
    .where(and(inArray(deal.id, [...new Set(ids)]), isNull(deal.deleted_at), visibleDeals(caller)));
  return new Map(rows.map((row) => [row.id, row]));
}

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
  await setRows(db, deal, inArray(deal.id, ids), {
    ...{ buyer_name: null, buyer_phone: null, buyer_phone_cc: null, buyer_id_type: null, buyer_id_no: null },
    ...{ co_buyers: [], remark: null, reject_reason: null, cancel_reason: null, change_request: null },
    updated_at: sql`${deal.updated_at}`,
  });
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
