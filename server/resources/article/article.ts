import { article as contract } from "~/contract/article/article";
import { article } from "~/server/database/tables/article/article";
import { type Done, eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { tablePage } from "~/server/lib/list";
import { serve, serveAct } from "~/server/lib/serve";
import { contentHandlers } from "~/server/resources/content/handlers";
import { valuesOf } from "~/server/resources/content/kind";
import { slugHandler } from "~/server/resources/content/slug-handler";
import { writeItem } from "~/server/resources/content/write";
import { articles } from "./article/kind";
import { articleOrder, articleRows } from "./article/list";
import { articleOf, toArticleRows } from "./article/view";

export const articleHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const parts = { where: articleRows(query, services.now()), order: articleOrder(query.sort) };
    return tablePage(call, article, parts, toArticleRows);
  }),

  slugHandler(contract.slug, articles),

  ...contentHandlers(articles, contract, articleOf),

  serveAct(contract.top, articleOf, (call, id, { is_top }) => flag(call, id, { is_top })),
  serveAct(contract.recommend, articleOf, (call, id, { is_recommend }) => flag(call, id, { is_recommend })),

  serve(contract.categoryBatch, async (call) => {
    const { ids, category_id } = call.body;
    const rows = await eachRow(call, ids, (one, id) => setCategory(one, id, category_id));
    const batch = { act: "content", targetType: "article", permission: "article:news:publish" } as const;
    return replyOf(rows, await keepBatch(call, batch, rows));
  }),
];

async function flag(call: SignedCall, id: number, flags: { is_top?: boolean; is_recommend?: boolean }): Promise<void> {
  const row = await articles.records.lock(call, id);
  await writeItem(call, articles, row, { ...valuesOf(articles, row), ...flags }, { act: "save", verb: "编辑" });
}

async function setCategory(call: SignedCall, id: number, category_id: number): Promise<Done> {
  const row = await articles.records.lock(call, id);
  const values = valuesOf(articles, row);
  const changed = await writeItem(call, articles, row, { ...values, category_id }, { act: "save", verb: "编辑" });
  return { before: { category_id: values.category_id }, version_after: changed.version };
}
