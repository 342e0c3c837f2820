import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { DealCancel, DealComplete, DealContract, DealLoanPaid } from "~/contract/deal/deal-record";
import { compareDecimals, distance, sum } from "~/contract/decimal";
import type { FieldError } from "~/contract/errors";
import { formatExact } from "~/contract/format";
import { billing } from "~/server/database/tables/deal/deal";
import { found, Refusal, refuseFields, type SignedCall } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { readSettings } from "~/server/lib/settings";
import { returnCommission, writeCommissions } from "../billing/commission-lines";
import { insertLines } from "../billing/lines";
import { refreshTotals, totalsOf, voidPending } from "../billing/totals";
import { placesErrors } from "./checked";
import { fxOf, rateOn } from "./commission";
import { clueCancelled, clueContracted, customerBack, customerForward } from "./effects";
import { completeHindrance, contractHindrance, type Standing, standingsOf } from "./hindrances";
import { movePlace } from "./place";
import { auditDeal, changeDeal, checkStatus, type DealRecord, logDeal, moveDeal, takeDeal } from "./record";
import { describedDeal, emitContracted, financeOf, tellDeal } from "./tell";
import { readDeal } from "./view";

/** A day that an act names, or today; not in the future, and not before what came before it. */
function dayFor(call: SignedCall, at: string | undefined, after: string | null, label: string): string {
  const today = dayOf(call.services.now());
  const day = at ?? today;
  const wrong = (message: string) => refuseFields([{ field: "at", label, message }]);
  if (day > today) return wrong(`${label}不能晚于今天`);
  return after !== null && day < after ? wrong(`${label}不能早于${after}`) : day;
}

/** Ends the request where papers or bill stand against the act, as the deal's page has said. */
async function checkStanding(
  { db }: SignedCall,
  row: DealRecord,
  hindranceOf: (deal: Standing) => FieldError | undefined,
): Promise<void> {
  const standings = await standingsOf(db, [row]);
  const hindrance = hindranceOf(found(standings.get(row.id)));
  if (hindrance) refuseFields([hindrance]);
}

/** Signs: with the contract uploaded and the deposit confirmed. The rate is frozen, and the commissions are written. */
export async function contractDeal(
  call: SignedCall,
  id: number,
  { at, fx_rate_to_cny, version }: z.output<typeof DealContract>,
): Promise<void> {
  const { db } = call;
  const { row, customer, clue } = await takeDeal(call, id, version, () => readDeal(call, id));
  checkStatus(row, "subscribed");
  if (row.change_request) throw new Refusal(40902, "有待审核的变更，请先处理");
  await checkStanding(call, row, contractHindrance);
  const day = dayFor(call, at, row.subscribed_at, "签约日");
  const { "deal.fx_auto": isAuto } = await readSettings(db);
  const typed = fx_rate_to_cny ?? row.fx_rate_to_cny;
  const rate = await fxOf(db, { isAuto, code: row.currency ?? "CNY", day, typed });
  const moved = await moveDeal(call, row, {
    action: "contract",
    to: "contracted",
    values: { contracted_at: day, fx_rate_to_cny: rate },
    audit: { action: "update", summary: `成交${row.deal_no}签约` },
  });
  await writeCommissions(call, moved);
  await refreshTotals(call, id);
  await customerForward(call, customer, moved, "contracted");
  if (clue) await clueContracted(call, clue, moved);
  await tellDeal(call, row, [row.owner_id, row.co_owner_id], {
    title: "成交已签约",
    content: `成交${await describedDeal(call, row)}已签约。`,
  });
  await emitContracted(call, moved);
}

export async function loanPaid(call: SignedCall, id: number, { at, version }: z.output<typeof DealLoanPaid>) {
  const { row } = await takeDeal(call, id, version, () => readDeal(call, id));
  checkStatus(row, "contracted");
  if (row.payment_method !== "loan" || row.loan_paid_at !== null) throw new Refusal(40902, "该成交没有待放款的贷款");
  const day = dayFor(call, at, row.contracted_at, "放款日");
  await changeDeal(call, row, { loan_paid_at: day });
  await logDeal(call, id, { action: "loan_paid", note: day });
  await auditDeal(call, row, { action: "update", summary: `成交${row.deal_no}登记放款（${day}）` });
}

