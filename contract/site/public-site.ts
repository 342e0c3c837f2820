import { z } from "zod";
import { queryId } from "../common";
import { publicLang, publicPicture, publicRead } from "../content/public-content";
import { endpoint, xml } from "../endpoint";
import { appPlatforms, updateTypes } from "../system/app-version";

const choice = <const O extends Record<string, string>>(options: O) =>
  z.enum(Object.keys(options) as [keyof O & string, ...(keyof O & string)[]]);

/** A currency in use; what one unit of it is in CNY. */
const PublicCurrency = z.object({
  code: z.string(),
  symbol: z.string(),
  digits: z.int(),
  rate_to_cny: z.string(),
});

/** Of the asked language, else of Chinese. */
const name = z.string();

const PublicCountry = z.object({
  code: z.string(),
  name,
  flag: z.string().nullable(),
  is_hot: z.boolean(),
  cover: publicPicture,
});

const PublicDistrict = z.object({
  id: z.int(),
  code: z.string(),
  name,
  level: z.int(),
  is_hot: z.boolean(),
  /** Those online, in it and in all below it. */
  estate_count: z.int(),
});

const PublicBroker = z.object({
  name: z.string(),
  company_name: z.string().nullable(),
  license_no: z.string().nullable(),
  languages: z.array(z.string()),
  avatar: publicPicture,
  intro: z.string().nullable(),
});

const PublicVersion = z.object({
  /** The newest that is for this device; null where none is newer than what it has. */
  latest: z.string().nullable(),
  build: z.int().nullable(),
  /** `force` also where what it has is older than `min_supported`. */
  update_type: choice(updateTypes).nullable(),
  /** Older ones have to update. */
  min_supported: z.string().nullable(),
  title: z.string().nullable(),
  notes: z.string().nullable(),
  /** The shop's page, or the package; this one's address holds until the end of tomorrow. */
  url: z.string().nullable(),
});
export type PublicVersion = z.output<typeof PublicVersion>;

export const publicSite = {
  config: publicRead("GET /api/public/config", "网站配置（公开）", {
    reply: z.object({
      site_name: z.string(),
      main_base: z.string(),
      cdn_base: z.string(),
      languages: z.array(z.string()),
      default_lang: z.string(),
      currencies: z.array(PublicCurrency),
    }),
    sharedFor: "dictionary",
  }),
  countries: publicRead("GET /api/public/geo/country", "国家/地区（公开）", {
    query: z.object({ lang: publicLang() }),
    reply: z.array(PublicCountry),
    sharedFor: "dictionary",
  }),
  /** Those of a country's first level, or right below a district; only in countries where business is done. */
  districts: publicRead("GET /api/public/geo/district", "区域（公开）", {
    query: z
      .object({
        country: z
          .string()
          .regex(/^[A-Z]{2}$/, "国家/地区代码格式不正确")
          .optional()
          .meta({ label: "国家/地区" }),
        parent_id: queryId().meta({ label: "上级区域" }),
        lang: publicLang(),
      })
      .refine(({ country, parent_id }) => country !== undefined || parent_id !== undefined, {
        error: "请选择国家/地区",
        path: ["country"],
      }),
    reply: z.array(PublicDistrict),
    sharedFor: "dictionary",
  }),
  currencies: publicRead("GET /api/public/currency", "币种（公开）", {
    reply: z.array(PublicCurrency.extend({ rate_at: z.string() })),
    sharedFor: "dictionary",
  }),
  brokers: publicRead("GET /api/public/broker", "房产经纪（公开）", {
    reply: z.array(PublicBroker),
  }),
  /** `device` is any lasting mark of the device: by it alone it is in the share that gets a version first, or is not. Without one it gets what all get. */
  appVersion: publicRead("GET /api/public/app-version", "APP版本检查（公开）", {
    query: z.object({
      platform: choice(appPlatforms).meta({ label: "平台" }),
      version: z
        .string()
        .regex(/^\d{1,5}(\.\d{1,5}){2}$/, "版本号应为三段数字")
        .optional()
        .meta({ label: "版本号" }),
      build: z.coerce.number().int().min(0).max(2_000_000_000).optional().meta({ label: "构建号Build" }),
      device: z.string().trim().max(100).optional().meta({ label: "设备标识" }),
    }),
    reply: PublicVersion,
  }),
  /** The index of the maps below. 40400 while the site's own address is not set. */
  sitemapIndex: endpoint("GET /api/public/sitemap.xml", "网站地图索引（公开）", "public", {
    reply: xml,
    sharedFor: "page",
  }),
  /** Pages that search engines may take, 50,000 a map. */
  sitemap: endpoint("GET /api/public/sitemap-{n}.xml", "网站地图（公开）", "public", { reply: xml, sharedFor: "page" }),
  /** The same pages with the pictures that they show, 1,000 pages a map. */
  imageMap: endpoint("GET /api/public/sitemap-image-{n}.xml", "图片地图（公开）", "public", {
    reply: xml,
    sharedFor: "page",
  }),
  /** The articles of the last two days. */
  newsMap: endpoint("GET /api/public/sitemap-news.xml", "新闻地图（公开）", "public", {
    reply: xml,
    sharedFor: "page",
  }),
};
