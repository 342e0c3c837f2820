import { z } from "zod";
import { batchReply, csv, ids, keyword, languages, listQuery, oneOf, page, queryId, ref } from "../common";
import { contentCodes } from "../content/content-kinds";
import { countOf, itemRequests, offlineAt, seoFields, several, slug, slugEndpoint } from "../content/page-fields";
import { contentEndpoints, lifeDetail, lifeOf, listedStatuses } from "../content/publishing";
import { richText } from "../content/rich-text";
import { siteFigures } from "../content/site-figures";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { listData, type ScreenData, screenData } from "../screen-data";

/** What is known of whether search engines have taken a page: somebody has looked. */
export const indexedStates = { unknown: "未查", yes: "已收录", no: "未收录" } as const;
export type IndexedState = keyof typeof indexedStates;

const ArticleFaq = z.object({ q: field.text("问题", 60), a: field.longText("回答", 500) });
export type ArticleFaq = z.output<typeof ArticleFaq>;

export const SeoArticleFields = z.object({
  title: field.text("标题", 60),
  keyword_ids: several("关键词", "seo_keywords", 5),
  district_id: field.optional(field.reference("城市", "districts")),
  tag_ids: several("SEO标签", "seo_tags", 10),
  cover_id: field.optional(field.id("封面")).meta({ control: "media" }),
  summary: field.optional(field.longText("摘要", 200)),
  content: field.optional(richText("正文", 0)),
  faq: z.array(ArticleFaq).max(20, "问答最多20条").default([]).meta({ label: "问答", control: "rows" }),
  related_ids: several("相关文章", "seo_articles", 6),
  author: field.optional(field.text("作者", 30)),
  offline_at: offlineAt(),
  lang: field.choice("语言", languages).default("zh"),
  translation_of: field.optional(field.reference("译自", "seo_articles")).meta({ help: "同一篇文章的其他语言版本" }),
  slug: slug(),
  canonical: field
    .optional(
      z
        .url({ protocol: /^https?$/, error: "规范网址须为完整的网址" })
        .max(500, "规范网址不能超过500个字")
        .meta({ label: "规范网址", control: "text" }),
    )
    .meta({ help: "内容首发在别处时填写，留空用本页网址" }),
  seo_title: seoFields.seo_title,
  seo_desc: seoFields.seo_desc,
});
export type SeoArticleFields = z.output<typeof SeoArticleFields>;

export const SeoArticleWhole = SeoArticleFields.extend({
  title: field.text("标题", 60, 10),
  keyword_ids: SeoArticleFields.shape.keyword_ids.unwrap().min(1, "请选择关键词"),
  content: richText("正文", 300),
});

export const SeoArticleRow = field.rowOf(SeoArticleFields, ["title", "district_id", "author", "lang", "offline_at"], {
  ...lifeOf,
  slug: z.string().meta({ label: "网址别名" }),
  cover: z.string().nullable().meta({ label: "封面" }),
  keywords: z.array(ref).meta({ label: "关键词" }),
  /** With what it lies in. */
  district: z.string().nullable().meta({ label: "城市" }),
  word_count: countOf("字数"),
  /** Percent of the text that its keywords are. */
  keyword_density: z.number().meta({ label: "密度", figure: siteFigures.keyword_density }),
  /** Links to the site's own pages, those that are put in for its readers among them, as it was saved. */
  inlink_count: countOf("内链", siteFigures.inlinks),
  indexed: field.choice("收录", indexedStates),
  view_count: countOf("浏览", siteFigures.views),
  share_count: countOf("分享", siteFigures.shares),
});
export type SeoArticleRow = z.output<typeof SeoArticleRow>;

export const SeoArticleDetail = SeoArticleRow.extend({
  ...field.rowOf(
    SeoArticleFields,
    [
      ...(["keyword_ids", "tag_ids", "cover_id", "summary", "content", "faq", "related_ids"] as const),
      ...(["translation_of", "canonical", "seo_title", "seo_desc"] as const),
    ],
    {},
  ).shape,
  ...lifeDetail,
  translations: z.array(ref.extend({ lang: z.string() })),
});
export type SeoArticleDetail = z.output<typeof SeoArticleDetail>;

const path = "/api/seo/article";
const { view, edit, publish } = contentCodes.seo_article;

export const seoArticle = {
  ...contentEndpoints(path, "SEO文章", {
    ...{ kind: "seo_article", view, edit, publish, fields: SeoArticleFields, record: SeoArticleDetail },
    page: page(SeoArticleRow),
    query: listQuery(
      {
        keyword: keyword(),
        keyword_id: csv(z.coerce.number().int().positive()).meta({ label: "关键词", scene: "seo_keywords" }),
        /** With those below it. */
        district_id: csv(z.coerce.number().int().positive()).meta({ label: "城市", scene: "districts" }),
        indexed: oneOf(indexedStates),
        lang: oneOf(languages),
        status: oneOf(listedStatuses).meta({ label: "状态" }),
      },
      ["updated_at", "publish_at", "view_count", "word_count", "keyword_density", "inlink_count"],
      "-updated_at",
    ),
    where: {
      more: { title: SeoArticleRow.shape.title, offline_at: SeoArticleRow.shape.offline_at },
      not: ["status", "keyword_id", "district_id"],
    },
  }),
  slug: slugEndpoint(path, "SEO文章", edit),
  /** Writes down what somebody has seen in the search engines; nobody's form is stale by it. */
  indexedBatch: endpoint(`POST ${path}/batch/indexed`, "批量标记SEO文章收录", edit, {
    body: z.object({ ids: ids(), indexed: field.choice("收录", indexedStates) }),
    reply: batchReply,
  }),
  /** What the editor's check needs in addition to the text: the words that will be linked, and other articles that say the same. */
  check: endpoint(`GET ${path}/check`, "SEO文章检查", edit, {
    query: z.object({
      title: z.string().trim().max(60).optional().meta({ label: "标题" }),
      keyword_ids: csv(z.coerce.number().int().positive()).meta({ label: "关键词" }),
      lang: z
        .enum(Object.keys(languages) as [keyof typeof languages])
        .default("zh")
        .meta({ label: "语言" }),
      slug: z.string().trim().max(80).optional().meta({ label: "网址别名" }),
      exclude_id: queryId(),
    }),
    reply: z.object({
      words: z.array(z.string()),
      inlinks: z.array(z.object({ word: z.string(), url: z.string(), max: z.int() })),
      /** Of the same title, or for the same first keyword. */
      duplicates: z.array(ref.extend({ why: z.enum(["title", "keyword"]) })),
    }),
  }),
};

export const seoArticleScreens = {
  "/seo/seo-article": listData(seoArticle.list),
  "/seo/seo-article/editArticle": screenData("page", itemRequests(seoArticle)),
} satisfies Record<string, ScreenData>;
