import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Change } from "~/contract/common";
import type { AlbumItem } from "~/contract/house/album";
import type {
  AuditAction,
  DecidedItem,
  EstateSnapshot,
  RejectReason,
  ReviewStatus,
  SubmitterType,
} from "~/contract/house/estate-audit";
import {
  type AuditStatus,
  demandedFields,
  type EstateFields,
  type PublishStatus,
} from "~/contract/house/estate-record";
import type { RoomFields } from "~/contract/house/room";
import type { SoldBy, UnitLogAct, UnitStatus } from "~/contract/house/unit";
import type { Station } from "~/contract/shared/property";
import { calendarDay, common, instant, referenceTo, rowId, searchText, soft, versioned } from "../columns";
import { district } from "../region/geography";
import { bigrams, bounded, folded } from "../search";
import { broker } from "../system/admin";
import { media, user } from "../system/system";
import { mansion } from "./property";

const money = () => numeric({ precision: 18, scale: 2 });
const decimal = (precision: number) => numeric({ precision, scale: 2, mode: "number" });
const texts = () => jsonb().$type<string[]>().notNull().default([]);

/** A new-build project (房源). */
export const estate = pgTable(
  "estate",
  {
    ...common,
    ...soft,
    ...versioned,
    estate_no: text().notNull(),
    name: text().notNull(),
    name_local: text(),
    name_en: text(),
    alias: texts(),
    /** This and what else a submission demands (`demandedFields`) may be empty until then: `estate_whole`. */
    property_type: text().$type<EstateFields["property_type"]>(),
    sale_status: text().$type<EstateFields["sale_status"]>(),
    country_code: text().notNull(),
    district_id: referenceTo(() => district.id),
    address: text(),
    address_local: text(),
    lat: doublePrecision(),
    lng: doublePrecision(),
    stations: jsonb().$type<Station[]>().notNull().default([]),
    developer: text(),
    seller: text(),
    constructor_name: text(),
    manager_company: text(),
    broker_id: rowId().references(() => broker.id),
    tenure: text().$type<EstateFields["tenure"]>(),
    tenure_years: smallint(),
    structure: text().$type<EstateFields["structure"]>(),
    total_units: integer(),
    sale_units: integer(),
    floors_above: smallint(),
    floors_below: smallint(),
    buildings: smallint(),
    parking_count: integer(),
    land_area: decimal(12),
    floor_area: decimal(12),
    /** `YYYY-MM`, as is the handover. */
    completion_at: text(),
    handover_at: text(),
    launch_at: calendarDay(),
    currency: text().notNull(),
    price_min: money(),
    price_max: money(),
    unit_price_avg: money(),
    management_fee: money(),
    repair_fund: money(),
    repair_fund_initial: money(),
    property_tax: money(),
    property_tax_note: text(),
    expected_rent: money(),
    gross_yield: decimal(6),
    net_yield: decimal(6),
    rent_guarantee_years: smallint(),
    down_payment_percent: decimal(6),
    payment_plan: jsonb().$type<EstateFields["payment_plan"]>().notNull().default([]),
    loan_available: boolean().notNull().default(false),
    loan_ltv: decimal(6),
    purchase_costs: jsonb().$type<EstateFields["purchase_costs"]>().notNull().default([]),
    highlights: texts(),
    features: texts(),
    facilities: jsonb().$type<EstateFields["facilities"]>().notNull().default([]),
    description: text(),
    surroundings: text(),
    risks: text(),
    vr_url: text(),
    brochure_id: rowId().references(() => media.id),
    allow_agent: boolean().notNull().default(true),
    report_phone_mode: text().$type<EstateFields["report_phone_mode"]>(),
    protect_mode: text().$type<EstateFields["protect_mode"]>(),
    protect_report_days: smallint(),
    protect_visit_days: smallint(),
    min_lead_minutes: smallint(),
    dev_commission_mode: text().$type<EstateFields["dev_commission_mode"]>(),
    dev_commission_value: money(),
    dev_commission_currency: text(),
    agent_commission_mode: text().$type<EstateFields["agent_commission_mode"]>(),
    agent_commission_value: money(),
    agent_commission_currency: text(),
    settle_condition: text().$type<EstateFields["settle_condition"]>(),
    settle_stages: jsonb().$type<EstateFields["settle_stages"]>().notNull().default([]),
    commission_note: text(),
    slug: text().notNull(),
    seo_title: text(),
    seo_desc: text(),
    seo_keywords: texts(),

    audit_status: text().$type<AuditStatus>().notNull().default("draft"),
    submitted_at: instant(),
    publish_status: text().$type<PublishStatus>().notNull().default("offline"),
    published_at: instant(),
    offline_reason: text(),
    is_hot: boolean().notNull().default(false),
    is_recommend: boolean().notNull().default(false),
    sort: integer().notNull().default(100),
    view_count: integer().notNull().default(0),
    /** Kept by the trigger `inquiry_counted`. */
    inquiry_count: integer().notNull().default(0),
    /** Kept by the trigger `clue_counted`. */
    clue_count: integer().notNull().default(0),
    /** Kept by the trigger `deal_counted`. */
    deal_count: integer().notNull().default(0),

    /** Material changes of an approved one that wait for their review: the fields that differ, and the album as it would be. */
    proposed: jsonb().$type<Partial<EstateFields>>(),
    proposed_album: jsonb().$type<AlbumItem[]>(),

    /** The name as it is compared: full width, case, spaces and punctuation set aside. */
    name_norm: text().notNull(),
    /** The text that a keyword searches: number, names, address, stations; in lower case. */
    search_text: text().notNull(),
    search_text_fold: searchText(),
    /** Of its rooms: layouts in the contract's order, and areas. */
    layouts: jsonb().$type<RoomFields["layout"][]>().notNull().default([]),
    area_min: decimal(8),
    area_max: decimal(8),
    /** Minutes to the first of its stations. */
    walk_min: smallint(),
    /** At the present rate; null where there is none. */
    price_min_cny: money(),
    price_max_cny: money(),
    has_units: boolean().notNull().default(false),
  },
  (t) => {
    const live = sql`${t.deleted_at} is null`;
    return [
      check(
        "estate_whole",
        sql`${t.audit_status} in ('draft', 'rejected') or (${sql.join(
          demandedFields.map((name) => sql`${t[name]} is not null`),
          sql` and `,
        )})`,
      ),
      uniqueIndex("estate_no").on(t.estate_no.op("text_pattern_ops")),
      uniqueIndex("estate_slug").on(t.slug).where(live),
      uniqueIndex("estate_place").on(t.country_code, t.district_id, t.name_norm).where(live),
      // The list's orders: newest, last changed, as they are sorted by hand, by price.
      index("estate_created").on(t.created_at, t.id).where(live),
      index("estate_updated").on(t.updated_at, t.id).where(live),
      index("estate_sort").on(t.sort, t.id).where(live),
      index("estate_price").on(t.price_min_cny, t.id).where(live),
      // Those of a country, of a district, of a part of the map; those that a keyword finds.
      index("estate_country").on(t.country_code, t.created_at, t.id).where(live),
      index("estate_district").on(t.district_id, t.created_at, t.id).where(live),
      index("estate_position").on(t.lat, t.lng).where(live),
      index("estate_search_grams")
        .using("gin", bigrams(folded(t.search_text_fold, t.search_text)))
        .with(bounded),
    ];
  },
);

