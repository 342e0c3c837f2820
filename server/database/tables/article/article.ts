import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { WordStatus } from "~/contract/article/category";
import type { TagColor } from "~/contract/article/tag";
import type { Language } from "~/contract/common";
import { common, rowId, searchText, soft, versioned } from "../columns";
import { contentColumns, endColumns, mayBePublic, turnOf, willTurn } from "../content/content";
import { bigrams, bounded, folded } from "../search";
import { media } from "../system/system";

const present = sql`deleted_at is null`;

/** A category of articles, of the first or the second level. */
export const articleCategory = pgTable(
  "article_category",
  {
    ...common,
    ...versioned,
    ...soft,
    name: text().notNull(),
    name_fold: searchText(),
    parent_id: rowId().references((): AnyPgColumn => articleCategory.id),
    slug: text().notNull(),
    sort: integer().notNull().default(100),
    status: text().$type<WordStatus>().notNull().default("enabled"),
    /** Set on a merged category: the one that now has its articles. */
    merged_to_id: rowId().references((): AnyPgColumn => articleCategory.id),
  },
  (t) => [
    uniqueIndex("article_category_name").on(sql`coalesce(${t.parent_id}, 0)`, t.name).where(present),
    uniqueIndex("article_category_slug").on(t.slug).where(present),
    index("article_category_merged").on(t.merged_to_id).where(sql`${t.merged_to_id} is not null`),
  ],
);

/** A tag of articles (资讯标签). */
export const articleTag = pgTable(
  "article_tag",
  {
    ...common,
    ...versioned,
    ...soft,
    name: text().notNull(),
    name_fold: searchText(),
    color: text().$type<TagColor>().notNull().default("gray"),
    slug: text().notNull(),
    sort: integer().notNull().default(100),
    status: text().$type<WordStatus>().notNull().default("enabled"),
    merged_to_id: rowId().references((): AnyPgColumn => articleTag.id),
  },
  (t) => [
    uniqueIndex("article_tag_name").on(t.name).where(present),
    uniqueIndex("article_tag_slug").on(t.slug).where(present),
    index("article_tag_merged").on(t.merged_to_id).where(sql`${t.merged_to_id} is not null`),
  ],
);

/** An article (资讯). */
export const article = pgTable(
  "article",
  {
    ...contentColumns,
    ...endColumns,
    title: text().notNull(),
    title_fold: searchText(),
    sub_title: text(),
    category_id: rowId().references(() => articleCategory.id),
    tag_ids: jsonb().$type<number[]>().notNull().default([]),
    cover_id: rowId().references(() => media.id),
    summary: text(),
    content: text(),
    author: text(),
    source: text(),
    source_url: text(),
    lang: text().$type<Language>().notNull().default("zh"),
    translation_of: rowId().references((): AnyPgColumn => article.id),
    /** The same for an article in all its languages. */
    translation_key: text().notNull(),
    country_code: text(),
    district_ids: jsonb().$type<number[]>().notNull().default([]),
    related_estate_ids: jsonb().$type<number[]>().notNull().default([]),
    is_top: boolean().notNull().default(false),
    is_recommend: boolean().notNull().default(false),
    sort: integer().notNull().default(100),
    slug: text().notNull(),
    seo_title: text(),
    seo_desc: text(),
    seo_keywords: jsonb().$type<string[]>().notNull().default([]),
  },
  (t) => [
    // What is public has what a publication demands.
    check(
      "article_whole",
      sql`${t.publish_status} in ('draft', 'offline') or (${t.publish_at} is not null and ${t.category_id} is not null
        and ${t.cover_id} is not null and ${t.summary} is not null and ${t.content} is not null)`,
    ),
    uniqueIndex("article_slug").on(t.slug).where(present),
    uniqueIndex("article_translation").on(t.translation_key, t.lang).where(present),
    index("article_updated").on(t.updated_at, t.id).where(present),
    index("article_cover").on(t.cover_id),
    // Those on top first, then the newest: what the public reads, by language.
    index("article_public").on(t.lang, t.is_top.desc(), t.publish_at.desc(), t.id.desc()).where(mayBePublic),
    index("article_due").on(turnOf(t)).where(willTurn),
    index("article_tags").using("gin", t.tag_ids),
    index("article_title")
      .using("gin", bigrams(folded(t.title_fold, t.title)))
      .with(bounded),
  ],
);
