import { z } from "zod";
import { csv, page, queryId, ref } from "../common";
import {
  EstateCard,
  inLanguages,
  PublicSeo,
  publicLang,
  publicPage,
  publicPicture,
  publicRead,
  publicSet,
} from "../content/public-content";
import { platforms } from "../customer/customer-user";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { externalId } from "../signed";
import { CalculatorDefaults } from "./calculator";
import { investmentCategories, trends } from "./investment";
import { reportCategories } from "./report";
import { videoTypes } from "./video";

const choice = <const O extends Record<string, string>>(options: O) =>
  z.enum(Object.keys(options) as [keyof O & string, ...(keyof O & string)[]]);

const district = queryId().meta({ label: "区域" });
const country = csv(z.string().length(2)).meta({ label: "国家/地区" });
const preview = z.string().max(200).optional().meta({ label: "预览凭证" });

const PublicVideo = z.object({
  /** The number for reporting visits, plays and likes by track, with kind `video` (domain E.4). */
  id: z.int(),
  title: z.string(),
  type: choice(videoTypes).nullable(),
  cover: publicPicture,
  cover_set: publicSet,
  duration: z.int().nullable(),
  /** `upload`: a file that answers `Range`, which holds until the end of tomorrow; `link`: a player on another site, for a frame. */
  source: z.enum(["upload", "link"]),
  /** Null where the other site is not allowed any more. */
  url: z.string().nullable(),
  description: z.string().nullable(),
  tags: z.array(z.string()),
  district: ref.nullable(),
  estates: z.array(EstateCard),
  publish_at: z.string(),
});
export type PublicVideo = z.output<typeof PublicVideo>;

const PublicInvestment = z.object({
  /** The number for reporting visits by track, with kind `investment` (domain E.4). */
  id: z.int(),
  title: z.string(),
  country: z.string().nullable(),
  district: ref.nullable(),
  category: choice(investmentCategories).nullable(),
  cover: publicPicture,
  cover_set: publicSet,
  summary: z.string(),
  metrics: z.array(
    z.object({ name: z.string(), value: z.string(), unit: z.string().nullable(), trend: choice(trends) }),
  ),
  lang: z.string(),
  publish_at: z.string(),
});
export type PublicInvestment = z.output<typeof PublicInvestment>;

const PublicInvestmentDetail = PublicInvestment.extend({
  content: z.string(),
  calculator_defaults: CalculatorDefaults,
  estates: z.array(EstateCard),
  seo: PublicSeo,
  ...inLanguages,
});
export type PublicInvestmentDetail = z.output<typeof PublicInvestmentDetail>;

const PublicReport = z.object({
  /** The number for reporting visits by track, with kind `report` (domain E.4). */
  id: z.int(),
  title: z.string(),
  period: z.string().nullable(),
  country: z.string().nullable(),
  district: ref.nullable(),
  category: choice(reportCategories).nullable(),
  cover: publicPicture,
  cover_set: publicSet,
  summary: z.string().nullable(),
  need_contact: z.boolean(),
  pages: z.int().nullable(),
  size: z.int().nullable(),
  publish_at: z.string(),
});
export type PublicReport = z.output<typeof PublicReport>;

/** What somebody leaves for a report: phone or e-mail where it is asked for. */
const DownloadBody = z.object({
  name: field.optional(field.text("姓名", 50)),
  phone_cc: field.optional(field.text("区号", 4)),
  phone: field.optional(field.phone("手机号")),
  email: field.optional(field.email()),
  tracker: field.optional(field.text("追踪点", 100)),
  platform: field.choice("来源平台", platforms).default("web"),
  page_url: field.optional(field.pageAddress("来源页面")),
  /** One for each filled-in form: sent again, it is the same inquiry. */
  external_id: field.optional(externalId("提交编号")),
  /** A hidden field of the form: only a program fills it in. */
  website: z.string().max(0, "请勿填写此项").default("").meta({ label: "网址" }),
});

/** Those with the lowest order first, then the newest. */
export const publicVideo = {
  list: publicRead("GET /api/public/video", "视频列表（公开）", {
    query: z.object({ ...publicPage, type: choice(videoTypes).optional().meta({ label: "类型" }), district }),
    reply: page(PublicVideo),
  }),
  /** With a `preview` token also what is not published, and nobody keeps it. */
  get: publicRead("GET /api/public/video/{id}", "视频详情（公开）", {
    query: z.object({ preview }),
    reply: PublicVideo,
  }),
};

export const publicInvestment = {
  list: publicRead("GET /api/public/investment", "投资专栏列表（公开）", {
    query: z.object({
      ...publicPage,
      country,
      district,
      category: choice(investmentCategories).optional().meta({ label: "分类" }),
      lang: publicLang(),
    }),
    reply: page(PublicInvestment),
  }),
  /** With a `preview` token also what is not published, and nobody keeps it. */
  get: publicRead("GET /api/public/investment/{id}", "投资专栏详情（公开）", {
    query: z.object({ preview }),
    reply: PublicInvestmentDetail,
  }),
};

export const publicReport = {
  list: publicRead("GET /api/public/report", "趋势报告列表（公开）", {
    query: z.object({
      ...publicPage,
      country,
      district,
      category: choice(reportCategories).optional().meta({ label: "分类" }),
    }),
    reply: page(PublicReport),
  }),
  /** An address of the file that works for a minute. With a contact an inquiry comes of it (kind `report`). */
  download: endpoint("POST /api/public/report/{id}/download", "下载趋势报告", "public", {
    body: DownloadBody,
    reply: z.object({ url: z.string(), expires_at: z.string() }),
  }),
};
