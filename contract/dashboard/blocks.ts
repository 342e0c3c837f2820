import { z } from "zod";
import { queryDay, queryId } from "../common";
import { CustomerRow } from "../customer/customer-record";
import { ScheduleRow } from "../schedule/schedule";
import { allFigures } from "./figure-texts";
import { type Metric, metrics, type Todo, todos } from "./metrics";

/** The days and people that figures are asked for; `country`: of the estate, of an agent, of what a customer looks for. */
export const range = {
  from: queryDay(),
  to: queryDay(),
  team_id: queryId(),
  user_id: queryId(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "国家/地区不正确")
    .optional(),
};

/** A page of rows of a range. */
export const pagedRange = {
  page: z.coerce.number().int().min(1).max(500).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(20),
  ...range,
};

/** What each key counts: the definition that the screens show as well. */
const inWords = (keys: Partial<Record<keyof typeof allFigures, unknown>>): string =>
  (Object.keys(keys) as (keyof typeof allFigures)[])
    .map((key) => `${key} ${allFigures[key].label}：${allFigures[key].definition}`)
    .join("\n");

/** `ratio` and `yoy_ratio` in percent of what it is compared with, of a percentage in points; null: nothing to compare with. `spark`: seven days. */
const Kpi = z.object({
  key: z.enum(Object.keys(metrics) as [Metric]).meta({ description: inWords(metrics) }),
  /** Null of a percentage of nothing. */
  value: z.number().nullable(),
  prev: z.number().nullable(),
  ratio: z.number().nullable(),
  yoy: z.number().nullable(),
  yoy_ratio: z.number().nullable(),
  spark: z.array(z.number().nullable()),
  target: z.number().nullable(),
  target_rate: z.number().nullable(),
  /** Of 新增客户: customers who came by a file; the value does not count them. */
  imported: z.int().optional(),
  /** Of 认购 and 签约: of those that had come so far how many were cancelled in the range. */
  cancelled: z.int().optional(),
  /** Of 应收佣金: what has become of it. They add up to the value. */
  parts: z.object({ received: z.number(), confirming: z.number(), open: z.number() }).optional(),
});
export type Kpi = z.output<typeof Kpi>;

/** Whose day it is: the caller's own, or that of everybody in the caller's data scope. */
export const dayScopes = { mine: "我的", team: "团队" } as const;

export const DayCustomer = CustomerRow.pick({
  ...{ id: true, customer_no: true, name: true, phone_cc: true, phone: true, level: true, stage: true, owner: true },
  ...{ last_tracking_at: true, next_tracking_at: true, days_to_pool: true, is_warned: true, is_blacklisted: true },
  ...{ clock: true, can: true },
}).extend({
  /** What was last written of them; null without the right to read it. */
  last_note: z.string().nullable(),
});
export type DayCustomer = z.output<typeof DayCustomer>;
const DaySchedule = ScheduleRow.extend({ about: DayCustomer.nullable() });
export type DaySchedule = z.output<typeof DaySchedule>;

const dayPart = <Row extends z.ZodType>(row: Row) =>
  z.object({ list: z.array(row), total: z.int(), total_capped: z.boolean() });

/** What a person has to do today. Parts that he may not see are null. */
export const Today = z.object({
  scope: z.enum(Object.keys(dayScopes) as [keyof typeof dayScopes]),
  has_team: z.boolean(),
  /** Follow-ups whose moment has passed, and those of the rest of the day. */
  tracking_late: dayPart(DayCustomer).nullable(),
  tracking_today: dayPart(DayCustomer).nullable(),
  /** Schedules except those made for one of these follow-ups. */
  schedule_late: dayPart(DaySchedule),
  schedule_today: dayPart(DaySchedule),
  /** Customers who soon go to the pool, except those to be followed up today anyway. */
  pool: dayPart(DayCustomer).nullable(),
});
export type Today = z.output<typeof Today>;

/** For a team leader: what each member has not done in time, the most first. */
export const TeamWork = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    overdue: z.int().meta({ label: "逾期跟进" }),
    /** Given to them in the last thirty days, and never spoken to. */
    untouched: z.int().meta({ label: "未跟进" }),
    /** Of the inquiries of the last seven days; in working seconds, null without an answer. */
    response_seconds: z.int().nullable().meta({ label: "平均响应" }),
  }),
);
export type TeamWork = z.output<typeof TeamWork>;

/** What waits to be done, as far as the viewer may do it. */
export const Todos = z.array(
  z.object({
    key: z.enum(Object.keys(todos) as [Todo]).meta({ description: inWords(todos) }),
    count: z.int(),
    /** Which ones, of what no list holds: the names of jobs. */
    note: z.string().optional(),
  }),
);

export const Kpis = z.object({ from: z.string(), to: z.string(), list: z.array(Kpi) });

/** The figures that the chart draws, day by day: what comes in and what comes of it, and the work on it. */
export const trends = [
  "inquiry_new",
  "clue_new",
  "contract_count",
  "customer_new",
  "tracking_valid",
] as const satisfies Metric[];
export const Trend = z.object({
  from: z.string(),
  to: z.string(),
  series: z.array(
    z.object({
      key: z.enum(trends),
      label: z.string(),
      points: z.array(z.object({ date: z.string(), value: z.number() })),
    }),
  ),
});
export type Trend = z.output<typeof Trend>;
