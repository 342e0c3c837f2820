import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Language } from "~/contract/common";
import type { ArticleFaq, IndexedState } from "~/contract/seo/seo-article";
import { rowId, searchText } from "../columns";
import { contentColumns, endColumns, mayBePublic } from "../content/content";
import { district } from "../region/geography";
import { bigrams, bounded, folded } from "../search";
import { media } from "../system/system";

const present = sql`deleted_at is null`;

/** An article that is written to be found by the search engines (SEO文章). */
export const seoArticle = pgTable(
  "seo_article",
  {
    ...contentColumns,
    ...endColumns,
    lang: text().$type<Language>().notNull().default("zh"),
    /** The same for a piece in all its languages. */
    translation_key: text().notNull(),
    translation_of: rowId().references((): AnyPgColumn => seoArticle.id),
    slug: text().notNull(),
    canonical: text(),
    seo_title: text(),
    seo_desc: text(),
    title: text().notNull(),
    title_fold: searchText(),
    /** SEO关键词 that it is to be found by, the most important first. */
    keyword_ids: jsonb().$type<number[]>().notNull().default([]),
    district_id: rowId().references(() => district.id),
    /** SEO标签. */
    tag_ids: jsonb().$type<number[]>().notNull().default([]),
    cover_id: rowId().references(() => media.id),
    summary: text(),
    content: text(),
    faq: jsonb().$type<ArticleFaq[]>().notNull().default([]),
    related_ids: jsonb().$type<number[]>().notNull().default([]),
    author: text(),
    /** Of the text as it was saved: its letters, the percent of them that its keywords are, and its links to our pages. */
    word_count: integer().notNull().default(0),
    keyword_density: numeric({ precision: 5, scale: 2, mode: "number" }).notNull().default(0),
    inlink_count: integer().notNull().default(0),
    indexed: text().$type<IndexedState>().notNull().default("unknown"),
  },
  (t) => [
    check(
      "seo_article_whole",
      sql`${t.publish_status} in ('draft', 'offline') or (${t.publish_at} is not null and ${t.content} is not null and ${t.keyword_ids} <> '[]'::jsonb)`,
    ),
    uniqueIndex("seo_article_slug").on(t.slug).where(present),
    uniqueIndex("seo_article_translation").on(t.translation_key, t.lang).where(present),
    index("seo_article_cover").on(t.cover_id),
    index("seo_article_updated").on(t.updated_at, t.id).where(present),
    index("seo_article_public").on(t.lang, t.publish_at.desc(), t.id.desc()).where(mayBePublic),
    index("seo_article_keywords").using("gin", t.keyword_ids.op("jsonb_path_ops")).where(present),
    index("seo_article_tags").using("gin", t.tag_ids.op("jsonb_path_ops")).where(present),
    index("seo_article_title")
      .using("gin", bigrams(folded(t.title_fold, t.title)))
      .with(bounded),
  ],
);
