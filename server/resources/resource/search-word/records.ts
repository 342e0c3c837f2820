import { and, asc, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { SearchPlatform } from "~/contract/customer/customer-user";
import { shanghaiDay } from "~/contract/day";
import { SearchWordDetail, SearchWordFields } from "~/contract/resource/search-word";
import type { Db } from "~/server/database/database";
import { article } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { searchDaily, searchWord } from "~/server/database/tables/resource/search-word";
import { cityIntro } from "~/server/database/tables/seo/city";
import { special } from "~/server/database/tables/special/special";
import { type Asking, found, rowOf } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import type { Entry } from "~/server/lib/option-values";
import { includesText } from "~/server/lib/search";
import { readSettings } from "~/server/lib/settings";
import { nextChange } from "~/server/resources/content/public";
import { isPublic } from "~/server/resources/shared/content-visits";
import { siteUrlBy } from "~/server/resources/shared/site";
import { nextOpening } from "~/server/resources/special/at-address";
import { inPhase, visitorUrl } from "~/server/resources/special/view";

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

function showingOf({ status, start_at, end_at }: Pick<SearchWord, "status" | "start_at" | "end_at">, now: Date) {
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

/** What a word leads to, by its address, where visitors may see it. */
type Row = SearchWord & Record<"estateSlug" | "articleSlug" | "specialSlug" | "citySlug", string | null>;

/** What a platform's search box shows at this moment, and until when that holds. `base` goes before the addresses of our own pages. */
export async function shownWords(db: Db, platform: SearchPlatform, { now, base }: { now: Date; base: string }) {
  const { rows, changes } = await presentWords(db, platform, now);
  const blocked = rows.filter(({ type }) => type === "block").map(({ key }) => key);
  const shown = rows.filter(({ type, key }) => type !== "block" && !blocked.some((block) => key.includes(block)));
  const settings = await readSettings(db);
  const urlOf = ({ target_type, target_url, estateSlug, articleSlug, specialSlug, citySlug }: Row) => {
    if (target_type === "url") return target_url;
    if (specialSlug) return visitorUrl(settings, specialSlug, base);
    if (citySlug) return siteUrlBy(settings, "city_intro", citySlug);
    return estateSlug ? siteUrlBy(settings, "estate", estateSlug) : siteUrlBy(settings, "article", articleSlug);
  };
  const byId = new Map(shown.map((row) => [row.id, row]));
  const synonyms = shown.flatMap((row): [string, string][] => {
    const target = meantBy(row, byId);
    return target ? [[row.word, target.word]] : [];
  });
  const turns = [await nextChange(db, [article, cityIntro], now), await nextOpening(db, now)];
  const moments = [...changes, ...turns.flatMap((at) => at?.getTime() ?? [])];
  return {
    answer: {
      default: shown.filter(({ type }) => type === "default").map(({ word }) => word),
      hot: shown.filter(({ type }) => type === "hot").map((row) => ({ word: row.word, url: urlOf(row) })),
      synonyms: Object.fromEntries(synonyms),
    },
    until: moments.length ? new Date(Math.min(...moments)) : undefined,
  };
}

/** The words of a platform that hold now, the heavier first, and the moments at which others begin or these end. */
async function presentWords(db: Db, platform: SearchPlatform, now: Date) {
  const found = await db
    .select({
      row: searchWord,
      ...{ estateSlug: estate.slug, articleSlug: article.slug, specialSlug: special.slug, citySlug: cityIntro.slug },
    })
    .from(searchWord)
    .leftJoin(
      estate,
      and(eq(estate.id, searchWord.estate_id), isNull(estate.deleted_at), eq(estate.publish_status, "online")),
    )
    .leftJoin(article, and(eq(article.id, searchWord.article_id), isPublic(article, now)))
    .leftJoin(special, and(eq(special.id, searchWord.special_id), inPhase("running", now)))
    .leftJoin(cityIntro, and(eq(cityIntro.id, searchWord.city_id), isPublic(cityIntro, now)))
    .where(
      and(
        onPlatforms([platform]),
        eq(searchWord.status, "enabled"),
        or(isNull(searchWord.end_at), gt(searchWord.end_at, isoInstant(now))),
      ),
    )
    .orderBy(desc(searchWord.weight), asc(searchWord.id));
  const all = found.map(({ row, ...slugs }): Row => ({ ...row, ...slugs }));
  const changes = all
    .flatMap(({ start_at, end_at }) => [start_at, end_at])
    .flatMap((at) => (at && Date.parse(at) > now.getTime() ? [Date.parse(at)] : []));
  return { rows: all.filter((row) => showingOf(row, now) === "showing"), changes };
}

/** The word at the end of a synonym's way; none while one on it is not shown. */
function meantBy(row: Row, shown: ReadonlyMap<number, Row>): Row | undefined {
  if (row.type !== "synonym") return undefined;
  let target: Row | undefined = row;
  while (target?.type === "synonym") target = shown.get(target.synonym_of ?? 0);
  return target;
}
