import { z } from "zod";
import { layouts } from "~/contract/shared/property";
import { change, ref } from "../common";
import { compareDecimals } from "../decimal";
import type { FieldError } from "../errors";
import * as field from "../field";
import { rate } from "../region/rate";
import { BillingLine } from "./billing-record";
import { commissionOrigins } from "./commission";
import {
  attachmentTypes,
  cancelTypes,
  commissionStatuses,
  dealLogActions,
  dealSources,
  dealStatuses,
  identityTypes,
  paymentMethods,
  payStatuses,
} from "./deal-kinds";

export const mostAttachments = 60;
export const mostLines = 24;

const identity = { type: field.choice("证件类型", identityTypes), no: field.text("证件号码", 40) };

/** Somebody who buys together with the buyer; what is left of 100 % is the buyer's. */
const CoBuyer = z.object({
  name: field.text("共有人", 50),
  id_type: field.optional(identity.type),
  id_no: field.optional(identity.no),
  share: field.decimal("份额", 0.01, 99.99).meta({ unit: "%" }),
});

/** What somebody fills in of a deal. A draft needs its customer and estate alone; what else is asked at submit says `missingOf`. */
const Facts = z.object({
  customer_id: field.reference("客户", "customers"),
  buyer_name: field.optional(field.text("买方姓名", 50)),
  buyer_phone_cc: field.optional(field.text("区号", 4)).meta({ scene: "phone_codes", control: "select" }),
  buyer_phone: field.optional(field.phone("买方手机号")),
  buyer_id_type: field.optional(identity.type),
  buyer_id_no: field.optional(identity.no),
  co_buyers: z
    .array(CoBuyer)
    .max(5, "共有人最多5位")
    .default([])
    .meta({ label: "共有人", control: "rows", help: "其余份额归买方" }),

  estate_id: field.reference("楼盘", "estates"),
  /** Of an estate with units; building, number, floor and the rest are read from it. */
  unit_id: field.optional(field.id("房号")),
  room_id: field.optional(field.id("户型")),
  building: field.optional(field.text("楼栋", 20)),
  unit_no: field.optional(field.text("房号", 20)),
  floor: field.optional(field.integer("楼层", -20, 200)),
  layout: field.optional(field.choice("户型", layouts)),
  area_sqm: field.optional(field.decimal("面积", 1, 99_999).meta({ unit: "㎡" })),

  list_price: field.optional(field.money("挂牌价")),
  deal_price: field.optional(field.money("成交价")),
  deal_price_tax: field.optional(field.money("其中税额")),
  currency: field.optional(field.optionValue("币种", "currencies")),
  /** Where the setting `deal.fx_auto` is off; else the day's. */
  fx_rate_to_cny: field.optional(rate("汇率")),
  payment_method: field.optional(field.choice("付款方式", paymentMethods)),
  loan_bank: field.optional(field.text("贷款银行", 60)),
  loan_amount: field.optional(field.money("贷款金额")),

  source_type: field.optional(field.choice("成交来源", dealSources)),
  clue_id: field.optional(field.id("关联报备")),
  inquiry_id: field.optional(field.id("关联询盘")),
  owner_id: field.optional(field.reference("成交顾问", "users")).meta({ help: "不选时为您本人" }),
  co_owner_id: field.optional(field.reference("协作顾问", "users")),
  /** What is left of 100 % is the owner's. */
  co_owner_share: field.optional(field.integer("协作份额", 0, 100).meta({ unit: "%" })),

  subscribed_at: field.optional(field.day("认购日")).meta({ help: "留空为审核通过之日" }),
  delivery_due_at: field.optional(field.day("应交割日")),
  /** In place of what the rules say; taken only from those who see commissions. */
  commission_receivable: field
    .optional(field.money("应收佣金", "commission_currency"))
    .meta({ help: "留空按佣金规则" }),
  commission_payable: field.optional(field.money("应付代理佣金", "payable_currency")).meta({ help: "留空按佣金规则" }),
  remark: field.optional(field.longText("备注", 500)),
});
type Facts = z.output<typeof Facts>;