/** Hands over: all that the buyer pays is confirmed, and it is the whole price. */
export async function completeDeal(call: SignedCall, id: number, { at, version }: z.output<typeof DealComplete>) {
  const { row, customer } = await takeDeal(call, id, version, () => readDeal(call, id));
  checkStatus(row, "contracted");
  if (row.change_request) throw new Refusal(40902, "有待审核的变更，请先处理");
  await checkStanding(call, row, completeHindrance);
  const day = dayFor(call, at, row.contracted_at, "交割日");
  const moved = await moveDeal(call, row, {
    action: "complete",
    to: "completed",
    values: { delivered_at: day },
    audit: { action: "update", summary: `成交${row.deal_no}交割` },
  });
  await customerForward(call, customer, moved, "completed");
  await tellDeal(call, row, [row.owner_id, row.co_owner_id], {
    title: "成交已交割",
    content: `成交${await describedDeal(call, row)}已交割。`,
  });
}

/** Takes a deal back (退订, 退房): its unit is free, what nobody paid is void, and what was paid goes back by the plan. */
export async function cancelDeal(
  call: SignedCall,
  id: number,
  { cancel_type, reason, refund_plan, version }: z.output<typeof DealCancel>,
): Promise<void> {
  const { db, services } = call;
  const { row, customer, clue } = await takeDeal(call, id, version, () => readDeal(call, id));
  checkStatus(row, "subscribed", "contracted");
  if (cancel_type !== (row.status === "subscribed" ? "unsubscribe" : "return"))
    return refuseFields([
      {
        field: "cancel_type",
        label: "类型",
        message: row.status === "subscribed" ? "已认购未签约的应为退订" : "已签约的应为退房",
      },
    ]);
  const currency = row.currency ?? "CNY";
  const { got, back } = await totalsOf(db, id);
  const planned = sum("0.00", ...refund_plan.map(({ amount }) => amount));
  const left = compareDecimals(got, back) <= 0 ? "0.00" : distance(got, back);
  const wrong = (message: string) => refuseFields([{ field: "refund_plan", label: "退款计划", message }]);
  if (refund_plan.some(({ amount }) => !/[1-9]/.test(amount))) return wrong("退款金额应大于0");
  if (compareDecimals(planned, left) > 0) return wrong(`退款合计不能超过已确认收款${formatExact(left, currency)}`);
  const amounts = refund_plan.map(({ amount }) => ({ field: "refund_plan", label: "退款计划", amount, currency }));
  const cents = await placesErrors(db, amounts);
  if (cents.length) return refuseFields(cents);
  const today = dayOf(services.now());
  await movePlace(call, row, { free: "sold" });
  const moved = await moveDeal(call, row, {
    action: "cancel",
    to: "cancelled",
    values: { cancelled_at: today, cancel_type, cancel_reason: reason, refund_plan, change_request: null },
    note: reason,
    audit: { action: "update", summary: `成交${row.deal_no}${cancel_type === "return" ? "退房" : "退订"}`, reason },
  });
  // What goes back to the buyer already is not asked of anybody: the plan is for the rest.
  await voidPending(call, id, reason, sql`not (${billing.type} = 'refund' and ${billing.payee} = 'buyer')`);
  await returnCommission(call, moved);
  const rate = await rateOn(db, currency, today);
  await insertLines(
    call,
    moved,
    refund_plan.map(({ amount, due_at, note }, index) => ({
      ...({ direction: "out", type: "refund", payer: "company", payee: "buyer" } as const),
      ...{ period_no: index + 1, amount, currency, fx_rate_to_cny: rate, due_at, remark: note },
    })),
  );
  await refreshTotals(call, id);
  await customerBack(call, customer, moved);
  if (clue) await clueCancelled(call, clue, moved, reason);
  const content = `成交${await describedDeal(call, row)}已${cancel_type === "return" ? "退房" : "退订"}，原因：${reason}。`;
  await tellDeal(call, row, [row.owner_id, row.co_owner_id], { level: "warning", title: "成交已取消", content });
  if (refund_plan.length > 0)
    await tellDeal(call, row, await financeOf(call), {
      title: "有新的退款计划",
      content: `${content}退款${refund_plan.length}笔，请安排。`,
    });
}
