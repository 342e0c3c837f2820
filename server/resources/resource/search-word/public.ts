import { and, asc, desc, eq, gt, isNull, or } from "drizzle-orm";
import type { SearchPlatform } from "~/contract/customer/customer-user";
import type { Db } from "~/server/database/database";
import { article } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { estate } from "~/server/database/tables/house/estate";
import { searchWord } from "~/server/database/tables/resource/search-word";
import { cityIntro } from "~/server/database/tables/seo/city";
import { special } from "~/server/database/tables/special/special";
import { readSettings } from "~/server/lib/settings";
import { nextChange } from "~/server/resources/content/public";
import { isPublic } from "~/server/resources/shared/content-visits";
import { siteUrlBy } from "~/server/resources/shared/site";
import { nextOpening } from "~/server/resources/special/at-address";
import { inPhase, visitorUrl } from "~/server/resources/special/view";
import { onPlatforms, type SearchWord, showingOf } from "./records";

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
  const turns = [await nextChange(db, article, now), await nextChange(db, cityIntro, now), await nextOpening(db, now)];
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