/** Which buildings of the dictionary an estate holds. */
export const estateMansion = pgTable(
  "estate_mansion",
  {
    estate_id: referenceTo(() => estate.id),
    mansion_id: referenceTo(() => mansion.id),
  },
  (t) => [primaryKey({ columns: [t.estate_id, t.mansion_id] }), index("estate_mansion_mansion").on(t.mansion_id)],
);

/** A layout of an estate (户型). */
export const room = pgTable(
  "room",
  {
    ...common,
    estate_id: referenceTo(() => estate.id),
    name: text().notNull(),
    layout: text().$type<RoomFields["layout"]>().notNull(),
    bedrooms: smallint(),
    living: smallint(),
    bath: smallint(),
    area_sqm: decimal(8).notNull(),
    balcony_sqm: decimal(8),
    direction: text().$type<RoomFields["direction"]>(),
    floor_from: smallint(),
    floor_to: smallint(),
    price_min: money().notNull(),
    price_max: money().notNull(),
    management_fee: money(),
    repair_fund: money(),
    expected_rent: money(),
    /** With units of its own: how many there are, and how many of them may be had. */
    total_count: integer(),
    available_count: integer(),
    sale_status: text().$type<RoomFields["sale_status"]>().notNull().default("on_sale"),
    floor_plan_id: referenceTo(() => media.id),
    sort: integer().notNull().default(100),
    /** A waiting change of an approved estate would add it, remove it, or give it these fields. */
    is_proposed: boolean().notNull().default(false),
    is_leaving: boolean().notNull().default(false),
    proposed: jsonb().$type<Partial<RoomFields>>(),
  },
  (t) => [
    uniqueIndex("room_name").on(t.estate_id, t.name),
    index("room_estate").on(t.estate_id, t.sort, t.id),
    index("room_floor_plan").on(t.floor_plan_id),
    index("room_layout").on(t.layout, t.area_sqm),
  ],
);

