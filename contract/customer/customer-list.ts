import { z } from "zod";
import { bit, contactKeyword, csv, listQuery, page, queryDays, queryId, ref } from "../common";
import * as field from "../field";
import type { WhereOptions } from "../where";
import { Customer, CustomerRow, levels, poolReasons, stages } from "./customer-record";

/** The tabs of owned customers: all in the caller's scope, the caller's own, the team's, due today, soon to the pool, locked, lost. */
export const ownedViews = {
  owned: "全部",
  mine: "我的",
  team: "团队",
  today: "今日待跟进",
  warning: "即将进公海",
  locked: "已锁定",
  lost: "已流失",
} as const;

const oneOf = <T extends Record<string, string>>(options: T) =>
  csv(z.enum(Object.keys(options) as [keyof T & string, ...(keyof T & string)[]]));
const amount = () =>
  z
    .string()
    .regex(/^\d{1,16}(\.\d{1,2})?$/, "金额须为数字，最多两位小数")
    .optional();

const shared = {
  keyword: contactKeyword(),
  level: oneOf(levels),
  stage: oneOf(stages),
  source: csv(z.string().max(40)),
  country: csv(z.string().length(2)),
  estate_id: queryId(),
  ...queryDays("created"),
};
const poolFilters = {
  ...shared,
  view: z.enum(["pool"]).default("pool"),
  pool_reason: oneOf(poolReasons),
  pool: queryId().meta({ label: "公海", scene: "pools" }),
  /** Those that the caller may claim now. */
  claimable: bit().meta({ label: "只看可领取" }),
  ...queryDays("pool"),
};
const ownedFilters = {
  ...shared,
  view: z.enum(Object.keys(ownedViews) as [keyof typeof ownedViews]).default("owned"),
  owner_id: queryId(),
  district_id: queryId(),
  /** In the currency of `budget_currency`; without one, compared in CNY. */
  budget_min: amount(),
  budget_max: amount(),
  budget_currency: z.string().length(3).optional(),
  tag: csv(z.string().max(40)),
  /** Not followed up for so many days or more. */
  idle_days_min: z.coerce.number().int().min(0).max(9999).optional(),
  ...queryDays("tracked"),
  ...queryDays("next"),
};
const trashedFilters = {
  trashed: z.literal("only").default("only"),
  keyword: contactKeyword(),
  owner_id: queryId(),
  ...queryDays("deleted"),
};
const poolSorts = ["pool_at", "customer_no", "name", "level", "stage", "tracking_count", "created_at"] as const;
const ownedSorts = [
  "created_at",
  "customer_no",
  "name",
  "level",
  "stage",
  "budget_max",
  "assigned_at",
  "last_tracking_at",
  "next_tracking_at",
  "idle_days",
] as const;
const trashedSorts = ["deleted_at", "customer_no", "name"] as const;

/** The day's claims and the customers held, against their limits. */
const ClaimState = field.counts("claimed_today", "claim_limit", "customer_count", "customer_cap").extend({
  /** Why nothing more can be claimed now. */
  blocked: z.string().nullable(),
});

const most_at_once = z.int();

const poolPage = page(CustomerRow).extend({ claim: ClaimState, most_at_once });
const ownedPage = page(CustomerRow).extend({
  most_at_once,
  /** Rows of the tabs that call for something, at most 99 counted; `transfer` of the inbox, for those who handle it. */
  counts: z.object({ today: z.int(), warning: z.int(), transfer: z.int() }),
});

export const TrashedRow = z.object({
  id: field.id(),
  version: z.int(),
  customer_no: z.string().meta({ label: "客户编号" }),
  name: z.string().meta({ label: "客户姓名" }),
  phone_cc: z.string().nullable(),
  phone: z.string().nullable().meta({ label: "手机号", control: "phone" }),
  last_owner: ref.nullable().meta({ label: "原跟进人", isPerson: true }),
  deleted_by: ref.nullable().meta({ label: "删除人" }),
  deleted_at: field.instant("删除时间"),
  delete_reason: z.string().nullable().meta({ label: "删除原因" }),
  /** The number of the customer that it was merged into; such a one is not restored. */
  merged_to: ref.nullable().meta({ label: "合并至" }),
  can: field.can("restore", "destroy"),
});
export type TrashedRow = z.output<typeof TrashedRow>;

type Asked = { query: Record<string, unknown> };
/** Which of the lists on one path is meant (⑂ in domain E.1). */
export const asksPool = ({ query }: Asked) => query.view === "pool" && query.trashed === undefined;
export const asksTrash = ({ query }: Asked) => query.trashed === "only";
export const asksOwned = ({ query }: Asked) =>
  typeof query.view === "string" && query.view in ownedViews && query.trashed === undefined;

const { intent_country_codes, intent_estate_ids, tags, tracking_count, is_blacklisted } = CustomerRow.shape;
const { gender, country_code, district_id, industry, language, purposes, loan_need, remark } = Customer.shape;

/** More conditions than the lists' own filters; never the contacts, which are masked. */
const where = {
  row: CustomerRow,
  more: {
    ...{ intent_country_codes, intent_estate_ids, tags, tracking_count, is_blacklisted },
    ...{ gender, country_code, district_id, industry, language, purposes, loan_need, remark },
    budget_min: Customer.shape.budget_min,
    budget_max: Customer.shape.budget_max,
    budget_currency: Customer.shape.budget_currency,
    assigned_at: field.instant("分配时间"),
  },
  // Many estates are one field of the row.
  not: ["estate_id"],
} satisfies WhereOptions;

export const pool = {
  query: listQuery(poolFilters, poolSorts, "-pool_at"),
  where,
  reply: poolPage,
} as const;
export const owned = {
  query: listQuery(ownedFilters, ownedSorts, "-created_at"),
  where,
  reply: ownedPage,
} as const;
export const trashed = {
  query: listQuery(trashedFilters, trashedSorts, "-deleted_at"),
  where: { not: ["owner_id"] },
  reply: page(TrashedRow),
} as const;
