import { and, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { Language } from "~/contract/common";
import { estatesIn, letterCount } from "~/contract/content/rich-text";
import { type Inlink, linkWords, withInlinks } from "~/contract/seo/inlinks";
import type { SeoArticleFields } from "~/contract/seo/seo-article";
import { densityOf, isInside, linksIn } from "~/contract/seo/text-figures";
import type { Db } from "~/server/database/database";
import { seoKeyword } from "~/server/database/tables/seo/seo";
import type { Asking } from "~/server/lib/call";
import { forPreview, forReaders } from "~/server/lib/rich-text/display";
import { readSettings } from "~/server/lib/settings";
import { estateCards } from "~/server/resources/content/cards";
import { picturesFor, type Reading } from "~/server/resources/content/public";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { siteUrl } from "~/server/resources/shared/site";

/** The words of a language that link to a page, the longest first; never to the page that is read. */
export async function inlinksFor(db: Db, lang: Language, own: string | null): Promise<Inlink[]> {
  const { "site.main_base": main } = await readSettings(db);
  const rows = await db
    .select({ word: seoKeyword.word, target_url: seoKeyword.target_url, max: seoKeyword.max_per_article })
    .from(seoKeyword)
    .where(
      and(
        eq(seoKeyword.link_text, true),
        eq(seoKeyword.lang, lang),
        ne(seoKeyword.status, "paused"),
        isNotNull(seoKeyword.target_url),
      ),
    );
  const whole = (url: string) => (url.startsWith("/") && main ? main.replace(/\/+$/, "") + url : url);
  return rows
    .map(({ word, target_url, max }) => ({ word, url: whole(target_url ?? ""), max }))
    .filter(({ url }) => own === null || !isSamePage(url, own))
    .sort((a, b) => [...b.word].length - [...a.word].length || (a.word < b.word ? -1 : 1));
}

const pageOf = (url: string) => {
  const { host, pathname } = new URL(url, "http://site.invalid");
  return host + pathname.replace(/\/+$/, "");
};
const isSamePage = (one: string, other: string): boolean => pageOf(one) === pageOf(other);

/** A text as its readers see it: with the cards of its estates, and links on words of ours that have pages. `canonical`: its own page, to which it does not link. */
export async function linkedText(
  asking: Asking,
  { content, lang }: { content: string | null; lang: Language },
  reading: Reading,
  canonical: string | null,
): Promise<string> {
  const { base, isPreview } = reading;
  const html = content ?? "";
  const cards = await estateCards(asking.db, asking.services, estatesIn(html), base);
  const show = isPreview ? forPreview : forReaders;
  const rules = await displayRules(asking, [html], picturesFor(asking.services, reading), lang);
  const shown = show(html, rules, (id) => cards.find((card) => card.id === id));
  return withInlinks(shown, await inlinksFor(asking.db, lang, canonical));
}

/** Keywords by their numbers, in this order; those that are gone are left out. */
export async function keywordsOf(db: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: seoKeyword.id, name: seoKeyword.word })
    .from(seoKeyword)
    .where(inArray(seoKeyword.id, [...new Set(ids)]));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** What is counted of a text as it is saved. Its links are those to the site's own pages, written or put in for its readers. */
export async function figuresOfText(
  db: Db,
  { content, keyword_ids, lang, slug }: Pick<SeoArticleFields, "content" | "keyword_ids" | "lang"> & { slug: string },
) {
  const html = content ?? "";
  const { "site.main_base": main } = await readSettings(db);
  const host = URL.canParse(main) ? new URL(main).host : "";
  const put = linkWords(html, await inlinksFor(db, lang, await siteUrl(db, "seo_article", slug)));
  const words = (await keywordsOf(db, keyword_ids)).map(({ name }) => name);
  return {
    word_count: letterCount(html),
    keyword_density: densityOf(html, words),
    inlink_count: put.words.length + linksIn(html).filter((href) => isInside(href, host)).length,
  };
}
