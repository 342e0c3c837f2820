import { eq, sql } from "drizzle-orm";
import { billsOf } from "~/contract/deal/billing-record";
import { inParts } from "~/contract/deal/commission";
import { commissionDueDays } from "~/contract/deal/deal-kinds";
import { sum } from "~/contract/decimal";
import { type billing, deal } from "~/server/database/tables/deal/deal";
import { found } from "~/server/lib/refusal";
import { dayAfter } from "~/server/resources/deal/billing/commission-lines";
import { nextNumbers } from "~/server/resources/shared/numbers";
import { day } from "../shared/calendar";
import { stamps } from "../shared/rows";
import { type Days, dayText, type Makings, type Row } from "./makings";

const planNames = { full: "全款", loan: "贷款", installment: "分期" } as const;

/** The buyer's lines by the plan of the payment, paid as far as their days have come; commissions of what was signed; what goes back of what was cancelled. */
export async function writeBill(makings: Makings, row: Row, { isSigned, cancelledAt }: Days): Promise<void> {
  const { tx, random, now, people, papers, plan, digits, late, waiting } = makings;
  const currency = row.currency ?? "CNY";
  const today = dayText(now);
  const isOver = row.status === "cancelled";
  const bills = billsOf(plan(planNames[row.payment_method ?? "full"]), {
    ...{ deal_price: row.deal_price ?? "0.00", currency, digits: digits(currency), today },
    ...{ subscribed_at: row.subscribed_at ?? today, contracted_at: row.contracted_at },
    delivery_due_at: row.delivered_at ?? row.delivery_due_at,
  });
  const stamp = stamps(Date.parse(row.created_at), row.owner_id);
  const slip = (on: string, by: number) =>
    papers.add({
      ...{ scene: "voucher", word: "TRANSFER", name: "银行回单.pdf", by, at: Date.parse(`${on}T11:00:00+08:00`) },
    });
  const paid = (on: string, isSettled: boolean) => ({
    voucher_ids: [slip(on, row.owner_id)],
    ...{ paid_at: on, method: random.pick(["bank", "overseas_wire"] as const) },
    ...(isSettled
      ? {
          status: "confirmed" as const,
          confirmed_by: random.pick(people.finance),
          confirmed_at: `${on}T18:00:00+08:00`,
        }
      : { status: "paid" as const }),
  });
  type Line = Omit<typeof billing.$inferInsert, "billing_no" | "deal_id">;
  const lines: Line[] = [];
  for (const bill of bills) {
    const line = { ...bill, currency, fx_rate_to_cny: row.fx_rate_to_cny, ...stamp };
    const due = [bill.due_at, today].sort()[0] ?? today;
    const isDeposit = bill.type === "deposit";
    const settled = row.status === "completed" || (isDeposit && isSigned);
    const began = row.status !== "draft" && row.status !== "reviewing";
    if (settled) lines.push({ ...line, ...paid(due, true), paid_amount: bill.amount });
    else if (isOver)
      lines.push(
        isDeposit && random.chance(0.7)
          ? { ...line, ...paid(due, true), paid_amount: bill.amount }
          : { ...line, status: "void", reason: row.cancel_reason },
      );
    else if (began && bill.due_at < today && !isDeposit && late.left > 0 && random.chance(0.3)) {
      late.left--;
      lines.push(line);
    } else if (began && bill.due_at <= today)
      lines.push({ ...line, ...paid(due, random.chance(0.8)), paid_amount: bill.amount });
    else lines.push(line);
  }
  if (isSigned && row.contracted_at) lines.push(...(await commissionLines(makings, row, row.contracted_at, today)));
  if (isOver) {
    const got = lines.filter(({ status, payer }) => status === "confirmed" && payer === "buyer");
    const amount = sum("0.00", ...got.map((one) => one.amount));
    if (got.length > 0) {
      const due = dayText(Math.min(now, cancelledAt + 7 * day));
      const isDone = random.chance(0.6);
      lines.push({
        ...({ direction: "out", type: "refund", payer: "company", payee: "buyer" } as const),
        ...{ period_no: 1, amount, currency, fx_rate_to_cny: row.fx_rate_to_cny, due_at: due, ...stamp },
        ...(isDone ? { ...paid(due, true), paid_amount: amount } : {}),
      });
      if (isDone) for (const one of got) one.status = "refunded";
      await tx
        .update(deal)
        .set({ refund_plan: [{ amount, due_at: due, note: null }], updated_at: sql`${deal.updated_at}` })
        .where(eq(deal.id, row.id));
    }
  }
  const numbers = await nextNumbers(tx, "ZD", new Date(row.created_at), lines.length);
  waiting.bills.push(
    ...lines.map((line, index) => ({
      ...{ status: "pending" as const, voucher_ids: [] },
      ...line,
      ...{ billing_no: found(numbers[index]), deal_id: row.id },
    })),
  );
}

async function commissionLines(makings: Makings, row: Row, signed: string, today: string) {
  const { random, people, papers, places, digits, rate } = makings;
  const isOver = row.status === "cancelled";
  const due_at = dayAfter(signed, commissionDueDays);
  const stamp = stamps(Date.parse(`${signed}T18:00:00+08:00`), null);
  const end = isOver ? ({ status: "void", reason: row.cancel_reason } as const) : {};
  const isPaid = !isOver && due_at < today;
  const by = random.pick(people.finance);
  const at = `${due_at}T18:00:00+08:00`;
  const received = isPaid
    ? {
        ...({ status: "confirmed", paid_at: due_at, method: "bank", confirmed_at: at, confirmed_by: by } as const),
        voucher_ids: [
          papers.add({ scene: "voucher", word: "COMMISSION", name: "收款回单.pdf", by, at: Date.parse(at) }),
        ],
      }
    : {};
  const base = { due_at, ...stamp, ...end };
  const of = { currency: row.commission_currency ?? "CNY", amount: row.commission_receivable ?? "0.00" };
  const lines: Omit<typeof billing.$inferInsert, "billing_no" | "deal_id">[] = [
    {
      ...({ direction: "in", type: "dev_commission", payer: "developer", payee: "company" } as const),
      ...{ ...base, ...received, ...of, fx_rate_to_cny: await rate(of.currency, signed) },
      ...(isPaid ? { paid_amount: of.amount } : {}),
    },
  ];
  if (row.commission_payable === null || row.payable_currency === null) return lines;
  const { settle_condition, settle_stages } = found(places.estates.find(({ id }) => id === row.estate_id));
  const isStaged = settle_condition === "staged" && settle_stages.length > 0;
  const single = settle_condition && settle_condition !== "staged" ? settle_condition : ("contract" as const);
  const parts = isStaged ? settle_stages : [{ condition: single, percent: 100 }];
  const amounts = inParts(
    row.commission_payable,
    parts.map(({ percent }) => percent),
    digits(row.payable_currency),
  );
  const fx_rate_to_cny = await rate(row.payable_currency, signed);
  parts.forEach(({ condition, percent }, index) => {
    const amount = amounts[index] ?? "0.00";
    if (!/[1-9]/.test(amount)) return;
    lines.push({
      ...({ direction: "out", type: "agent_commission", payer: "company", payee: "agent" } as const),
      ...{ ...base, condition, percent: Number(percent), period_no: index + 1 },
      ...{ amount, currency: row.payable_currency ?? "CNY", fx_rate_to_cny },
    });
  });
  return lines;
}
