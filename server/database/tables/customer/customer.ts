import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  char,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { TransferStatus } from "~/contract/customer/transfer";
import { clockNow } from "~/server/database/clock";
import { agent } from "../agent/agent";
import { calendarDay, common, instant, isoInstant, referenceTo, rowId, searchText, soft, versioned } from "../columns";
import { bigrams, bounded, districtsOfCustomer, folded, wordsOf } from "../search";
import { media, user } from "../system/system";
import { pool } from "./pool";

const now = () => isoInstant(clockNow());

export const customer = pgTable(
  "customer",
  {
    ...common,
    ...soft,
    ...versioned,
    customer_no: text().notNull(),
    name: text().notNull(),
    name_fold: searchText(),
    name_pinyin: searchText(),
    gender: text().notNull().default("unknown"),
    phone_cc: text(),
    phone: text(),
    phone_e164: text(),
    phone_last4: text(),
    phone2: text(),
    wechat: text(),
    email: text(),
    line_id: text(),
    whatsapp: text(),
    country_code: text(),
    district_id: rowId(),
    birth_year: integer(),
    industry: text(),
    language: text(),
    source: text().notNull(),
    source_detail: text(),
    referrer_customer_id: rowId(),
    level: text().notNull().default("C"),
    stage: text().notNull().default("new"),
    purposes: jsonb().$type<string[]>().notNull().default([]),
    intent_country_codes: jsonb().$type<string[]>().notNull().default([]),
    intent_district_ids: jsonb().$type<number[]>().notNull().default([]),
    intent_estate_ids: jsonb().$type<number[]>().notNull().default([]),
    budget_min: numeric({ precision: 18, scale: 2 }),
    budget_max: numeric({ precision: 18, scale: 2 }),
    budget_currency: char({ length: 3 }),
    loan_need: text().notNull().default("unknown"),
    owner_id: rowId().references(() => user.id),
    assigned_at: instant(),
    assigned_by: rowId(),
    last_owner_id: rowId().references(() => user.id),
    /** Their owner when they were created, whatever happened since; null: created into the pool. */
    first_owner_id: rowId().references(() => user.id),
    is_imported: boolean().notNull().default(false),
    /** Their file was taken back (撤销导入): they count as nobody who came, unless they leave the recycle bin again. */
    is_undone: boolean().notNull().default(false),
    pool_at: instant(),
    pool_reason: text(),
    /** The pool that they wait in, null with an owner; kept by the trigger `customer_pool`. In the recycle bin that which they came from. */
    pool_id: rowId().references(() => pool.id),
    /** When level, countries or purposes last changed, which say whose rule ends the holding: written by the trigger `customer_rule` alone. */
    rule_at: instant(),
    is_locked: boolean().notNull().default(false),
    locked_until: instant(),
    last_tracking_at: instant(),
    last_valid_tracking_at: instant(),
    next_tracking_at: instant(),
    tracking_count: integer().notNull().default(0),
    /** Kept by the trigger `inquiry_counted`. */
    inquiry_count: integer().notNull().default(0),
    /** Kept by the trigger `deal_counted`. */
    deal_count: integer().notNull().default(0),
    /** The tracking point that led them here. */
    tracker_id: rowId(),
    /** The agent that brought them. */
    agent_id: rowId().references(() => agent.id),
    tags: jsonb().$type<string[]>().notNull().default([]),
    remark: text(),
    lost_reason: text(),
    /** When the stage came to be 已流失, while it is: written by the trigger `customer_lost` alone. */
    lost_at: instant(),
    is_blacklisted: boolean().notNull().default(false),
    deleted_by: rowId(),
    delete_reason: text(),
    merged_to_id: rowId(),
    /** Anonymised for good: nothing but numbers and states is left. */
    destroyed_at: instant(),
  },
  (t) => [
    uniqueIndex("customer_no").on(t.customer_no.op("text_pattern_ops")),
    // A user's own and a team's, newest first; with the stage, which says who counts toward a cap.
    index("customer_owner").on(t.owner_id, t.created_at, t.id, t.stage).where(sql`${t.deleted_at} is null`),
    // Everybody's, newest first; the figures of a day.
    index("customer_created").on(t.created_at, t.id),
    // The pool, latest first.
    index("customer_pool").on(t.pool_at, t.id).where(sql`${t.owner_id} is null and ${t.deleted_at} is null`),
    // The recycle bin.
    index("customer_trash")
      .on(t.deleted_at, t.id)
      .where(sql`${t.deleted_at} is not null and ${t.destroyed_at} is null`),
    // The tabs: lost ones, what is to be done today, who falls into the pool, locked ones.
    index("customer_stage").on(t.stage, t.created_at, t.id).where(sql`${t.deleted_at} is null`),
    index("customer_next").on(t.next_tracking_at, t.id).where(sql`${t.next_tracking_at} is not null`),
    index("customer_idle")
      .on(sql`coalesce(greatest(${t.last_valid_tracking_at}, ${t.assigned_at}), ${t.created_at})`, t.id)
      .where(sql`${t.owner_id} is not null and ${t.deleted_at} is null`),
    index("customer_owned_since")
      .on(sql`coalesce(${t.assigned_at}, ${t.created_at})`, t.id)
      .where(sql`${t.owner_id} is not null and ${t.deleted_at} is null`),
    index("customer_locked").on(t.owner_id).where(sql`${t.is_locked}`),
    // Names that contain a keyword; tags, countries, estates and districts.
    index("customer_name_grams")
      .using("gin", bigrams(folded(t.name_fold, t.name)))
      .with(bounded),
    index("customer_words")
      .using(
        "gin",
        wordsOf(t.tags),
        wordsOf(t.intent_country_codes),
        wordsOf(t.intent_estate_ids),
        districtsOfCustomer(t),
      )
      .with(bounded),
    // Keywords that are a number, and reports whose number is hidden but for its ends.
    index("customer_phone_end").on(sql`right(${t.phone}, 4)`),
    check(
      "customer_pool_known",
      sql`case when ${t.owner_id} is not null then ${t.pool_id} is null else ${t.deleted_at} is not null or ${t.pool_id} is not null end`,
    ),
  ],
);

