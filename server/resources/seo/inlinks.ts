import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { Language } from "~/contract/common";
import type { Inlink } from "~/contract/seo/inlinks";
import type { Db } from "~/server/database/database";
import { seoKeyword } from "~/server/database/tables/seo/seo";
import { readSettings } from "~/server/lib/settings";

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
