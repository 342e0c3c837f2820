import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ref } from "~/contract/common";
import { commissionBase } from "~/contract/deal/commission";
import { DealBrief } from "~/contract/deal/deal-brief";
import { buyerShare, DealDetail, DealLog, DealRow } from "~/contract/deal/deal-record";
import { compareDecimals, distance, ratio, sum } from "~/contract/decimal";
import { maskContact } from "~/contract/mask";
import type { Permission } from "~/contract/permissions";
import { agent, agentAccount } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { customer } from "~/server/database/tables/customer/customer";
import { billing, deal, dealLog } from "~/server/database/tables/deal/deal";
import { estate, room } from "~/server/database/tables/house/estate";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { found, type Looking, pick, refOf, refuse, rowOf } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { unseal } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { visibleTo } from "~/server/resources/customer/customer/row";
import { byId, type Source } from "~/server/resources/customer/timeline/sources";
import { shareRef } from "~/server/resources/shared/share-ref";
import { isCommission } from "../billing/lines";
import { confirmingTotal, totalsOf } from "../billing/totals";
import { attachmentsOf } from "./attachments";
import { identityPurpose } from "./checked";
import { hindrancesOf } from "./hindrances";
import { type DealRecord, ownDeals, seesBill, seesCommission, visibleDeals } from "./record";

const owner = alias(user, "owner");
const coOwner = alias(user, "co_owner");

export function selectDeals({ db, user: caller }: Pick<Looking, "db" | "user">) {
  return db
    .select({
      deal,
      customer: { id: customer.id, name: customer.name, no: customer.customer_no },
      sees_customer: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
      estate: { id: estate.id, name: estate.name },
      agent_name: agent.name,
      owner_name: owner.name,
      co_owner_name: coOwner.name,
      confirming: seesBill(caller) ? confirmingTotal : sql<null>`null`,
      is_visible: sql<boolean>`coalesce(${visibleDeals(caller)}, false)`,
      is_own: sql<boolean>`coalesce(${ownDeals(caller)}, false)`,
    })
    .from(deal)
    .innerJoin(customer, eq(customer.id, deal.customer_id))
    .innerJoin(estate, eq(estate.id, deal.estate_id))
    .innerJoin(owner, eq(owner.id, deal.owner_id))
    .leftJoin(agent, eq(agent.id, deal.agent_id))
    .leftJoin(coOwner, eq(coOwner.id, deal.co_owner_id));
}
export type Viewed = Awaited<ReturnType<typeof selectDeals>>[number];

export function toDealRow(viewed: Viewed, caller: Caller): DealRow {
  const { deal: row, customer: about } = viewed;
  const bill = seesBill(caller);
  const paid = seesCommission(caller);
  return rowOf(DealRow, row, {
    customer: {
      id: about.id,
      name: viewed.sees_customer ? about.name : about.no,
      is_visible: viewed.sees_customer,
    },
    estate: viewed.estate,
    agent: refOf(row.agent_id, viewed.agent_name),
    owner: { id: row.owner_id, name: viewed.owner_name },
    co_owner: refOf(row.co_owner_id, viewed.co_owner_name),
    pay_status: bill ? row.pay_status : null,
    receivable_total: bill ? row.receivable_total : null,
    received_total: bill ? row.received_total : null,
    confirming_total: viewed.confirming,
    open_total:
      viewed.confirming === null ? null : distance(row.receivable_total, sum(row.received_total, viewed.confirming)),
    commission_status: paid ? row.commission_status : null,
    commission_receivable: paid ? row.commission_receivable : null,
    commission_currency: paid ? row.commission_currency : null,
    commission_payable: paid ? row.commission_payable : null,
    payable_currency: paid ? row.payable_currency : null,
    has_change: row.change_request !== null,
    ...{ missing: [], blocked: {} },
    can: canDo(viewed, caller),
  });
}

/** Deals with what prevents the acts on them, for lists that offer these acts. */
export async function toActedRows(looking: Looking, rows: readonly Viewed[]): Promise<DealRow[]> {
  const deals = rows.map(({ deal: row }) => row);
  const hindrances = await hindrancesOf(looking, deals);
  return rows.map((viewed) => ({ ...toDealRow(viewed, looking.user), ...hindrances.get(viewed.deal.id) }));
}

