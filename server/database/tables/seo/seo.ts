import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Language } from "~/contract/common";
import type { EstateFilter } from "~/contract/house/public-filter";
import type { SectionContent } from "~/contract/seo/section-content";
import type {
  KeywordIntent,
  KeywordStatus,
  PageType,
  RankSource,
  SectionType,
  SeoStatus,
  TagType,
} from "~/contract/seo/seo-kinds";
import type { TopicConditions } from "~/contract/seo/topic-conditions";
import { calendarDay, common, instant, rowId, searchText, soft, versioned } from "../columns";
import { bigrams, bounded, folded } from "../search";
import { user } from "../system/system";

const present = sql`deleted_at is null`;

/** A search of estates with an address of its own on the site (SEO标签). */
export const seoTag = pgTable(
  "seo_tag",
  {
    ...common,
    ...versioned,
    ...soft,
    name: text().notNull(),
    name_fold: searchText(),
    slug: text().notNull(),
    type: text().$type<TagType>().notNull(),
    filter: jsonb().$type<EstateFilter>().notNull(),
    title: text(),
    desc: text(),
    /** Estates online that its search finds, as last counted: when it was saved, and every ten minutes. */
    estate_count: integer().notNull().default(0),
    index_flag: boolean().notNull().default(true),
    sort: integer().notNull().default(100),
    status: text().$type<SeoStatus>().notNull().default("enabled"),
    /** Gone, and its address leads there. */
    merged_to_id: rowId().references((): AnyPgColumn => seoTag.id),
  },
  (t) => [
    uniqueIndex("seo_tag_name").on(t.name).where(present),
    uniqueIndex("seo_tag_slug").on(t.slug).where(present),
    index("seo_tag_sort").on(t.sort, t.id).where(present),
    index("seo_tag_count").on(t.estate_count, t.id).where(present),
    index("seo_tag_merged").on(t.merged_to_id).where(sql`${t.merged_to_id} is not null`),
  ],
);

/** A word that people search engines for (SEO关键词). */
export const seoKeyword = pgTable(
  "seo_keyword",
  {
    ...common,
    ...versioned,
    word: text().notNull(),
    word_fold: searchText(),
    lang: text().$type<Language>().notNull().default("zh"),
    intent: text().$type<KeywordIntent>().notNull(),
    target_url: text(),
    volume: integer(),
    difficulty: smallint(),
    /** Of the last day that is known: what the rank is, what it was the time before, and when. */
    rank_current: integer(),
    rank_before: integer(),
    rank_best: integer(),
    rank_at: calendarDay(),
    /** 分组, by which people keep them; `group` is what every list is counted by. */
    group_name: text(),
    owner_id: rowId().references(() => user.id),
    status: text().$type<KeywordStatus>().notNull().default("tracking"),
    /** Texts that show it link to its page. */
    link_text: boolean().notNull().default(false),
    max_per_article: smallint().notNull().default(1),
  },
  (t) => [
    uniqueIndex("seo_keyword_word").on(t.lang, t.word),
    index("seo_keyword_created").on(t.created_at, t.id),
    index("seo_keyword_owner").on(t.owner_id),
    index("seo_keyword_links").on(t.lang, t.word).where(sql`${t.link_text}`),
    index("seo_keyword_grams")
      .using("gin", bigrams(folded(t.word_fold, t.word)))
      .with(bounded),
  ],
);

/** Where a word stood on a day; null where it was not among the results. */
export const seoKeywordRank = pgTable(
  "seo_keyword_rank",
  {
    keyword_id: rowId()
      .notNull()
      .references(() => seoKeyword.id, { onDelete: "cascade" }),
    date: calendarDay().notNull(),
    rank: integer(),
    source: text().$type<RankSource>().notNull(),
    by: rowId(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyword_id, t.date] })],
);

/** A part of the site's pages of one kind (SEO版块). */
export const section = pgTable(
  "section",
  {
    ...common,
    ...versioned,
    code: text().notNull(),
    name: text().notNull(),
    name_fold: searchText(),
    page_type: text().$type<PageType>().notNull(),
    position: text(),
    type: text().$type<SectionType>().notNull(),
    content: jsonb().$type<SectionContent>().notNull(),
    /** Pages of these districts and of those below them; of all where absent. */
    district_ids: jsonb().$type<number[]>(),
    sort: integer().notNull().default(100),
    status: text().$type<SeoStatus>().notNull().default("enabled"),
  },
  (t) => [
    uniqueIndex("section_code").on(t.code),
    index("section_page").on(t.page_type, t.status, t.sort, t.id),
    index("section_sort").on(t.sort, t.id),
  ],
);

/** Templates of one text of the site's pages. */
const topicTable = <N extends string>(name: N) =>
  pgTable(
    name,
    {
      ...common,
      ...versioned,
      name: text().notNull(),
      page_type: text().$type<PageType>().notNull(),
      template: text().notNull(),
      conditions: jsonb().$type<TopicConditions>().notNull(),
      priority: smallint().notNull().default(0),
      lang: text().$type<Language>().notNull().default("zh"),
      status: text().$type<SeoStatus>().notNull().default("enabled"),
    },
    (t) => [
      uniqueIndex(`${name}_template`).on(t.page_type, t.lang, t.template),
      // In the order in which the first that matches is chosen.
      index(`${name}_page`).on(t.page_type, t.lang, t.priority.desc(), t.created_at.desc(), t.id.desc()),
      index(`${name}_priority`).on(t.priority, t.id),
    ],
  );

export const topicTitle = topicTable("topic_title");
export const topicDesc = topicTable("topic_desc");
export type TopicTable = typeof topicTitle | typeof topicDesc;
