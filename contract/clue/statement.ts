import { z } from "zod";
import { keyword, listQuery, oneOf, page, queryDays, queryId, ref } from "../common";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { settleConditions } from "../house/estate-record";
import { chosenRequest, listRequest, request, screenData } from "../screen-data";
import { developerCompare } from "./developer-compare";
import { type StatementStatus, statementItemKinds, statementStatuses } from "./statement-kinds";

export const statementViews = { all: "全部", ...statementStatuses } as const;
export type StatementView = keyof typeof statementViews;

const version = field.version().optional();
const mostItems = 500;

const files = (label: string, minimum = 0) =>
  z
    .array(z.int().positive())
    .min(minimum, `请上传${label}`)
    .max(9, `${label}最多9个文件`)
    .default([])
    .meta({ label, control: "media" });

/** An amount that may be taken off: with a sign, at most two places, never a float. */
const signedMoney = (label: string) =>
  z
    .string()
    .regex(/^-?\d{1,14}(\.\d{1,2})?$/, `${label}须为金额，最多两位小数，可为负数`)
    .meta({ label, control: "money", currency: "currency", isExact: true });

const amount = (label: string) => z.string().meta({ label, control: "money", currency: "currency", isExact: true });

const Due = z.object({
  agent_id: field.reference("代理", "agents"),
  period_from: field.day("期间开始"),
  period_to: field.day("期间结束"),
  currency: field.optionValue("币种", "currencies"),
});

const isPeriod = ({ period_from, period_to }: { period_from: string; period_to: string }) => period_from <= period_to;
const wrongPeriod = { path: ["period_to"], message: "期间结束不能早于开始" };

export const StatementDue = Due.refine(isPeriod, wrongPeriod);
export type StatementDue = z.output<typeof StatementDue>;

/** One line of a statement as entered: its commission, and what is added or deducted. */
const ItemChoice = z
  .object({
    clue_id: field.id("报备"),
    part: z.int().min(1).max(20),
    kind: field.choice("类别", statementItemKinds),
    adjust_amount: signedMoney("调整金额").default("0"),
    adjust_reason: field.optional(field.reason("调整原因")),
    note: field.optional(field.text("备注", 200)),
  })
  .refine(({ adjust_amount, adjust_reason }) => Number(adjust_amount) === 0 || adjust_reason !== null, {
    path: ["adjust_reason"],
    message: "请填写调整原因",
  });
export type ItemChoice = z.output<typeof ItemChoice>;

const keyOf = ({ clue_id, part, kind }: Pick<ItemChoice, "clue_id" | "part" | "kind">) => `${clue_id}:${part}:${kind}`;
export const itemKey = keyOf;

const items = () =>
  z
    .array(ItemChoice)
    .min(1, "请选择要结算的明细")
    .max(mostItems, `一张对账单最多${mostItems}条明细`)
    .refine((list) => new Set(list.map(keyOf)).size === list.length, "明细重复")
    .meta({ label: "明细" });

const tax_rate = () => field.decimal("税率", 0, 30).default(0).meta({ unit: "%", help: "含税：税额包含在应付合计中" });

export const StatementCreate = Due.extend({ items: items(), tax_rate: tax_rate() }).refine(isPeriod, wrongPeriod);
export type StatementCreate = z.output<typeof StatementCreate>;
export const StatementUpdate = z.object({ items: items(), tax_rate: tax_rate(), version: field.version() });
export type StatementUpdate = z.output<typeof StatementUpdate>;

const Line = z.object({
  clue_id: z.int(),
  part: z.int().meta({ label: "批次" }),
  kind: field.choice("类别", statementItemKinds),
  clue_no: z.string().meta({ label: "报备编号" }),
  deal_id: z.int(),
  deal_no: z.string().meta({ label: "成交编号" }),
  customer_name: z.string().meta({ label: "客户" }),
  estate: z.string().meta({ label: "楼盘" }),
  unit: z.string().meta({ label: "房号" }),
  deal_price: z.string().meta({ label: "成交价", control: "money", currency: "deal_currency", isExact: true }),
  deal_currency: z.string().meta({ label: "成交币种" }),
  /** What the commission is counted of: the price without its tax (domain F.2). */
  basis: z.string().meta({ label: "计佣基数", control: "money", currency: "deal_currency", isExact: true }),
  /** Of the basis, in per cent, this part of it; null where it is a fixed amount. */
  rate: z.number().nullable().meta({ label: "比例", unit: "%" }),
  amount: amount("应结佣金"),
  currency: z.string().meta({ label: "币种" }),
  condition: z.string().meta({ label: "结佣条件", options: settleConditions }),
  due_at: z.string().meta({ label: "应结日期", control: "date" }),
});
export const DueLine = Line.extend({
  /** Due before the period began, and in no statement yet. */
  is_carried: z.boolean().meta({ label: "上期未结" }),
});
export type DueLine = z.output<typeof DueLine>;