/** Hundredths of a percent, which are whole numbers. */
const hundredths = (share: number) => Math.round(share * 100);
/** What of a purchase is the buyer's own, in percent. */
export const buyerShare = (coBuyers: readonly { share: number }[]): number =>
  (10_000 - coBuyers.reduce((total, { share }) => total + hundredths(share), 0)) / 100;

/** Rules across fields, the same in the form and on the server. */
function checkFacts(value: Partial<Facts>, context: z.RefinementCtx) {
  const wrong = (name: keyof Facts, message: string) => context.addIssue({ code: "custom", path: [name], message });
  const { deal_price, deal_price_tax, loan_amount, co_buyers = [] } = value;
  if (deal_price && !/[1-9]/.test(deal_price)) wrong("deal_price", "成交价应大于0");
  if (deal_price && deal_price_tax && compareDecimals(deal_price_tax, deal_price) >= 0)
    wrong("deal_price_tax", "其中税额应小于成交价");
  if (deal_price && loan_amount && compareDecimals(loan_amount, deal_price) > 0)
    wrong("loan_amount", "贷款金额不能大于成交价");
  if (co_buyers.length > 0 && buyerShare(co_buyers) <= 0) wrong("co_buyers", "共有人份额合计应小于100%，其余归买方");
  if (value.buyer_id_no && !value.buyer_id_type) wrong("buyer_id_type", "请选择证件类型");
  if (value.co_owner_share && !value.co_owner_id) wrong("co_owner_id", "请选择协作顾问");
  if (value.co_owner_id && value.co_owner_id === value.owner_id) wrong("co_owner_id", "协作顾问不能是成交顾问本人");
  const { subscribed_at, delivery_due_at } = value;
  if (subscribed_at && delivery_due_at && delivery_due_at < subscribed_at)
    wrong("delivery_due_at", "应交割日不能早于认购日");
}

export const DealFields = Facts;
export type DealFields = Facts;

const AttachmentItem = z.object({
  type: field.choice("附件类型", attachmentTypes),
  media_id: field.id("附件"),
});
const attachments = () => z.array(AttachmentItem).max(20, "一次最多20个附件").meta({ label: "附件" });

export const DealCreate = Facts.extend({
  attachments: attachments().default([]),
  bills: z.array(BillingLine).max(mostLines, `账单最多${mostLines}条`).default([]).meta({ label: "账单" }),
}).superRefine(checkFacts);
export type DealCreate = z.output<typeof DealCreate>;
export const DealUpdate = Facts.extend({
  buyer_id_no: Facts.shape.buyer_id_no.meta({ help: "已保存的证件号码不在此显示，留空保持不变" }),
  /** Added to those that it has. */
  attachments: attachments().default([]),
  version: field.version(),
}).superRefine(checkFacts);

export const DealAttach = z.object({ items: attachments().min(1, "请选择附件") });

/** What a deal must have to be submitted, in addition to the subscription form and a deposit. */
const demanded = [
  "buyer_name",
  "unit_no",
  "area_sqm",
  "deal_price",
  "currency",
  "payment_method",
  "source_type",
] as const satisfies (keyof Facts)[];

interface Submitted extends Partial<Record<keyof Facts, unknown>> {
  attachments: readonly { type: string }[];
  /** Lines that are not void. */
  bills: readonly { type: string }[];
}

/** What a deal lacks to be submitted, by field; the page says it before, the server refuses for it. */
export function missingOf(deal: Submitted): FieldError[] {
  const lacks = (name: keyof Facts) => deal[name] === null || deal[name] === undefined || deal[name] === "";
  const asked: (keyof Facts)[] = [...demanded];
  if (deal.payment_method === "loan") asked.push("loan_bank", "loan_amount");
  if (deal.source_type === "agent") asked.push("clue_id");
  const missing = asked.filter(lacks).map((name): FieldError => {
    const label = field.labelOf(Facts.shape[name], name);
    return { field: name, label, message: `请填写${label}` };
  });
  if (!deal.attachments.some(({ type }) => type === "subscribe_form"))
    missing.push({ field: "attachments", label: "附件", message: `请上传${attachmentTypes.subscribe_form}` });
  if (!deal.bills.some(({ type }) => type === "deposit"))
    missing.push({ field: "bills", label: "账单", message: "请至少填写一条定金账单" });
  return missing;
}

