import { z } from "zod";
import {
  batchReply,
  bit,
  chosenIds,
  contactKeyword,
  csv,
  ids,
  keyword,
  listQuery,
  oneOf,
  page,
  queryDays,
  queryId,
  ref,
} from "../common";
import { shanghaiDay } from "../day";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { commissionModes } from "../house/estate-record";
import { recordEndpoints } from "../record-endpoints";
import { chosenRequest, listData, screenData } from "../screen-data";
import { agentLevels, agentStatuses, agentTypes, cooperationWarnDays, settleCycles } from "./agent-kinds";

/** Whether a cooperation ends within the days of the warning, or has ended. */
export const isCooperationUrgent = (ends: string) => ends < shanghaiDay(cooperationWarnDays);

const files = (label: string, max: number) =>
  z.array(z.int().positive()).max(max, `${label}最多${max}个文件`).default([]).meta({ label, control: "media" });
const phoneCode = () => field.text("区号", 4).meta({ control: "select", scene: "phone_codes" });

/** What people fill in of an agent; its bank data apart, which is read by nobody who edits. */
const Facts = z.object({
  type: field.choice("类型", agentTypes),
  name: field.text("代理名称", 100),
  short_name: field.optional(field.text("简称", 30)),
  logo_id: field.optional(field.id("标志")).meta({ control: "media" }),
  country_code: field.optionValue("国家/地区", "countries"),
  district_id: field.optional(field.reference("城市/区域", "districts")),
  address: field.optional(field.text("地址", 200)),
  license_no: field.optional(field.text("营业执照/证件号", 60)).meta({ help: "机构必填" }),
  license_media_ids: files("营业执照/证件", 5),
  contact_name: field.text("联系人", 50),
  contact_phone_cc: phoneCode(),
  contact_phone: field.phone("联系电话"),
  contact_email: field.optional(field.email("联系邮箱")),
  wechat: field.optional(field.text("微信", 50)),
  level: field.choice("等级", agentLevels).default("B"),
  manager_id: field.reference("渠道经理", "users"),
  cooperation_from: field.day("合作开始"),
  cooperation_to: field.day("合作期至"),
  commission_mode: field.choice("佣金方式", commissionModes).default("percent").meta({ help: "楼盘另有规则时按楼盘" }),
  commission_value: field.money("佣金标准", "commission_currency").meta({ help: "比例为%，固定为每套金额" }),
  commission_currency: field.optional(field.optionValue("佣金币种", "currencies")),
  settle_cycle: field.choice("结算周期", settleCycles).default("monthly"),
  invoice_title: field.optional(field.text("开票抬头", 100)),
  tax_no: field.optional(field.text("税号", 40)),
  invoice_required: z
    .boolean()
    .default(true)
    .meta({ label: "需要发票", control: "switch", help: "关闭后，对账单确认后即可付款" }),
  account_limit: field.integer("子账号上限", 1, 200).default(10).meta({ help: "含主账号" }),
  contract_media_ids: files("合作协议", 9),
  remark: field.optional(field.longText("备注", 500)),
});

const Bank = z.object({
  bank_name: field.optional(field.text("开户行", 60)),
  bank_account: field.optional(
    field
      .text("收款账号", 40)
      .refine((text) => /^[\dA-Za-z -]+$/.test(text), "收款账号只能由数字、字母、空格和连字符组成"),
  ),
  account_holder: field.optional(field.text("户名", 100)),
  swift: field.optional(
    field.text("SWIFT", 11).refine((text) => /^[A-Za-z\d]{8}([A-Za-z\d]{3})?$/.test(text), "SWIFT应为8或11位"),
  ),
});

export const AgentFields = Facts.extend(Bank.shape);
export type AgentFields = z.output<typeof AgentFields>;

const MainAccount = z.object({
  main_name: field.text("主账号姓名", 30),
  main_phone_cc: phoneCode(),
  main_phone: field.phone("登录手机号"),
  main_email: field.optional(field.email("主账号邮箱")),
});

