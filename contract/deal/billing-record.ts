import { z } from "zod";
import { ref } from "../common";
import { shanghaiDay } from "../day";
import { compareDecimals, sum } from "../decimal";
import * as field from "../field";
import { settleConditions } from "../house/estate-record";
import { inParts } from "./commission";
import {
  billingDirections,
  billingMethods,
  billingParties,
  billingStatuses,
  billingTypes,
  dueBases,
  enteredTypes,
  type PaymentMethod,
  paymentMethods,
} from "./deal-kinds";

const party = (label: string) => field.choice(label, billingParties);

export const BillingLine = z
  .object({
    type: field.choice("类型", enteredTypes),
    direction: field.choice("方向", billingDirections).default("in"),
    payer: party("付款方").default("buyer"),
    payee: party("收款方").default("company"),
    period_no: field.optional(field.integer("期数", 1, 999)),
    amount: field.money("金额"),
    /** Of what the buyer pays it is the deal's. */
    currency: field.optional(field.optionValue("币种", "currencies")),
    due_at: field.day("应付日"),
    remark: field.optional(field.longText("备注", 500)),
  })
  .superRefine(({ type, amount, payer, payee, direction }, context) => {
    const wrong = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
    if (!/[1-9]/.test(amount)) wrong("amount", "金额应大于0");
    if (type !== "other" && (direction !== "in" || payer !== "buyer")) wrong("payer", "此类账单应由买方支付");
    if (payer === payee) wrong("payee", "收款方不能是付款方");
    if (direction === "in" && payer === "company") wrong("payer", "应收账单的付款方不能是本公司");
    if (direction === "out" && payer !== "company") wrong("payer", "应付账单的付款方应为本公司");
  });
export type BillingLine = z.output<typeof BillingLine>;

/** Payment by photo of the slip, from the phone too. Less than the line's amount: a new line takes the rest. */
export const BillingPay = z.object({
  paid_at: field.day("付款日"),
  amount: field.money("付款金额").refine((amount) => /[1-9]/.test(amount), "付款金额应大于0"),
  method: field.choice("付款方式", billingMethods),
  voucher: z
    .array(z.int().positive())
    .min(1, "请上传付款凭证")
    .max(9, "付款凭证最多9张")
    .meta({ label: "付款凭证", control: "media" }),
  remark: field.optional(field.longText("备注", 500)),
  version: field.version().optional(),
});

const money = (label: string) =>
  z.string().nullable().meta({ label, control: "money", currency: "currency", isExact: true });

const Voucher = z.object({ id: z.int(), name: z.string(), mime: z.string(), url: z.string() });

export const BillingRow = z.object({
  ...field.record(),
  billing_no: z.string().meta({ label: "账单编号" }),
  deal: z.object({ id: z.int(), name: z.string(), status: z.string() }).meta({ label: "成交" }),
  estate: ref.meta({ label: "楼盘" }),
  customer: z.string().meta({ label: "客户" }),
  owner: ref.meta({ label: "顾问", isPerson: true }),
  direction: z.string().meta({ label: "方向", options: billingDirections }),
  type: z.string().meta({ label: "类型", options: billingTypes }),
  payer: z.string().meta({ label: "付款方", options: billingParties }),
  payee: z.string().meta({ label: "收款方", options: billingParties }),
  /** Of an agent's commission the part of it, 1 unless it is settled in parts. */
  period_no: z.int().nullable().meta({ label: "期数" }),
  /** Of an agent's commission: what it waits for, and whether that has come. */
  condition: z.string().nullable().meta({ label: "结佣条件", options: settleConditions }),
  is_due: z.boolean().nullable().meta({ label: "已达结佣条件" }),
  amount: z.string().meta({ label: "金额", control: "money", currency: "currency", isExact: true }),
  currency: z.string(),
  fx_rate_to_cny: z.string().nullable().meta({ label: "汇率" }),
  due_at: z.string().meta({ label: "应付日", control: "date" }),
  /** Pending beyond that day: by so many days, else 0. */
  overdue_days: z.int().meta({ label: "逾期", unit: "天" }),
  paid_at: z.string().nullable().meta({ label: "付款日", control: "date" }),
  paid_amount: money("实付金额"),
  method: z.string().nullable().meta({ label: "付款方式", options: billingMethods }),
  status: z.string().meta({ label: "状态", options: billingStatuses }),
  /** Of a refund the line that it gives back; null of a cancelled deal's plan. */
  refund_of: ref.nullable().meta({ label: "原账单" }),
  /** Of a paid line, what its refunds have taken already. */
  refunded_amount: z.string().meta({ label: "已退金额", control: "money", currency: "currency", isExact: true }),
  statement: ref.nullable().meta({ label: "对账单" }),
  voucher: z.array(Voucher).meta({ label: "付款凭证" }),
  confirmed_by: ref.nullable().meta({ label: "确认人", isPerson: true }),
  confirmed_at: field.instant("确认时间").nullable(),
  /** Why finance gave it back, or why it is void. */
  reason: z.string().nullable().meta({ label: "原因" }),
  remark: z.string().nullable().meta({ label: "备注" }),
  created_at: field.instant("创建时间"),
  can: field.can("edit", "pay", "void", "confirm", "return", "refund"),
});
export type BillingRow = z.output<typeof BillingRow>;

