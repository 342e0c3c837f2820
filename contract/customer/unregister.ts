import { z } from "zod";
import { bit, contactKeyword, listQuery, option, page, queryDays, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { listRequest, request, screenData } from "../screen-data";
import { platforms } from "./customer-user";

export const unregisterStatuses = {
  pending: "待审核",
  approved: "已通过(冷静期)",
  rejected: "已驳回",
  cancelled: "已撤回",
  completed: "已注销",
} as const;

/** The tabs: each status, those past their time, and all; what waits comes first. */
export const unregisterViews = {
  ...{ pending: unregisterStatuses.pending, overdue: "超时" as const },
  ...unregisterStatuses,
  all: "全部",
} as const;

export const unregisterReasons = {
  no_need: "不再需要",
  privacy: "隐私顾虑",
  duplicate: "重复账号",
  bad_experience: "体验不佳",
  other: "其他",
} as const;

/** What must be finished before an account goes; keys of openBusiness (domain C.1.7). */
export const unregisterChecks = {
  liveDeals: "进行中的成交",
  unpaidBillings: "未付账单",
  openVisaCases: "办理中的签证",
  openChats: "进行中的咨询",
  openClues: "未结报备",
} as const;
export type UnregisterCheck = keyof typeof unregisterChecks;

export const urgentWorkdays = 2;

export const UnregisterRow = z.object({
  id: field.id(),
  request_no: z.string().meta({ label: "单号" }),
  /** By nickname where the account still has one, else by number. */
  customer_user: ref.meta({ label: "用户" }),
  user_no: z.string().meta({ label: "用户编号" }),
  phone: z.string().nullable().meta({ label: "手机号" }),
  email: z.string().nullable().meta({ label: "邮箱" }),
  /** Of a customer that the caller may not see only the number is given. */
  customer: ref.nullable().meta({ label: "关联客户" }),
  reason: z.string().meta({ label: "原因", options: unregisterReasons }),
  detail: z.string().nullable().meta({ label: "说明" }),
  platform: z.string().meta({ label: "来源", options: platforms }),
  /** How much of each is still open: now while it waits, else as the review found it. */
  checks: z.record(z.string(), z.int()).meta({ label: "检查项" }),
  created_at: field.instant("申请时间"),
  due_at: field.instant("截止"),
  /** Working days left for the review, negative when it is late; null once it is done. */
  workdays_left: z.int().nullable().meta({ label: "剩余工作日", figure: "workdays_left" }),
  is_overdue: z.boolean(),
  status: z.string().meta({ label: "状态", options: unregisterStatuses }),
  reviewer: ref.nullable().meta({ label: "审核人", isPerson: true }),
  reviewed_at: field.instant("审核时间").nullable(),
  review_reason: z.string().nullable().meta({ label: "通过说明" }),
  reject_reason: z.string().nullable().meta({ label: "驳回原因" }),
  execute_at: field.instant("注销时间").nullable(),
  completed_at: field.instant("完成时间").nullable(),
  can: field.can("audit", "force"),
});
export type UnregisterRow = z.output<typeof UnregisterRow>;

const actions = { approve: "通过", reject: "驳回" } as const;
const force = z
  .boolean()
  .default(false)
  .meta({ label: "仍要通过", control: "switch", help: "存在未结业务时，仅超级管理员可以通过，并须填写说明" });

export const UnregisterReview = z
  .object({
    action: field.choice("审核结果", actions),
    reason: field.optional(field.reason("说明")),
    force,
  })
  .superRefine(({ action, reason, force: isForced }, context) => {
    if (reason !== null) return;
    if (action === "reject") context.addIssue({ code: "custom", path: ["reason"], message: "请输入驳回原因" });
    else if (isForced) context.addIssue({ code: "custom", path: ["reason"], message: "请输入说明" });
  });

const view = "customer:unregister:view";

export const unregister = {
  list: endpoint("GET /api/customer/unregister", "注销申请列表", view, {
    kind: "unregister_request",
    query: listQuery(
      {
        status: z.enum(Object.keys(unregisterViews) as [keyof typeof unregisterViews]).default("pending"),
        overdue: bit(),
        keyword: contactKeyword(),
        ...queryDays("created"),
      },
      // `due`: what waits by its time, what is decided the newest first.
      ["due", "created_at", "due_at"],
      "due",
    ),
    reply: page(UnregisterRow),
  }),
  options: endpoint("GET /api/customer/unregister/options", "注销申请选项", view, {
    reply: z.object({ status: z.array(option), reason: z.array(option) }),
  }),
  count: endpoint("GET /api/customer/unregister/count", "注销申请数量", view, {
    reply: field.counts("pending", "approved", "rejected", "cancelled", "completed", "overdue"),
  }),
  approve: endpoint("PUT /api/customer/unregister/{id}", "通过注销申请", "customer:unregister:audit", {
    select: ({ body }) => body.action === "approve",
    body: z.object({ action: z.literal("approve"), reason: field.optional(field.reason("说明")), force }),
    reply: UnregisterRow,
  }),
  reject: endpoint("PUT /api/customer/unregister/{id}", "驳回注销申请", "customer:unregister:audit", {
    body: z.object({ action: z.literal("reject"), reason: field.reason("驳回原因") }),
    reply: UnregisterRow,
  }),
};

export const unregisterScreens = {
  "/customer/unregister": screenData("list", (address) => ({
    page: listRequest(unregister.list, address),
    counts: request(unregister.count),
  })),
};
