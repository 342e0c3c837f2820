import { z } from "zod";
import {
  batchReply,
  bit,
  csv,
  ids,
  keyword,
  languages,
  listQuery,
  oneOf,
  page,
  queryDays,
  queryId,
  ref,
} from "../common";
import { contentCalendar, contentCalendarAt } from "../content/content-calendar";
import { contentCodes } from "../content/content-kinds";
import { countOf, itemRequests, offlineAt, seoFields, several, slug, slugEndpoint } from "../content/page-fields";
import { contentEndpoints, lifeDetail, lifeOf, listedStatuses } from "../content/publishing";
import { richText } from "../content/rich-text";
import { siteFigures } from "../content/site-figures";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { listRequest, request, screenData } from "../screen-data";
import { TagRef } from "./tag";

export const ArticleFields = z.object({
  title: field.text("标题", 80),
  sub_title: field.optional(field.text("副标题", 60)),
  category_id: field.optional(field.reference("分类", "article_categories")),
  tag_ids: several("标签", "article_tags", 8),
  cover_id: field.optional(field.id("封面")).meta({ control: "media" }),
  summary: field.optional(field.longText("摘要", 200)),
  content: field.optional(richText("正文", 0)),
  author: field.optional(field.text("作者", 30)),
  source: field.optional(field.text("来源", 50)),
  source_url: field.optional(
    z
      .url({ protocol: /^https?$/, error: "来源网址须为完整的网址" })
      .max(500, "来源网址不能超过500个字")
      .meta({ label: "来源网址", control: "text" }),
  ),
  lang: field.choice("语言", languages).default("zh"),
  translation_of: field.optional(field.reference("译自", "articles")).meta({ help: "同一篇资讯的其他语言版本" }),
  country_code: field.optional(field.optionValue("国家/地区", "countries")),
  district_ids: several("区域", "districts", 20),
  related_estate_ids: several("相关房源", "estates", 10),
  is_top: z.boolean().default(false).meta({ label: "置顶", control: "switch" }),
  is_recommend: z.boolean().default(false).meta({ label: "推荐", control: "switch" }),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
  offline_at: offlineAt(),
  slug: slug(),
  ...seoFields,
});
export type ArticleFields = z.output<typeof ArticleFields>;

export const ArticleWhole = ArticleFields.extend({
  title: field.text("标题", 80, 5),
  category_id: field.reference("分类", "article_categories"),
  cover_id: field.id("封面"),
  summary: field.longText("摘要", 200, 20),
  content: richText("正文", 50),
});

const { shape } = ArticleFields;

export const ArticleRow = field.rowOf(
  ArticleFields,
  [
    "title",
    "sub_title",
    "category_id",
    "author",
    "lang",
    "country_code",
    "is_top",
    "is_recommend",
    "sort",
    "offline_at",
  ],
  {
    ...lifeOf,
    slug: z.string().meta({ label: "网址别名" }),
    cover: z.string().nullable().meta({ label: "封面" }),
    category: ref.nullable().meta({ label: "分类" }),
    tags: z.array(TagRef).meta({ label: "标签" }),
    view_count: countOf("浏览", siteFigures.views),
    share_count: countOf("分享", siteFigures.shares),
    inquiry_count: countOf("询盘", siteFigures.inquiries),
    deal_count: countOf("成交", siteFigures.deals),
  },
);
export type ArticleRow = z.output<typeof ArticleRow>;

export const ArticleDetail = ArticleRow.extend({
  ...field.rowOf(
    ArticleFields,
    [
      ...(["tag_ids", "cover_id", "summary", "content", "source", "source_url", "translation_of"] as const),
      ...(["district_ids", "related_estate_ids", "seo_title", "seo_desc", "seo_keywords"] as const),
    ],
    {},
  ).shape,
  ...lifeDetail,
  translations: z.array(ref.extend({ lang: z.string() })),
});
export type ArticleDetail = z.output<typeof ArticleDetail>;
export const ArticleRecord = ArticleDetail;

const path = "/api/article";
const { view, edit, publish } = contentCodes.article;

export const article = {
  ...contentEndpoints(path, "资讯", {
    ...{ kind: "article", view, edit, publish, fields: ArticleFields, record: ArticleDetail, page: page(ArticleRow) },
    query: listQuery(
      {
        keyword: keyword(),
        /** With those below it. */
        category_id: queryId(),
        tag_id: csv(z.coerce.number().int().positive()).meta({ label: "标签", scene: "article_tags" }),
        lang: oneOf(languages),
        status: oneOf(listedStatuses).meta({ label: "状态" }),
        is_top: bit().meta({ label: field.labelOf(shape.is_top, "is_top") }),
        is_recommend: bit().meta({ label: field.labelOf(shape.is_recommend, "is_recommend") }),
        country: csv(z.string().length(2)),
        ...queryDays("published", "发布时间"),
      },
      ["updated_at", "publish_at", "created_at", "view_count", "sort"],
      "-updated_at",
    ),
    where: {
      more: { title: ArticleRow.shape.title, author: ArticleRow.shape.author, offline_at: ArticleRow.shape.offline_at },
      not: ["tag_id", "status", "published", "category_id"],
    },
  }),
  slug: slugEndpoint(path, "资讯", edit),
  top: endpoint(`PATCH ${path}/{id}/top`, "置顶资讯", publish, {
    body: z.object({ is_top: z.boolean() }),
    reply: ArticleDetail,
  }),
  recommend: endpoint(`PATCH ${path}/{id}/recommend`, "推荐资讯", publish, {
    body: z.object({ is_recommend: z.boolean() }),
    reply: ArticleDetail,
  }),
  categoryBatch: endpoint(`POST ${path}/batch/category`, "批量改资讯分类", publish, {
    body: z.object({ ids: ids(), category_id: ArticleWhole.shape.category_id }),
    reply: batchReply,
  }),
};

export const newsScreens = {
  /** `?view=week`, or `day`: the calendar of all kinds around `day`. */
  "/article/news-list": screenData("list", ({ search }) => {
    const calendar = contentCalendarAt(search);
    return {
      page: calendar ? undefined : listRequest(article.list, { search }),
      calendar: calendar && request(contentCalendar.list, { query: calendar.query }),
    };
  }),
  "/article/news-list/news-edit": screenData("page", itemRequests(article)),
};
