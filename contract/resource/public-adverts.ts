import { z } from "zod";
import { publicLang, publicRead, publicSet } from "../content/public-content";
import { bannerPositions, type LinkType, linkKinds } from "./banner";
import { ShownSection } from "./home-section";
import { sitePlatforms } from "./placing";

const platform = () =>
  z.enum(Object.keys(sitePlatforms) as [keyof typeof sitePlatforms], { error: "请选择平台" }).meta({ label: "平台" });

const PublicBanner = z.object({
  /** The number for reporting impressions and clicks by track, with kind `banner` (domain E.4). */
  id: z.int(),
  title: z.string(),
  image: z.string(),
  image_set: publicSet,
  image_mobile: z.string().nullable(),
  image_mobile_set: publicSet,
  link: z.object({
    type: z.enum(Object.keys(linkKinds) as [LinkType]),
    /** An address, or the record's own name in addresses, its number where it has none. */
    value: z.string().nullable(),
    url: z.string().nullable(),
  }),
  sort: z.int(),
});
export type PublicBanner = z.output<typeof PublicBanner>;

export const publicAdverts = {
  /** Of one place, in their order. Without a country only what is meant for all. */
  banners: publicRead("GET /api/public/carousel", "轮播图（公开）", {
    query: z.object({
      platform: platform(),
      position: z
        .enum(Object.keys(bannerPositions) as [keyof typeof bannerPositions], { error: "请选择位置" })
        .meta({ label: "位置" }),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, "国家/地区代码格式不正确")
        .optional()
        .meta({ label: "国家/地区" }),
      lang: publicLang(),
    }),
    reply: z.array(PublicBanner),
  }),
  /** In their order, what a rule finds in one language of several; one in which nothing is to be seen is left out. */
  sections: publicRead("GET /api/public/home-section", "首页版块（公开）", {
    query: z.object({ platform: platform(), lang: publicLang() }),
    reply: z.array(ShownSection),
  }),
};
