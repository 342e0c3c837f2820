import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Language } from "~/contract/common";
import type { EntryKind } from "~/contract/inquiry/inquiry-kinds";
import type { TrackerChannel } from "~/contract/inquiry/tracker";
import type { Module } from "~/contract/special/modules";
import type { FormField, SpecialTemplate } from "~/contract/special/special";
import { instant, rowId, searchText } from "../columns";
import { contentColumns, mayBePublic } from "../content/content";
import { tracker } from "../inquiry/tracker";
import { bigrams, bounded, folded } from "../search";
import { media } from "../system/system";

const present = sql`deleted_at is null`;

/** A special page (专题): a landing page built of modules, with a form of its own. */
export const special = pgTable(
  "special",
  {
    ...contentColumns,
    name: text().notNull(),
    name_fold: searchText(),
    title: text().notNull(),
    title_fold: searchText(),
    slug: text().notNull(),
    template: text().$type<SpecialTemplate>().notNull().default("estate_list"),
    channel: text().$type<TrackerChannel>().notNull().default("internal"),
    cover_id: rowId().references(() => media.id),
    cover_mobile_id: rowId().references(() => media.id),
    /** While it is public: from, and until, these moments. */
    start_at: instant(),
    end_at: instant(),
    lang: text().$type<Language>().notNull().default("zh"),
    translation_of: rowId().references((): AnyPgColumn => special.id),
    /** The same for a page in all its languages. */
    translation_key: text().notNull(),
    modules: jsonb().$type<Module[]>().notNull().default([]),
    estate_ids: jsonb().$type<number[]>().notNull().default([]),
    form_fields: jsonb().$type<FormField[]>().notNull().default(["name", "phone"]),
    form_kind: text().$type<EntryKind>().notNull().default("estate"),
    form_success: text(),
    /** Where visitors go who have sent the form; null: they stay. */
    thanks_url: text(),
    form_consent: text(),
    privacy: text(),
    /** Other pages that visitors may see at this one's address. */
    variant_ids: jsonb().$type<number[]>().notNull().default([]),
    /** Made with the page: it counts the page's inquiries and visits. */
    tracker_id: rowId().references(() => tracker.id),
    seo_title: text(),
    seo_desc: text(),
    seo_keywords: jsonb().$type<string[]>().notNull().default([]),
    /** Sums of `content_daily`, by which lists are put in order. */
    uv_count: integer().notNull().default(0),
    inquiry_count: integer().notNull().default(0),
  },
  (t) => [
    // What is public has what a publication demands.
    check(
      "special_whole",
      sql`${t.publish_status} in ('draft', 'offline') or (${t.publish_at} is not null and ${t.cover_id} is not null and ${t.modules} <> '[]')`,
    ),
    uniqueIndex("special_slug").on(t.slug).where(present),
    uniqueIndex("special_translation").on(t.translation_key, t.lang).where(present),
    index("special_updated").on(t.updated_at, t.id).where(present),
    index("special_cover").on(t.cover_id),
    index("special_cover_mobile").on(t.cover_mobile_id),
    index("special_public").on(t.publish_at).where(mayBePublic),
    index("special_title")
      .using("gin", bigrams(folded(t.title_fold, t.title)))
      .with(bounded),
    index("special_name")
      .using("gin", bigrams(folded(t.name_fold, t.name)))
      .with(bounded),
  ],
);
