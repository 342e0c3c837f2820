import { z } from "zod";
import { csv, keyword, languages, listQuery, oneOf, page, ref } from "../common";
import { contentCodes } from "../content/content-kinds";
import { countOf, itemRequests, offlineAt, seoFields, several } from "../content/page-fields";
import { contentEndpoints, lifeDetail, lifeOf, listedStatuses } from "../content/publishing";
import { richText } from "../content/rich-text";
import { siteFigures } from "../content/site-figures";
import * as field from "../field";
import { listData, screenData } from "../screen-data";
import { calculatorFields } from "./calculator";

export const investmentCategories = {
  market: "市场行情",
  policy: "政策解读",
  tax: "税费",
  yield: "收益分析",
  loan: "贷款",
  guide: "购房指南",
  case: "案例",
} as const;
export const trends = { up: "上升", down: "下降", flat: "持平" } as const;

const Metric = z.object({
  name: field.text("指标", 20),
  value: field.text("数值", 20),
  unit: field.optional(field.text("单位", 10)),
  trend: field.choice("趋势", trends).default("flat"),
});
export type Metric = z.output<typeof Metric>;

export const InvestmentFields = z.object({
  title: field.text("标题", 60),
  summary: field.optional(field.longText("摘要", 200)),
  cover_id: field.optional(field.id("封面")).meta({ control: "media" }),
  content: field.optional(richText("正文", 0)),
  country_code: field.optional(field.optionValue("国家/地区", "countries")),
  district_id: field.optional(field.reference("区域", "districts")),
  category: field.optional(field.choice("分类", investmentCategories)),
  lang: field.choice("语言", languages).default("zh"),
  translation_of: field.optional(field.reference("译自", "investments")).meta({ help: "同一篇专栏的其他语言版本" }),
  metrics: z.array(Metric).max(8, "指标最多8项").default([]).meta({ label: "指标", control: "rows" }),
  ...calculatorFields,
  estate_ids: several("关联楼盘", "estates", 10),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
  offline_at: offlineAt(),
  ...seoFields,
});
export type InvestmentFields = z.output<typeof InvestmentFields>;

export const InvestmentWhole = InvestmentFields.extend({
  country_code: field.optionValue("国家/地区", "countries"),
  category: field.choice("分类", investmentCategories),
  cover_id: field.id("封面"),
  summary: field.longText("摘要", 200),
  content: richText("正文", 1),
});

export const InvestmentRow = field.rowOf(
  InvestmentFields,
  ["title", "country_code", "category", "lang", "sort", "offline_at"],
  {
    ...lifeOf,
    cover: z.string().nullable().meta({ label: "封面" }),
    district: ref.nullable().meta({ label: "区域" }),
    view_count: countOf("浏览", siteFigures.views),
    share_count: countOf("分享", siteFigures.shares),
    inquiry_count: countOf("询盘", siteFigures.inquiries),
    deal_count: countOf("成交", siteFigures.deals),
  },
);
export type InvestmentRow = z.output<typeof InvestmentRow>;

export const InvestmentDetail = InvestmentRow.extend({
  ...field.rowOf(
    InvestmentFields,
    [
      ...(["summary", "cover_id", "content", "district_id", "translation_of", "metrics", "estate_ids"] as const),
      ...(["calc_currency", "calc_price", "calc_rent", "calc_cost_rate", "calc_loan_ratio"] as const),
      ...(["calc_loan_rate", "calc_years", "seo_title", "seo_desc", "seo_keywords"] as const),
    ],
    {},
  ).shape,
  ...lifeDetail,
  translations: z.array(ref.extend({ lang: z.string() })),
});
export type InvestmentDetail = z.output<typeof InvestmentDetail>;
export const InvestmentRecord = InvestmentDetail;

const { view, edit, publish } = contentCodes.investment;

export const investment = contentEndpoints("/api/resource/investment", "投资专栏", {
  ...{ kind: "investment", view, edit, publish },
  ...{ fields: InvestmentFields, record: InvestmentDetail, page: page(InvestmentRow) },
  query: listQuery(
    {
      keyword: keyword(),
      country: csv(z.string().length(2)),
      category: oneOf(investmentCategories),
      lang: oneOf(languages),
      status: oneOf(listedStatuses).meta({ label: "状态" }),
    },
    ["updated_at", "publish_at", "created_at", "view_count", "sort"],
    "-updated_at",
  ),
  where: { more: { title: InvestmentRow.shape.title, offline_at: InvestmentRow.shape.offline_at }, not: ["status"] },
});

export const investmentScreens = {
  "/resources/investment": listData(investment.list),
  "/resources/investment/invest-edit": screenData("page", itemRequests(investment)),
};