/** What may be changed of a deal that has been approved (补充变更): price, unit and parties. Absent: as it is. */
const changeable = Facts.pick({
  buyer_name: true,
  buyer_phone_cc: true,
  buyer_phone: true,
  buyer_id_type: true,
  buyer_id_no: true,
  co_buyers: true,
  unit_id: true,
  room_id: true,
  building: true,
  unit_no: true,
  floor: true,
  layout: true,
  area_sqm: true,
  list_price: true,
  deal_price: true,
  deal_price_tax: true,
  payment_method: true,
  loan_bank: true,
  loan_amount: true,
  co_owner_id: true,
  co_owner_share: true,
  delivery_due_at: true,
});
/** Fields of a change with `undefined` where they stay: a default would change what nobody named. */
const untouched = Object.fromEntries(
  Object.entries(changeable.shape).map(([name, schema]) => [
    name,
    (name === "co_buyers" ? Facts.shape.co_buyers.unwrap() : schema).optional(),
  ]),
) as { [K in keyof typeof changeable.shape]: z.ZodOptional<(typeof changeable.shape)[K]> };
export const DealChangeEdits = z.object(untouched);
export type DealChangeEdits = z.output<typeof DealChangeEdits>;
export const DealChange = z.object({
  edits: DealChangeEdits.superRefine((value, context) => checkFacts(value as Partial<Facts>, context)).refine(
    (edits) => Object.values(edits).some((value) => value !== undefined),
    "请填写要变更的内容",
  ),
  reason: field.reason("变更原因"),
  version: field.version().optional(),
});

const ChangeRequest = z.object({
  edits: z.record(z.string(), z.unknown()),
  changes: z.array(change),
  reason: z.string().meta({ label: "变更原因" }),
  by: ref.meta({ label: "申请人" }),
  at: field.instant("申请时间"),
});

export const RefundLine = z.object({
  amount: field.money("退款金额"),
  due_at: field.day("应退日"),
  note: field.optional(field.text("说明", 100)),
});

const version = field.version().optional();
const on = (label: string) => field.day(label).optional();
export const DealReason = (label: string) => z.object({ reason: field.reason(label), version });
export const DealPlain = z.object({ version });
export const DealContract = z.object({
  at: on("签约日"),
  /** Where the setting `deal.fx_auto` is off. */
  fx_rate_to_cny: field.optional(rate("汇率")),
  version,
});
export const DealComplete = z.object({ at: on("交割日"), version });
export const DealLoanPaid = z.object({ at: on("放款日"), version });
export const DealCancel = z.object({
  cancel_type: field.choice("类型", cancelTypes),
  reason: field.reason("退订/退房原因"),
  /** Empty without `deal:billing:view`. */
  refund_plan: z.array(RefundLine).max(12, "退款计划最多12行").default([]).meta({ label: "退款计划", control: "rows" }),
  version,
});

const nullable = <T extends z.ZodType>(schema: T, meta: field.FieldMeta = {}) =>
  field.read(field.optional(schema), meta);
const { shape } = Facts;
const money = (label: string, currency = "currency") =>
  z.string().nullable().meta({ label, control: "money", currency, isExact: true });

