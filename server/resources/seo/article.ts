import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { seoArticle as contract, type IndexedState, indexedStates } from "~/contract/seo/seo-article";
import type { Db } from "~/server/database/database";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { type Done, eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { tablePage } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { contentHandlers } from "~/server/resources/content/handlers";
import { slugHandler } from "~/server/resources/content/slug-handler";
import { siteUrl } from "~/server/resources/shared/site";
import { keywordsOf } from "./article/figures";
import { seoArticles } from "./article/kind";
import { names, seoArticleOrder, seoArticleRows } from "./article/list";
import { seoArticleOf, toSeoArticleRows } from "./article/view";
import { inlinksFor } from "./inlinks";

/** So many other articles are named at most. */
const mostNamed = 3;

/** Other articles of the language with this title or first keyword, and the words that the article's text would link. */
async function checkArticle(db: Db, asked: z.output<typeof contract.check.query>) {
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

export const seoArticleHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, services } = call;
    const parts = { where: await seoArticleRows(db, query, services.now()), order: seoArticleOrder(query.sort) };
    return tablePage(call, seoArticle, parts, toSeoArticleRows);
  }),
  slugHandler(contract.slug, seoArticles),
  serve(contract.check, ({ db, query }) => checkArticle(db, query)),
  ...contentHandlers(seoArticles, contract, seoArticleOf),

  serve(contract.indexedBatch, async (call) => {
    const { ids, indexed } = call.body;
    const rows = await eachRow(call, ids, (one, id) => setIndexed(one, id, indexed));
    const batch = { act: "content", targetType: "seo_article", permission: "seo:article:edit" } as const;
    return replyOf(rows, await keepBatch(call, batch, rows));
  }),
];

/** What somebody has seen is no change of the article: its version stays. */
async function setIndexed(call: SignedCall, id: number, indexed: IndexedState): Promise<Done> {
  const { version } = await seoArticles.records.lock(call, id);
  const [row] = await call.db.select().from(seoArticle).where(eq(seoArticle.id, id));
  const before = found(row);
  if (before.indexed !== indexed) {
    await call.db.update(seoArticle).set({ indexed, updated_at: before.updated_at }).where(eq(seoArticle.id, id));
    const [was, is] = [indexedStates[before.indexed], indexedStates[indexed]];
    const changes = [{ field: "indexed", label: "收录", before: was, after: is }];
    await seoArticles.records.log(call, before, { verb: "标记收录：", changes });
  }
  return { before: { indexed: before.indexed }, version_after: version };
}
