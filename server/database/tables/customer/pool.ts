import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { PoolReason } from "~/contract/customer/claim-clock";
import type { purposes } from "~/contract/customer/customer-record";
import { common, instant, versioned } from "../columns";

const ids = () => jsonb().$type<number[]>().notNull().default([]);
type Purpose = keyof typeof purposes;

/** Where customers without an owner wait, and by what rules they come there (domain B.2). */
export const pool = pgTable(
  "pool",
  {
    ...common,
    ...versioned,
    name: text().notNull(),
    sort: integer().notNull().default(100),
    status: text().$type<"enabled" | "disabled">().notNull().default("enabled"),
    /** The one that takes whatever no other pool takes: it has no conditions, comes last and always is. */
    is_main: boolean().notNull().default(false),
    country_codes: jsonb().$type<string[]>().notNull().default([]),
    purposes: jsonb().$type<Purpose[]>().notNull().default([]),
    team_ids: ids(),
    member_team_ids: ids(),
    manager_ids: ids(),
    reasons: jsonb().$type<PoolReason[]>().notNull().default(["no_follow", "no_deal"]),
    /** Absent rules are those of the settings. */
    no_follow_days: integer(),
    days_a: integer(),
    days_b: integer(),
    days_c: integer(),
    days_d: integer(),
    no_deal_days: integer(),
    claim_daily_limit: integer(),
    customer_cap: integer(),
    /** When a rule was last changed: nobody is released before the days of warning after it. */
    rules_at: instant(),
  },
  (t) => [uniqueIndex("pool_name").on(t.name), uniqueIndex("pool_main").on(t.is_main).where(sql`${t.is_main}`)],
);
