import { sql } from "drizzle-orm";
import { type AnyPgColumn, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { SearchPlatform } from "~/contract/customer/customer-user";
import type { SearchWordStatus, SearchWordType, WordTarget } from "~/contract/resource/search-word";
import { article } from "../article/article";
import { calendarDay, common, instant, rowId, versioned } from "../columns";
import { estate } from "../house/estate";
import { cityIntro } from "../seo/city";
import { special } from "../special/special";

/** A word of the site's search: shown, replaced by another, or kept out (domain B.7 keyword). */
export const searchWord = pgTable(
  "search_word",
  {
    ...common,
    ...versioned,
    word: text().notNull(),
    /** As searches are counted: `searchKey` of the word. */
    key: text().notNull(),
    /** Null is all of them. */
    platform: text().$type<SearchPlatform>(),
    type: text().$type<SearchWordType>().notNull(),
    synonym_of: rowId().references((): AnyPgColumn => searchWord.id),
    target_type: text().$type<WordTarget>().notNull().default("none"),
    estate_id: rowId().references(() => estate.id),
    article_id: rowId().references(() => article.id),
    special_id: rowId().references(() => special.id),
    city_id: rowId().references(() => cityIntro.id),
    target_url: text(),
    weight: integer().notNull().default(100),
    start_at: instant(),
    end_at: instant(),
    status: text().$type<SearchWordStatus>().notNull().default("enabled"),
  },
  (t) => [
    uniqueIndex("search_word_key").on(sql`coalesce(${t.platform}, '')`, t.key),
    index("search_word_synonym").on(t.synonym_of),
    index("search_word_estate").on(t.estate_id),
    index("search_word_article").on(t.article_id),
    index("search_word_weight").on(t.weight, t.id),
  ],
);

/** How often a word was searched on a day of Asia/Shanghai; its platform is empty where nobody said it. */
export const searchDaily = pgTable(
  "search_daily",
  {
    word: text().notNull(),
    platform: text().notNull(),
    date: calendarDay().notNull(),
    count: integer().notNull().default(0),
    no_result: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.word, t.platform, t.date] }),
    // The sums of the last days are read out of it alone.
    index("search_daily_date").on(t.date, t.word, t.platform, t.count, t.no_result),
  ],
);
