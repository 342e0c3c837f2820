import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { SearchPlatform } from "~/contract/customer/customer-user";
import { shanghaiDay } from "~/contract/day";
import { SearchWordDetail, SearchWordFields, type WordShowing } from "~/contract/resource/search-word";
import type { Db } from "~/server/database/database";
import { article } from "~/server/database/tables/article/article";
import { estate } from "~/server/database/tables/house/estate";
import { searchDaily, searchWord } from "~/server/database/tables/resource/search-word";
import { cityIntro } from "~/server/database/tables/seo/city";
import { special } from "~/server/database/tables/special/special";
import type { Asking } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import type { Entry } from "~/server/lib/option-values";
import { found } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { includesText } from "~/server/lib/search";
import { isPublic } from "~/server/resources/shared/content-visits";
import { inPhase } from "~/server/resources/special/view";

export type SearchWord = typeof searchWord.$inferSelect;

export const words = entity({
  ...{ table: searchWord, module: "resource", type: "search_word", title: "搜索词", fields: SearchWordFields },
  unique: "该平台的词",
  nameOf: ({ word }) => word,
  present: (call, id) => wordOf(call, id),
});

/** The first of the last so many days, today being one of them. */
export const firstOf = (days: number, now: Date): string => shanghaiDay(1 - days, now.getTime());

/** How often a row's word was searched, or found nothing, in the last days, on its own platform. */
const searched = (column: "count" | "no_result", days: number, now: Date): SQL<number> =>
  sql<number>`(select coalesce(sum(${searchDaily[column]}), 0)::int from ${searchDaily} where ${searchDaily.word} = ${searchWord.key}
    and (${searchWord.platform} is null or ${searchDaily.platform} = ${searchWord.platform}) and ${searchDaily.date} >= ${firstOf(days, now)})`;

export const sortsAt = (now: Date) => ({
  weight: searchWord.weight,
  word: searchWord.word,
  created_at: searchWord.created_at,
  search_30d: searched("count", 30, now),
});

const meant = alias(searchWord, "meant");

/** Words with what they lead to and how much they were searched; without filter and order. */
export function selectWords({ db, services }: Asking) {
  const now = services.now();
  return db
    .select({
      row: searchWord,
      target: sql<
        string | null
      >`coalesce(${meant.word}, ${estate.name}, ${article.title}, ${special.title}, ${cityIntro.title}, ${searchWord.target_url})`,
      is_target_hidden: sql<boolean>`(${estate.id} is not null and (${estate.publish_status} <> 'online' or ${estate.deleted_at} is not null))
        or (${article.id} is not null and not ${isPublic(article, now)})
        or (${special.id} is not null and not (${inPhase("running", now)}))
        or (${cityIntro.id} is not null and not ${isPublic(cityIntro, now)})`,
      search_7d: searched("count", 7, now),
      search_30d: searched("count", 30, now),
      no_result_30d: searched("no_result", 30, now),
    })
    .from(searchWord)
    .leftJoin(meant, eq(meant.id, searchWord.synonym_of))
    .leftJoin(estate, eq(estate.id, searchWord.estate_id))
    .leftJoin(article, eq(article.id, searchWord.article_id))
    .leftJoin(special, eq(special.id, searchWord.special_id))
    .leftJoin(cityIntro, eq(cityIntro.id, searchWord.city_id))
    .$dynamic();
}

type Selected = Awaited<ReturnType<typeof selectWords>>[number];

const isPast = (at: string, now: Date) => Date.parse(at) <= now.getTime();

export function showingOf(
  { status, start_at, end_at }: Pick<SearchWord, "status" | "start_at" | "end_at">,
  now: Date,
): WordShowing {
  if (status === "disabled") return "off";
  if (end_at && isPast(end_at, now)) return "ended";
  return start_at && !isPast(start_at, now) ? "not_started" : "showing";
}

export const toWord =
  (now: Date) =>
  ({ row, ...facts }: Selected): SearchWordDetail => {
    const { status } = row;
    return rowOf(SearchWordDetail, row, {
      ...facts,
      showing: showingOf(row, now),
      can: { edit: true, enable: status === "disabled", disable: status === "enabled", delete: true },
    });
  };

export async function wordOf(call: Asking, id: number): Promise<SearchWordDetail> {
  const [row] = await selectWords(call).where(eq(searchWord.id, id));
  return toWord(call.services.now())(found(row));
}

/** Words of these platforms, those of all among them. */
export const onPlatforms = (platforms: readonly SearchPlatform[]): SQL | undefined =>
  or(isNull(searchWord.platform), inArray(searchWord.platform, [...platforms]));

const mostOffered = 50;

/** Words that a synonym may point to, as choices; the heavier first. */
export const offeredWords = (db: Db, keyword: string | undefined): Promise<Entry[]> =>
  entries(db, and(ne(searchWord.type, "block"), keyword ? includesText(searchWord.key, keyword) : undefined)).limit(
    mostOffered,
  );

export const namedWords = (db: Db, ids: number[]): Promise<Entry[]> => entries(db, inArray(searchWord.id, ids));

const entries = (db: Db, which: SQL | undefined) =>
  db
    .select({ value: searchWord.id, label: searchWord.word, isEnabled: sql<boolean>`true` })
    .from(searchWord)
    .where(which)
    .orderBy(desc(searchWord.weight), asc(searchWord.id))
    .$dynamic();