/** A flat by its number (房号). Its state is moved by one function (server/resources/house/unit/move.ts). */
export const unit = pgTable(
  "unit",
  {
    ...common,
    ...versioned,
    estate_id: referenceTo(() => estate.id),
    building: text().notNull(),
    floor: smallint().notNull(),
    stack: text().notNull(),
    unit_no: text().notNull(),
    room_id: referenceTo(() => room.id),
    area_sqm: decimal(8),
    direction: text().$type<RoomFields["direction"]>(),
    list_price: money(),
    currency: text().notNull(),
    status: text().$type<UnitStatus>().notNull().default("available"),
    held_by: rowId().references(() => user.id),
    held_until: instant(),
    /** The customer it is held for. No foreign key, here and below: what frees a unit must not wait for its customer's row. */
    held_for_customer_id: rowId(),
    /** Rows of `unit_queue`: with any, a hold that has run out is not anybody's. */
    queue_count: smallint().notNull().default(0),
    deal_id: rowId(),
    sold_by: text().$type<SoldBy>(),
  },
  (t) => [
    uniqueIndex("unit_no").on(t.estate_id, t.building, t.unit_no),
    index("unit_status").on(t.estate_id, t.status),
    index("unit_room").on(t.room_id),
    index("unit_held").on(t.held_until).where(sql`${t.status} = 'held'`),
    index("unit_holder").on(t.held_by).where(sql`${t.held_by} is not null`),
    index("unit_held_for").on(t.held_for_customer_id).where(sql`${t.held_for_customer_id} is not null`),
  ],
);

/** Customers who wait for a unit that somebody has (排队), the first of them first. */
export const unitQueue = pgTable(
  "unit_queue",
  {
    id: rowId().primaryKey().generatedByDefaultAsIdentity(),
    unit_id: rowId()
      .notNull()
      .references(() => unit.id, { onDelete: "cascade" }),
    customer_id: rowId().notNull(),
    /** The user who queued the customer. */
    user_id: referenceTo(() => user.id),
    at: instant().notNull(),
  },
  (t) => [
    uniqueIndex("unit_queue_place").on(t.unit_id, t.customer_id),
    index("unit_queue_customer").on(t.customer_id),
    index("unit_queue_user").on(t.user_id),
  ],
);

/** What became of a unit (房号记录): moves, prices, its queue. */
export const unitLog = pgTable(
  "unit_log",
  {
    id: rowId().primaryKey().generatedByDefaultAsIdentity(),
    unit_id: rowId()
      .notNull()
      .references(() => unit.id, { onDelete: "cascade" }),
    act: text().$type<UnitLogAct>().notNull(),
    from_status: text().$type<UnitStatus>(),
    to_status: text().$type<UnitStatus>(),
    price_before: money(),
    price_after: money(),
    /** Null: the system. */
    by: rowId(),
    customer_id: rowId(),
    at: instant().notNull(),
  },
  (t) => [
    index("unit_log_unit").on(t.unit_id, t.id),
    // A customer's time line.
    index("unit_log_customer").on(t.customer_id, t.at).where(sql`${t.customer_id} is not null`),
  ],
);

/** The review of a new estate, of a change, or of its going offline (新房审核). */
export const estateAudit = pgTable(
  "estate_audit",
  {
    ...common,
    ...versioned,
    audit_no: text().notNull(),
    estate_id: referenceTo(() => estate.id),
    action: text().$type<AuditAction>().notNull(),
    submitter_type: text().$type<SubmitterType>().notNull().default("user"),
    submitter_id: rowId(),
    submitter_name: text().notNull(),
    submitted_at: instant().notNull(),
    sla_due_at: instant().notNull(),
    /** The estate, its rooms and its album as they would be, and as they stood. */
    snapshot: jsonb().$type<EstateSnapshot>().notNull(),
    before: jsonb().$type<EstateSnapshot>(),
    /** What differs, in words. */
    diff: jsonb().$type<Change[]>().notNull().default([]),
    /** Why it should go offline. */
    reason: text(),
    check_items: jsonb().$type<DecidedItem[]>().notNull().default([]),
    status: text().$type<ReviewStatus>().notNull().default("pending"),
    reject_reason: text().$type<RejectReason>(),
    reject_note: text(),
    note: text(),
    reviewer_id: rowId().references(() => user.id),
    reviewed_at: instant(),
    /** As lists find it: number, estate, submitter; in lower case. */
    search_text: text().notNull(),
    search_text_fold: searchText(),
  },
  (t) => [
    uniqueIndex("estate_audit_no").on(t.audit_no.op("text_pattern_ops")),
    uniqueIndex("estate_audit_pending").on(t.estate_id).where(sql`${t.status} = 'pending'`),
    index("estate_audit_estate").on(t.estate_id, t.submitted_at, t.id),
    index("estate_audit_status").on(t.status, t.submitted_at, t.id),
    index("estate_audit_submitted").on(t.submitted_at, t.id),
    index("estate_audit_grams")
      .using("gin", bigrams(folded(t.search_text_fold, t.search_text)))
      .with(bounded),
  ],
);