export const PlanLine = z.object({
  plan: field.text("方案", 20),
  type: field.choice("类型", {
    deposit: billingTypes.deposit,
    down_payment: billingTypes.down_payment,
    interim: billingTypes.interim,
    final: billingTypes.final,
  }),
  percent: field.decimal("比例", 0.01, 100).meta({ unit: "%" }),
  due: field.choice("起算", dueBases),
  days: field.integer("天数", 0, 3650).meta({ unit: "天" }),
});
export type PlanLine = z.output<typeof PlanLine>;

/** The lines of each plan, in their order. */
export function plansOf(lines: readonly PlanLine[]): { name: string; lines: PlanLine[] }[] {
  const names = [...new Set(lines.map(({ plan }) => plan))];
  return names.map((name) => ({ name, lines: lines.filter(({ plan }) => plan === name) }));
}

/** How a buyer pays by a plan, as far as its name says so: 贷款（首付三成）. */
export const methodOfPlan = (name: string): PaymentMethod | undefined =>
  (Object.keys(paymentMethods) as PaymentMethod[]).find((method) => name.includes(paymentMethods[method]));

/** Plans whose percentages do not make 100. */
export const unevenPlans = (lines: readonly PlanLine[]): string[] =>
  plansOf(lines).flatMap(({ name, lines: own }) =>
    own.reduce((total, { percent }) => total + Math.round(percent * 100), 0) === 10_000 ? [] : [name],
  );

interface PlanFacts {
  deal_price: string;
  currency: string;
  digits: number;
  /** Days known so far; what is not, counts from today. */
  subscribed_at?: string | null;
  contracted_at?: string | null;
  delivery_due_at?: string | null;
  today?: string;
}

const after = (day: string, days: number) => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/** A plan's lines for a price, as they are posted: the amounts make exactly the price. */
export function billsOf(lines: readonly PlanLine[], facts: PlanFacts): BillingLine[] {
  const today = facts.today ?? shanghaiDay();
  const subscribed = facts.subscribed_at || today;
  const contracted = facts.contracted_at || subscribed;
  const agreed = (line: PlanLine) => after(line.due === "contracted" ? contracted : subscribed, line.days);
  const others = lines.filter(({ due }) => due !== "delivery").map(agreed);
  // While nobody knows when the keys are handed over, it is after all else.
  const delivery = facts.delivery_due_at || [contracted, ...others].sort().at(-1) || contracted;
  const dueOf = (line: PlanLine) => {
    if (line.due === "delivery") return after(delivery, line.days);
    return [agreed(line), delivery].sort()[0] ?? delivery;
  };
  const percents = lines.map(({ percent }) => percent);
  const amounts = inParts(facts.deal_price, percents, facts.digits);
  return lines.flatMap((line, index) => {
    const amount = amounts[index] ?? "0";
    if (compareDecimals(amount, "0") === 0) return [];
    return [
      {
        type: line.type,
        direction: "in",
        payer: "buyer",
        payee: "company",
        period_no: index + 1,
        amount,
        currency: facts.currency,
        due_at: dueOf(line),
        remark: null,
      } as const,
    ];
  });
}

export const totalOf = (lines: readonly { amount: string }[]) => sum("0.00", ...lines.map(({ amount }) => amount));
