import { z } from "zod";
import { keyword, listQuery, page, queryDays, queryId, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { listRequest, request, screenData } from "../screen-data";
import { externalId, signedEndpoint, TakenIn } from "../signed";
import { type AgentUnregisterChecks, agentUnregisterStatuses, agentUnregisterTargets } from "./agent-kinds";

export const agentUnregisterViews = { pending: "待审核", done: "已处理" } as const;

export const agentUnregisterChecks = { clues: "未结报备", statements: "未结对账单", deals: "进行中成交" } as const;
export type AgentUnregisterCheck = keyof typeof agentUnregisterChecks & keyof AgentUnregisterChecks;

/** Days after which the phones of a deregistered agent may be used again (domain C.3). */
export const phoneHoldDays = 30;

export const AgentUnregisterRow = z.object({
  id: field.id(),
  request_no: z.string().meta({ label: "单号" }),
  target: z.string().meta({ label: "对象", options: agentUnregisterTargets }),
  agent: ref.extend({ agent_no: z.string() }).meta({ label: "代理" }),
  /** Whose account it is about; null where it is the whole agent. */
  account: ref.nullable().meta({ label: "子账号" }),
  reason: z.string().meta({ label: "原因" }),
  applicant: z.string().meta({ label: "申请人" }),
  manager: ref.nullable().meta({ label: "渠道经理", isPerson: true }),
  /** How much of each is still open: now while it waits, else as the review found it. */
  checks: z.record(z.string(), z.int()).meta({ label: "检查项" }),
  created_at: field.instant("申请时间"),
  status: z.string().meta({ label: "状态", options: agentUnregisterStatuses }),
  reviewer: ref.nullable().meta({ label: "处理人", isPerson: true }),
  reviewed_at: field.instant("处理时间").nullable(),
  /** Why it was passed over what was open, refused or taken back. */
  review_reason: z.string().nullable().meta({ label: "处理说明" }),
  can: field.can("audit", "force", "cancel"),
});
export type AgentUnregisterRow = z.output<typeof AgentUnregisterRow>;

const actions = { approve: "通过", reject: "驳回" } as const;
const force = z
  .boolean()
  .default(false)
  .meta({ label: "仍要通过", control: "switch", help: "存在未结业务时，仅超级管理员可以通过，并须填写说明" });

export const AgentUnregisterReview = z
  .object({
    action: field.choice("审核结果", actions),
    force,
    reason: field.optional(field.reason("说明")),
  })
  .superRefine(({ action, reason, force: isForced }, context) => {
    if (reason !== null) return;
    if (action === "reject") context.addIssue({ code: "custom", path: ["reason"], message: "请输入驳回原因" });
    else if (isForced) context.addIssue({ code: "custom", path: ["reason"], message: "请输入说明" });
  });

/** Staff begin it for the agent. Without an account it is the whole agent. */
export const AgentUnregisterCreate = z.object({
  agent_id: field.reference("代理", "agents"),
  account_id: field.optional(field.id("子账号")),
  reason: field.reason("注销原因"),
});

const AgentUnregisterIntake = z.object({
  external_id: externalId(),
  agent_no: field.text("代理编号", 20),
  account_phone: field.optional(field.phone("子账号手机号")),
  phone_cc: field.optional(field.text("区号", 4)),
  reason: field.reason("注销原因"),
  applicant: field.text("申请人", 50),
  applicant_phone: field.optional(field.phone("申请人手机号")),
});

const permission = "agent:unregister:audit";

export const agentUnregister = {
  list: endpoint("GET /api/agent/unregister", "代理注销申请列表", permission, {
    kind: "agent_unregister",
    query: listQuery(
      {
        status: z.enum(Object.keys(agentUnregisterViews) as [keyof typeof agentUnregisterViews]).default("pending"),
        keyword: keyword(),
        agent_id: queryId().meta({ label: "代理", scene: "agents" }),
        ...queryDays("created"),
      },
      // `due`: what waits the longest first, what is decided the newest first.
      ["due", "created_at", "reviewed_at"],
      "due",
    ),
    where: { more: { target: AgentUnregisterRow.shape.target } },
    reply: page(AgentUnregisterRow),
  }),
  count: endpoint("GET /api/agent/unregister/count", "代理注销申请数量", permission, {
    reply: field.counts("pending", "done"),
  }),
  create: endpoint("POST /api/agent/unregister", "发起注销", "agent:agent:disable", {
    body: AgentUnregisterCreate,
    reply: z.object({ id: z.int(), request_no: z.string() }),
  }),
  approve: endpoint("PATCH /api/agent/unregister/{id}/approve", "通过代理注销", permission, {
    body: z.object({ reason: field.optional(field.reason("说明")), force }),
    reply: AgentUnregisterRow,
  }),
  reject: endpoint("PATCH /api/agent/unregister/{id}/reject", "驳回代理注销", permission, {
    body: z.object({ reason: field.reason("驳回原因") }),
    reply: AgentUnregisterRow,
  }),
  cancel: endpoint("PATCH /api/agent/unregister/{id}/cancel", "撤回代理注销", permission, {
    body: z.object({ reason: field.reason("撤回原因") }),
    reply: AgentUnregisterRow,
  }),
};

export const agentUnregisterIntake = {
  request: signedEndpoint("POST /api/agent/unregister/intake", "接入代理注销申请", {
    body: AgentUnregisterIntake,
    reply: TakenIn.extend({ request_no: z.string() }),
  }),
};

export const agentUnregisterScreens = {
  "/agent/agentUnregister": screenData("list", (address) => ({
    page: listRequest(agentUnregister.list, address),
    counts: request(agentUnregister.count),
  })),
};
