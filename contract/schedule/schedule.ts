import { z } from "zod";
import { listQuery, oneOf, page, queryDay, queryId, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";

export const scheduleTypes = {
  call: "回访",
  visit: "带看",
  meeting: "会议",
  sign: "签约",
  payment: "付款提醒",
  task: "任务",
  other: "其他",
} as const;

export type ScheduleType = keyof typeof scheduleTypes;

export const scheduleStatuses = { pending: "待办", done: "已完成", cancelled: "已取消" } as const;
export type ScheduleStatus = keyof typeof scheduleStatuses;

/** Minutes before the beginning; `none` is null in forms. */
export const reminders = {
  none: "不提醒",
  0: "开始时",
  15: "提前15分钟",
  30: "提前30分钟",
  60: "提前1小时",
  120: "提前2小时",
  1440: "提前1天",
} as const;
export const reminderMinutes = [0, 15, 30, 60, 120, 1440] as const;

/** Whose: the caller's own, or also those of everybody in the caller's data scope. */
const scheduleScopes = { mine: "我的", team: "团队" } as const;

const scheduleViews = ["list", "month", "week"] as const;

const readReminder = (value: unknown) => {
  if (value === "none" || value === "") return null;
  return typeof value === "string" && /^\d{1,4}$/.test(value) ? Number(value) : value;
};

export const Schedule = z
  .object({
    title: field.text("标题", 50),
    type: field.choice("类型", scheduleTypes),
    all_day: z.boolean().default(false).meta({ label: "全天", control: "switch", help: "只按日期，不计时间" }),
    start_at: field.instant("开始时间"),
    end_at: field.optional(field.instant("结束时间")),
    customer_id: field.optional(field.reference("客户", "customers")),
    deal_id: field.optional(field.id("关联成交")),
    /** Absent: the caller; in an edit its present person. */
    user_id: field.optional(field.reference("成员", "users")),
    location: field.optional(field.text("地点", 100)),
    /** Absent: the setting's; in an edit what it is. */
    remind_minutes: z
      .preprocess(readReminder, z.literal(reminderMinutes, { error: "请选择提醒" }).nullable().optional())
      .meta({ label: "提醒", control: "select", options: reminders }),
    content: field.optional(field.longText("内容", 500)),
  })
  .superRefine(({ start_at, end_at, all_day }, context) => {
    if (!end_at) return;
    const [start, end] = [Date.parse(start_at), Date.parse(end_at)].map((at) => (all_day ? dayNumber(at) : at));
    if (Number(end) < Number(start))
      context.addIssue({ code: "custom", path: ["end_at"], message: "结束时间不能早于开始时间" });
  });

/** The day of Asia/Shanghai that a moment falls on, counted. */
const dayNumber = (moment: number) => Math.floor((moment + 8 * 3_600_000) / 86_400_000);

export const ScheduleDone = z.object({
  action: z.literal("done").default("done"),
  result: field.optional(field.longText("完成情况", 500)),
});

export const ScheduleRow = field.rowOf(
  Schedule,
  ["title", "type", "start_at", "end_at", "all_day", "location", "content"],
  {
    id: field.id(),
    /** By number alone where the caller may not see it. */
    customer: ref.nullable().meta({ label: "客户" }),
    /** The deal that it is about, by its number, for callers who see it. */
    deal: ref.nullable().meta({ label: "关联成交" }),
    /** Also other minutes than the form offers, as settings once had them. */
    remind_minutes: z.int().nullable().meta({ label: "提醒" }),
    status: field.choice("状态", scheduleStatuses),
    is_overdue: z.boolean().meta({ label: "已逾期" }),
    done_at: field.instant("完成时间").nullable(),
    result: field.read(ScheduleDone.shape.result),
    user: ref.meta({ label: "成员", isPerson: true }),
    /** Null: the system. */
    creator: ref.nullable().meta({ label: "创建人", isPerson: true }),
    created_at: field.instant("创建时间"),
    can: field.can("edit", "done", "cancel", "undo", "delete"),
  },
);
export type ScheduleRow = z.output<typeof ScheduleRow>;

const isAct =
  (action: string) =>
  ({ body }: { body: Record<string, unknown> }) =>
    body.action === action;

export const schedule = {
  list: endpoint("GET /api/customer/schedule", "日程列表", "signed-in", {
    keys: true,
    query: listQuery(
      {
        status: oneOf(scheduleStatuses),
        type: oneOf(scheduleTypes),
        /** Days that they touch. */
        from: queryDay(),
        to: queryDay(),
        /** Without a person or a customer. */
        scope: z.enum(["mine", "team"]).default("mine").meta({ label: "范围", options: scheduleScopes }),
        user_id: queryId(),
        customer_id: queryId(),
        /** The tab of the screen: the address keeps it, the server does not ask. */
        view: z.enum(scheduleViews).optional(),
      },
      // `due`: what waits, the oldest first; then the rest, the newest first.
      ["due", "start_at", "created_at"],
      "due",
    ),
    /** `default_remind`: what the form of a new one begins with. */
    reply: page(ScheduleRow).extend({ default_remind: z.int() }),
  }),
  create: endpoint("POST /api/customer/schedule", "新增日程", "signed-in", {
    keys: true,
    mayWait: true,
    body: Schedule,
    reply: ScheduleRow,
  }),
  update: endpoint("PUT /api/customer/schedule/{id}", "编辑日程", "signed-in", {
    keys: true,
    body: Schedule,
    reply: ScheduleRow,
  }),
  done: endpoint("PUT /api/customer/schedule/{id}", "完成日程", "signed-in", {
    keys: true,
    mayWait: true,
    select: isAct("done"),
    body: ScheduleDone,
    reply: ScheduleRow,
  }),
  cancel: endpoint("PUT /api/customer/schedule/{id}", "取消日程", "signed-in", {
    keys: true,
    select: isAct("cancel"),
    body: z.object({ action: z.literal("cancel") }),
    reply: ScheduleRow,
  }),
  undo: endpoint("PUT /api/customer/schedule/{id}", "撤销完成", "signed-in", {
    keys: true,
    select: isAct("undo"),
    body: z.object({ action: z.literal("undo") }),
    reply: ScheduleRow,
  }),
  remove: endpoint("DELETE /api/customer/schedule/{id}", "删除日程", "signed-in", { reply: z.null() }),
};
