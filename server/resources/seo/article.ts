import { eq } from "drizzle-orm";
import { seoArticle as contract, type IndexedState, indexedStates } from "~/contract/seo/seo-article";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { type Done, eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { listOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { contentHandlers } from "~/server/resources/content/handlers";
import { slugHandler } from "~/server/resources/content/slug-handler";
import { checkArticle } from "./article/check";
import { seoArticles } from "./article/kind";
import { seoArticleOrder, seoArticleRows } from "./article/list";
import { seoArticleOf, toSeoArticleRows } from "./article/view";

export const seoArticleHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, services } = call;
    const select = db.select().from(seoArticle).$dynamic();
    const where = await seoArticleRows(db, query, services.now());
    const parts = { select, from: seoArticle, where, order: seoArticleOrder(query.sort) };
    const page = await listOf(db, query, { ...parts });
    return { ...page, list: await toSeoArticleRows(call, page.list) };
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
