import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { billing as contract } from "~/contract/deal/billing";
import type { BillingLine, BillingPay } from "~/contract/deal/billing-record";
import type { BillingStatus } from "~/contract/deal/deal-kinds";
import { compareDecimals, distance, sum } from "~/contract/decimal";
import { formatExact } from "~/contract/format";
import { isoInstant } from "~/server/database/tables/columns";
import { billing } from "~/server/database/tables/deal/deal";
import { media } from "~/server/database/tables/system/system";
import { found, Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { checkVersion } from "~/server/lib/entity";
import { dayOf } from "~/server/lib/list";
import { isOwnPaper } from "~/server/lib/media";
import { leaveAlone } from "~/server/lib/texts-in";
import { decimalText } from "~/server/resources/shared/amounts";
import { placesErrors } from "../deal/checked";
import { rateOn } from "../deal/commission";
import { type DealRecord, lockDeal, peekDeal, seesCommission } from "../deal/record";
import { describedDeal, financeOf, tellDeal } from "../deal/tell";
import {
  addLines,
  type BillingRecord,
  changeLine,
  insertLines,
  isCommission,
  lineText,
  logLine,
  setLine,
} from "./lines";
import { refreshTotals, totalsOf } from "./totals";
import { readLine } from "./view";

type Body<E extends "pay" | "void" | "confirm" | "return" | "refund"> = z.output<(typeof contract)[E]["body"]>;

interface Taken {
  row: DealRecord;
  one: BillingRecord;
}

/** Locks a line and its deal, so that their sums stay right. Sellers act on their own deals, finance on those that it sees. */
async function takeLine(call: SignedCall, id: number, version: number | undefined, isFinance = false): Promise<Taken> {
  const { db, user } = call;
  const [asked] = await db.select({ deal_id: billing.deal_id }).from(billing).where(eq(billing.id, id));
  const { isOwn } = await peekDeal(call, found(asked).deal_id);
  if (!isOwn && !isFinance) return refuse(40301);
  const row = await lockDeal(call, found(asked).deal_id);
  const [line] = await db.select().from(billing).where(eq(billing.id, id)).for("update");
  const one = found(line);
  leaveAlone(call, one);
  if (isCommission(one) && !seesCommission(user)) return refuse(40301);
  if (version !== undefined) await checkVersion(one, version, () => readLine(call, id));
  return { row, one };
}

const checkState = ({ status }: BillingRecord, ...states: BillingStatus[]) => states.includes(status) || refuse(40902);

export async function createLines(call: SignedCall, id: number, lines: readonly BillingLine[]): Promise<number[]> {
  const { isOwn } = await peekDeal(call, id);
  // Finance may add lines only to deals in its scope.
  if (!isOwn) return refuse(40301);
  return addLines(call, await lockDeal(call, id), lines);
}

export async function updateLine(
  call: SignedCall,
  id: number,
  { version, ...line }: BillingLine & { version: number },
): Promise<void> {
  const { row, one } = await takeLine(call, id, version);
  checkState(one, "pending");
  // Lines written by acts cannot be edited: commissions come from the contract, refunds from their plan.
  if (isCommission(one) || one.type === "refund") throw new Refusal(40902, "佣金和退款账单不能编辑");
  await changeLine(call, row, one, line);
}

/** Records a payment with its slip. For less than the line's amount, the rest becomes a new line with the same due day (domain C.4). */
export async function payLine(call: SignedCall, id: number, { version, ...body }: z.output<typeof BillingPay>) {
  const { db, services } = call;
  const { row, one } = await takeLine(call, id, version);
  checkState(one, "pending");
  if (one.type === "agent_commission") throw new Refusal(40902, "代理佣金随对账单结算");
  const amount = decimalText(body.amount) ?? "0.00";
  const say = (field: string, label: string, message: string) => refuseFields([{ field, label, message }]);
  if (compareDecimals(amount, one.amount) > 0)
    return say("amount", "付款金额", `付款金额不能超过账单金额${formatExact(one.amount, one.currency)}`);
  if (body.paid_at > dayOf(services.now())) return say("paid_at", "付款日", "付款日不能晚于今天");
  const cents = await placesErrors(db, [{ field: "amount", label: "付款金额", amount, currency: one.currency }]);
  if (cents.length) return refuseFields(cents);
  const slips = [...new Set(body.voucher)];
  if ((await db.$count(media, isOwnPaper(call, "voucher", slips))) < slips.length)
    return say("voucher", "付款凭证", "文件不存在或未上传完成，请重新上传");
  const rest = distance(one.amount, amount);
  const isPart = compareDecimals(rest, "0") > 0;
  await setLine(call, one, {
    status: "paid",
    ...{ amount, paid_amount: amount, paid_at: body.paid_at, method: body.method, voucher_ids: slips, reason: null },
    remark: body.remark ?? one.remark,
    fx_rate_to_cny: (await rateOn(db, one.currency, body.paid_at)) ?? one.fx_rate_to_cny,
  });
  if (isPart)
    await insertLines(call, row, [
      {
        ...{ direction: one.direction, type: one.type, payer: one.payer, payee: one.payee, period_no: one.period_no },
        ...{ amount: rest, currency: one.currency, fx_rate_to_cny: one.fx_rate_to_cny, due_at: one.due_at },
        ...{ refund_of: one.refund_of, split_of: one.id, warned: one.warned, remark: one.remark },
      },
    ]);
  await refreshTotals(call, row.id);
  const part = isPart ? `，余${formatExact(rest, one.currency)}另立账单` : "";
  await logLine(call, row, one, "pay", `登记付款${one.billing_no}（${lineText({ ...one, amount })}${part}）`);
  await tellDeal(call, row, await financeOf(call), {
    title: "有账单待确认",
    content: `成交${await describedDeal(call, row)}的账单${one.billing_no}已登记付款，请确认。`,
  });
}

export async function voidLine(call: SignedCall, id: number, { reason, version }: Body<"void">): Promise<void> {
  const { row, one } = await takeLine(call, id, version);
  checkState(one, "pending");
  if (one.statement_id !== null) return refuse(40925);
  await setLine(call, one, { status: "void", reason });
  await refreshTotals(call, row.id);
  await logLine(call, row, one, "void", `作废账单${one.billing_no}（${lineText(one)}）`, reason);
}

/** Finance confirms the payment. A fully paid refund marks the line that it refunds. */
export async function confirmLine(call: SignedCall, id: number, { version }: Body<"confirm">): Promise<void> {
  const { services, user } = call;
  const { row, one } = await takeLine(call, id, version, true);
  checkState(one, "paid");
  await setLine(call, one, { status: "confirmed", confirmed_by: user.id, confirmed_at: isoInstant(services.now()) });
  if (one.type === "refund") await markRefunded(call, row, one);
  await refreshTotals(call, row.id);
  await logLine(call, row, one, "confirm", `确认账单${one.billing_no}（${lineText(one)}）`);
  await tellDeal(call, row, [row.owner_id], {
    title: "账单已确认",
    content: `成交${await describedDeal(call, row)}的账单${one.billing_no}已确认到账。`,
  });
}

/** The sum of a line's refunds: the valid ones, or the paid ones. */
async function refundsOf({ db }: SignedCall, lineId: number, states: BillingStatus[]): Promise<string> {
  const [row] = await db
    .select({ total: sql<string>`coalesce(sum(${billing.amount}), 0)::numeric(18, 2)` })
    .from(billing)
    .where(and(eq(billing.refund_of, lineId), inArray(billing.status, states)));
  return row?.total ?? "0.00";
}

async function markRefunded(call: SignedCall, row: DealRecord, refund: BillingRecord): Promise<void> {
  const { db } = call;
  if (refund.refund_of !== null) {
    const [source] = await db.select().from(billing).where(eq(billing.id, refund.refund_of)).for("update");
    const whole = source && (await refundsOf(call, source.id, ["confirmed"]));
    if (source?.status === "confirmed" && whole && compareDecimals(whole, source.amount) >= 0)
      await setLine(call, source, { status: "refunded" });
    return;
  }
  // For a cancelled deal's plan: when all receipts are paid back.
  const { got, given_back } = await totalsOf(db, row.id);
  if (compareDecimals(given_back, got) < 0) return;
  const lines = await db
    .select()
    .from(billing)
    .where(
      and(
        eq(billing.deal_id, row.id),
        eq(billing.direction, "in"),
        eq(billing.payer, "buyer"),
        eq(billing.status, "confirmed"),
      ),
    )
    .for("update");
  for (const line of lines) await setLine(call, line, { status: "refunded" });
}

/** The payment did not arrive: the line is pending again, or void if its deal has been cancelled meanwhile. */
export async function returnLine(call: SignedCall, id: number, { reason, version }: Body<"return">): Promise<void> {
  const { row, one } = await takeLine(call, id, version, true);
  checkState(one, "paid");
  const isOver = row.status === "cancelled" && one.type !== "refund";
  await setLine(call, one, {
    status: isOver ? "void" : "pending",
    ...{ paid_at: null, paid_amount: null, method: null, voucher_ids: [], reason },
  });
  await refreshTotals(call, row.id);
  await logLine(call, row, one, "return", `退回账单${one.billing_no}（${lineText(one)}）`, reason);
  await tellDeal(call, row, [row.owner_id], {
    level: "warning",
    title: "账单被财务退回",
    content: `成交${await describedDeal(call, row)}的账单${one.billing_no}被退回，原因：${reason}。`,
  });
}

export async function refundLine(
  call: SignedCall,
  id: number,
  { reason, amount: wanted, due_at, version }: Body<"refund">,
): Promise<number> {
  const { db, services } = call;
  const { row, one } = await takeLine(call, id, version, true);
  checkState(one, "confirmed");
  if (one.direction !== "in" || one.type === "agent_commission") return refuse(40902);
  const standing = await refundsOf(call, one.id, ["pending", "paid", "confirmed"]);
  const left = distance(one.amount, standing);
  const amount = decimalText(wanted) ?? left;
  const say = (message: string) => refuseFields([{ field: "amount", label: "退款金额", message }]);
  if (compareDecimals(amount, "0") === 0) return say("该账单已全部退款");
  if (compareDecimals(amount, left) > 0) return say(`退款不能超过${formatExact(left, one.currency)}`);
  if (one.payer === "buyer") {
    const { got, back } = await totalsOf(db, row.id);
    if (compareDecimals(sum(back, amount), got) > 0) return say("退款合计不能超过已确认收款");
  }
  const cents = await placesErrors(db, [{ field: "amount", label: "退款金额", amount, currency: one.currency }]);
  if (cents.length) return refuseFields(cents);
  const [made] = await insertLines(call, row, [
    {
      ...({ direction: "out", type: "refund", payer: "company", payee: one.payer } as const),
      ...{ period_no: one.period_no, amount, currency: one.currency, refund_of: one.id, remark: reason },
      fx_rate_to_cny: await rateOn(db, one.currency, dayOf(services.now())),
      due_at: due_at ?? dayOf(services.now()),
    },
  ]);
  await refreshTotals(call, row.id);
  await logLine(
    call,
    row,
    found(made),
    "refund",
    `发起退款${found(made).billing_no}（${lineText(found(made))}）`,
    reason,
  );
  await tellDeal(call, row, [row.owner_id], {
    title: "账单发起退款",
    content: `成交${await describedDeal(call, row)}的账单${one.billing_no}发起退款，原因：${reason}。`,
  });
  return found(made).id;
}
