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
import type { Continent, CountryStatus } from "~/contract/region/country";
import type { CurrencyStatus, RateLogSource, RateSource } from "~/contract/region/currency";
import type { DistrictStatus } from "~/contract/region/district";
import { calendarDay, common, instant, rowId, versioned } from "../columns";
import { media } from "../system/system";

export const country = pgTable(
  "country",
  {
    ...common,
    ...versioned,
    code: text().notNull(),
    code3: text(),
    numeric: text(),
    name_zh: text().notNull(),
    name_en: text().notNull(),
    name_local: text(),
    phone_cc: text(),
    flag: text(),
    currency_code: text(),
    default_lang: text(),
    timezone: text(),
    continent: text().$type<Continent>(),
    level_names: jsonb().$type<string[]>().notNull().default([]),
    is_open: boolean().notNull().default(false),
    is_hot: boolean().notNull().default(false),
    cover_id: rowId().references(() => media.id),
    intro: text(),
    /** What foreigners may buy, and how. */
    buy_policy: text(),
    tax_note: text(),
    sort: integer().notNull().default(100),
    status: text().$type<CountryStatus>().notNull().default("enabled"),
  },
  (t) => [uniqueIndex("country_code").on(t.code), uniqueIndex("country_name").on(t.name_zh)],
);

export const district = pgTable(
  "district",
  {
    ...common,
    ...versioned,
    country_code: text().notNull(),
    level: smallint().notNull(),
    parent_id: rowId().references((): AnyPgColumn => district.id),
    code: text().notNull(),
    name_zh: text().notNull(),
    name_local: text(),
    name_en: text(),
    alias: jsonb().$type<string[]>().notNull().default([]),
    initial: text(),
    path: text().notNull(),
    lat: doublePrecision(),
    lng: doublePrecision(),
    is_hot: boolean().notNull().default(false),
    is_open: boolean().notNull().default(false),
    cover_id: rowId().references(() => media.id),
    intro: text(),
    avg_unit_price: numeric({ precision: 18, scale: 2 }),
    avg_unit_currency: text(),
    avg_unit_at: calendarDay(),
    /** The text that a keyword searches: code, names, aliases, pinyin initials; in lower case. */
    search_text: text().notNull().default(""),
    sort: integer().notNull().default(100),
    status: text().$type<DistrictStatus>().notNull().default("enabled"),
  },
  (t) => [
    uniqueIndex("district_code").on(t.country_code, t.code),
    uniqueIndex("district_name").on(sql`coalesce(${t.parent_id}, 0)`, t.country_code, t.name_zh),
    index("district_parent").on(t.country_code, t.level, t.parent_id, t.sort),
  ],
);

export const currency = pgTable(
  "currency",
  {
    ...common,
    ...versioned,
    code: text().notNull(),
    name_zh: text().notNull(),
    symbol: text().notNull(),
    digits: smallint().notNull().default(2),
    rate_to_cny: numeric({ precision: 20, scale: 8 }).notNull(),
    rate_source: text().$type<RateSource>().notNull().default("manual"),
    rate_at: instant().notNull(),
    is_base: boolean().notNull().default(false),
    is_common: boolean().notNull().default(false),
    sort: integer().notNull().default(100),
    status: text().$type<CurrencyStatus>().notNull().default("enabled"),
  },
  (t) => [uniqueIndex("currency_code").on(t.code)],
);

/** What a currency was worth, line by line as it was set. */
export const currencyRateLog = pgTable(
  "currency_rate_log",
  {
    id: rowId().primaryKey().generatedByDefaultAsIdentity(),
    code: text().notNull(),
    rate: numeric({ precision: 20, scale: 8 }).notNull(),
    source: text().$type<RateLogSource>().notNull(),
    /** Absent: the automatic source. */
    by: rowId(),
    at: instant().notNull(),
  },
  (t) => [index("currency_rate_log_code").on(t.code, t.at)],
);