function checkAgent(value: AgentFields, context: z.RefinementCtx) {
  const wrong = (name: keyof AgentFields, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (value.type === "company" && !value.license_no) wrong("license_no", "请输入营业执照号");
  if (value.cooperation_to <= value.cooperation_from) wrong("cooperation_to", "合作期至应晚于合作开始");
  if (value.commission_mode === "percent" && Number(value.commission_value) > 100)
    wrong("commission_value", "佣金比例不能超过100");
  if (value.commission_mode === "fixed" && !value.commission_currency) wrong("commission_currency", "请选择佣金币种");
}

export const AgentCreate = AgentFields.extend(MainAccount.shape).superRefine(checkAgent);
export const AgentUpdate = AgentFields.extend({
  bank_account: AgentFields.shape.bank_account.meta({ help: "已保存的账号不在此显示，留空保持不变" }),
  version: field.version(),
}).superRefine(checkAgent);

const count = (label: string) => z.int().meta({ label });
const { shape } = AgentFields;

export const AgentRow = field.rowOf(
  AgentFields,
  ["type", "name", "short_name", "level", "contact_name", "cooperation_to"],
  {
    ...field.record(),
    agent_no: z.string().meta({ label: "编号" }),
    country_code: field.read(shape.country_code, { label: "国家" }),
    city: z.string().nullable().meta({ label: "城市" }),
    contact_phone_cc: z.string(),
    /** Masked for callers who may not edit. */
    contact_phone: z.string().meta({ label: "联系电话" }),
    manager: ref.meta({ label: "渠道经理", isPerson: true }),
    account_count: count("子账号"),
    account_limit: count("子账号上限"),
    // Of the last ninety days.
    report_count: count("报备"),
    valid_count: count("有效"),
    contract_count: count("签约"),
    status: field.choice("状态", agentStatuses),
    status_reason: z.string().nullable().meta({ label: "停用原因" }),
    created_at: field.instant("创建时间"),
    can: field.can("edit", "enable", "disable", "manager", "accounts", "unregister", "delete"),
  },
);
export type AgentRow = z.output<typeof AgentRow>;

const stored = z.object({ id: z.int(), name: z.string(), url: z.string(), mime: z.string() });

export const AgentDetail = AgentRow.extend({
  ...field.rowOf(
    AgentFields,
    [
      ...(["logo_id", "district_id", "address", "license_no", "license_media_ids", "contact_email", "wechat"] as const),
      ...(["manager_id", "cooperation_from", "commission_mode", "commission_value", "commission_currency"] as const),
      ...(["settle_cycle", "bank_name", "account_holder", "swift", "invoice_title", "tax_no"] as const),
      ...(["invoice_required", "contract_media_ids", "remark"] as const),
    ],
    {},
  ).shape,
  /** With its middle hidden; in full by `bank` alone. */
  bank_account_masked: z.string().nullable().meta({ label: "收款账号" }),
  /** The picture's address, which holds until the end of tomorrow. */
  logo: z.string().nullable(),
  license_media: z.array(stored).meta({ label: "营业执照/证件" }),
  contract_media: z.array(stored).meta({ label: "合作协议" }),
  main_account: ref.nullable().meta({ label: "主账号" }),
  updated_at: field.instant("更新时间"),
});
export type AgentDetail = z.output<typeof AgentDetail>;

export const AgentOverview = z.object({
  account_count: count("子账号"),
  account_limit: count("子账号上限"),
  clues: count("报备"),
  /** Still under way: pending to contracted. */
  open_clues: count("进行中报备"),
  visited: count("到访"),
  contracted: count("签约"),
  customers: count("来源客户"),
  last_clue_at: field.instant("最近报备").nullable(),
  last_login_at: field.instant("最近登录").nullable(),
});
export type AgentOverview = z.output<typeof AgentOverview>;

const AgentBank = z.object({
  bank_name: z.string().nullable().meta({ label: "开户行" }),
  bank_account: z.string().nullable().meta({ label: "收款账号" }),
  account_holder: z.string().nullable().meta({ label: "户名" }),
  swift: z.string().nullable().meta({ label: "SWIFT" }),
});
export type AgentBank = z.output<typeof AgentBank>;

const AgentLog = z.object({
  id: z.int(),
  at: field.instant("时间"),
  by: z.string().meta({ label: "操作人" }),
  summary: z.string().meta({ label: "内容" }),
  reason: z.string().nullable(),
});
export type AgentLog = z.output<typeof AgentLog>;

export const AgentDisable = z.object({ reason: field.reason("停用原因") });
export const AgentManager = z.object({ manager_id: shape.manager_id });

const path = "/api/agent";
const view = "agent:agent:view";
const edit = "agent:agent:edit";

const filters = {
  keyword: contactKeyword(),
  type: oneOf(agentTypes),
  level: oneOf(agentLevels),
  country: csv(z.string().length(2)),
  manager_id: queryId(),
  status: oneOf(agentStatuses),
  expiring: bit().meta({ label: `${cooperationWarnDays}天内到期` }),
  ...queryDays("created"),
};
const sorts = ["created_at", "agent_no", "cooperation_to"] as const;
const where = {
  more: { name: shape.name, contact_name: shape.contact_name, settle_cycle: shape.settle_cycle },
} as const;

export const agent = {
  ...recordEndpoints(path, "代理", {
    kind: "agent",
    permission: view,
    write: edit,
    query: listQuery(filters, sorts, "-created_at"),
    where,
    page: page(AgentRow),
    record: AgentDetail,
    create: AgentCreate,
    update: AgentUpdate,
  }),
  create: endpoint(`POST ${path}`, "新增代理", "agent:agent:create", {
    body: AgentCreate,
    /** The main account's first password is in this answer alone. */
    reply: z.object({
      id: z.int(),
      agent_no: z.string(),
      account_id: z.int(),
      initial_password: z.string(),
    }),
  }),
  overview: endpoint(`GET ${path}/{id}/overview`, "代理概况", view, { kind: "agent", reply: AgentOverview }),
  logs: endpoint(`GET ${path}/{id}/logs`, "代理日志", view, { kind: "agent", reply: z.array(AgentLog) }),
  /** Those in the caller's scope that work with us. */
  options: endpoint(`GET ${path}/options`, "代理选项", view, {
    query: z.object({ keyword: keyword() }),
    reply: z.array(ref.extend({ agent_no: z.string() })),
  }),
  bank: endpoint(`GET ${path}/{id}/bank`, "查看代理收款账户", "clue:statement:pay", { reply: AgentBank }),
  enable: endpoint(`PATCH ${path}/{id}/enable`, "启用代理", "agent:agent:disable", { reply: AgentDetail }),
  disable: endpoint(`PATCH ${path}/{id}/disable`, "停用代理", "agent:agent:disable", {
    body: AgentDisable,
    reply: AgentDetail,
  }),
  manager: endpoint(`PATCH ${path}/{id}/manager`, "变更渠道经理", edit, { body: AgentManager, reply: AgentDetail }),
  managerBatch: endpoint(`POST ${path}/batch/manager`, "批量分配渠道经理", edit, {
    body: AgentManager.extend({ ids: ids() }),
    reply: batchReply,
  }),
  export: endpoint(`GET ${path}/export`, "导出代理", view, {
    query: listQuery(
      { ...filters, reason: field.optionValue("导出原因", "export_reason"), ids: chosenIds() },
      sorts,
      "-created_at",
    ),
    where: { ...where, row: AgentRow },
    reply: file,
  }),
};

export const agentScreenData = {
  "/agent/list": listData(agent.list),
  "/agent/list/addAgent": screenData("page", ({ search }) => ({ record: chosenRequest(agent.get, search.get("id")) })),
};
