import { z } from "zod";
import { page, queryDay, queryId } from "../common";
import { CustomerColumns } from "../customer/customer-record";
import { TrackingColumns } from "../customer/tracking";
import { endpoint } from "../endpoint";
import { figures } from "../figures";
import type { Permission } from "../permissions";
import { ScheduleColumns } from "../schedule/schedule";
import { month, TargetMonth } from "../system/target";

/** Figures of the dashboard whose data exist; each area adds its own. A 现值 figure is of now and ignores the range. Shown to holders of the code. */
export const metrics = {
  customer_new: { label: figures.customer_new.label, isCurrent: false, permission: "customer:info:view" },
  tracking_valid: { label: figures.tracking_valid.label, isCurrent: false, permission: "customer:tracking:view" },
  /** Customers who came, each counted once. */
  visit_count: { label: figures.visit_count.label, isCurrent: false, permission: "customer:tracking:view" },
  customer_active: { label: figures.customer_active.label, isCurrent: true, permission: "customer:info:view" },
  pool_size: { label: figures.pool_size.label, isCurrent: true, permission: "customer:pool:view" },
} as const satisfies Record<string, { label: string; isCurrent: boolean; permission: Permission }>;
export type Metric = keyof typeof metrics;

/** What waits to be done, each with the rows behind it: here, or in the list that `to` names. */
export const todos = {
  inquiry_pending: {
    label: figures.inquiry_pending.label,
    permission: "inquiry:inquiry:assign",
    to: "/inquiry/all-inquiry?view=pending",
  },
  inquiry_overdue: {
    label: figures.inquiry_overdue.label,
    permission: "inquiry:inquiry:view",
    to: "/inquiry/all-inquiry?view=overdue",
  },
  tracking_today: { label: figures.tracking_today.label, permission: "customer:info:view" },
  pool_warning: { label: figures.pool_warning.label, permission: "customer:info:view" },
  transfer: {
    label: figures.transfer.label,
    permission: "customer:info:assign",
    to: "/customer/customerInfor?view=transfer",
  },
  clue_pending: {
    label: figures.clue_pending.label,
    permission: "clue:clue:audit",
    to: "/clue/feedback?view=pending",
  },
  deal_review: {
    label: figures.deal_review.label,
    permission: "deal:deal:review",
    to: "/Covenant/covenantList?status=reviewing",
  },
  billing_confirm: {
    label: figures.billing_confirm.label,
    permission: "deal:billing:confirm",
    to: "/Covenant/covenantList?view=billing&bill_status=paid",
  },
  estate_audit: { label: figures.estate_audit.label, permission: "house:estate:audit", to: "/house/audit" },
  mansion_application: {
    label: figures.mansion_application.label,
    permission: "house:mansion:apply_confirm",
    to: "/house/mansion?status=pending",
  },
  unregister: {
    label: figures.unregister.label,
    permission: "customer:unregister:audit",
    to: "/customer/unregister?status=pending",
  },
} as const satisfies Record<string, { label: string; permission: Permission; to?: string }>;
export type Todo = keyof typeof todos;
/** Those that count customers. */
export type CustomerTodo = "tracking_today" | "pool_warning";

/** The figures that count customers; the others count follow-ups. */
const customerFigures = [
  "customer_new",
  "visit_count",
  "customer_active",
  "pool_size",
  "tracking_today",
  "pool_warning",
] as const;

const range = { from: queryDay(), to: queryDay(), team_id: queryId(), user_id: queryId() };

const paging = {
  page: z.coerce.number().int().min(1).max(500).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(20),
};

/** Ratios in percent, null where there is nothing to compare with. `spark`: the last seven days of the range, empty for a 现值 figure. */
const Kpi = z.object({
  key: z.enum(Object.keys(metrics) as [Metric]),
  value: z.number(),
  prev: z.number().nullable(),
  ratio: z.number().nullable(),
  yoy: z.number().nullable(),
  yoy_ratio: z.number().nullable(),
  spark: z.array(z.number()),
  target: z.number().nullable(),
  target_rate: z.number().nullable(),
  /** Of 新增客户: those who came by a file besides, and are not among the value. */
  imported: z.number().int().optional(),
});
export type Kpi = z.output<typeof Kpi>;

