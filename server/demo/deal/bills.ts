import { billsOf } from "~/contract/deal/billing-record";
import { inParts } from "~/contract/deal/commission";
import { commissionDueDays } from "~/contract/deal/deal-kinds";
import { sum } from "~/contract/decimal";
import type { billing } from "~/server/database/tables/deal/deal";
import { found } from "~/server/lib/call";
import { dayAfter } from "~/server/resources/deal/billing/commission-lines";
import { nextNumbers } from "~/server/resources/shared/numbers";
import { day } from "../shared/calendar";
import { stamps } from "../shared/rows";
import { dayText, type Makings, type Row } from "./makings";

const planNames = { full: "全款", loan: "贷款", installment: "分期" } as const;

type Line = Omit<typeof billing.$inferInsert, "billing_no" | "deal_id">;

/** The buyer's lines by the plan of the payment, paid as far as their days have come; commissions of what was signed; what goes back of what was cancelled. */
export async function writeBill(
  makings: Makings,
  row: Row,
  { isSigned, cancelledAt }: { isSigned: boolean; cancelledAt: number },
): Promise<void> {
  const { tx, random, now, plan, digits, late, waiting } = makings;
  const { fx_rate_to_cny, cancel_reason: reason } = row;
  const currency = row.currency ?? "CNY";
  const today = dayText(now);
  const isOver = row.status === "cancelled";
  const base = { currency, fx_rate_to_cny, ...stamps(Date.parse(row.created_at), row.owner_id) };
  const bills = billsOf(plan(planNames[row.payment_method ?? "full"]), {
    ...{ deal_price: row.deal_price ?? "0.00", currency, digits: digits(currency), today },
    ...{ subscribed_at: row.subscribed_at ?? today, contracted_at: row.contracted_at },
    delivery_due_at: row.delivered_at ?? row.delivery_due_at,
  });
  const began = row.status !== "draft" && row.status !== "reviewing";
  const lines = bills.map((bill): Line => {
    const line = { ...bill, ...base };
    const isDeposit = bill.type === "deposit";
    const pay = (isConfirmed: boolean) => ({
      ...line,
      ...paid(makings, [bill.due_at, today].sort()[0] ?? today, isConfirmed, row.owner_id),
      paid_amount: bill.amount,
    });
    if (row.status === "completed" || (isDeposit && isSigned)) return pay(true);
    if (isOver) return isDeposit && random.chance(0.7) ? pay(true) : { ...line, status: "void", reason };
    if (!began || bill.due_at > today) return line;
    if (isDeposit || bill.due_at === today || late.left === 0 || !random.chance(0.3)) return pay(random.chance(0.8));
    late.left--;
    return line;
  });
  if (isSigned && row.contracted_at) lines.push(...(await commissionLines(makings, row, row.contracted_at, today)));
  const got = lines.filter(({ status, payer }) => status === "confirmed" && payer === "buyer");
  if (isOver && got.length > 0) {
    const amount = sum("0.00", ...got.map((one) => one.amount));
    const due_at = dayText(Math.min(now, cancelledAt + 7 * day));
    const isDone = random.chance(0.6);
    lines.push({
      ...({ direction: "out", type: "refund", payer: "company", payee: "buyer", period_no: 1 } as const),
      ...{ ...base, amount, due_at },
      ...(isDone ? { ...paid(makings, due_at, true, row.owner_id), paid_amount: amount } : {}),
    });
    if (isDone) for (const one of got) one.status = "refunded";
  }
  const numbers = await nextNumbers(tx, "ZD", new Date(row.created_at), lines.length);
  const rest = { status: "pending" as const, voucher_ids: [], deal_id: row.id };
  waiting.bills.push(...lines.map((line, index) => ({ ...rest, ...line, billing_no: found(numbers[index]) })));
}

function paid({ random, people, files }: Makings, paid_at: string, isConfirmed: boolean, by: number) {
  const at = Date.parse(`${paid_at}T11:00:00+08:00`);
  const confirmed_by = random.pick(people.finance);
  return {
    voucher_ids: [files.addPaper({ scene: "voucher", word: "TRANSFER", name: "银行回单.pdf", by, at })],
    ...{ paid_at, method: random.pick(["bank", "overseas_wire"] as const) },
    ...(isConfirmed
      ? { status: "confirmed" as const, confirmed_by, confirmed_at: `${paid_at}T18:00:00+08:00` }
      : { status: "paid" as const }),
  };
}

async function commissionLines(makings: Makings, row: Row, signed: string, today: string): Promise<Line[]> {
  const { random, people, places, digits, rate } = makings;
  const isOver = row.status === "cancelled";
  const due_at = dayAfter(signed, commissionDueDays);
  const end = isOver ? ({ status: "void", reason: row.cancel_reason } as const) : {};
  const base = { due_at, ...stamps(Date.parse(`${signed}T18:00:00+08:00`), null), ...end };
  const of = { currency: row.commission_currency ?? "CNY", amount: row.commission_receivable ?? "0.00" };
  const isPaid = !isOver && due_at < today;
  const receivable = {
    ...({ direction: "in", type: "dev_commission", payer: "developer", payee: "company" } as const),
    ...{ ...base, ...of, fx_rate_to_cny: await rate(of.currency, signed) },
    ...(isPaid ? { ...paid(makings, due_at, true, random.pick(people.finance)), paid_amount: of.amount } : {}),
  };
  if (row.commission_payable === null || row.payable_currency === null) return [receivable];
  const currency = row.payable_currency;
  const { settle_condition, settle_stages } = found(places.estates.find(({ id }) => id === row.estate_id));
  const isStaged = settle_condition === "staged" && settle_stages.length > 0;
  const single = settle_condition && settle_condition !== "staged" ? settle_condition : ("contract" as const);
  const parts = isStaged ? settle_stages : [{ condition: single, percent: 100 }];
  const percents = parts.map(({ percent }) => percent);
  const amounts = inParts(row.commission_payable, percents, digits(currency));
  const owed = { ...base, currency, fx_rate_to_cny: await rate(currency, signed) };
  const paying = parts.map(({ condition, percent }, index) => ({
    ...({ direction: "out", type: "agent_commission", payer: "company", payee: "agent" } as const),
    ...{ ...owed, condition, percent: Number(percent), period_no: index + 1, amount: amounts[index] ?? "0.00" },
  }));
  return [receivable, ...paying.filter(({ amount }) => /[1-9]/.test(amount))];
}
