import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Language } from "~/contract/common";
import type { BannerPosition, BannerStatus, LinkType } from "~/contract/resource/banner";
import type { HomeSectionFields, SectionRule, sectionStatuses } from "~/contract/resource/home-section";
import type { SitePlatform } from "~/contract/resource/placing";
import { common, instant, referenceTo, rowId, searchText, versioned } from "../columns";
import { media } from "../system/system";

/** A picture shown at a place of the sites and apps for a time (轮播图). */
export const banner = pgTable(
  "banner",
  {
    ...common,
    ...versioned,
    title: text().notNull(),
    title_fold: searchText(),
    platform: jsonb().$type<SitePlatform[]>().notNull(),
    position: text().$type<BannerPosition>().notNull(),
    image_id: referenceTo(() => media.id),
    image_mobile_id: rowId().references(() => media.id),
    link_type: text().$type<LinkType>().notNull().default("none"),
    /** An address, or a record's number. */
    link_value: text(),
    /** Those in which it is shown; none: in all. */
    countries: jsonb().$type<string[]>().notNull().default([]),
    lang: text().$type<Language>(),
    start_at: instant().notNull(),
    end_at: instant(),
    sort: integer().notNull().default(100),
    status: text().$type<BannerStatus>().notNull().default("draft"),
    /** Sums of `content_daily`. */
    impressions: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
  },
  (t) => [
    check("banner_times", sql`${t.end_at} > ${t.start_at}`),
    index("banner_sort").on(t.sort, t.id.desc()),
    index("banner_start").on(t.start_at, t.id),
    index("banner_end").on(t.end_at, t.id),
    // What may be shown, at a place.
    index("banner_enabled").on(t.position, t.sort).where(sql`${t.status} = 'enabled'`),
  ],
);

/** A section of the home page (首页版块). */
export const homeSection = pgTable(
  "home_section",
  {
    ...common,
    ...versioned,
    code: text().notNull(),
    title: text().notNull(),
    title_fold: searchText(),
    sub_title: text(),
    platform: jsonb().$type<SitePlatform[]>().notNull(),
    type: text().$type<HomeSectionFields["type"]>().notNull(),
    source_mode: text().$type<HomeSectionFields["source_mode"]>().notNull(),
    item_ids: jsonb().$type<number[]>().notNull().default([]),
    rule: jsonb().$type<SectionRule>(),
    layout: text().$type<HomeSectionFields["layout"]>().notNull().default("grid"),
    more_link: text(),
    sort: integer().notNull().default(100),
    status: text().$type<keyof typeof sectionStatuses>().notNull().default("disabled"),
  },
  (t) => [
    uniqueIndex("home_section_code").on(t.code),
    index("home_section_sort").on(t.sort, t.id.desc()),
    check("home_section_source", sql`(${t.source_mode} = 'rule') = (${t.rule} is not null)`),
  ],
);
