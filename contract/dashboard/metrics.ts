import type { Permission } from "../permissions";
import { type AnyFigureKey, allFigures } from "./figure-texts";

interface MetricOf {
  label: string;
  permission: Permission;
  /** A 现值 figure is of now and ignores the range. */
  isCurrent: boolean;
  /** Counts, a percentage, or an amount in CNY. */
  unit: "count" | "percent" | "cny";
  /** What its rows are; a ratio's are those of its upper part. */
  rows: "customer" | "tracking" | "inquiry" | "clue" | "deal" | "billing" | "estate" | "agent";
}

/** A figure over days, by its name in `figures`. */
const over = <R extends MetricOf["rows"], P extends Permission>(key: AnyFigureKey, rows: R, permission: P) =>
  ({ label: allFigures[key].label, permission, isCurrent: false, unit: "count", rows }) as const;

/** Figures of the dashboard (domain D.2), in the order of its cards. Each is shown to holders of its code. */
export const metrics = {
  inquiry_new: over("inquiry_new", "inquiry", "inquiry:inquiry:view"),
  response_rate: { ...over("response_rate", "inquiry", "inquiry:inquiry:view"), unit: "percent" },
  customer_new: over("customer_new", "customer", "customer:info:view"),
  customer_active: { ...over("customer_active", "customer", "customer:info:view"), isCurrent: true },
  pool_size: { ...over("pool_size", "customer", "customer:pool:view"), isCurrent: true },
  tracking_valid: over("tracking_valid", "tracking", "customer:tracking:view"),
  clue_new: over("clue_new", "clue", "clue:clue:view"),
  clue_valid_rate: { ...over("clue_valid_rate", "clue", "clue:clue:view"), unit: "percent" },
  /** Customers who came, each counted once. */
  visit_count: over("visit_count", "customer", "customer:tracking:view"),
  subscribe_count: over("subscribe_count", "deal", "deal:deal:view"),
  contract_count: over("contract_count", "deal", "deal:deal:view"),
  contract_amount: { ...over("contract_amount", "deal", "deal:deal:view"), unit: "cny" },
  commission_receivable: { ...over("commission_receivable", "billing", "deal:commission:view"), unit: "cny" },
  commission_received: { ...over("commission_received", "billing", "deal:commission:view"), unit: "cny" },
  estate_online: { ...over("estate_online", "estate", "house:estate:view"), isCurrent: true },
  estate_new: over("estate_new", "estate", "house:estate:view"),
  agent_active: over("agent_active", "agent", "agent:agent:view"),
} as const satisfies Record<string, MetricOf>;
export type Metric = keyof typeof metrics;
export type MetricRows = MetricOf["rows"];
/** Those whose rows are of one kind. */
export type MetricWith<R extends MetricRows> = {
  [K in Metric]: (typeof metrics)[K] extends { rows: R } ? K : never;
}[Metric];
/** Those of customers and their follow-ups. */
export type CustomerMetric = MetricWith<"customer" | "tracking">;

/** What waits to be done, each with the rows behind it: here, or in the list that `to` names. */
export const todos = {
  inquiry_pending: {
    label: allFigures.inquiry_pending.label,
    permission: "inquiry:inquiry:assign",
    to: "/inquiry/all-inquiry?view=pending",
  },
  inquiry_overdue: {
    label: allFigures.inquiry_overdue.label,
    permission: "inquiry:inquiry:view",
    to: "/inquiry/all-inquiry?view=overdue",
  },
  tracking_today: { label: allFigures.tracking_today.label, permission: "customer:info:view" },
  pool_warning: { label: allFigures.pool_warning.label, permission: "customer:info:view" },
  transfer: {
    label: allFigures.transfer.label,
    permission: "customer:info:assign",
    to: "/customer/customerInfor?view=transfer",
  },
  clue_pending: {
    label: allFigures.clue_pending.label,
    permission: "clue:clue:audit",
    to: "/clue/feedback?view=pending",
  },
  deal_review: {
    label: allFigures.deal_review.label,
    permission: "deal:deal:review",
    to: "/Covenant/covenantList?reviewable=1&sort=created_at",
  },
  billing_confirm: {
    label: allFigures.billing_confirm.label,
    permission: "deal:billing:confirm",
    to: "/Covenant/covenantList?tab=bills&status=paid",
  },
  estate_audit: { label: allFigures.estate_audit.label, permission: "house:estate:audit", to: "/house/audit" },
  mansion_application: {
    label: allFigures.mansion_application.label,
    permission: "house:mansion:apply_confirm",
    to: "/house/mansion?status=pending",
  },
  unregister: {
    label: allFigures.unregister.label,
    permission: "customer:unregister:audit",
    to: "/customer/unregister?status=pending",
  },
} as const satisfies Record<string, { label: string; permission: Permission; to?: string }>;
export type Todo = keyof typeof todos;
/** Those that count customers. */
export type CustomerTodo = "tracking_today" | "pool_warning";

// The names of one kind are as the table above gives them.
export const metricsWith = <R extends MetricRows>(rows: R) =>
  (Object.keys(metrics) as Metric[]).filter((key) => metrics[key].rows === rows) as [MetricWith<R>, ...MetricWith<R>[]];
