import { type ContentKind, contentCodes } from "../content/content-kinds";
import { contentList } from "../content/content-screens";
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
export type MetricWith<R extends MetricRows> = {
  [K in Metric]: (typeof metrics)[K] extends { rows: R } ? K : never;
}[Metric];
export type CustomerMetric = MetricWith<"customer" | "tracking">;

/** What waits to be done, by its name in `figures`; the list that `to` names holds its rows. */
const queue = <P extends Permission>(key: AnyFigureKey, permission: P, to?: string) =>
  ({ label: allFigures[key].label, permission, to }) as const;

/** Customers with an expected visit. */
const hasVisit = encodeURIComponent('{"op":"and","items":[{"field":"expected_visit_at","cmp":"not_empty"}]}');

/** Content that waits for a second person, of whom `:publish` is asked. */
const reviewQueue = <K extends ContentKind>(kind: K) =>
  queue(`${kind}_review`, contentCodes[kind].publish, `${contentList(kind)}?status=pending`);

/** The queues (domain D.2), in the order of the screen: each is shown to holders of its code. */
export const todos = {
  deal_review: queue("deal_review", "deal:deal:review", "/Covenant/covenantList?reviewable=1&sort=created_at"),
  inquiry_pending: queue("inquiry_pending", "inquiry:inquiry:assign", "/inquiry/all-inquiry?view=pending"),
  inquiry_overdue: queue("inquiry_overdue", "inquiry:inquiry:view", "/inquiry/all-inquiry?view=overdue"),
  chat_waiting: queue("chat_waiting", "inquiry:chat:reply", "/inquiry/chat-inquiry"),
  /** Of who follows customers up: it is they who have the day. */
  tracking_today: queue("tracking_today", "customer:tracking:create"),
  pool_warning: queue("pool_warning", "customer:tracking:create"),
  transfer: queue("transfer", "customer:info:assign", "/customer/customerInfor?view=transfer"),
  clue_pending: queue("clue_pending", "clue:clue:audit", "/clue/feedback?view=pending"),
  clue_visit: queue(
    "clue_visit",
    "clue:clue:advance",
    `/clue/feedback?view=valid&sort=expected_visit_at&where=${hasVisit}`,
  ),
  clue_expiring: queue("clue_expiring", "clue:clue:audit", "/clue/feedback?expiring=1&sort=protect_until"),
  statement_disputed: queue("statement_disputed", "clue:statement:confirm", "/clue/accountStatement?view=disputed"),
  billing_confirm: queue("billing_confirm", "deal:billing:confirm", "/Covenant/covenantList?tab=bills&status=paid"),
  billing_overdue: queue("billing_overdue", "deal:billing:confirm", "/Covenant/covenantList?tab=bills&overdue=1"),
  statement_pay: queue("statement_pay", "clue:statement:pay", "/clue/accountStatement?status=confirmed,invoiced"),
  estate_audit: queue("estate_audit", "house:estate:audit", "/house/audit"),
  mansion_application: queue("mansion_application", "house:mansion:apply_confirm", "/house/mansion?status=pending"),
  estate_rejected: queue("estate_rejected", "house:estate:edit", "/house/estate-list?state=rejected"),
  estate_draft: queue("estate_draft", "house:estate:edit", "/house/estate-list?state=draft"),
  unregister: queue("unregister", "customer:unregister:audit", "/customer/unregister?status=pending"),
  article_review: reviewQueue("article"),
  seo_article_review: reviewQueue("seo_article"),
  encyclopaedia_review: reviewQueue("encyclopaedia"),
  city_intro_review: reviewQueue("city_intro"),
  investment_review: reviewQueue("investment"),
  video_review: reviewQueue("video"),
  report_review: reviewQueue("report"),
  special_review: reviewQueue("special"),
  article_draft: queue("article_draft", "article:news:edit", "/article/news-list?status=draft"),
  article_scheduled: queue(
    "article_scheduled",
    "article:news:edit",
    "/article/news-list?status=scheduled&sort=publish_at",
  ),
  seo_article_draft: queue("seo_article_draft", "seo:article:edit", "/seo/seo-article?status=draft"),
  special_draft: queue("special_draft", "special:page:edit", "/specialEstate/special?status=draft"),
  banner_ending: queue("banner_ending", "resource:banner:manage", "/resources/banner?status=enabled&sort=end_at"),
  job_failed: queue("job_failed", "system:setting:manage"),
} as const satisfies Record<string, { label: string; permission: Permission; to: string | undefined }>;
export type Todo = keyof typeof todos;
/** Those that count customers. */
export type CustomerTodo = "tracking_today" | "pool_warning";

// The names of one kind are as the table above gives them.
export const metricsWith = <R extends MetricRows>(rows: R) =>
  (Object.keys(metrics) as Metric[]).filter((key) => metrics[key].rows === rows) as [MetricWith<R>, ...MetricWith<R>[]];
