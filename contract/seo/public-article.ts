import { z } from "zod";
import { page, queryId } from "../common";
import {
  inLanguages,
  PublicSeo,
  publicLang,
  publicPage,
  publicPicture,
  publicRead,
  publicSet,
  publicSlug,
} from "../content/public-content";

const PublicSeoArticle = z.object({
  slug: z.string(),
  title: z.string(),
  cover: publicPicture,
  cover_set: publicSet,
  summary: z.string(),
  author: z.string().nullable(),
  district: z.object({ id: z.int(), name: z.string(), country: z.string() }).nullable(),
  publish_at: z.string(),
  lang: z.string(),
});

const PublicSeoArticleDetail = PublicSeoArticle.extend({
  /** The number for reporting visits by track, with kind `seo_article` (domain E.4). */
  id: z.int(),
  /** With links added to words of ours that have pages. */
  content: z.string(),
  faq: z.array(z.object({ q: z.string(), a: z.string() })),
  tags: z.array(z.object({ slug: z.string(), name: z.string() })),
  related: z.array(PublicSeoArticle),
  seo: PublicSeo,
  ...inLanguages,
});
export type PublicSeoArticleDetail = z.output<typeof PublicSeoArticleDetail>;

export const publicSeoArticle = {
  list: publicRead("GET /api/public/seo/article", "SEO文章列表（公开）", {
    query: z.object({
      ...publicPage,
      tag: publicSlug("SEO标签"),
      /** With those below it. */
      district: queryId().meta({ label: "区域" }),
      lang: publicLang(),
    }),
    reply: page(PublicSeoArticle),
  }),
  /** An old address is answered with 301 and the present one. With a `preview` token also what is not published, and nobody keeps it. */
  get: publicRead("GET /api/public/seo/article/{slug}", "SEO文章详情（公开）", {
    query: z.object({ preview: z.string().max(200).optional().meta({ label: "预览凭证" }) }),
    reply: PublicSeoArticleDetail,
  }),
};
