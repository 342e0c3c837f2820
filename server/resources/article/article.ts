import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { ArticleFields, ArticleWhole, article as contract } from "~/contract/article/article";
import { article, articleCategory, articleTag } from "~/server/database/tables/article/article";
import { type Done, eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { matching, orderOf, tablePage, within } from "~/server/lib/list";
import { cardHtml, escapeHtml } from "~/server/lib/rich-text/display";
import { containsText } from "~/server/lib/search";
import { serve, serveAct } from "~/server/lib/serve";
import { contentHandlers, slugHandler } from "~/server/resources/content/handlers";
import { inStatuses, kindOf, stateText, type Values, valuesOf } from "~/server/resources/content/kind";
import { coverHtml, lineHtml, type PageOf, tagsHtml, textHtml } from "~/server/resources/content/page";
import { draftedItem, writeItem } from "~/server/resources/content/write";
import { checkTranslation, translationKey } from "../content/translations";
import { readArticle } from "./article/reading";
import { articleOf, toArticleRows } from "./article/view";

type ArticleQuery = z.output<typeof contract.list.query>;

export const inCategory = (id: number): SQL =>
  sql`${article.category_id} in (select ${articleCategory.id} from ${articleCategory} where ${articleCategory.id} = ${id} or ${articleCategory.parent_id} = ${id})`;

export const hasTag = (ids: readonly number[]): SQL =>
  sql`${article.tag_ids} @> any(${sql.param(ids.map((id) => JSON.stringify([id])))}::jsonb[])`;

function articleRows(query: ArticleQuery, at: Date): SQL {
  const { keyword, category_id, tag_id, status, country } = query;
  return sql`${and(
    isNull(article.deleted_at),
    keyword ? containsText(article.title, keyword) : undefined,
    category_id ? inCategory(category_id) : undefined,
    tag_id?.length ? hasTag(tag_id) : undefined,
    ...matching(article, query, ["lang", "is_top", "is_recommend"]),
    inStatuses(article, status, at),
    country?.length ? inArray(article.country_code, country) : undefined,
    ...within(article.publish_at, query.published_from, query.published_to),
  )}`;
}

export const articles = kindOf({
  kind: "article",
  title: "资讯",
  module: "article",
  table: article,
  fields: ArticleFields,
  whole: ArticleWhole,
  rich: ["content"],
  pictures: ["cover_id"],
  named: "title",
  addressed: { kind: "article", table: article, name: article.title },
  present: (call, id) => articleOf(call, id),
  check: ({ db }, values, before) => checkTranslation(db, { table: article, noun: "资讯" }, values, before),
  derive: async ({ db }, values, before) => ({ translation_key: await translationKey(db, article, values, before) }),
  renew: renewed,
});

/** An older version's words as they are now: merged ones become their targets, deleted ones are left out. */
async function renewed({ db }: SignedCall, values: Values): Promise<Values> {
  const { tag_ids = [], category_id = null } = values as Partial<ArticleFields>;
  const tags = tag_ids.length ? await db.select().from(articleTag).where(inArray(articleTag.id, tag_ids)) : [];
  const [category] = category_id
    ? await db.select().from(articleCategory).where(eq(articleCategory.id, category_id))
    : [];
  const nowOf = (row: { id: number; merged_to_id: number | null; deleted_at: string | null } | undefined) =>
    row && (row.merged_to_id ?? (row.deleted_at ? null : row.id));
  return {
    ...values,
    tag_ids: [...new Set(tag_ids.flatMap((id) => nowOf(tags.find((one) => one.id === id)) ?? []))],
    category_id: nowOf(category) ?? null,
  };
}

export const articleHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const parts = { where: articleRows(query, services.now()), order: orderOf(article, query.sort, article.id) };
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

export const articlePage: PageOf = async ({ db, services, base }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "article", table: article }, { id, isDraft });
  const read = await readArticle({ db, services }, row, { base, isPreview: true });
  const line = [read.category?.name, read.author, row.publish_at?.slice(0, 10), read.source && `来源：${read.source}`];
  const body = [
    `<h1>${escapeHtml(read.title)}</h1>`,
    textHtml("sub", read.sub_title),
    lineHtml(line),
    coverHtml(read.cover),
    textHtml("summary", read.summary),
    `<div class="text">${read.content}</div>`,
    tagsHtml(read.tags.map(({ name }) => name)),
    read.related_estates.length
      ? `<h2>相关房源</h2><div class="cards">${read.related_estates.map(cardHtml).join("")}</div>`
      : "",
  ].join("\n");
  return { title: read.seo.title, lang: row.lang, status: stateText(row, isDraft, services.now()), body };
};
