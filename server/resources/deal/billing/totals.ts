import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { feeTypes } from "~/contract/deal/deal-kinds";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { type Actor, found, setRow } from "~/server/lib/call";

/** The day on which an agent's commission is due (domain F.2); null before. What never comes, such as a loan, is not waited for beyond the keys. */
export const metAt: SQL<string | null> = sql`coalesce((case ${billing.condition}
  when 'loan' then ${deal.loan_paid_at}
  when 'delivery' then ${deal.delivered_at}
  when 'down_payment' then (
    select max((paid.confirmed_at at time zone 'Asia/Shanghai')::date) from billing paid
    where paid.deal_id = ${deal.id} and paid.type = 'down_payment' and paid.direction = 'in' and paid.status <> 'void'
    having bool_and(paid.status = 'confirmed'))
  else ${deal.contracted_at} end), ${deal.delivered_at})`;

type Db = Actor["db"];

const fees = sql.raw(feeTypes.map((type) => `'${type}'`).join(", "));
const isAsked = sql`${billing.direction} = 'in' and ${billing.payer} = 'buyer' and ${billing.status} <> 'void'`;
/** The buyer's payments for the price, without fees (domain C.4). */
const isPrice = sql`${isAsked} and ${billing.type} not in (${fees})`;
/** Refunds to the buyer. */
const isBack = sql`${billing.direction} = 'out' and ${billing.type} = 'refund' and ${billing.payee} = 'buyer' and ${billing.status} <> 'void'`;
/** Refunds of the price: of its lines, or of a cancelled deal's plan. */
const isPriceBack = sql`${isBack} and not exists (select 1 from billing fee where fee.id = "billing"."refund_of" and fee.type in (${fees}))`;
const isGot = sql`${isAsked} and ${billing.status} in ('confirmed', 'refunded')`;
/** Paid, says the seller; finance has not confirmed it. */
const isConfirming = sql`${isAsked} and ${billing.status} = 'paid'`;
const isGivenBack = sql`${isBack} and ${billing.status} = 'confirmed'`;
const isCommission = sql`((${billing.type} = 'dev_commission' and ${billing.direction} = 'in')
  or (${billing.type} = 'agent_commission' and ${billing.direction} = 'out')) and ${billing.status} in ('pending', 'paid', 'confirmed')`;

const total = (which: SQL) => sql<string>`coalesce(sum(${billing.amount}) filter (where ${which}), 0)::numeric(18, 2)`;
const count = (which: SQL) => sql<number>`(count(*) filter (where ${which}))::int`;

const totals = {
  asked: total(isAsked),
  price: total(isPrice),
  back: total(isBack),
  price_back: total(isPriceBack),
  got: total(isGot),
  given_back: total(isGivenBack),
  confirming: total(isConfirming),
  pending: total(sql`${isAsked} and ${billing.status} = 'pending'`),
  price_got: total(sql`${isPrice} and ${billing.status} in ('confirmed', 'refunded')`),
  /** The buyer's lines that finance has not confirmed. */
  open: count(sql`${isAsked} and ${billing.status} in ('pending', 'paid')`),
  open_back: count(sql`${isBack} and ${billing.status} in ('pending', 'paid')`),
  commissions: count(isCommission),
  settled: count(sql`${isCommission} and ${billing.status} = 'confirmed'`),
  deposits: count(sql`${isAsked} and ${billing.type} = 'deposit'`),
  open_deposits: count(sql`${isAsked} and ${billing.type} = 'deposit' and ${billing.status} in ('pending', 'paid')`),
  down_payments: count(sql`${isAsked} and ${billing.type} = 'down_payment'`),
  open_down_payments: count(
    sql`${isAsked} and ${billing.type} = 'down_payment' and ${billing.status} in ('pending', 'paid')`,
  ),
  /** Lines that are paid, or can no longer be taken back. */
  paid: count(sql`${billing.status} in ('paid', 'confirmed', 'refunded')`),
};

export async function totalsOf(db: Db, dealId: number) {
  const [row] = await db.select(totals).from(billing).where(eq(billing.deal_id, dealId));
  return found(row);
}

export async function totalsOfDeals(db: Db, dealIds: readonly number[]): Promise<Map<number, Totals>> {
  if (dealIds.length === 0) return new Map();
  const rows = await db
    .select({ id: billing.deal_id, totals })
    .from(billing)
    .where(inArray(billing.deal_id, [...dealIds]))
    .groupBy(billing.deal_id);
  return new Map(rows.map(({ id, totals: own }) => [id, own]));
}
export type Totals = Awaited<ReturnType<typeof totalsOf>>;

/** One exact amount minus another, as a text; never below zero. */
const lessBy = (amount: SQL | string, by: SQL | string): SQL<string> =>
  sql<string>`greatest(${amount}::numeric - ${by}::numeric, 0)::numeric(18, 2)`;

/** What is paid and not confirmed of a deal's bill; for queries with the deal's row. */
export const confirmingTotal = sql<string>`(select ${total(isConfirming)} from ${billing} where ${billing.deal_id} = ${deal.id})`;

/** Writes the deal's columns that depend on its bill, after each change of a line. The deal is locked; its version does not change. */
export async function refreshTotals({ db }: Pick<Actor, "db">, dealId: number): Promise<Totals> {
  const all = await totalsOf(db, dealId);
  // Money to be refunded counts as received until it is refunded.
  const receivable = lessBy(all.asked, all.given_back);
  const received = lessBy(all.got, all.given_back);
  await setRow(db, deal, dealId, {
    receivable_total: receivable,
    received_total: received,
    pay_status: sql`case when ${received} = 0 then 'unpaid' when ${received} < ${receivable} then 'partial' else 'paid' end`,
    commission_status:
      all.commissions === 0
        ? "none"
        : all.settled === 0
          ? "pending"
          : all.settled < all.commissions
            ? "partial"
            : "settled",
    updated_at: sql`${deal.updated_at}`,
  });
  return all;
}

/** Voids all pending lines of a deal that is cancelled or deleted. */
export async function voidPending(actor: Actor, dealId: number, reason: string, which?: SQL): Promise<number> {
  const { rowCount } = await actor.db
    .update(billing)
    .set({ status: "void", reason, version: sql`${billing.version} + 1` })
    .where(and(eq(billing.deal_id, dealId), eq(billing.status, "pending"), which));
  return rowCount ?? 0;
}

/** Lines of a deal in another currency than its price's, which a change of the price's currency would not change. */
export const linesIn = (db: Db, dealId: number, currency: string): Promise<number> =>
  db.$count(
    billing,
    and(
      eq(billing.deal_id, dealId),
      eq(billing.payer, "buyer"),
      ne(billing.status, "void"),
      ne(billing.currency, currency),
      isNull(billing.statement_id),
    ),
  );