/** Every contact of a customer, normalised, for the collision check (domain C.1.4). */
export const customerContact = pgTable(
  "customer_contact",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    customer_id: referenceTo(() => customer.id),
    /** phone, wechat, email, line, whatsapp */
    type: text().notNull(),
    value_norm: text().notNull(),
  },
  (t) => [
    index("customer_contact_value").on(t.type, t.value_norm),
    index("customer_contact_customer").on(t.customer_id),
    // The end of a number, which a mask shows.
    index("customer_contact_end").on(sql`right(${t.value_norm}, 4)`).where(sql`${t.type} in ('phone', 'whatsapp')`),
  ],
);

/** The owners of a customer in turn, and why each change happened. */
export const customerOwnerLog = pgTable(
  "customer_owner_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    customer_id: referenceTo(() => customer.id),
    action: text().notNull(),
    from_user: rowId(),
    to_user: rowId(),
    /** The pool that they were claimed from. */
    pool_id: rowId(),
    reason: text(),
    note: text(),
    by: rowId(),
    at: instant().notNull().$defaultFn(now),
  },
  (t) => [
    index("customer_owner_log_customer").on(t.customer_id, t.at),
    index("customer_owner_log_by").on(t.by, t.action, t.at),
    index("customer_owner_log_from").on(t.from_user, t.customer_id, t.at),
    index("customer_owner_log_at").on(t.at, t.action),
  ],
);

/** What was changed on a customer, field by field. */
export const customerChangeLog = pgTable(
  "customer_change_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    customer_id: referenceTo(() => customer.id),
    action: text().notNull(),
    changes: jsonb()
      .$type<{ field: string; label: string; before: string | null; after: string | null }[]>()
      .notNull()
      .default([]),
    reason: text(),
    by: rowId(),
    at: instant().notNull().$defaultFn(now),
  },
  (t) => [index("customer_change_log_customer").on(t.customer_id, t.at)],
);

export const tracking = pgTable(
  "tracking",
  {
    ...common,
    ...soft,
    customer_id: referenceTo(() => customer.id),
    /** The inquiry that it answers. */
    inquiry_id: rowId(),
    /** The lead that it is about. */
    clue_id: rowId(),
    /** The deal that it is about. */
    deal_id: rowId(),
    type: text().notNull(),
    direction: text().notNull().default("out"),
    content: text().notNull(),
    content_fold: searchText(),
    result: text(),
    tracked_at: instant().notNull(),
    duration_min: integer(),
    stage_before: text(),
    stage_after: text(),
    level_before: text(),
    level_after: text(),
    next_at: instant(),
    media_ids: jsonb().$type<number[]>().notNull().default([]),
    /** Estates that it was about. */
    estate_ids: jsonb().$type<number[]>().notNull().default([]),
    user_id: referenceTo(() => user.id),
    is_valid: boolean().notNull(),
  },
  (t) => [
    // A customer's follow-ups, one person's, and everybody's, newest first.
    index("tracking_customer").on(t.customer_id, t.tracked_at, t.id),
    index("tracking_user").on(t.user_id, t.tracked_at, t.id).where(sql`${t.deleted_at} is null`),
    // All by day. The last four count follow-ups and visits by person, and find a type, without reading the rows.
    index("tracking_at")
      .on(t.tracked_at, t.id, t.type, t.user_id, t.customer_id, t.is_valid)
      .where(sql`${t.deleted_at} is null`),
    // Those of an inquiry, a lead, a deal, an estate.
    index("tracking_inquiry").on(t.inquiry_id, t.tracked_at).where(sql`${t.inquiry_id} is not null`),
    index("tracking_clue").on(t.clue_id, t.tracked_at).where(sql`${t.clue_id} is not null`),
    index("tracking_deal").on(t.deal_id, t.tracked_at).where(sql`${t.deal_id} is not null`),
    index("tracking_estate").using("gin", t.estate_ids),
    // Texts that contain a keyword.
    index("tracking_content")
      .using("gin", bigrams(folded(t.content_fold, t.content)))
      .with(bounded),
  ],
);

