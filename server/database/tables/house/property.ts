import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { AlbumCategory } from "~/contract/house/album";
import type { MansionFields, MansionSource, MansionStatus } from "~/contract/house/mansion";
import type { ApplicantType, ApplicationStatus, ApplicationType } from "~/contract/house/mansion-application";
import type { Station } from "~/contract/shared/property";
import { calendarDay, common, instant, referenceTo, rowId, searchText, soft, versioned } from "../columns";
import { district } from "../region/geography";
import { bigrams, bounded, folded } from "../search";
import { media } from "../system/system";

const money = () => numeric({ precision: 18, scale: 2 });
const percent = () => numeric({ precision: 6, scale: 2, mode: "number" });

/** A building of the dictionary (楼栋). */
export const mansion = pgTable(
  "mansion",
  {
    ...common,
    ...soft,
    ...versioned,
    mansion_no: text().notNull(),
    name: text().notNull(),
    name_local: text(),
    name_en: text(),
    alias: jsonb().$type<string[]>().notNull().default([]),
    country_code: text().notNull(),
    district_id: referenceTo(() => district.id),
    address: text().notNull(),
    lat: doublePrecision(),
    lng: doublePrecision(),
    property_type: text().$type<MansionFields["property_type"]>(),
    stations: jsonb().$type<Station[]>().notNull().default([]),
    /** `YYYY-MM`. */
    built_at: text().notNull(),
    structure: text().$type<MansionFields["structure"]>(),
    floors_above: smallint(),
    floors_below: smallint(),
    total_units: integer(),
    developer: text(),
    constructor_name: text(),
    manager_company: text(),
    manage_form: text().$type<MansionFields["manage_form"]>(),
    land_right: text().$type<MansionFields["land_right"]>(),
    land_use: text(),
    avg_unit_price: money(),
    avg_rent_unit: money(),
    currency: text(),
    price_date: calendarDay(),
    gross_yield: percent(),
    management_fee_sqm: money(),
    repair_fund_sqm: money(),
    facilities: jsonb().$type<MansionFields["facilities"]>().notNull().default([]),
    pet_allowed: text().$type<MansionFields["pet_allowed"]>().notNull().default("unknown"),
    minpaku_allowed: text().$type<MansionFields["minpaku_allowed"]>().notNull().default("unknown"),
    description: text(),
    source: text().$type<MansionSource>().notNull().default("manual"),
    status: text().$type<MansionStatus>().notNull().default("enabled"),
    merged_to_id: rowId().references((): AnyPgColumn => mansion.id),
    /** The name, and the address, as they are compared: full width, case, spaces and punctuation set aside. */
    name_norm: text().notNull(),
    address_norm: text().notNull(),
    /** All its names as they are compared, one a line. */
    names_norm: text().notNull(),
    /** The text that a keyword searches: number, names, address, stations; in lower case. */
    search_text: text().notNull(),
    search_text_fold: searchText(),
  },
  (t) => [
    uniqueIndex("mansion_no").on(t.mansion_no.op("text_pattern_ops")),
    uniqueIndex("mansion_place")
      .on(t.country_code, t.name_norm, t.district_id, t.address_norm)
      .where(sql`${t.deleted_at} is null and ${t.status} <> 'merged'`),
    index("mansion_created").on(t.created_at, t.id).where(sql`${t.deleted_at} is null`),
    index("mansion_district").on(t.district_id, t.created_at, t.id).where(sql`${t.deleted_at} is null`),
    index("mansion_position").on(t.lat, t.lng).where(sql`${t.deleted_at} is null`),
    index("mansion_merged").on(t.merged_to_id).where(sql`${t.merged_to_id} is not null`),
    index("mansion_names_grams").using("gin", bigrams(t.names_norm)).with(bounded),
    index("mansion_search_grams")
      .using("gin", bigrams(folded(t.search_text_fold, t.search_text)))
      .with(bounded),
  ],
);

/** A wish to add a building, to correct one, or to be known as the owner of a room in one (楼栋申请). */
export const mansionApplication = pgTable(
  "mansion_application",
  {
    ...common,
    ...versioned,
    application_no: text().notNull(),
    type: text().$type<ApplicationType>().notNull(),
    mansion_id: rowId().references(() => mansion.id),
    /** Create, correct: fields of the building; claim: `room_no`. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The building's name and district as the list shows them. */
    mansion_name: text().notNull(),
    district_id: rowId().references(() => district.id),
    applicant_type: text().$type<ApplicantType>().notNull(),
    applicant_id: rowId(),
    applicant_name: text().notNull(),
    contact: text(),
    evidence_ids: jsonb().$type<number[]>().notNull().default([]),
    similar_count: smallint().notNull().default(0),
    status: text().$type<ApplicationStatus>().notNull().default("pending"),
    result_mansion_id: rowId().references(() => mansion.id),
    /** Of a correction: the fields that were taken. */
    applied_fields: jsonb().$type<string[]>().notNull().default([]),
    reject_reason: text(),
    handler_id: rowId(),
    handled_at: instant(),
    /** As lists find it: number, building, applicant; in lower case. */
    search_text: text().notNull(),
    search_text_fold: searchText(),
  },
  (t) => [
    uniqueIndex("mansion_application_no").on(t.application_no.op("text_pattern_ops")),
    index("mansion_application_status").on(t.status, t.created_at, t.id),
    index("mansion_application_created").on(t.created_at, t.id),
    index("mansion_application_mansion").on(t.mansion_id),
    index("mansion_application_grams")
      .using("gin", bigrams(folded(t.search_text_fold, t.search_text)))
      .with(bounded),
  ],
);

/** The owners of rooms of a building, by a claim that was confirmed. */
export const mansionOwner = pgTable(
  "mansion_owner",
  {
    ...common,
    mansion_id: referenceTo(() => mansion.id),
    room_no: text().notNull(),
    application_id: referenceTo(() => mansionApplication.id),
    owner_type: text().$type<ApplicantType>().notNull(),
    owner_id: rowId(),
    name: text().notNull(),
    contact: text(),
  },
  (t) => [
    uniqueIndex("mansion_owner_application").on(t.application_id),
    index("mansion_owner_mansion").on(t.mansion_id),
  ],
);

/** Pictures and films of a record, in their order. */
export const album = pgTable(
  "album",
  {
    ...common,
    owner_type: text().notNull(),
    owner_id: rowId().notNull(),
    category: text().$type<AlbumCategory>().notNull(),
    media_id: referenceTo(() => media.id),
    caption: text(),
    sort: integer().notNull(),
    is_cover: boolean().notNull().default(false),
  },
  (t) => [
    index("album_owner").on(t.owner_type, t.owner_id, t.sort, t.id),
    uniqueIndex("album_cover").on(t.owner_type, t.owner_id).where(sql`${t.is_cover}`),
    uniqueIndex("album_entry").on(t.owner_type, t.owner_id, t.media_id),
    index("album_media").on(t.media_id),
  ],
);
