import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Language } from "~/contract/common";
import type { investmentCategories, Metric } from "~/contract/resource/investment";
import type { reportCategories } from "~/contract/resource/report";
import type { videoSources, videoTypes } from "~/contract/resource/video";
import { instant, referenceTo, rowId, searchText } from "../columns";
import { contentColumns, endColumns, mayBePublic, turnOf, willTurn } from "../content/content";
import { inquiry } from "../inquiry/inquiry";
import { bigrams, bounded, folded } from "../search";
import { media } from "../system/system";

const present = sql`deleted_at is null`;

/** A video (视频): a film of ours, or one on another site. */
export const video = pgTable(
  "video",
  {
    ...contentColumns,
    ...endColumns,
    title: text().notNull(),
    title_fold: searchText(),
    type: text().$type<keyof typeof videoTypes>(),
    source: text().$type<keyof typeof videoSources>().notNull().default("upload"),
    media_id: rowId().references(() => media.id),
    external_url: text(),
    cover_id: rowId().references(() => media.id),
    /** Seconds. */
    duration: integer(),
    description: text(),
    tags: jsonb().$type<string[]>().notNull().default([]),
    country_code: text(),
    district_id: rowId(),
    estate_ids: jsonb().$type<number[]>().notNull().default([]),
    sort: integer().notNull().default(100),
    /** Sum of `content_daily`. */
    play_count: integer().notNull().default(0),
    like_count: integer().notNull().default(0),
  },
  (t) => [
    // What is public has what a publication demands.
    check(
      "video_whole",
      sql`${t.publish_status} in ('draft', 'offline') or (${t.publish_at} is not null and ${t.type} is not null and ${t.cover_id} is not null
        and case ${t.source} when 'upload' then ${t.media_id} is not null else ${t.external_url} is not null end)`,
    ),
    index("video_updated").on(t.updated_at, t.id).where(present),
    index("video_cover").on(t.cover_id),
    index("video_media").on(t.media_id),
    index("video_public").on(t.sort, t.id.desc()).where(mayBePublic),
    index("video_due").on(turnOf(t)).where(willTurn),
    index("video_title")
      .using("gin", bigrams(folded(t.title_fold, t.title)))
      .with(bounded),
  ],
);

/** A piece of the investment column (投资专栏). */
export const investment = pgTable(
  "investment",
  {
    ...contentColumns,
    ...endColumns,
    title: text().notNull(),
    title_fold: searchText(),
    summary: text(),
    cover_id: rowId().references(() => media.id),
    content: text(),
    country_code: text(),
    district_id: rowId(),
    category: text().$type<keyof typeof investmentCategories>(),
    lang: text().$type<Language>().notNull().default("zh"),
    translation_of: rowId().references((): AnyPgColumn => investment.id),
    /** The same for a piece in all its languages. */
    translation_key: text().notNull(),
    metrics: jsonb().$type<Metric[]>().notNull().default([]),
    calc_currency: text(),
    /** Decimal texts as they were typed: nothing looks for them. */
    calc_price: text(),
    calc_rent: text(),
    calc_cost_rate: doublePrecision(),
    calc_loan_ratio: doublePrecision(),
    calc_loan_rate: doublePrecision(),
    calc_years: integer(),
    estate_ids: jsonb().$type<number[]>().notNull().default([]),
    sort: integer().notNull().default(100),
    seo_title: text(),
    seo_desc: text(),
    seo_keywords: jsonb().$type<string[]>().notNull().default([]),
  },
  (t) => [
    // What is public has what a publication demands.
    check(
      "investment_whole",
      sql`${t.publish_status} in ('draft', 'offline') or (${t.publish_at} is not null and ${t.country_code} is not null and ${t.category} is not null
        and ${t.cover_id} is not null and ${t.summary} is not null and ${t.content} is not null)`,
    ),
    uniqueIndex("investment_translation").on(t.translation_key, t.lang).where(present),
    index("investment_updated").on(t.updated_at, t.id).where(present),
    index("investment_cover").on(t.cover_id),
    index("investment_public").on(t.sort, t.id.desc()).where(mayBePublic),
    index("investment_due").on(turnOf(t)).where(willTurn),
    index("investment_title")
      .using("gin", bigrams(folded(t.title_fold, t.title)))
      .with(bounded),
  ],
);

/** A report (趋势报告): a PDF to be downloaded. */
export const report = pgTable(
  "report",
  {
    ...contentColumns,
    ...endColumns,
    title: text().notNull(),
    title_fold: searchText(),
    period: text(),
    country_code: text(),
    district_id: rowId(),
    category: text().$type<keyof typeof reportCategories>(),
    cover_id: rowId().references(() => media.id),
    summary: text(),
    file_id: rowId().references(() => media.id),
    need_contact: boolean().notNull().default(true),
    sort: integer().notNull().default(100),
    /** Sum of `content_daily`. */
    download_count: integer().notNull().default(0),
  },
  (t) => [
    // What is public has what a publication demands.
    check(
      "report_whole",
      sql`${t.publish_status} in ('draft', 'offline') or (${t.publish_at} is not null and ${t.period} is not null and ${t.category} is not null
        and ${t.cover_id} is not null and ${t.file_id} is not null)`,
    ),
    index("report_updated").on(t.updated_at, t.id).where(present),
    index("report_cover").on(t.cover_id),
    index("report_file").on(t.file_id),
    index("report_public").on(t.sort, t.id.desc()).where(mayBePublic),
    index("report_due").on(turnOf(t)).where(willTurn),
    index("report_title")
      .using("gin", bigrams(folded(t.title_fold, t.title)))
      .with(bounded),
  ],
);

/** Downloads of reports, and what came of each. */
export const reportDownload = pgTable(
  "report_download",
  {
    id: rowId().primaryKey().generatedByDefaultAsIdentity(),
    report_id: referenceTo(() => report.id),
    customer_user_id: rowId(),
    name: text(),
    phone_cc: text(),
    phone: text(),
    phone_e164: text(),
    email: text(),
    platform: text().notNull(),
    tracker_id: rowId(),
    inquiry_id: rowId().references(() => inquiry.id),
    ip_region: text(),
    at: instant().notNull(),
  },
  (t) => [
    index("report_download_of").on(t.report_id, t.at, t.id),
    index("report_download_at").on(t.at, t.id),
    index("report_download_platform").on(t.platform, t.at, t.id),
    index("report_download_inquiry").on(t.inquiry_id),
  ],
);
