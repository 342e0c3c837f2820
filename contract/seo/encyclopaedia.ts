import { z } from "zod";
import { keyword, languages, listQuery, oneOf, page, queryId, ref } from "../common";
import { contentCodes } from "../content/content-kinds";
import { countOf, itemRequests, offlineAt, seoFields, several, slug, slugEndpoint } from "../content/page-fields";
import { contentEndpoints, lifeDetail, lifeOf, listedStatuses } from "../content/publishing";
import { richText } from "../content/rich-text";
import { siteFigures } from "../content/site-figures";
import * as field from "../field";
import { chosenRequest, listRequest, type ScreenData, screenData } from "../screen-data";
import { city } from "./city";

export const encyclopaediaCategories = {
  buying: "购房流程",
  tax: "税费",
  loan: "贷款",
  law: "法律",
  visa: "签证",
  education: "教育",
  life: "生活",
  investment: "投资",
} as const;
export type EncyclopaediaCategory = keyof typeof encyclopaediaCategories;

export const EncyclopaediaFields = z.object({
  city_intro_id: field.reference("城市", "city_intros"),
  title: field.text("标题", 60),
  category: field.optional(field.choice("分类", encyclopaediaCategories)),
  cover_id: field.optional(field.id("封面")).meta({ control: "media" }),
  summary: field.optional(field.longText("摘要", 200)),
  content: field.optional(richText("正文", 0)),
  lang: field.choice("语言", languages).default("zh"),
  translation_of: field.optional(field.reference("译自", "encyclopaedias")).meta({ help: "同一篇百科的其他语言版本" }),
  tag_ids: several("SEO标签", "seo_tags", 10),
  related_ids: several("相关百科", "encyclopaedias", 6),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
  offline_at: offlineAt(),
  slug: slug(),
  ...seoFields,
});
export type EncyclopaediaFields = z.output<typeof EncyclopaediaFields>;

/** What a publication demands (domain B.8), and the category, by which the site lists them. */
export const EncyclopaediaWhole = EncyclopaediaFields.extend({
  category: field.choice("分类", encyclopaediaCategories),
  content: richText("正文", 1),
});

export const EncyclopaediaRow = field.rowOf(
  EncyclopaediaFields,
  ["city_intro_id", "title", "category", "lang", "sort", "offline_at"],
  {
    ...lifeOf,
    slug: z.string().meta({ label: "网址别名" }),
    cover: z.string().nullable().meta({ label: "封面" }),
    city: ref.meta({ label: "城市" }),
    view_count: countOf("浏览", siteFigures.views),
    share_count: countOf("分享", siteFigures.shares),
  },
);
export type EncyclopaediaRow = z.output<typeof EncyclopaediaRow>;

export const EncyclopaediaDetail = EncyclopaediaRow.extend({
  ...field.rowOf(
    EncyclopaediaFields,
    [
      ...(["cover_id", "summary", "content", "translation_of", "tag_ids", "related_ids"] as const),
      ...(["seo_title", "seo_desc", "seo_keywords"] as const),
    ],
    {},
  ).shape,
  ...lifeDetail,
  translations: z.array(ref.extend({ lang: z.string() })),
});
export type EncyclopaediaDetail = z.output<typeof EncyclopaediaDetail>;

const path = "/api/seo/encyclopaedia";
const { view, edit, publish } = contentCodes.encyclopaedia;

export const encyclopaedia = {
  ...contentEndpoints(path, "百科文章", {
    ...{ kind: "encyclopaedia", view, edit, publish, fields: EncyclopaediaFields, record: EncyclopaediaDetail },
    page: page(EncyclopaediaRow),
    query: listQuery(
      {
        keyword: keyword(),
        city_id: queryId(),
        category: oneOf(encyclopaediaCategories),
        lang: oneOf(languages),
        status: oneOf(listedStatuses).meta({ label: "状态" }),
      },
      ["updated_at", "publish_at", "view_count", "sort"],
      "-updated_at",
    ),
    where: {
      more: { title: EncyclopaediaRow.shape.title, offline_at: EncyclopaediaRow.shape.offline_at },
      not: ["status", "city_id"],
    },
  }),
  slug: slugEndpoint(path, "百科文章", edit),
};

export const encyclopaediaScreens = {
  /** `?city_id=3`: those of one city, whose name is shown above them. */
  "/seo/cityIntroduce/encyclopaedic": screenData("list", (address) => ({
    page: listRequest(encyclopaedia.list, address),
    city: chosenRequest(city.get, address.search.get("city_id")),
  })),
  "/seo/cityIntroduce/encyclopaedic/formArticle": screenData("page", itemRequests(encyclopaedia)),
} satisfies Record<string, ScreenData>;
