import { z } from "zod";
import { bit, keyword, listQuery, oneOf, page, queryDays, queryId } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { BillingLine, BillingPay, BillingRow, PlanLine } from "./billing-record";
import { billingDirections, billingStatuses, billingTypes } from "./deal-kinds";
import { mostLines } from "./deal-record";

const view = "deal:billing:view";
const write = "deal:billing:create";
const finance = "deal:billing:confirm";
const version = field.version().optional();
const because = (label: string) => z.object({ reason: field.reason(label), version });
const total = (label: string) => z.string().meta({ label, control: "money", currency: "currency", isExact: true });

export const DealBill = z.object({
  list: z.array(BillingRow),
  currency: z.string().nullable(),
  deal_price: z.string().nullable(),
  /** Of what the buyer pays, the same as the deal's own. */
  receivable_total: total("应收合计"),
  received_total: total("已收合计"),
  confirming_total: total("待确认合计"),
  open_total: total("待收合计"),
  /** What is still to be paid back. */
  refund_total: total("待退合计"),
  overdue_total: total("逾期合计"),
  /** What of the price no line asks for yet. */
  unplanned: total("未排入账单"),
  can: field.can("bill"),
});
export type DealBill = z.output<typeof DealBill>;

const filters = {
  keyword: keyword(),
  overdue: bit().meta({ label: "逾期" }),
  type: oneOf(billingTypes),
  status: oneOf(billingStatuses),
  direction: oneOf(billingDirections),
  deal_id: queryId().meta({ label: "成交" }),
  estate_id: queryId(),
  owner_id: queryId(),
  agent_id: queryId(),
  ...queryDays("due", "应付日"),
  ...queryDays("paid", "付款日"),
};
/** `due`: what is late, then what waits by its day, then the rest, the newest first. */
const sorts = ["due", "due_at", "paid_at", "created_at", "billing_no"] as const;

/** The total of lines of one direction and currency; `late` is its overdue part. */
const BillSum = z.object({
  direction: z.enum(Object.keys(billingDirections) as [keyof typeof billingDirections]),
  currency: z.string(),
  amount: z.string(),
  late: z.string(),
});
export type BillSum = z.output<typeof BillSum>;

export const billing = {
  list: endpoint("GET /api/deal/billing", "账单列表", view, {
    query: listQuery(filters, sorts, "due"),
    where: { not: ["overdue", "estate_id", "owner_id", "agent_id", "deal_id"], isUngrouped: true },
    reply: page(BillingRow).extend({
      /** Of all that is found, what is void left out, the currencies of most lines first; null where it is more than is counted. */
      sums: z.array(BillSum).nullable(),
      /** What waits for the buyer, and what waits for finance, whatever is filtered. */
      counts: z.object({ pending: z.int(), paid: z.int() }),
    }),
  }),
  ofDeal: endpoint("GET /api/deal/{id}/billing", "成交账单", view, { kind: "deal", reply: DealBill }),
  /** Several lines at once: those of a plan, or one. */
  create: endpoint("POST /api/deal/{id}/billing", "新增账单", write, {
    body: z.object({
      lines: z.array(BillingLine).min(1, "请填写账单").max(mostLines, `账单最多${mostLines}条`).meta({ label: "账单" }),
    }),
    reply: z.object({ ids: z.array(z.int()) }),
  }),
  update: endpoint("PUT /api/deal/billing/{id}", "编辑账单", write, {
    body: z.intersection(BillingLine, z.object({ version: field.version() })),
    reply: BillingRow,
  }),
  pay: endpoint("PATCH /api/deal/billing/{id}/pay", "登记付款", write, { body: BillingPay, reply: BillingRow }),
  void: endpoint("PATCH /api/deal/billing/{id}/void", "作废账单", write, {
    body: because("作废原因"),
    reply: BillingRow,
  }),
  confirm: endpoint("PATCH /api/deal/billing/{id}/confirm", "确认账单", finance, {
    body: z.object({ version }),
    reply: BillingRow,
  }),
  return: endpoint("PATCH /api/deal/billing/{id}/return", "退回账单", finance, {
    body: because("退回原因"),
    reply: BillingRow,
  }),
  /** Writes a line that pays back of a confirmed one: all that is left of it, unless an amount is named. Answers the new line. */
  refund: endpoint("PATCH /api/deal/billing/{id}/refund", "账单退款", finance, {
    body: z.object({
      reason: field.reason("退款原因"),
      amount: field.optional(field.money("退款金额")),
      due_at: field.optional(field.day("应退日")).meta({ help: "留空为今天" }),
      version,
    }),
    reply: BillingRow,
  }),
  /** The plans of the setting `deal.billing_template`; `billsOf` makes lines of them. */
  plans: endpoint("GET /api/deal/billing/plan", "付款方案", write, {
    reply: z.array(z.object({ name: z.string(), lines: z.array(PlanLine) })),
  }),
};
