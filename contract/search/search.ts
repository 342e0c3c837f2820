import { z } from "zod";
import { agentLevels, agentStatuses } from "~/contract/agent/agent-kinds";
import { clueStatuses } from "~/contract/clue/clue-kinds";
import { statementStatuses } from "~/contract/clue/statement-kinds";
import { ref } from "~/contract/common";
import { contentKinds } from "~/contract/content/content-kinds";
import { publishStatuses } from "~/contract/content/publishing";
import { stages } from "~/contract/customer/customer-record";
import { dealStatuses } from "~/contract/deal/deal-kinds";
import { endpoint } from "~/contract/endpoint";
import * as field from "~/contract/field";
import { inquiryKinds, inquiryStatuses } from "~/contract/inquiry/inquiry-words";
import { saleStatuses } from "~/contract/shared/property";

export const hitLimit = 5;

export const CustomerHit = z.object({
  id: field.id(),
  customer_no: z.string().meta({ label: "客户编号" }),
  name: z.string().meta({ label: "客户姓名" }),
  phone_cc: z.string().nullable(),
  phone: z.string().nullable().meta({ label: "手机号" }),
  stage: z.string().meta({ label: "客户阶段", options: stages }),
  /** Nobody, in the pool. */
  owner: ref.nullable().meta({ label: "跟进人" }),
});
export type CustomerHit = z.output<typeof CustomerHit>;

const EstateHit = z.object({
  id: field.id(),
  estate_no: z.string().meta({ label: "编号" }),
  name: z.string().meta({ label: "名称" }),
  name_local: z.string().nullable(),
  district: z.string(),
  sale_status: z.string().nullable().meta({ label: "销售状态", options: saleStatuses }),
});
export type EstateHit = z.output<typeof EstateHit>;

export const InquiryHit = z.object({
  id: field.id(),
  inquiry_no: z.string().meta({ label: "询盘编号" }),
  kind: z.string().meta({ label: "询盘类型", options: inquiryKinds }),
  name: z.string().nullable().meta({ label: "联系人" }),
  phone: z.string().nullable().meta({ label: "手机号" }),
  status: z.string().meta({ label: "状态", options: inquiryStatuses }),
  /** Nobody yet. */
  assignee: ref.nullable().meta({ label: "顾问" }),
});
export type InquiryHit = z.output<typeof InquiryHit>;

const AgentHit = z.object({
  id: field.id(),
  agent_no: z.string().meta({ label: "代理编号" }),
  name: z.string().meta({ label: "代理名称" }),
  contact_name: z.string().meta({ label: "联系人" }),
  level: z.string().meta({ label: "等级", options: agentLevels }),
  status: z.string().meta({ label: "状态", options: agentStatuses }),
  manager: ref.meta({ label: "渠道经理" }),
});
export type AgentHit = z.output<typeof AgentHit>;

export const ClueHit = z.object({
  id: field.id(),
  clue_no: z.string().meta({ label: "报备编号" }),
  customer_name: z.string().meta({ label: "客户" }),
  phone_cc: z.string(),
  phone: z.string().meta({ label: "手机号" }),
  agent: z.string().meta({ label: "代理" }),
  estate: z.string().meta({ label: "楼盘" }),
  status: z.string().meta({ label: "状态", options: clueStatuses }),
});
export type ClueHit = z.output<typeof ClueHit>;

export const DealHit = z.object({
  id: field.id(),
  deal_no: z.string().meta({ label: "成交编号" }),
  buyer_name: z.string().nullable().meta({ label: "买方" }),
  estate: z.string().meta({ label: "楼盘" }),
  unit: z.string().meta({ label: "房号" }),
  status: z.string().meta({ label: "状态", options: dealStatuses }),
});
export type DealHit = z.output<typeof DealHit>;

export const StatementHit = z.object({
  id: field.id(),
  statement_no: z.string().meta({ label: "对账单号" }),
  agent: z.string().meta({ label: "代理" }),
  period_from: z.string(),
  period_to: z.string(),
  status: z.string().meta({ label: "状态", options: statementStatuses }),
});
export type StatementHit = z.output<typeof StatementHit>;

export const ContentHit = z.object({
  id: field.id(),
  kind: field.choice("类型", contentKinds),
  title: z.string().meta({ label: "标题" }),
  publish_status: field.choice("状态", publishStatuses),
  updated_at: field.instant("更新时间"),
});
export type ContentHit = z.output<typeof ContentHit>;

/** What the header's search finds, by kind; an area adds its own here, in the server's `searchers` and in the app's `groups`. */
const Hits = z.object({
  customers: z.array(CustomerHit).max(hitLimit),
  inquiries: z.array(InquiryHit).max(hitLimit),
  estates: z.array(EstateHit).max(hitLimit),
  agents: z.array(AgentHit).max(hitLimit),
  clues: z.array(ClueHit).max(hitLimit),
  deals: z.array(DealHit).max(hitLimit),
  statements: z.array(StatementHit).max(hitLimit),
  contents: z.array(ContentHit).max(hitLimit),
});
export type Hits = z.output<typeof Hits>;

export const search = {
  find: endpoint("GET /api/search", "全局搜索", "signed-in", {
    keys: true,
    query: z.object({ keyword: field.text("关键词", 50).meta({ label: "关键词", findsContacts: true }) }),
    /** Of each kind only what is in the caller's scope. */
    reply: Hits,
  }),
};
