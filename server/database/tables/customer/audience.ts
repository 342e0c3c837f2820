import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { BlacklistEffect, BlacklistStatus, BlacklistType } from "~/contract/customer/blacklist";
import { common, instant, referenceTo, rowId, searchText } from "../columns";
import { bigrams, bounded, folded } from "../search";
import { customer } from "./customer";

/** An account of the public site or app. The site writes it; here it is read, linked, disabled and at last anonymised. */
export const customerUser = pgTable(
  "customer_user",
  {
    ...common,
    user_no: text().notNull(),
    nickname: text(),
    nickname_fold: searchText(),
    phone_cc: text(),
    phone: text(),
    phone_e164: text(),
    phone_last4: text(),
    email: text(),
    wechat_unionid: text(),
    avatar_url: text(),
    gender: text().notNull().default("unknown"),
    language: text(),
    country_code: text(),
    register_platform: text().notNull(),
    register_channel: text(),
    register_ip: text(),
    registered_at: instant().notNull(),
    last_active_at: instant(),
    login_count: integer().notNull().default(0),
    favorite_count: integer().notNull().default(0),
    view_count: integer().notNull().default(0),
    /** Kept by the trigger `inquiry_counted`. */
    inquiry_count: integer().notNull().default(0),
    /** The tracking point that brought them. */
    tracker_id: rowId(),
    customer_id: rowId().references(() => customer.id),
    status: text().notNull().default("normal"),
    /** Why it was disabled. */
    status_reason: text(),
  },
  (t) => [
    uniqueIndex("customer_user_no").on(t.user_no.op("text_pattern_ops")),
    uniqueIndex("customer_user_phone").on(t.phone_e164),
    index("customer_user_phone_national").on(t.phone.op("text_pattern_ops")),
    index("customer_user_phone_last4").on(t.phone_last4),
    uniqueIndex("customer_user_email").on(t.email),
    uniqueIndex("customer_user_wechat").on(t.wechat_unionid),
    uniqueIndex("customer_user_customer").on(t.customer_id),
    index("customer_user_nickname")
      .using("gin", bigrams(folded(t.nickname_fold, t.nickname)))
      .with(bounded),
    index("customer_user_registered").on(t.registered_at, t.id),
    // Absent values come last in both directions, so each direction needs its own index.
    index("customer_user_active").on(t.last_active_at.desc().nullsLast(), t.id.desc().nullsFirst()),
    index("customer_user_tracker").on(t.tracker_id, t.registered_at),
  ],
);

/** What a registered user did on the site; kept 180 days. Parted by the month of `at` (docs/decisions/1120-backup-and-migrations.md). */
export const userBehavior = pgTable(
  "user_behavior",
  {
    id: bigint({ mode: "number" }).notNull().generatedByDefaultAsIdentity(),
    customer_user_id: referenceTo(() => customerUser.id),
    type: text().notNull(),
    target_type: text(),
    target_id: rowId(),
    /** What the site called the target at that moment. */
    target_name: text(),
    keyword: text(),
    /** How much a search found, where the site says so. */
    result_count: integer(),
    platform: text(),
    ip: text(),
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.at] }),
    index("user_behavior_user").on(t.customer_user_id, t.at),
    index("user_behavior_at").on(t.at),
  ],
);

/** The persons that are kept out, and from what. */
export const blacklist = pgTable(
  "blacklist",
  {
    ...common,
    type: text().$type<BlacklistType>().notNull(),
    /** Normalised: E.164, lower case, an address, or a registered user's number. */
    value: text().notNull(),
    customer_id: rowId().references(() => customer.id),
    customer_user_id: rowId().references(() => customerUser.id),
    reason: text().notNull(),
    detail: text(),
    effects: jsonb().$type<BlacklistEffect[]>().notNull().default(["block_inquiry"]),
    evidence_ids: jsonb().$type<number[]>().notNull().default([]),
    expire_at: instant(),
    status: text().$type<BlacklistStatus>().notNull().default("active"),
    removed_by: rowId(),
    removed_at: instant(),
    removed_reason: text(),
    hit_count: integer().notNull().default(0),
    last_hit_at: instant(),
  },
  (t) => [
    uniqueIndex("blacklist_value").on(t.type, t.value).where(sql`${t.status} = 'active'`),
    index("blacklist_any_value").on(t.value),
    index("blacklist_value_end").on(sql`right(${t.value}, 4)`),
    index("blacklist_created").on(t.created_at, t.id),
    index("blacklist_customer").on(t.customer_id),
  ],
);

/** A registered user's wish to have their account removed. */
export const unregisterRequest = pgTable(
  "unregister_request",
  {
    ...common,
    request_no: text().notNull(),
    customer_user_id: referenceTo(() => customerUser.id),
    /** As it stood when they asked; masked once it is done. */
    phone: text(),
    email: text(),
    reason: text().notNull(),
    detail: text(),
    platform: text().notNull(),
    /** The open business found at the review (domain C.1.7). */
    checks: jsonb().$type<Record<string, number>>().notNull().default({}),
    status: text().notNull().default("pending"),
    reviewer_id: rowId(),
    reviewed_at: instant(),
    review_reason: text(),
    reject_reason: text(),
    due_at: instant().notNull(),
    execute_at: instant(),
    completed_at: instant(),
  },
  (t) => [
    uniqueIndex("unregister_request_no").on(t.request_no.op("text_pattern_ops")),
    uniqueIndex("unregister_request_open").on(t.customer_user_id).where(sql`${t.status} in ('pending', 'approved')`),
    index("unregister_request_due").on(t.status, t.due_at),
    index("unregister_request_created").on(t.created_at),
  ],
);
