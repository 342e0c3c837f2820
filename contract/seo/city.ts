import { z } from "zod";
import { csv, keyword, languages, listQuery, oneOf, page } from "../common";
import { contentCodes } from "../content/content-kinds";
import { countOf, itemRequests, offlineAt, seoFields, slug, slugEndpoint } from "../content/page-fields";
import { contentEndpoints, lifeDetail, lifeOf, listedStatuses } from "../content/publishing";
import { richText } from "../content/rich-text";
import { siteFigures } from "../content/site-figures";
import * as field from "../field";
import { listData, type ScreenData, screenData } from "../screen-data";

/** The nine blocks of a city, in the order in which they are read. */
export const cityBlocks = {
  overview: "概况",
  population: "人口",
  economy: "经济",
  transport: "交通",
  education: "教育",
  medical: "医疗",
  life: "生活",
  climate: "气候",
  property: "楼市",
} as const;
export type CityBlock = keyof typeof cityBlocks;
export const blockNames = Object.keys(cityBlocks) as CityBlock[];

const block = (name: CityBlock) => field.optional(richText(cityBlocks[name], 0));

const CityStat = z.object({
  label: field.text("指标", 20),
  value: field.text("数值", 20),
  unit: field.optional(field.text("单位", 10)),
  year: field.optional(field.integer("年份", 1900, 2100)),
});
export type CityStat = z.output<typeof CityStat>;

export const CityFields = z.object({
  district_id: field.reference("城市", "districts"),
  lang: field.choice("语言", languages).default("zh"),
  title: field.text("标题", 60),
  banner_id: field.optional(field.id("头图")).meta({ control: "media" }),
  summary: field.optional(field.longText("摘要", 300)),
  overview: block("overview"),
  population: block("population"),
  economy: block("economy"),
  transport: block("transport"),
  education: block("education"),
  medical: block("medical"),
  life: block("life"),
  climate: block("climate"),
  property: block("property"),
  stats: z.array(CityStat).max(8, "数据最多8项").default([]).meta({ label: "数据", control: "rows" }),
  gallery: z.array(z.int().positive()).max(12, "图集最多12张").default([]).meta({ label: "图集", control: "media" }),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
  offline_at: offlineAt(),
  slug: slug(),
  ...seoFields,
});
export type CityFields = z.output<typeof CityFields>;

/** What a publication demands (domain B.8), and the first block, without which there is nothing to read. */
export const CityWhole = CityFields.extend({
  banner_id: field.id("头图"),
  summary: field.longText("摘要", 300),
  overview: richText("概况", 1),
});

export const CityRow = field.rowOf(CityFields, ["district_id", "title", "lang", "sort", "offline_at"], {
  ...lifeOf,
  slug: z.string().meta({ label: "网址别名" }),
  district: z.string().meta({ label: "城市" }),
  country_code: z.string().meta({ label: "国家/地区", scene: "countries" }),
  banner: z.string().nullable().meta({ label: "头图" }),
  block_count: countOf("板块完成度", siteFigures.blocks),
  encyclopaedia_count: countOf("百科"),
  view_count: countOf("浏览", siteFigures.views),
  share_count: countOf("分享", siteFigures.shares),
});
export type CityRow = z.output<typeof CityRow>;

export const CityDetail = CityRow.extend({
  ...field.rowOf(
    CityFields,
    ["banner_id", "summary", ...blockNames, "stats", "gallery", "seo_title", "seo_desc", "seo_keywords"],
    {},
  ).shape,
  ...lifeDetail,
  pictures: z.array(z.object({ id: z.int(), url: z.string() })),
  translations: z.array(z.object({ id: z.int(), name: z.string(), lang: z.string() })),
});
export type CityDetail = z.output<typeof CityDetail>;

const path = "/api/seo/city";
const { view, edit, publish } = contentCodes.city_intro;

export const city = {
  ...contentEndpoints(path, "城市介绍", {
    ...{ kind: "city_intro", view, edit, publish, fields: CityFields, record: CityDetail, page: page(CityRow) },
    query: listQuery(
      {
        keyword: keyword(),
        country: csv(z.string().length(2)),
        lang: oneOf(languages),
        status: oneOf(listedStatuses).meta({ label: "状态" }),
      },
      ["updated_at", "sort", "block_count"],
      "-updated_at",
    ),
    where: { more: { title: CityRow.shape.title, offline_at: CityRow.shape.offline_at }, not: ["status", "country"] },
  }),
  slug: slugEndpoint(path, "城市介绍", edit),
};

export const cityScreens = {
  "/seo/cityIntroduce": listData(city.list),
  "/seo/cityIntroduce/introdeceForm": screenData("page", itemRequests(city)),
} satisfies Record<string, ScreenData>;
