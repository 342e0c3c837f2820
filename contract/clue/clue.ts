import { z } from "zod";
import { batchReply, bit, chosenIds, contactKeyword, ids, listQuery, oneOf, page, queryDays, queryId } from "../common";
import { Reveal } from "../customer/customer";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { chosenRequest, listRequest, screenData } from "../screen-data";
import { type ClueStatus, clueInvalidReasons, clueSources, clueStatuses, collisionTypes } from "./clue-kinds";
import { ClueCheck, ClueCollision, ClueCreate, ClueDetail, ClueLog, ClueRow, proofs } from "./clue-record";
import { judgement } from "./judgement";

export const clueViews = { all: "全部", ...clueStatuses } as const;
export type ClueView = keyof typeof clueViews;

export const appealDays = 3;
export const warnDays = 3;

const version = field.version().optional();
const handler = field.reference("顾问", "users");

/** Passes a review. With a collision a decided judgement says so; against another's protection a super_admin gives the reason. */
export const ClueApprove = z.object({
  handler_id: handler,
  note: field.optional(field.longText("审核说明", 500)),
  force_reason: field.optional(field.reason("强制通过原因")),
  version,
});
export const ClueReject = z.object({
  invalid_reason: field.choice("无效原因", clueInvalidReasons),
  note: field.optional(field.longText("说明", 500)),
  version,
});
/** The customer came: when, with proof; their full number where the report hid it. */
export const ClueVisit = z.object({
  at: field.now("到访时间"),
  media_ids: proofs("到访凭证", 1),
  phone: field.optional(field.phone("客户完整号码")).meta({ help: "隐号报备到访时须补全" }),
  note: field.optional(field.longText("到访说明", 500)),
  version,
});
export const ClueCancel = z.object({ reason: field.reason("取消原因"), version });
const following = (label: string) => z.object({ deal_id: field.id("成交"), at: field.now(label), version });
export const ClueSubscribe = following("认购时间");
export const ClueContract = following("签约时间");
/** A longer protection, once; of an expired one: back to where it was. The setting `clue.extend_days` says how long at most. */
export const ClueExtend = z.object({
  days: field.integer("延期天数", 1, 60).meta({ unit: "天" }),
  reason: field.reason("延期原因"),
  version,
});
/** Against an invalid one: once, in time, with something new. */
export const ClueAppeal = z.object({
  note: field.longText("申诉说明", 500, 2),
  media_ids: proofs("申诉证据", 1),
  version,
});

const filters = {
  /** Number, customer's name, phone or its last four digits; a masked phone such as 138****5678. */
  keyword: contactKeyword(),
  view: z.enum(Object.keys(clueViews) as [ClueView]).default("all"),
  status: oneOf(clueStatuses),
  agent_id: queryId(),
  account_id: queryId().meta({ label: "报备人" }),
  estate_id: queryId(),
  customer_id: queryId(),
  handler_id: queryId(),
  manager_id: queryId(),
  collision: oneOf(collisionTypes),
  collided: bit().meta({ label: "有撞单" }),
  source: oneOf(clueSources),
  overdue: bit().meta({ label: "审核超时" }),
  expiring: bit().meta({ label: "即将失效" }),
  ...queryDays("created"),
  ...queryDays("reviewed", "审核时间"),
  ...queryDays("visited", "到访时间"),
};
const sorts = [
  "due",
  "created_at",
  "expected_visit_at",
  "protect_until",
  "reviewed_at",
  "visited_at",
  "clue_no",
] as const;
const where = { row: ClueRow, more: {}, not: ["collided", "expiring", "overdue", "manager_id"] } as const;

const audited = "clue:clue:audit";

export const clue = {
  list: endpoint("GET /api/clue", "报备列表", "clue:clue:view", {
    query: listQuery(filters, sorts, "due"),
    where,
    reply: page(ClueRow).extend({
      /** Rows of each tab, at most `tabLimit` counted, whatever else is filtered. */
      tabs: field.counts(...(Object.keys(clueViews) as ["all", ...ClueStatus[]])),
    }),
  }),
  get: endpoint("GET /api/clue/{id}", "报备详情", "clue:clue:view", { kind: "clue", reply: ClueDetail }),
  logs: endpoint("GET /api/clue/{id}/logs", "报备记录", "clue:clue:view", { kind: "clue", reply: z.array(ClueLog) }),
  check: endpoint("POST /api/clue/check", "报备查重", "clue:clue:create", {
    isRead: true,
    body: ClueCheck,
    reply: z.object({ collision: ClueCollision.nullable() }),
  }),
  create: endpoint("POST /api/clue", "代录报备", "clue:clue:create", {
    body: ClueCreate,
    reply: z.object({
      id: z.int(),
      clue_no: z.string(),
      status: field.choice("状态", clueStatuses),
      collision: ClueCollision.nullable(),
    }),
  }),
  phone: endpoint("GET /api/clue/{id}/phone", "查看报备完整号码", "customer:phone:view", {
    query: Reveal,
    reply: z.object({
      phone_cc: z.string(),
      phone: z.string(),
      /** What is left of today's limit. */
      left: z.int(),
    }),
  }),
  approve: endpoint("PATCH /api/clue/{id}/approve", "通过报备", audited, { body: ClueApprove, reply: ClueDetail }),
  reject: endpoint("PATCH /api/clue/{id}/reject", "驳回报备", audited, { body: ClueReject, reply: ClueDetail }),
  visit: endpoint("PATCH /api/clue/{id}/visit", "登记到访", "clue:clue:advance", {
    body: ClueVisit,
    reply: ClueDetail,
  }),
  /** By hand, of one that has stayed behind its deal, which else takes it along by itself. */
  subscribe: endpoint("PATCH /api/clue/{id}/subscribe", "登记报备认购", audited, {
    body: ClueSubscribe,
    reply: ClueDetail,
  }),
  contract: endpoint("PATCH /api/clue/{id}/contract", "登记报备签约", audited, {
    body: ClueContract,
    reply: ClueDetail,
  }),
  cancel: endpoint("PATCH /api/clue/{id}/cancel", "取消报备", audited, { body: ClueCancel, reply: ClueDetail }),
  extend: endpoint("PATCH /api/clue/{id}/extend", "延长报备保护期", audited, { body: ClueExtend, reply: ClueDetail }),
  appeal: endpoint("PATCH /api/clue/{id}/appeal", "报备申诉", audited, { body: ClueAppeal, reply: ClueDetail }),
  approveBatch: endpoint("POST /api/clue/batch/approve", "批量通过报备", "clue:clue:audit", {
    body: z.object({ ids: ids(100), handler_id: handler, note: field.optional(field.longText("审核说明", 500)) }),
    reply: batchReply,
  }),
  export: endpoint("GET /api/clue/export", "导出报备", "clue:clue:export", {
    query: listQuery(
      { ...filters, reason: field.optionValue("导出原因", "export_reason"), ids: chosenIds() },
      sorts,
      "due",
    ),
    where,
    reply: file,
  }),
};

export const clueScreenData = {
  /** The list; in its place a lead's judgement (`judge`). What its drawer shows, the drawer asks for. */
  "/clue/feedback": screenData("list", (address) => ({
    page: listRequest(clue.list, address),
    judgement: chosenRequest(judgement.get, address.search.get("judge")),
  })),
};
