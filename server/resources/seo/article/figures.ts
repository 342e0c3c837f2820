import { inArray } from "drizzle-orm";
import { letterCount } from "~/contract/content/rich-text";
import { linkWords } from "~/contract/seo/inlinks";
import type { SeoArticleFields } from "~/contract/seo/seo-article";
import { densityOf, isInside, linksIn } from "~/contract/seo/text-figures";
import type { Db } from "~/server/database/database";
import { seoKeyword } from "~/server/database/tables/seo/seo";
import { readSettings } from "~/server/lib/settings";
import { siteUrl } from "~/server/resources/shared/site";
import { inlinksFor } from "../inlinks";

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