export const DealRow = z.object({
  ...field.record(),
  deal_no: z.string().meta({ label: "成交编号" }),
  status: z.string().meta({ label: "状态", options: dealStatuses }),
  /** Whether the caller may open the customer. */
  customer: z.object({ id: z.int(), name: z.string(), is_visible: z.boolean() }).meta({ label: "客户" }),
  buyer_name: nullable(shape.buyer_name),
  estate: ref.meta({ label: "楼盘" }),
  building: nullable(shape.building),
  unit_no: nullable(shape.unit_no),
  unit_id: z.int().nullable(),
  area_sqm: nullable(shape.area_sqm),
  layout: nullable(shape.layout),
  deal_price: money("成交价"),
  currency: nullable(shape.currency),
  fx_rate_to_cny: z.string().nullable().meta({ label: "汇率" }),
  /** By that rate, to the cent. */
  amount_cny: z.string().nullable().meta({ label: "折合人民币", control: "money", isExact: true }),
  payment_method: nullable(shape.payment_method),
  source_type: nullable(shape.source_type),
  agent: ref.nullable().meta({ label: "代理" }),
  owner: ref.meta({ label: "顾问", isPerson: true }),
  co_owner: ref.nullable().meta({ label: "协作顾问", isPerson: true }),
  subscribed_at: z.string().nullable().meta({ label: "认购日", control: "date" }),
  contracted_at: z.string().nullable().meta({ label: "签约日", control: "date" }),
  cancelled_at: z.string().nullable().meta({ label: "取消日", control: "date" }),
  cancel_type: z.string().nullable().meta({ label: "取消类型", options: cancelTypes }),
  // Of the bill: null without `deal:billing:view`. What is asked for, less what went back, is received, waits for finance, or is yet to come: the three make the first.
  pay_status: z.string().nullable().meta({ label: "付款状态", options: payStatuses }),
  receivable_total: money("应收合计"),
  received_total: money("已收合计"),
  confirming_total: money("待确认合计"),
  open_total: money("待收合计"),
  // Of the commission: null without `deal:commission:view`.
  commission_status: z.string().nullable().meta({ label: "佣金状态", options: commissionStatuses }),
  commission_receivable: money("应收佣金", "commission_currency"),
  commission_currency: z.string().nullable(),
  commission_payable: money("应付代理佣金", "payable_currency"),
  payable_currency: z.string().nullable(),
  has_change: z.boolean().meta({ label: "变更待审" }),
  created_at: field.instant("创建时间"),
  /** What a submission would be refused for now, of drafts and rejected ones. */
  missing: z.array(z.object({ field: z.string(), label: z.string(), message: z.string() })),
  /** Why an act that `can` allows would be refused now, until something else is done. */
  blocked: z
    .object({
      approve: z.string(),
      contract: z.string(),
      complete: z.string(),
      review_change: z.string(),
      delete: z.string(),
    })
    .partial(),
  /** `review`: approve and reject; `review_change`: the same of a change; `bill`: write lines; `pay`: record payments. */
  can: field.can(
    ...(["edit", "delete", "submit", "withdraw", "review", "contract", "complete", "loan_paid", "cancel"] as const),
    ...(["change", "review_change", "attach", "bill", "pay", "reveal"] as const),
  ),
});
export type DealRow = z.output<typeof DealRow>;

export const DealAttachment = z.object({
  id: z.int(),
  type: z.string().meta({ label: "附件类型", options: attachmentTypes }),
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  url: z.string(),
  by: ref.nullable().meta({ label: "上传人" }),
  at: field.instant("上传时间"),
  can: field.can("delete"),
});
export type DealAttachment = z.output<typeof DealAttachment>;

const DealCommission = z.object({
  base: money("佣金基数"),
  receivable: money("应收佣金", "commission_currency"),
  receivable_rate: z.string().nullable().meta({ label: "佣金比例", unit: "%" }),
  receivable_origin: z.string().nullable().meta({ label: "依据", options: commissionOrigins }),
  payable: money("应付代理佣金", "payable_currency"),
  payable_rate: z.string().nullable().meta({ label: "佣金比例", unit: "%" }),
  payable_origin: z.string().nullable().meta({ label: "依据", options: commissionOrigins }),
  /** What was typed in place of the rules'. */
  commission_receivable: money("应收佣金", "commission_currency"),
  commission_payable: money("应付代理佣金", "payable_currency"),
});