const StatementItem = Line.extend({
  id: z.int(),
  adjust_amount: amount("调整"),
  adjust_reason: z.string().nullable().meta({ label: "调整原因" }),
  note: z.string().nullable().meta({ label: "备注" }),
});
export type StatementItem = z.output<typeof StatementItem>;

const Totals = z.object({
  total_amount: amount("应结"),
  adjust_total: amount("调整"),
  tax_amount: amount("其中税额"),
  payable_total: amount("应付合计"),
});

export const StatementRow = Totals.extend({
  ...field.record(),
  statement_no: z.string().meta({ label: "对账单号" }),
  agent: ref.meta({ label: "代理" }),
  /** The agent's, who confirms for it unless somebody else does. */
  contact_name: z.string().meta({ label: "联系人" }),
  manager: ref.nullable().meta({ label: "渠道经理", isPerson: true }),
  period_from: z.string().meta({ label: "期间开始", control: "date" }),
  period_to: z.string().meta({ label: "期间结束", control: "date" }),
  currency: field.read(Due.shape.currency),
  item_count: z.int().meta({ label: "笔数" }),
  invoice_no: z.string().nullable().meta({ label: "发票" }),
  status: field.choice("状态", statementStatuses),
  created_at: field.instant("创建时间"),
  sent_at: field.instant("发送时间").nullable(),
  paid_at: z.string().nullable().meta({ label: "付款日期", control: "date" }),
  /** Why an act that `can` allows would be refused now, until something else is done. */
  blocked: z.object({ send: z.string(), pay: z.string() }).partial(),
  can: field.can("edit", "send", "confirm", "dispute", "revise", "invoice", "uninvoice", "pay", "void"),
});
export type StatementRow = z.output<typeof StatementRow>;

const stored = z.object({ id: z.int(), name: z.string(), url: z.string(), mime: z.string() });

export const StatementDetail = StatementRow.extend({
  agent_id: z.int(),
  agent_no: z.string().meta({ label: "代理编号" }),
  invoice_title: z.string().nullable().meta({ label: "开票抬头" }),
  tax_no: z.string().nullable().meta({ label: "税号" }),
  invoice_required: z.boolean().meta({ label: "需要发票" }),
  bank_name: z.string().nullable().meta({ label: "开户行" }),
  /** With its middle hidden: in full by `agent.bank` alone. */
  bank_account_masked: z.string().nullable().meta({ label: "收款账号" }),
  tax_rate: z.number().meta({ label: "税率", unit: "%" }),
  items: z.array(StatementItem),
  created_by: ref.nullable().meta({ label: "制单人", isPerson: true }),
  confirm_by: z.string().nullable().meta({ label: "代理确认人" }),
  confirmed_at: field.instant("确认时间").nullable(),
  proof: z.array(stored).meta({ label: "确认凭证" }),
  dispute_note: z.string().nullable().meta({ label: "异议说明" }),
  invoice_amount: amount("发票金额").nullable(),
  invoice_media: z.array(stored).meta({ label: "发票文件" }),
  uninvoice_reason: z.string().nullable().meta({ label: "撤回发票原因" }),
  voucher: z.array(stored).meta({ label: "付款凭证" }),
  paid_by: ref.nullable().meta({ label: "付款人", isPerson: true }),
  void_reason: z.string().nullable().meta({ label: "作废原因" }),
});
export type StatementDetail = z.output<typeof StatementDetail>;

const StatementLog = z.object({
  id: z.int(),
  at: field.instant("时间"),
  by: z.string().meta({ label: "操作人" }),
  summary: z.string().meta({ label: "内容" }),
  reason: z.string().nullable(),
});
export type StatementLog = z.output<typeof StatementLog>;

export const StatementAct = z.object({ version });
export const StatementConfirm = z.object({
  confirm_by: field.text("代理确认人", 50),
  proof: files("确认凭证", 1),
  version,
});
export const StatementDispute = z.object({ note: field.longText("异议说明", 500, 2), version });
export const StatementInvoice = z.object({
  no: field.text("发票号", 40),
  amount: field.money("发票金额").meta({ help: "应与应付合计一致" }),
  media_id: field.id("发票文件").meta({ control: "media" }),
  version,
});
export const StatementUninvoice = z.object({ reason: field.reason("撤回原因"), version });
export const StatementPay = z.object({
  paid_at: field.day("付款日期"),
  voucher: files("付款凭证", 1),
  version,
});
export const StatementVoid = z.object({ reason: field.reason("作废原因"), version });