/** Somebody's wish to take over a colleague's customer (domain C.1.4). */
export const transferRequest = pgTable(
  "transfer_request",
  {
    ...common,
    customer_id: referenceTo(() => customer.id),
    applicant_id: referenceTo(() => user.id),
    /** The customer's owner when it was asked for. */
    owner_id: referenceTo(() => user.id),
    reason: text().notNull(),
    status: text().$type<TransferStatus>().notNull().default("pending"),
    handler_id: rowId(),
    handled_at: instant(),
    reject_reason: text(),
  },
  (t) => [
    uniqueIndex("transfer_request_pending").on(t.customer_id, t.applicant_id).where(sql`${t.status} = 'pending'`),
    // A customer's time line.
    index("transfer_request_customer").on(t.customer_id, t.created_at),
    index("transfer_request_status").on(t.status, t.created_at),
    index("transfer_request_owner").on(t.owner_id, t.status),
    index("transfer_request_applicant").on(t.applicant_id, t.created_at),
  ],
);

/** What a customer is looking for. */
export const requirement = pgTable(
  "requirement",
  {
    ...common,
    ...versioned,
    requirement_no: text().notNull(),
    customer_id: referenceTo(() => customer.id),
    purposes: jsonb().$type<string[]>().notNull().default([]),
    country_code: text().notNull(),
    district_ids: jsonb().$type<number[]>().notNull().default([]),
    property_types: jsonb().$type<string[]>().notNull().default([]),
    layouts: jsonb().$type<string[]>().notNull().default([]),
    /** m² */
    area_min: numeric({ precision: 8, scale: 2 }),
    area_max: numeric({ precision: 8, scale: 2 }),
    price_min: numeric({ precision: 18, scale: 2 }),
    price_max: numeric({ precision: 18, scale: 2 }),
    currency: char({ length: 3 }),
    /** Percent a year. */
    yield_min: numeric({ precision: 5, scale: 2 }),
    /** Minutes on foot. */
    station_walk_max: integer(),
    completion_from: calendarDay(),
    completion_to: calendarDay(),
    floor_pref: text().notNull().default("any"),
    loan: text().notNull().default("unknown"),
    down_payment: numeric({ precision: 18, scale: 2 }),
    timeline: text(),
    must_have: text(),
    extra: text(),
    /** Estates that were found fit by hand. */
    matched_estate_ids: jsonb().$type<number[]>().notNull().default([]),
    status: text().notNull().default("open"),
    platform: text().notNull().default("manual"),
  },
  (t) => [
    uniqueIndex("requirement_no").on(t.requirement_no.op("text_pattern_ops")),
    index("requirement_customer").on(t.customer_id),
    index("requirement_updated").on(t.updated_at, t.id),
    index("requirement_estate").using("gin", t.matched_estate_ids),
  ],
);

/** A private file of a requirement, such as a passport, or of a visa's inquiry: of one of them. */
export const requirementAnnex = pgTable(
  "requirement_annex",
  {
    ...common,
    requirement_id: rowId().references(() => requirement.id),
    inquiry_id: rowId(),
    media_id: referenceTo(() => media.id),
    category: text().notNull(),
    name: text().notNull(),
    remark: text(),
    verified: text().notNull().default("unverified"),
    verify_note: text(),
    verified_by: rowId(),
    verified_at: instant(),
    expire_at: calendarDay(),
  },
  (t) => [
    index("requirement_annex_requirement").on(t.requirement_id),
    index("requirement_annex_inquiry").on(t.inquiry_id).where(sql`${t.inquiry_id} is not null`),
    check("requirement_annex_owner", sql`num_nonnulls(${t.requirement_id}, ${t.inquiry_id}) = 1`),
    uniqueIndex("requirement_annex_media").on(t.media_id),
  ],
);