export const DealDetail = DealRow.extend({
  customer_id: z.int(),
  /** Masked for callers who have neither the customer nor the deal. */
  buyer_phone_cc: z.string().nullable(),
  buyer_phone: z.string().nullable().meta({ label: "买方手机号", control: "phone" }),
  buyer_id_type: nullable(shape.buyer_id_type),
  /** With its middle hidden, for everybody. */
  buyer_id_masked: z.string().nullable().meta({ label: "证件号码" }),
  buyer_share: z.number().meta({ label: "买方份额", unit: "%" }),
  co_buyers: z
    .array(
      z.object({
        name: z.string(),
        id_type: z.string().nullable().meta({ options: identityTypes }),
        id_masked: z.string().nullable(),
        share: z.number(),
      }),
    )
    .meta({ label: "共有人" }),
  estate_id: z.int(),
  room_id: z.int().nullable(),
  room: ref.nullable().meta({ label: "户型" }),
  floor: nullable(shape.floor),
  list_price: money("挂牌价"),
  deal_price_tax: money("其中税额"),
  /** By how much the price is below the listed one, in percent; null where none is known. */
  discount: z.number().nullable().meta({ label: "优惠", unit: "%" }),
  loan_bank: nullable(shape.loan_bank),
  loan_amount: money("贷款金额"),
  clue: z.object({ id: z.int(), name: z.string(), status: z.string() }).nullable().meta({ label: "关联报备" }),
  account: ref.nullable().meta({ label: "报备人" }),
  inquiry: ref.nullable().meta({ label: "关联询盘" }),
  /** What the customer was sent that led here, by its number; null where the caller sees no shares. */
  share: ref.nullable().meta({ label: "来自分享" }),
  owner_id: z.int(),
  co_owner_id: z.int().nullable(),
  owner_share: z.int().meta({ label: "顾问份额", unit: "%" }),
  co_owner_share: z.int().nullable().meta({ label: "协作份额", unit: "%" }),
  delivery_due_at: z.string().nullable().meta({ label: "应交割日", control: "date" }),
  loan_paid_at: z.string().nullable().meta({ label: "放款日", control: "date" }),
  delivered_at: z.string().nullable().meta({ label: "交割日", control: "date" }),
  reviewed_by: ref.nullable().meta({ label: "审核人", isPerson: true }),
  reviewed_at: field.instant("审核时间").nullable(),
  reject_reason: z.string().nullable().meta({ label: "驳回原因" }),
  cancel_reason: z.string().nullable().meta({ label: "取消原因" }),
  refund_plan: z.array(z.object({ amount: z.string(), due_at: z.string(), note: z.string().nullable() })),
  change: ChangeRequest.nullable().meta({ label: "补充变更" }),
  attachments: z.array(DealAttachment).meta({ label: "附件" }),
  commission: DealCommission.nullable().meta({ label: "佣金" }),
  /** What is left to pay back at most, should it be cancelled now: confirmed receipts less refunds. Null without `deal:billing:view`. */
  refundable: money("可退金额"),
  /** The rate of contracts is the day's (setting `deal.fx_auto`); else it is typed. */
  is_fx_auto: z.boolean(),
  remark: z.string().nullable().meta({ label: "备注" }),
  updated_at: field.instant("更新时间"),
});
export type DealDetail = z.output<typeof DealDetail>;

export const DealRevealed = z.object({
  buyer_phone_cc: z.string().nullable(),
  buyer_phone: z.string().nullable(),
  buyer_id_no: z.string().nullable(),
  co_buyers: z.array(z.object({ name: z.string(), id_no: z.string().nullable() })),
  left: z.int(),
});
export type DealRevealed = z.output<typeof DealRevealed>;

export const DealLog = z.object({
  id: z.int(),
  action: z.string().meta({ label: "操作", options: dealLogActions }),
  from_status: z.string().nullable().meta({ label: "原状态", options: dealStatuses }),
  to_status: z.string().nullable().meta({ label: "状态", options: dealStatuses }),
  /** 系统 for what nobody did. */
  by: z.string().meta({ label: "操作人" }),
  note: z.string().nullable().meta({ label: "说明" }),
  /** Before and after; amounts of commissions only for those who see them. */
  changes: z.array(change),
  at: field.instant("时间"),
});
export type DealLog = z.output<typeof DealLog>;
