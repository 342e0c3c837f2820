import { z } from "zod";
import { EstateCard, publicLang, publicRead, publicSlug } from "../content/public-content";
import { EstateFilter } from "../house/public-filter";
import { pageTypes } from "./seo-kinds";

const PublicTag = z.object({
  slug: z.string(),
  name: z.string(),
  count: z.int(),
  url: z.string().nullable(),
});

/** What a section of each type shows. */
const PublicSection = z.object({
  code: z.string(),
  name: z.string(),
  position: z.string().nullable(),
  type: z.string(),
  content: z.union([
    z.object({ links: z.array(z.object({ text: z.string(), url: z.string() })) }),
    z.object({ text: z.string() }),
    z.object({ faq: z.array(z.object({ q: z.string(), a: z.string() })) }),
    z.object({ estates: z.array(EstateCard) }),
    z.object({ tags: z.array(PublicTag) }),
  ]),
});
export type PublicSection = z.output<typeof PublicSection>;

/** What a page tells search engines of itself. */
const head = {
  title: z.string(),
  desc: z.string().nullable(),
  keywords: z.array(z.string()),
  canonical: z.string().nullable(),
  robots: z.enum(["index,follow", "noindex,follow"]),
  json_ld: z.string(),
};

export const publicSeo = {
  /** What a page of the site has in addition to its content: its head by the chosen templates, its sections, tags and words that link. */
  page: publicRead("GET /api/public/seo/page", "页面SEO（公开）", {
    query: z.object({
      page_type: z.enum(Object.keys(pageTypes) as [keyof typeof pageTypes]).meta({ label: "页面类型" }),
      country: z.string().length(2).optional().meta({ label: "国家/地区" }),
      district_id: z.coerce.number().int().positive().optional().meta({ label: "区域" }),
      tag: publicSlug("SEO标签"),
      estate: publicSlug("房源"),
      lang: publicLang(),
    }),
    reply: z.object({
      ...head,
      sections: z.array(PublicSection),
      tags: z.array(PublicTag),
      /** The longest word first. */
      inlinks: z.array(z.object({ text: z.string(), url: z.string(), max: z.int() })),
    }),
  }),
  /** An address that a tag once had is answered with 301 and the present one. */
  tag: publicRead("GET /api/public/seo/tag/{slug}", "SEO标签（公开）", {
    query: z.object({ lang: publicLang() }),
    reply: z.object({
      ...head,
      slug: z.string(),
      name: z.string(),
      type: z.string(),
      filter: EstateFilter,
      count: z.int(),
    }),
  }),
};