/** What the caller may do with a deal that they see (domain C.4). */
function canDo({ deal: row, is_own }: Viewed, caller: Caller): DealRow["can"] {
  const may = (code: Permission) => is_own && caller.permissions.has(code);
  const { status } = row;
  const isDraft = status === "draft" || status === "rejected";
  const isOn = status === "subscribed" || status === "contracted";
  const isMine = row.owner_id === caller.id || row.co_owner_id === caller.id;
  return {
    edit: may("deal:deal:edit") && isDraft,
    delete: may("deal:deal:edit") && isDraft,
    submit: may("deal:deal:submit") && isDraft,
    withdraw: may("deal:deal:submit") && status === "reviewing",
    review: may("deal:deal:review") && status === "reviewing" && !isMine && row.submitted_by !== caller.id,
    contract: may("deal:deal:review") && status === "subscribed" && !row.change_request,
    complete: may("deal:deal:edit") && status === "contracted" && !row.change_request,
    loan_paid:
      may("deal:deal:edit") && status === "contracted" && row.payment_method === "loan" && row.loan_paid_at === null,
    cancel: may("deal:deal:cancel") && isOn,
    change: may("deal:deal:edit") && isOn && !row.change_request,
    review_change:
      may("deal:deal:review") && isOn && !isMine && row.change_request !== null && row.change_request.by !== caller.id,
    attach: may("deal:deal:edit") && status !== "cancelled",
    bill: may("deal:billing:create") && status !== "cancelled" && row.deal_price !== null,
    pay: may("deal:billing:create"),
    reveal:
      caller.permissions.has("customer:phone:view") &&
      ((row.buyer_phone !== null && !isMine) ||
        [row.buyer_id_no, ...row.co_buyers.map((one) => one.id_no)].some(Boolean)),
  };
}

function maskedPaper(services: Services, text: string | null): string | null {
  if (text === null) return null;
  const plain = unseal(services, identityPurpose, text);
  return plain.length > 6 ? `${plain.slice(0, 2)}****${plain.slice(-2)}` : "****";
}

function seen(viewed: Viewed | undefined): Viewed {
  const one = found(viewed);
  return one.is_visible ? one : refuse(40301);
}

const isDeal = (id: number) => and(eq(deal.id, id), isNull(deal.deleted_at));

export async function readDeal(looking: Looking, id: number): Promise<DealDetail> {
  const [viewed] = await selectDeals(looking).where(isDeal(id));
  return dealDetail(looking, seen(viewed));
}

export async function detailAfter(looking: Looking, id: number): Promise<DealDetail> {
  const [viewed] = await selectDeals(looking).where(isDeal(id));
  return dealDetail(looking, found(viewed));
}

async function dealDetail(looking: Looking, viewed: Viewed): Promise<DealDetail> {
  const { db, user: caller, services } = looking;
  const { deal: row } = viewed;
  const { "deal.fx_auto": is_fx_auto } = await readSettings(db);
  const ownsIt = row.owner_id === caller.id || row.co_owner_id === caller.id;
  const { got, back } = await totalsOf(db, row.id);
  const share = row.co_owner_id === null ? 0 : (row.co_owner_share ?? 0);
  return rowOf(DealDetail, row, {
    ...found((await toActedRows(looking, [viewed]))[0]),
    ...(await namesOf(looking, row)),
    share: await shareRef(looking, row.share_id),
    buyer_phone: ownsIt ? row.buyer_phone : maskContact("phone", row.buyer_phone),
    buyer_id_masked: maskedPaper(services, row.buyer_id_no),
    buyer_share: buyerShare(row.co_buyers),
    co_buyers: row.co_buyers.map(({ name, id_type, id_no, share }) => ({
      ...{ name, id_type, share },
      id_masked: maskedPaper(services, id_no),
    })),
    discount: discountOf(row),
    owner_share: 100 - share,
    co_owner_share: row.co_owner_id === null ? null : share,
    refund_plan: seesBill(caller) ? row.refund_plan : [],
    attachments: await attachmentsOf(looking, row, viewed.is_own),
    commission: seesCommission(caller) ? commissionOf(row) : null,
    refundable: seesBill(caller) ? (compareDecimals(got, back) > 0 ? distance(got, back) : "0.00") : null,
    is_fx_auto,
  });
}

