import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  ArticleDetail,
  ArticleFields,
  ArticleRow,
  ArticleWhole,
  article as contract,
} from "~/contract/article/article";
import type { PublicArticleDetail } from "~/contract/article/public-article";
import type { TagRef } from "~/contract/article/tag";
import type { Ref } from "~/contract/common";
import { estatesIn, textOf } from "~/contract/content/rich-text";
import type { Db } from "~/server/database/database";
import { article, articleCategory, articleTag } from "~/server/database/tables/article/article";
import { type Done, eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import { type Asking, found, rowOf, type SignedCall } from "~/server/lib/call";
import { orderOf, tablePage, within } from "~/server/lib/list";
import { cardHtml, escapeHtml, forEditor, forPreview, forReaders } from "~/server/lib/rich-text/display";
import { containsText } from "~/server/lib/search";
import { serve, serveAct } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { estateCards } from "~/server/resources/content/cards";
import { figuresOf } from "~/server/resources/content/figures";
import { contentHandlers, slugHandler } from "~/server/resources/content/handlers";
import { inStatuses, kindOf, stateText, type Values, valuesOf } from "~/server/resources/content/kind";
import { coverHtml, lineHtml, type PageOf, tagsHtml, textHtml } from "~/server/resources/content/page";
import {
  alternatesOf,
  checkTranslation,
  picturesFor,
  type Reading,
  scriptJson,
  translationKey,
  translationsOf,
} from "~/server/resources/content/public";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { draftedItem, presentItem, withValues, writeItem } from "~/server/resources/content/write";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { siteUrl } from "~/server/resources/shared/site";
import { pictureUrl } from "~/server/resources/shared/upload";

export type Article = typeof article.$inferSelect;

/** Names of the categories and tags of these articles; an article's tags in its order. */
export async function wordsOf(db: Db, rows: readonly Pick<Article, "category_id" | "tag_ids">[]) {
  const categoryIds = [...new Set(rows.flatMap(({ category_id }) => category_id ?? []))];
  const tagIds = [...new Set(rows.flatMap(({ tag_ids }) => tag_ids))];
  const categories = categoryIds.length
    ? await db.select().from(articleCategory).where(inArray(articleCategory.id, categoryIds))
    : [];
  const tags = tagIds.length ? await db.select().from(articleTag).where(inArray(articleTag.id, tagIds)) : [];
  const byId = {
    categories: new Map(categories.map((one) => [one.id, one])),
    tags: new Map(tags.map((one) => [one.id, one])),
  };
  return {
    category: (id: number | null) => (id === null ? undefined : byId.categories.get(id)),
    tags: (ids: readonly number[]) => ids.flatMap((id) => byId.tags.get(id) ?? []),
  };
}

async function toArticleRows(call: SignedCall, rows: readonly Article[]): Promise<ArticleRow[]> {
  const { db, services } = call;
  const ids = rows.map(({ id }) => id);
  const words = await wordsOf(db, rows);
  const figures = await figuresOf(db, "article", ids);
  const life = await livesOf(call, "article", rows, ArticleWhole);
  return rows.map((row) => {
    const { category_id } = row;
    const category = words.category(category_id);
    const { inquiries, deals } = figures(row.id);
    return rowOf(ArticleRow, row, {
      ...life(row),
      cover: row.cover_id ? pictureUrl(services, row.cover_id, "thumb") : null,
      category: category ? ({ id: category.id, name: category.name } satisfies Ref) : null,
      tags: words.tags(row.tag_ids).map(({ id, name, color }): TagRef => ({ id, name, color })),
      inquiry_count: inquiries,
      deal_count: deals,
    });
  });
}

/** One article as its form shows it; with the values of a draft copy or of an older version instead of its own. */
async function articleOf(call: SignedCall, id: number, values: Values = {}): Promise<ArticleDetail> {
  const { db } = call;
  const row: Article = withValues(await presentItem(db, article, id), values);
  const [shown] = await toArticleRows(call, [row]);
  const { content } = row;
  const translations = await translationsOf(db, article, row);
  return rowOf(ArticleDetail, row, {
    ...found(shown),
    translations,
    content: content ? forEditor(content, await displayRules(call, [content])) : null,
    ...(await lifeDetailOf(call, "article", row)),
  });
}

type ArticleQuery = z.output<typeof contract.list.query>;

const articleOrder = (sort: ArticleQuery["sort"]): SQL => orderOf(article, sort, article.id);

export const inCategory = (id: number): SQL =>
  sql`${article.category_id} in (select ${articleCategory.id} from ${articleCategory} where ${articleCategory.id} = ${id} or ${articleCategory.parent_id} = ${id})`;

export const hasTag = (ids: readonly number[]): SQL =>
  sql`${article.tag_ids} @> any(${sql.param(ids.map((id) => JSON.stringify([id])))}::jsonb[])`;

function articleRows(query: ArticleQuery, at: Date): SQL {
  const { keyword, category_id, tag_id, lang, status, is_top, is_recommend, country } = query;
  return sql`${and(
    isNull(article.deleted_at),
    keyword ? containsText(article.title, keyword) : undefined,
    category_id ? inCategory(category_id) : undefined,
    tag_id?.length ? hasTag(tag_id) : undefined,
    lang?.length ? inArray(article.lang, lang) : undefined,
    inStatuses(article, status, at),
    is_top === undefined ? undefined : eq(article.is_top, is_top),
    is_recommend === undefined ? undefined : eq(article.is_recommend, is_recommend),
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

type PublicRow = Omit<
  PublicArticleDetail,
  "id" | "content" | "source" | "source_url" | "related_estates" | "seo" | "alternates"
>;

/** Articles as lists of the sites show them; words that are out of use are left away. */
export async function toPublicRows(
  { db, services }: Asking,
  rows: readonly Article[],
  reading: Reading,
): Promise<PublicRow[]> {
  const pictureOf = picturesFor(services, reading);
  const words = await wordsOf(db, rows);
  return rows.map((row) => {
    const { slug, title, sub_title, author, is_top, is_recommend, lang } = row;
    const category = words.category(row.category_id);
    return {
      ...{ slug, title, sub_title, author, is_top, is_recommend, lang },
      cover: row.cover_id ? pictureOf(row.cover_id) : null,
      summary: row.summary ?? "",
      category: category?.status === "enabled" ? { slug: category.slug, name: category.name } : null,
      tags: words
        .tags(row.tag_ids)
        .filter(({ status }) => status === "enabled")
        .map(({ slug, name, color }) => ({ slug, name, color })),
      publish_at: row.publish_at ?? row.updated_at,
    };
  });
}

/** One article as its readers see it: the one renderer, for the sites and for previews. */
export async function readArticle(asking: Asking, row: Article, reading: Reading): Promise<PublicArticleDetail> {
  const { db, services } = asking;
  const { base, isPreview } = reading;
  const [brief] = await toPublicRows(asking, [row], reading);
  if (!brief) throw new Error("no row");
  const html = row.content ?? "";
  const inText = await estateCards(db, services, estatesIn(html), base);
  const byId = new Map(inText.map((card) => [card.id, card]));
  const show = isPreview ? forPreview : forReaders;
  const content = show(html, await displayRules(asking, [html], picturesFor(services, reading)), (id) => byId.get(id));
  const canonical = await siteUrl(db, "article", row.slug);
  return {
    ...brief,
    id: row.id,
    content,
    source: row.source,
    source_url: row.source_url,
    related_estates: await estateCards(db, services, row.related_estate_ids, base),
    seo: await seoOf(asking, row, brief, canonical),
    alternates: await alternatesOf(db, article, row, services.now()),
  };
}

async function seoOf({ db }: Asking, row: Article, brief: PublicRow, canonical: string | null) {
  const { "site.name": site } = await readSettings(db);
  const { title, summary, cover, publish_at } = brief;
  const description = row.seo_desc ?? (summary || textOf(row.content ?? "").slice(0, 120) || null);
  const data = {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: title,
    ...(description && { description }),
    ...(cover && { image: [cover] }),
    datePublished: publish_at,
    dateModified: row.updated_at,
    inLanguage: row.lang.replace("_", "-"),
    ...(row.author && { author: { "@type": "Person", name: row.author } }),
    publisher: { "@type": "Organization", name: site },
    ...(canonical && { mainEntityOfPage: canonical }),
    ...(brief.category && { articleSection: brief.category.name }),
    ...(row.seo_keywords.length && { keywords: row.seo_keywords.join(",") }),
  };
  return {
    title: row.seo_title ?? title,
    desc: description,
    keywords: row.seo_keywords,
    canonical,
    json_ld: scriptJson(data),
  };
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