/** Whose day it is: one's own, or that of everybody in one's data scope. */
export const dayScopes = { mine: "我的", team: "团队" } as const;

/** What a line of the day says of its customer, and what one does with them from there. */
const DayCustomer = CustomerColumns.pick({
  ...{ id: true, customer_no: true, name: true, phone_cc: true, phone: true, level: true, stage: true, owner: true },
  ...{ last_tracking_at: true, next_tracking_at: true, days_to_pool: true, is_warned: true, is_blacklisted: true },
  ...{ clock: true, can: true },
});
export type DayCustomer = z.output<typeof DayCustomer>;
const DaySchedule = ScheduleColumns.extend({ about: DayCustomer.nullable() });
export type DaySchedule = z.output<typeof DaySchedule>;

/** The first rows of one part of the day, with how many it has. */
const dayPart = <Row extends z.ZodType>(row: Row) =>
  z.object({ list: z.array(row), total: z.number().int(), total_capped: z.boolean() });

/** What a person has to do today. Parts that he may not see are null. */
const Today = z.object({
  scope: z.enum(Object.keys(dayScopes) as [keyof typeof dayScopes]),
  /** Whether there are others in his scope. */
  has_team: z.boolean(),
  /** Follow-ups whose moment has passed, and those of the rest of the day. */
  tracking_late: dayPart(DayCustomer).nullable(),
  tracking_today: dayPart(DayCustomer).nullable(),
  /** Schedules but those that stand for one of these follow-ups. */
  schedule_late: dayPart(DaySchedule),
  schedule_today: dayPart(DaySchedule),
  /** Customers whom the pool takes soon, but those who are to be followed up today anyway. */
  pool: dayPart(DayCustomer).nullable(),
});
export type Today = z.output<typeof Today>;

/** The figures that the chart draws, day by day. */
export const trends = ["tracking_valid", "customer_new"] as const satisfies Metric[];
const Trend = z.object({
  from: z.string(),
  to: z.string(),
  series: z.array(
    z.object({
      key: z.enum(trends),
      label: z.string(),
      points: z.array(z.object({ date: z.string(), value: z.number().int() })),
    }),
  ),
});
export type Trend = z.output<typeof Trend>;

export const analytics = {
  today: endpoint("GET /api/analytics/dashboard/today", {
    summary: "今日工作台",
    permission: "dashboard:tob:view",
    /** Absent: the team's for who assigns customers, else one's own. */
    query: z.object({ scope: Today.shape.scope.optional() }),
    reply: Today,
  }),
  /** By day; the last thirty where no range is said. */
  trend: endpoint("GET /api/analytics/dashboard/trend", {
    summary: "看板趋势",
    permission: "dashboard:tob:view",
    query: z.object(range),
    reply: Trend,
  }),
  kpi: endpoint("GET /api/analytics/dashboard/kpi", {
    summary: "看板指标",
    permission: "dashboard:tob:view",
    query: z.object(range),
    reply: z.object({ from: z.string(), to: z.string(), list: z.array(Kpi) }),
  }),
  /** Of the scope what has a target at all. */
  target: endpoint("GET /api/analytics/dashboard/target", {
    summary: "看板月度目标",
    permission: "dashboard:tob:view",
    query: z.object({ month: month().optional() }),
    reply: TargetMonth,
  }),
  todo: endpoint("GET /api/analytics/dashboard/todo", {
    summary: "待办",
    permission: "dashboard:tob:view",
    reply: z.array(z.object({ key: z.enum(Object.keys(todos) as [Todo]), count: z.number().int() })),
  }),
  rows: endpoint("GET /api/analytics/rows", {
    summary: "指标明细",
    permission: "dashboard:tob:view",
    query: z.object({ metric: z.enum(customerFigures), ...paging, ...range }),
    reply: page(CustomerColumns),
  }),
  trackingRows: endpoint("GET /api/analytics/rows", {
    summary: "跟进指标明细",
    permission: "dashboard:tob:view",
    select: ({ query }) => query.metric === "tracking_valid",
    query: z.object({ metric: z.literal("tracking_valid").default("tracking_valid"), ...paging, ...range }),
    reply: page(TrackingColumns),
  }),
};