function discountOf({ list_price, deal_price }: DealRecord): number | null {
  if (list_price === null || deal_price === null || compareDecimals(list_price, "0") === 0) return null;
  if (compareDecimals(deal_price, list_price) > 0) return null;
  return Number(ratio([distance(list_price, deal_price), "100"], [list_price], 2));
}

const commissionOf = (row: DealRecord): NonNullable<DealDetail["commission"]> => ({
  base:
    row.deal_price === null ? null : commissionBase({ deal_price: row.deal_price, deal_price_tax: row.deal_price_tax }),
  receivable: row.commission_receivable,
  receivable_rate: row.dev_commission_rate,
  receivable_origin: row.receivable_origin,
  payable: row.commission_payable,
  payable_rate: row.agent_commission_rate,
  payable_origin: row.payable_origin,
  commission_receivable: row.receivable_manual,
  commission_payable: row.payable_manual,
});

async function namesOf({ db }: Looking, row: DealRecord) {
  const people = [row.reviewed_by, row.change_request?.by ?? null].flatMap((id) => id ?? []);
  const names = new Map(
    people.length
      ? (await pick(db, user, ["id", "name"], sql`${user.id} = any(${sql.param(people)}::bigint[])`)).map((one) => [
          one.id,
          one.name,
        ])
      : [],
  );
  const person = (id: number | null): Ref | null => (id === null ? null : { id, name: names.get(id) ?? "" });
  const [lead] = row.clue_id
    ? await pick(db, clue, { id: clue.id, name: clue.clue_no, status: clue.status }, eq(clue.id, row.clue_id))
    : [];
  const [account] = row.agent_account_id
    ? await pick(db, agentAccount, ["id", "name"], eq(agentAccount.id, row.agent_account_id))
    : [];
  const [asked] = row.inquiry_id
    ? await db.select({ id: inquiry.id, name: inquiry.inquiry_no }).from(inquiry).where(eq(inquiry.id, row.inquiry_id))
    : [];
  const [of] = row.room_id
    ? await db.select({ id: room.id, name: room.name }).from(room).where(eq(room.id, row.room_id))
    : [];
  const wanted = row.change_request;
  return {
    ...{ clue: lead ?? null, account: account ?? null, inquiry: asked ?? null, room: of ?? null },
    reviewed_by: person(row.reviewed_by),
    change: wanted && {
      // The form shows it in words; papers stay encrypted.
      edits: Object.fromEntries(
        Object.entries(wanted.edits).filter(([name]) => name !== "buyer_id_no" && name !== "co_buyers"),
      ),
      changes: wanted.changes,
      reason: wanted.reason,
      by: person(wanted.by) ?? { id: wanted.by, name: "" },
      at: wanted.at,
    },
  };
}

/** A deal's history, newest first, without lines that the caller may not see. */
export async function logsOf(looking: Looking, id: number): Promise<DealLog[]> {
  const { db, user: caller } = looking;
  const [viewed] = await selectDeals(looking).where(isDeal(id));
  seen(viewed);
  const rows = await db
    .select({ line: dealLog, by: user.name, one: billing })
    .from(dealLog)
    .leftJoin(user, eq(user.id, dealLog.by))
    .leftJoin(billing, eq(billing.id, dealLog.billing_id))
    .where(eq(dealLog.deal_id, id))
    .orderBy(sql`${dealLog.id} desc`)
    .limit(300);
  const shown = rows.filter(({ one }) => !one || (seesBill(caller) && (seesCommission(caller) || !isCommission(one))));
  return shown.map(({ line, by }) =>
    rowOf(DealLog, line, {
      by: by ?? "系统",
    }),
  );
}

export const bought: Source = {
  kind: "deal",
  from: sql`${deal}`,
  id: deal.id,
  at: deal.created_at,
  where: ({ user }, customerId) => and(eq(deal.customer_id, customerId), isNull(deal.deleted_at), visibleDeals(user)),
  show: async (call, ids) => {
    const rows = await selectDeals(call).where(inArray(deal.id, ids));
    const dealRows = rows.map((row) => toDealRow(row, call.user));
    return byId(dealRows, (row) => ({ kind: "deal", deal: DealBrief.parse(row) }));
  },
};
