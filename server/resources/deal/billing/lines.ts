import { sql } from "drizzle-orm";
import type { BillingLine } from "~/contract/deal/billing-record";
import { billingTypes, type DealLogAction } from "~/contract/deal/deal-kinds";
import { compareDecimals, distance, sum } from "~/contract/decimal";
import { formatExact } from "~/contract/format";
import { isoInstant } from "~/server/database/tables/columns";
import { billing } from "~/server/database/tables/deal/deal";
import { byOf } from "~/server/lib/audit";
import { type Actor, found, Refusal, refuse, refuseFields, type SignedCall, setRow } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { nextNumbers } from "~/server/resources/shared/numbers";
import { placesErrors } from "../deal/checked";
import { rateOn } from "../deal/commission";
import { auditDeal, type DealRecord, logDeal, seesCommission } from "../deal/record";
import { refreshTotals, totalsOf } from "./totals";

export type BillingRecord = typeof billing.$inferSelect;
type Values = Omit<typeof billing.$inferInsert, "id" | "billing_no" | "deal_id">;

/** Whether lines of a price less what goes back of it come to more than the price. */
export const isOver = (price: string, back: string, dealPrice: string): boolean =>
  compareDecimals(price, sum(dealPrice, back)) > 0;

export const lineText = ({ type, amount, currency }: Pick<BillingRecord, "type" | "amount" | "currency">): string =>
  `${billingTypes[type]} ${formatExact(amount, currency)}`;

/** Writes lines of a deal whose row is locked, as they are: nothing is asked any more. */
export async function insertLines(actor: Actor, row: DealRecord, lines: readonly Values[]): Promise<BillingRecord[]> {
  if (lines.length === 0) return [];
  const { db, services } = actor;
  const now = services.now();
  const at = isoInstant(now);
  const by = byOf(actor);
  const numbers = await nextNumbers(db, "ZD", now, lines.length);
  const stamps = { created_at: at, updated_at: at, created_by: by, updated_by: by };
  return db
    .insert(billing)
    .values(lines.map((line, index) => ({ ...stamps, ...line, billing_no: found(numbers[index]), deal_id: row.id })))
    .returning();
}

/** The columns of lines that somebody writes, once nothing speaks against them. The deal is locked: what its lines come to does not change meanwhile. */
async function checkedLines(call: SignedCall, row: DealRecord, lines: readonly BillingLine[]): Promise<Values[]> {
  const { db, services, user } = call;
  const say = (field: string, label: string, message: string) => refuseFields([{ field, label, message }]);
  if (row.deal_price === null || row.currency === null) return say("bills", "账单", "请先填写成交价");
  if (row.status === "cancelled") return refuse(40902);
  const own = row.currency;
  // What the buyer pays is in the deal's currency.
  if (lines.some(({ payer, currency }) => payer === "buyer" && currency !== null && currency !== own))
    return refuse(40924);
  // Payouts are written by those who see them.
  if (lines.some(({ direction }) => direction === "out") && !seesCommission(user)) return refuse(40300);
  const amounts = lines.map(({ amount, currency }) => ({
    field: "amount",
    label: "金额",
    amount,
    currency: currency ?? own,
  }));
  const wrong = await placesErrors(db, amounts);
  if (wrong.length) return refuseFields(wrong);
  const today = dayOf(services.now());
  const rates = new Map<string, string | null>();
  for (const code of new Set(lines.map(({ currency }) => currency ?? own)))
    rates.set(code, await rateOn(db, code, today));
  return lines.map((line) => {
    const currency = line.currency ?? own;
    const rate = rates.get(currency) ?? say("currency", "币种", `${currency}不是可用的币种`);
    return { ...line, currency, fx_rate_to_cny: rate };
  });
}

/** Ends the request where what the buyer is asked for comes to more than the price (domain C.4). */
async function checkTotal(db: SignedCall["db"], row: DealRecord): Promise<void> {
  const { price, price_back } = await totalsOf(db, row.id);
  const most = row.deal_price ?? "0.00";
  if (!isOver(price, price_back, most)) return;
  const over = formatExact(distance(price, sum(most, price_back)), row.currency);
  return refuseFields([{ field: "amount", label: "金额", message: `账单合计超出成交价${over}` }]);
}

export async function addLines(call: SignedCall, row: DealRecord, lines: readonly BillingLine[]): Promise<number[]> {
  const made = await insertLines(call, row, await checkedLines(call, row, lines));
  await checkTotal(call.db, row);
  await refreshTotals(call, row.id);
  for (const one of made) await logLine(call, row, one, "bill", `新增账单${one.billing_no}（${lineText(one)}）`);
  return made.map(({ id }) => id);
}

export async function changeLine(call: SignedCall, row: DealRecord, one: BillingRecord, line: BillingLine) {
  const [values] = await checkedLines(call, row, [line]);
  await setLine(call, one, { ...found(values), warned: one.due_at === line.due_at ? one.warned : [] });
  await checkTotal(call.db, row);
  await refreshTotals(call, row.id);
  const now = { ...one, ...found(values) } as BillingRecord; // the columns that were just written
  const text = lineText(one) === lineText(now) ? lineText(now) : `${lineText(one)} → ${lineText(now)}`;
  await logLine(call, row, one, "bill_edit", `编辑账单${one.billing_no}（${text}）`);
}

/** Writes columns of a line of a locked deal. A confirmed one is immutable but for what becomes of it: `refunded`. */
export async function setLine(actor: Actor, one: BillingRecord, values: Partial<Values>): Promise<void> {
  if (one.status === "confirmed" && !(Object.keys(values).length === 1 && values.status === "refunded"))
    throw new Refusal(40902, "已确认的账单不能修改");
  await setRow(actor.db, billing, one.id, {
    ...values,
    version: sql`${billing.version} + 1`,
    updated_at: isoInstant(actor.services.now()),
    updated_by: byOf(actor),
  });
}

/** The lines in both logs about one of a bill's. Amounts of commissions are told to nobody who does not see them: the operation log has their number alone. */
export async function logLine(
  actor: Actor,
  row: DealRecord,
  one: BillingRecord,
  action: DealLogAction,
  summary: string,
  reason?: string,
): Promise<void> {
  await logDeal(actor, row.id, { action, billing_id: one.id, note: reason ? `${summary}：${reason}` : summary });
  await auditDeal(actor, row, {
    action: action === "confirm" ? "audit" : "update",
    summary: isCommission(one) ? `成交${row.deal_no}：账单${one.billing_no}` : `成交${row.deal_no}：${summary}`,
    ...(reason && { reason }),
    touches: [{ type: "billing", id: one.id }],
  });
}

export const isCommission = ({ type, direction, payee }: Pick<BillingRecord, "type" | "direction" | "payee">) =>
  type === "dev_commission" || type === "agent_commission" || (direction === "out" && payee !== "buyer");