const filters = {
  keyword: keyword(),
  view: z.enum(Object.keys(statementViews) as [StatementView]).default("all"),
  agent_id: queryId(),
  manager_id: queryId(),
  status: oneOf(statementStatuses),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  ...queryDays("period", "期间"),
  ...queryDays("paid", "付款日期"),
};
const sorts = ["created_at", "statement_no", "period_to", "paid_at"] as const;

const path = "/api/clue/statement";
const view = "clue:statement:view";
const create = "clue:statement:create";
const kind = "account_statement";
const sent = "clue:statement:send";
const confirmed = "clue:statement:confirm";
const paid = "clue:statement:pay";

export const statement = {
  list: endpoint(`GET ${path}`, "对账单列表", view, {
    query: listQuery(filters, sorts, "-created_at"),
    where: { row: StatementRow, not: ["manager_id"] },
    reply: page(StatementRow).extend({
      tabs: field.counts(...(Object.keys(statementViews) as ["all", ...StatementStatus[]])),
    }),
  }),
  get: endpoint(`GET ${path}/{id}`, "对账单详情", view, { kind, reply: StatementDetail }),
  logs: endpoint(`GET ${path}/{id}/logs`, "对账单记录", view, { kind, reply: z.array(StatementLog) }),
  preview: endpoint(`POST ${path}/preview`, "预览应结佣金", create, {
    isRead: true,
    body: StatementDue,
    reply: z.object({
      lines: z.array(DueLine),
      total_amount: z.string(),
      /** What is due in other currencies; each takes a statement of its own. */
      others: z.array(z.object({ currency: z.string(), count: z.int() })),
      /** The statement that there is already of this agent, period and currency. */
      present: ref.nullable(),
    }),
  }),
  create: endpoint(`POST ${path}`, "新增对账单", create, {
    body: StatementCreate,
    reply: z.object({ id: z.int(), statement_no: z.string() }),
  }),
  /** Its items, adjustments and tax, while it is a draft; what is left out is free again. */
  update: endpoint(`PUT ${path}/{id}`, "编辑对账单", create, { body: StatementUpdate, reply: StatementDetail }),
  send: endpoint(`PATCH ${path}/{id}/send`, "发送对账单", sent, { body: StatementAct, reply: StatementDetail }),
  confirm: endpoint(`PATCH ${path}/{id}/confirm`, "记录代理确认", confirmed, {
    body: StatementConfirm,
    reply: StatementDetail,
  }),
  dispute: endpoint(`PATCH ${path}/{id}/dispute`, "登记代理异议", confirmed, {
    body: StatementDispute,
    reply: StatementDetail,
  }),
  revise: endpoint(`PATCH ${path}/{id}/revise`, "退回修改对账单", confirmed, {
    body: StatementAct,
    reply: StatementDetail,
  }),
  invoice: endpoint(`PATCH ${path}/{id}/invoice`, "登记发票", confirmed, {
    body: StatementInvoice,
    reply: StatementDetail,
  }),
  uninvoice: endpoint(`PATCH ${path}/{id}/uninvoice`, "撤回发票", paid, {
    body: StatementUninvoice,
    reply: StatementDetail,
  }),
  pay: endpoint(`PATCH ${path}/{id}/pay`, "登记付款", paid, { body: StatementPay, reply: StatementDetail }),
  void: endpoint(`PATCH ${path}/{id}/void`, "作废对账单", "clue:statement:void", {
    body: StatementVoid,
    reply: StatementDetail,
  }),
  export: endpoint(`GET ${path}/{id}/export`, "导出对账单", view, { reply: file }),
};

export const statementScreenData = {
  /** The list, or that of comparisons in its tab; in their place a comparison (`compare`) or the sheet on paper (`print`). */
  "/clue/accountStatement": screenData("list", (address) => {
    const { search } = address;
    const isCompare = search.get("view") === "compare" || search.has("compare");
    return {
      page: isCompare ? request(statement.list, { query: { page_size: 10 } }) : listRequest(statement.list, address),
      compares: isCompare ? listRequest(developerCompare.list, address) : undefined,
      compare: chosenRequest(developerCompare.get, search.get("compare")),
      print: chosenRequest(statement.get, search.get("print")),
    };
  }),
};
