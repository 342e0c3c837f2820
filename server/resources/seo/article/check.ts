import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { seoArticle as contract } from "~/contract/seo/seo-article";
import type { Database, Transaction } from "~/server/database/database";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { containsText } from "~/server/lib/search";
import { siteUrl } from "~/server/resources/shared/site";
import { inlinksFor } from "../inlinks";
import { keywordsOf } from "./figures";
import { names } from "./list";

type Db = Database | Transaction;

/** So many other articles are named at most. */
const mostNamed = 3;

/** Other articles of the language with this title or first keyword, and the words that the article's text would link. */
export async function checkArticle(db: Db, asked: z.output<typeof contract.check.query>) {
  const { title, keyword_ids = [], lang, slug, exclude_id = 0 } = asked;
  const others = and(isNull(seoArticle.deleted_at), eq(seoArticle.lang, lang), ne(seoArticle.id, exclude_id));
  const find = (which: SQL | undefined) =>
    db
      .select({ id: seoArticle.id, name: seoArticle.title })
      .from(seoArticle)
      .where(and(others, which))
      .orderBy(seoArticle.id)
      .limit(mostNamed);
  // The first of the two is what its index finds.
  const same = title ? await find(and(containsText(seoArticle.title, title), eq(seoArticle.title, title))) : [];
  const [first] = keyword_ids;
  const rival = first
    ? await find(
        and(names(seoArticle.keyword_ids, [first]), sql`${seoArticle.keyword_ids} -> 0 = to_jsonb(${first}::bigint)`),
      )
    : [];
  const words = await keywordsOf(db, keyword_ids);
  return {
    words: words.map(({ name }) => name),
    inlinks: await inlinksFor(db, lang, await siteUrl(db, "seo_article", slug)),
    duplicates: [
      ...same.map((one) => ({ ...one, why: "title" as const })),
      ...rival
        .filter(({ id }) => same.every((one) => one.id !== id))
        .map((one) => ({ ...one, why: "keyword" as const })),
    ],
  };
}
