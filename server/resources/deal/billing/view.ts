import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { DealBill } from "~/contract/deal/billing";
import { BillingRow } from "~/contract/deal/billing-record";
import { compareDecimals, distance, sum } from "~/contract/decimal";
import { accountStatement } from "~/server/database/tables/clue/statement";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { estate } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { found, type Looking, rowOf } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { dayOf } from "~/server/lib/list";
import { shownPictures } from "~/server/resources/shared/pictures";
import { ownDeals, peekDeal, seesCommission, visibleDeals } from "../deal/record";
import { isCommission } from "./lines";
import { metAt, type Totals, totalsOf, totalsOfDeals } from "./totals";

const owner = alias(user, "owner");
const confirmer = alias(user, "confirmer");
const source = alias(billing, "source");

/** The lines that a caller is shown: payouts and commissions with their code alone. */
export const shownLines = (caller: Caller): SQL =>
  seesCommission(caller)
    ? sql`true`
    : sql`(${billing.type} not in ('dev_commission', 'agent_commission') and (${billing.direction} = 'in' or ${billing.payee} = 'buyer'))`;

/** Whether what an agent's commission waits for has come (domain F.2); null of other lines. */
const isDue = sql<boolean | null>`(case when ${billing.type} = 'agent_commission' and ${billing.direction} = 'out' then
  ${metAt} is not null and ${deal.status} in ('contracted', 'completed') end)`;

export function selectLines({ db, user: caller }: Pick<Looking, "db" | "user">) {
  return db
    .select({
      one: billing,
      deal,
      estate: { id: estate.id, name: estate.name },
      owner: { id: owner.id, name: owner.name },
      confirmer: { id: confirmer.id, name: confirmer.name },
      source: { id: source.id, name: source.billing_no },
      statement: { id: accountStatement.id, name: accountStatement.statement_no },
      is_due: isDue,
      refunded: sql<string>`(select coalesce(sum(r.amount), 0)::numeric(18, 2) from billing r
        where r.refund_of = ${billing.id} and r.status <> 'void')`,
      is_own: sql<boolean>`coalesce(${ownDeals(caller)}, false)`,
    })
    .from(billing)
    .innerJoin(deal, eq(deal.id, billing.deal_id))
    .innerJoin(estate, eq(estate.id, deal.estate_id))
    .innerJoin(owner, eq(owner.id, deal.owner_id))
    .leftJoin(confirmer, eq(confirmer.id, billing.confirmed_by))
    .leftJoin(source, eq(source.id, billing.refund_of))
    .leftJoin(accountStatement, eq(accountStatement.id, billing.statement_id));
}
type Viewed = Awaited<ReturnType<typeof selectLines>>[number];

const dayLength = 86_400_000;

export async function toLines(looking: Looking, rows: readonly Viewed[]): Promise<BillingRow[]> {
  const { db, services, user: caller } = looking;
  const voucherIds = rows.flatMap(({ one }) => one.voucher_ids);
  const media = await shownPictures(looking, voucherIds);
  const totals = await totalsOfDeals(db, [...new Set(rows.filter(isRefundable).map(({ deal: row }) => row.id))]);
  const today = dayOf(services.now());
  return rows.map((viewed) => {
    const { one, deal: row } = viewed;
    const late = one.status === "pending" && one.due_at < today;
    return rowOf(BillingRow, one, {
      deal: { id: row.id, name: row.deal_no, status: row.status },
      estate: viewed.estate,
      customer: row.buyer_name ?? "",
      owner: viewed.owner,
      is_due: viewed.is_due,
      overdue_days: late ? Math.round((Date.parse(today) - Date.parse(one.due_at)) / dayLength) : 0,
      refund_of: viewed.source,
      refunded_amount: viewed.refunded,
      statement: viewed.statement,
      voucher: media(one.voucher_ids).map(({ size: _, ...rest }) => rest),
      confirmed_by: viewed.confirmer,
      can: canDo(viewed, caller, totals.get(row.id)),
    });
  });
}

/** A line that can be refunded in part; never more than the buyer paid on this deal. */
const isRefundable = ({ one, refunded }: Viewed): boolean =>
  one.status === "confirmed" &&
  one.direction === "in" &&
  one.type !== "agent_commission" &&
  compareDecimals(refunded, one.amount) < 0;

/** What the caller may do with a line that they see (domain C.4). */
function canDo(viewed: Viewed, caller: Caller, totals: Totals | undefined): BillingRow["can"] {
  const { one, deal: row, is_own } = viewed;
  const writes = is_own && caller.permissions.has("deal:billing:create");
  const finance = caller.permissions.has("deal:billing:confirm");
  const isPending = one.status === "pending";
  const isTyped = !isCommission(one) && one.type !== "refund";
  return {
    edit: writes && isPending && isTyped && row.status !== "cancelled",
    pay: writes && isPending && one.type !== "agent_commission",
    void: writes && isPending && one.statement_id === null,
    confirm: finance && one.status === "paid",
    return: finance && one.status === "paid",
    refund:
      finance &&
      isRefundable(viewed) &&
      (one.payer !== "buyer" || totals === undefined || compareDecimals(totals.back, totals.got) < 0),
  };
}

export async function readLine(looking: Looking, id: number): Promise<BillingRow> {
  const rows = await selectLines(looking).where(eq(billing.id, id));
  return found((await toLines(looking, rows))[0]);
}

/** A deal's bill: the lines that the caller is shown, those that are due first before the rest. */
export async function readBill(looking: Looking, id: number): Promise<z.output<typeof DealBill>> {
  const { db, user: caller } = looking;
  const { row, isOwn } = await peekDeal(looking, id);
  const rows = await selectLines(looking)
    .where(and(eq(billing.deal_id, id), shownLines(caller)))
    .orderBy(asc(billing.due_at), asc(billing.id));
  const list = await toLines(looking, rows);
  const totals = await totalsOf(db, id);
  // Only pending lines are late.
  const late = list.filter((one) => one.payer === "buyer" && one.direction === "in" && one.overdue_days > 0);
  const whole = sum(row.deal_price ?? "0.00", totals.price_back);
  return {
    list,
    currency: row.currency,
    deal_price: row.deal_price,
    receivable_total: row.receivable_total,
    received_total: row.received_total,
    confirming_total: totals.confirming,
    open_total: totals.pending,
    refund_total: distance(totals.back, totals.given_back),
    overdue_total: sum("0.00", ...late.map(({ amount }) => amount)),
    // Of a deal that came to nothing nothing is asked for.
    unplanned:
      row.status !== "cancelled" && compareDecimals(totals.price, whole) < 0 ? distance(whole, totals.price) : "0.00",
    can: {
      bill:
        isOwn && caller.permissions.has("deal:billing:create") && row.status !== "cancelled" && row.deal_price !== null,
    },
  };
}

export const ofDeal = sql`join ${deal} on ${deal.id} = ${billing.deal_id}`;

/** The lines that a caller sees across deals, with these joined; a deleted deal's are nobody's. */
export const visibleLines = (caller: Caller): SQL =>
  sql`(${deal.deleted_at} is null and ${visibleDeals(caller)} and ${shownLines(caller)})`;
