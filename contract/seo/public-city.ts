import { z } from "zod";
import { page } from "../common";
import {
  inLanguages,
  PublicSeo,
  publicLang,
  publicPage,
  publicPicture,
  publicRead,
  publicSet,
} from "../content/public-content";
import { type EncyclopaediaCategory, encyclopaediaCategories } from "./encyclopaedia";

const preview = z.object({ preview: z.string().max(200).optional().meta({ label: "预览凭证" }) });

const PublicCity = z.object({
  slug: z.string(),
  title: z.string(),
  district: z.object({ id: z.int(), name: z.string(), country: z.string() }),
  banner: publicPicture,
  banner_set: publicSet,
  summary: z.string(),
  lang: z.string(),
});

const PublicCityDetail = PublicCity.extend({
  /** The number for reporting visits by track, with kind `city_intro` (domain E.4). */
  id: z.int(),
  /** Those that say something, in their order. */
  sections: z.array(z.object({ key: z.string(), title: z.string(), content: z.string() })),
  stats: z.array(
    z.object({ label: z.string(), value: z.string(), unit: z.string().nullable(), year: z.int().nullable() }),
  ),
  gallery: z.array(z.string()),
  seo: PublicSeo,
  ...inLanguages,
});
export type PublicCityDetail = z.output<typeof PublicCityDetail>;

const PublicEncyclopaedia = z.object({
  slug: z.string(),
  title: z.string(),
  category: z.string().nullable(),
  category_name: z.string().nullable(),
  cover: publicPicture,
  cover_set: publicSet,
  summary: z.string(),
  publish_at: z.string(),
  lang: z.string(),
});

const PublicEncyclopaediaDetail = PublicEncyclopaedia.extend({
  id: z.int(),
  /** With links added to words of ours that have pages (domain E.6). */
  content: z.string(),
  /** Null while the city's own page is not public. */
  city: z.object({ slug: z.string(), title: z.string() }).nullable(),
  tags: z.array(z.object({ slug: z.string(), name: z.string() })),
  related: z.array(PublicEncyclopaedia),
  seo: PublicSeo,
  ...inLanguages,
});
export type PublicEncyclopaediaDetail = z.output<typeof PublicEncyclopaediaDetail>;

export const publicCity = {
  list: publicRead("GET /api/public/city", "城市介绍列表（公开）", {
    query: z.object({
      ...publicPage,
      country: z.string().length(2).optional().meta({ label: "国家/地区" }),
      lang: publicLang(),
    }),
    reply: page(PublicCity),
  }),
  /** An old address is answered with 301 and the present one. */
  get: publicRead("GET /api/public/city/{slug}", "城市介绍详情（公开）", {
    query: preview,
    reply: PublicCityDetail,
  }),
  encyclopaedias: publicRead("GET /api/public/city/{slug}/encyclopaedia", "城市百科列表（公开）", {
    query: z.object({
      ...publicPage,
      category: z
        .enum(Object.keys(encyclopaediaCategories) as [EncyclopaediaCategory])
        .optional()
        .meta({ label: "分类" }),
      lang: publicLang(),
    }),
    reply: page(PublicEncyclopaedia),
  }),
  encyclopaedia: publicRead("GET /api/public/encyclopaedia/{slug}", "百科文章详情（公开）", {
    query: preview,
    reply: PublicEncyclopaediaDetail,
  }),
};
