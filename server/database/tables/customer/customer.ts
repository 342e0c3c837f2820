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
import { calendarDay, common, instant, isoInstant, keptText, referenceTo, rowId, soft, versioned } from "../columns";
import { bounded, customerMarks, folded, grams, inOrder, stageRank, trackingMarks } from "../search";
import { media, user } from "../system/system";

const now = () => isoInstant(clockNow());

export const customer = pgTable(
  "customer",
  {
    ...common,
    ...soft,
    ...versioned,
    customer_no: text().notNull(),
    name: text().notNull(),
    name_fold: keptText(),
    name_pinyin: keptText(),
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
    /** Who had them when they were created, whatever became of them since; null: created into the pool. */
    first_owner_id: rowId().references(() => user.id),
    is_imported: boolean().notNull().default(false),
    /** Their file was taken back (撤销导入): they count as nobody who came, unless they leave the recycle bin again. */
    is_undone: boolean().notNull().default(false),
    pool_at: instant(),
    pool_reason: text(),
    is_locked: boolean().notNull().default(false),
    locked_until: instant(),
    last_tracking_at: instant(),
    last_valid_tracking_at: instant(),
    next_tracking_at: instant(),
    tracking_count: integer().notNull().default(0),
    /** Kept by the trigger `inquiry_counted` (migration 0022). */
    inquiry_count: integer().notNull().default(0),
    /** Kept by the trigger `deal_counted` (migration 0028). */
    deal_count: integer().notNull().default(0),
    /** The tracking point that led them here. */
    tracker_id: rowId(),
    /** The agent that brought them. */
    agent_id: rowId().references(() => agent.id),
    tags: jsonb().$type<string[]>().notNull().default([]),
    remark: text(),
    lost_reason: text(),
    /** When the stage came to be 已流失, while it is: written by the trigger `customer_lost` alone (migration `stat_daily`). */
    lost_at: instant(),
    is_blacklisted: boolean().notNull().default(false),
    deleted_by: rowId(),
    delete_reason: text(),
    merged_to_id: rowId(),
    /** Anonymised for good: nothing but numbers and states is left. */
    destroyed_at: instant(),
  },
  (t) => [
    uniqueIndex("customer_no").on(t.customer_no),
    // A prefix is found by an index of plain bytes only, where the database sorts by a language.
    index("customer_no_prefix").on(t.customer_no.op("text_pattern_ops")),
    // What one person or team holds, and the pool, are counted and put in order out of their index alone, without a look at the rows.
    index("customer_held")
      .on(
        t.owner_id,
        t.created_at,
        t.id,
        t.stage,
        t.level,
        t.source,
        t.last_tracking_at,
        t.next_tracking_at,
        // What the pool's clock asks for.
        t.last_valid_tracking_at,
        t.assigned_at,
        t.is_locked,
        t.locked_until,
        t.intent_country_codes,
      )
      .where(sql`${t.owner_id} is not null and ${t.deleted_at} is null`),
    index("customer_pool")
      .on(t.pool_at, t.id, t.level, t.stage, t.source, t.pool_reason, t.created_at, t.intent_country_codes)
      .where(sql`${t.owner_id} is null and ${t.deleted_at} is null`),
    // Of all, though the pool alone is sorted by it: a small index of the pool would be joined to every search there.
    index("customer_tracking_count").on(t.tracking_count, t.id),
    index("customer_trash")
      .on(t.deleted_at, t.id)
      .where(sql`${t.deleted_at} is not null and ${t.destroyed_at} is null`),
    index("customer_trash_owner")
      .on(sql`coalesce(${t.last_owner_id}, 0)`, t.deleted_at, t.id)
      .where(sql`${t.deleted_at} is not null and ${t.destroyed_at} is null`),
    index("customer_pool_no")
      .on(t.customer_no.op("text_pattern_ops"))
      .where(sql`${t.owner_id} is null and ${t.deleted_at} is null`),
    index("customer_trash_no")
      .on(t.customer_no.op("text_pattern_ops"))
      .where(sql`${t.deleted_at} is not null and ${t.destroyed_at} is null`),
    index("customer_trash_name")
      .using("gin", grams(folded(t.name_fold, t.name)))
      .with(bounded)
      .where(sql`${t.deleted_at} is not null and ${t.destroyed_at} is null`),
    index("customer_agent").on(t.agent_id, t.created_at, t.id).where(sql`${t.agent_id} is not null`),
    index("customer_referrer").on(t.referrer_customer_id),
    index("customer_merged").on(t.merged_to_id).where(sql`${t.merged_to_id} is not null`),
    index("customer_tags").using("gin", t.tags),
    // What owned customers and the pool are searched by, and what owned ones are narrowed by: of several conditions only who meets all of them is read.
    index("customer_owned_words")
      .using("gin", customerMarks(t))
      .with(bounded)
      .where(sql`${t.owner_id} is not null and ${t.deleted_at} is null`),
    index("customer_pool_words")
      .using("gin", customerMarks(t))
      .with(bounded)
      .where(sql`${t.owner_id} is null and ${t.deleted_at} is null`),
    index("customer_name_grams")
      .using("gin", grams(folded(t.name_fold, t.name)))
      .with(bounded),
    index("customer_pinyin").on(inOrder(t.name_pinyin), t.id),
    index("customer_pinyin_last").on(sql`${inOrder(t.name_pinyin)} desc nulls last`, t.id.desc().nullsFirst()),
    index("customer_owned_no")
      .on(t.customer_no.op("text_pattern_ops"))
      .where(sql`${t.owner_id} is not null and ${t.deleted_at} is null`),
    index("customer_level").on(t.level, t.id),
    index("customer_stage").on(stageRank(t.stage), t.id),
    index("customer_lost").on(t.lost_at, t.id, t.owner_id).where(sql`${t.lost_at} is not null`),
    index("customer_phone_national").on(t.phone.op("text_pattern_ops")),
    index("customer_phone_last4").on(t.phone_last4),
    index("customer_created").on(t.created_at, t.id),
    // New customers by whom they were first of.
    index("customer_first_owner")
      .on(t.first_owner_id, t.created_at, t.is_imported)
      .where(sql`${t.merged_to_id} is null`),
    // Lists of owned customers, in the order of their columns; both clocks as server/resources/customer/customer/pool-clock.ts writes them.
    index("customer_owned_created")
      // With the countries, which most of them share, so that no index of a country makes them few.
      .on(t.created_at, t.id, t.intent_country_codes)
      .where(sql`${t.owner_id} is not null and ${t.deleted_at} is null`),
    // Absent values stand last in both directions, so that either needs an index of its own.
    index("customer_owned_tracked")
      .on(t.last_tracking_at.desc().nullsLast(), t.id.desc().nullsFirst())
      .where(sql`${t.owner_id} is not null and ${t.deleted_at} is null`),
    index("customer_owned_untracked")
      .on(t.last_tracking_at, t.id)
      .where(sql`${t.owner_id} is not null and ${t.deleted_at} is null`),
    index("customer_owned_next")
      .on(t.next_tracking_at, t.id)
      .where(sql`${t.owner_id} is not null and ${t.deleted_at} is null`),
    index("customer_owned_next_last")
      .on(t.next_tracking_at.desc().nullsLast(), t.id.desc().nullsFirst())
      .where(sql`${t.owner_id} is not null and ${t.deleted_at} is null`),
    index("customer_owned_idle")
      .on(sql`coalesce(greatest(${t.last_valid_tracking_at}, ${t.assigned_at}), ${t.created_at})`, t.id)
      .where(sql`${t.owner_id} is not null and ${t.deleted_at} is null`),
    index("customer_owned_held")
      .on(sql`coalesce(${t.assigned_at}, ${t.created_at})`, t.id)
      .where(sql`${t.owner_id} is not null and ${t.deleted_at} is null`),
    // Each currency's budgets lie in their order, whatever the rates of the day.
    index("customer_owned_budget")
      .on(t.budget_currency, t.budget_max, t.id)
      .where(sql`${t.owner_id} is not null and ${t.deleted_at} is null and ${t.budget_currency} is not null`),
    // One value of a filter, of all that are owned, of some people's or of the pool: counted out of the index alone, and a rare one found at once.
    index("customer_kept_level").on(t.level, t.owner_id, t.created_at, t.id).where(sql`${t.deleted_at} is null`),
    index("customer_kept_stage").on(t.stage, t.owner_id, t.created_at, t.id).where(sql`${t.deleted_at} is null`),
    index("customer_kept_source").on(t.source, t.owner_id, t.created_at, t.id).where(sql`${t.deleted_at} is null`),
    index("customer_pool_reason")
      .on(t.pool_reason, t.pool_at, t.id)
      .where(sql`${t.owner_id} is null and ${t.deleted_at} is null`),
    // What counts toward a person's cap (customer/limits.ts): equal keys lie packed, a few bytes each.
    index("customer_counted")
      .on(t.owner_id)
      .where(
        sql`${t.owner_id} is not null and ${t.deleted_at} is null and ${t.stage} not in ('contracted', 'completed', 'lost', 'invalid')`,
      ),
    index("customer_locked").on(t.owner_id).where(sql`${t.is_locked}`),
    index("customer_district").on(t.district_id),
    index("customer_intent_district").using("gin", t.intent_district_ids),
    index("customer_intent_estate").using("gin", t.intent_estate_ids),
    index("customer_intent_country").using("gin", t.intent_country_codes),
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

/** Who held a customer, and why that changed. */
export const customerOwnerLog = pgTable(
  "customer_owner_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    customer_id: referenceTo(() => customer.id),
    action: text().notNull(),
    from_user: rowId(),
    to_user: rowId(),
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
    content_fold: keptText(),
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
    /** Whether its customer is recycled: written by the triggers `customer_kept` and `tracking_kept` alone (migration 0019). */
    of_recycled: boolean().notNull().default(false),
    /** Its customer's name, by which it is searched together with who wrote it: written by the same triggers alone (migration 0048). */
    customer_name: text().notNull().default(""),
    customer_name_fold: keptText(),
  },
  (t) => [
    // With the author and what a list counts by, so that what others wrote about one's customers is found without a look at the rows.
    index("tracking_customer").on(t.customer_id, t.tracked_at, t.id, t.user_id, t.is_valid, t.deleted_at),
    // With the customer and the validity, so that what a list says of its rows is counted out of the index.
    index("tracking_user")
      .on(t.user_id, t.tracked_at, t.id, t.customer_id, t.is_valid)
      .where(sql`${t.deleted_at} is null and not ${t.of_recycled}`),
    index("tracking_at")
      .on(t.tracked_at, t.id, t.user_id, t.customer_id, t.is_valid)
      .where(sql`${t.deleted_at} is null and not ${t.of_recycled}`),
    // What the dashboard counts, customers who are recycled by now among it.
    index("tracking_valid").on(t.tracked_at, t.id, t.user_id).where(sql`${t.deleted_at} is null and ${t.is_valid}`),
    // Those that do not count are few.
    index("tracking_invalid")
      .on(t.tracked_at, t.id, t.user_id, t.customer_id)
      .where(sql`${t.deleted_at} is null and not ${t.of_recycled} and not ${t.is_valid}`),
    index("tracking_visit")
      .on(t.tracked_at, t.customer_id, t.user_id)
      .where(sql`${t.deleted_at} is null and ${t.type} = 'visit'`),
    index("tracking_type")
      .on(t.type, t.tracked_at, t.id, t.user_id, t.customer_id, t.is_valid)
      .where(sql`${t.deleted_at} is null and not ${t.of_recycled}`),
    index("tracking_result")
      .on(t.result, t.tracked_at, t.id, t.user_id, t.customer_id, t.is_valid)
      .where(sql`${t.deleted_at} is null and not ${t.of_recycled} and ${t.result} is not null`),
    index("tracking_inquiry").on(t.inquiry_id, t.tracked_at).where(sql`${t.inquiry_id} is not null`),
    index("tracking_clue").on(t.clue_id, t.tracked_at).where(sql`${t.clue_id} is not null`),
    index("tracking_deal").on(t.deal_id, t.tracked_at).where(sql`${t.deal_id} is not null`),
    index("tracking_created").on(t.created_at, t.id),
    index("tracking_estate").using("gin", t.estate_ids),
    index("tracking_words")
      .using("gin", trackingMarks(folded(t.content_fold, t.content), t.user_id))
      .with(bounded),
    index("tracking_named")
      .using("gin", trackingMarks(folded(t.customer_name_fold, t.customer_name), t.user_id))
      .with(bounded)
      .where(sql`${t.deleted_at} is null and not ${t.of_recycled}`),
  ],
);

/** Somebody's wish to take over a colleague's customer (domain C.1.4). */
export const transferRequest = pgTable(
  "transfer_request",
  {
    ...common,
    customer_id: referenceTo(() => customer.id),
    applicant_id: referenceTo(() => user.id),
    /** Who held the customer when it was asked for. */
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
    index("transfer_request_created").on(t.created_at, t.id),
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
    timeline: text().notNull().default("later"),
    must_have: text(),
    extra: text(),
    /** Estates that were found fit by hand. */
    matched_estate_ids: jsonb().$type<number[]>().notNull().default([]),
    status: text().notNull().default("open"),
    platform: text().notNull().default("manual"),
    /** Whose its customer is, 0 for the pool's, null for a recycled one's: written by the triggers `customer_kept` and `requirement_kept` alone (migration 0019). */
    customer_owner: bigint({ mode: "number" }),
  },
  (t) => [
    uniqueIndex("requirement_no").on(t.requirement_no),
    index("requirement_customer").on(t.customer_id),
    index("requirement_no_prefix").on(t.requirement_no.op("text_pattern_ops")),
    index("requirement_updated").on(t.updated_at, t.id, t.customer_owner, t.status, t.country_code),
    // One person's, or the pool's, in their order.
    index("requirement_held")
      .on(t.customer_owner, t.updated_at, t.id, t.status, t.country_code)
      .where(sql`${t.customer_owner} is not null`),
    index("requirement_created").on(t.created_at, t.id),
    index("requirement_country").on(t.country_code, t.status),
    index("requirement_estate").using("gin", t.matched_estate_ids),
    index("requirement_purposes").using("gin", t.purposes),
    // Of these lists there are few (holdsAny of server/lib/search.ts).
    index("requirement_purpose_lists").on(t.purposes, t.customer_owner, t.updated_at, t.id),
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
