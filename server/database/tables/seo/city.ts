import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Language } from "~/contract/common";
import type { CityStat } from "~/contract/seo/city";
import type { EncyclopaediaCategory } from "~/contract/seo/encyclopaedia";
import { rowId, searchText } from "../columns";
import { contentColumns, endColumns, mayBePublic, turnOf, willTurn } from "../content/content";
import { district } from "../region/geography";
import { bigrams, bounded, folded } from "../search";
import { media } from "../system/system";

const present = sql`deleted_at is null`;

const translated = {
  lang: text().$type<Language>().notNull().default("zh"),
  /** The same for a piece in all its languages. */
  translation_key: text().notNull(),
};

const addressed = {
  slug: text().notNull(),
  seo_title: text(),
  seo_desc: text(),
  seo_keywords: jsonb().$type<string[]>().notNull().default([]),
  sort: integer().notNull().default(100),
};

/** A city as the site introduces it (城市介绍), in nine blocks. */
export const cityIntro = pgTable(
  "city_intro",
  {
    ...contentColumns,
    ...endColumns,
    ...translated,
    ...addressed,
    district_id: rowId()
      .notNull()
      .references(() => district.id),
    /** The district's, by which lists are filtered. */
    country_code: text().notNull(),
    title: text().notNull(),
    title_fold: searchText(),
    banner_id: rowId().references(() => media.id),
    summary: text(),
    overview: text(),
    population: text(),
    economy: text(),
    transport: text(),
    education: text(),
    medical: text(),
    life: text(),
    climate: text(),
    property: text(),
    /** How many of the nine say something. */
    block_count: smallint().notNull().default(0),
    stats: jsonb().$type<CityStat[]>().notNull().default([]),
    gallery: jsonb().$type<number[]>().notNull().default([]),
  },
  (t) => [
    check(
      "city_intro_whole",
      sql`${t.publish_status} in ('draft', 'offline') or (${t.publish_at} is not null and ${t.banner_id} is not null
        and ${t.summary} is not null and ${t.overview} is not null)`,
    ),
    uniqueIndex("city_intro_slug").on(t.slug).where(present),
    uniqueIndex("city_intro_translation").on(t.translation_key, t.lang).where(present),
    index("city_intro_district").on(t.district_id),
    index("city_intro_banner").on(t.banner_id),
    index("city_intro_updated").on(t.updated_at, t.id).where(present),
    index("city_intro_public").on(t.lang, t.sort, t.id).where(mayBePublic),
    index("city_intro_due").on(turnOf(t)).where(willTurn),
    index("city_intro_title")
      .using("gin", bigrams(folded(t.title_fold, t.title)))
      .with(bounded),
  ],
);

/** An article of a city's encyclopaedia (城市百科). */
export const encyclopaedia = pgTable(
  "encyclopaedia",
  {
    ...contentColumns,
    ...endColumns,
    ...translated,
    ...addressed,
    translation_of: rowId().references((): AnyPgColumn => encyclopaedia.id),
    city_intro_id: rowId()
      .notNull()
      .references(() => cityIntro.id),
    category: text().$type<EncyclopaediaCategory>(),
    title: text().notNull(),
    title_fold: searchText(),
    cover_id: rowId().references(() => media.id),
    summary: text(),
    content: text(),
    /** SEO标签. */
    tag_ids: jsonb().$type<number[]>().notNull().default([]),
    related_ids: jsonb().$type<number[]>().notNull().default([]),
  },
  (t) => [
    check(
      "encyclopaedia_whole",
      sql`${t.publish_status} in ('draft', 'offline') or (${t.publish_at} is not null and ${t.category} is not null and ${t.content} is not null)`,
    ),
    uniqueIndex("encyclopaedia_slug").on(t.slug).where(present),
    uniqueIndex("encyclopaedia_translation").on(t.translation_key, t.lang).where(present),
    index("encyclopaedia_cover").on(t.cover_id),
    index("encyclopaedia_updated").on(t.updated_at, t.id).where(present),
    index("encyclopaedia_public").on(t.city_intro_id, t.sort, t.publish_at.desc(), t.id.desc()).where(mayBePublic),
    index("encyclopaedia_due").on(turnOf(t)).where(willTurn),
    index("encyclopaedia_tags").using("gin", t.tag_ids.op("jsonb_path_ops")).where(present),
    index("encyclopaedia_title")
      .using("gin", bigrams(folded(t.title_fold, t.title)))
      .with(bounded),
  ],
);
