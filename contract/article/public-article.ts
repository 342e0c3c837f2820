import { z } from "zod";
import { page, queryId } from "../common";
import {
  EstateCard,
  inLanguages,
  PublicSeo,
  publicLang,
  publicPage,
  publicPicture,
  publicRead,
  publicSet,
  publicSlug,
} from "../content/public-content";

const Word = z.object({ slug: z.string(), name: z.string() });

const PublicArticle = z.object({
  slug: z.string(),
  title: z.string(),
  sub_title: z.string().nullable(),
  cover: publicPicture,
  cover_set: publicSet,
  summary: z.string(),
  category: Word.nullable(),
  tags: z.array(Word.extend({ color: z.string() })),
  author: z.string().nullable(),
  publish_at: z.string(),
  is_top: z.boolean(),
  is_recommend: z.boolean(),
  lang: z.string(),
});

const PublicArticleDetail = PublicArticle.extend({
  /** The number for reporting visits by track, with kind `article` (domain E.4). */
  id: z.int(),
  content: z.string(),
  source: z.string().nullable(),
  source_url: z.string().nullable(),
  related_estates: z.array(EstateCard),
  seo: PublicSeo,
  ...inLanguages,
});
export type PublicArticleDetail = z.output<typeof PublicArticleDetail>;

const PublicCategory = Word.extend({ id: z.int() });

export const publicArticle = {
  /** Those on top first, then the newest. */
  list: publicRead("GET /api/public/article", "资讯列表（公开）", {
    query: z.object({
      ...publicPage,
      /** With those below it. */
      category: publicSlug("分类"),
      tag: publicSlug("标签"),
      /** With those below it. */
      district: queryId().meta({ label: "区域" }),
      is_recommend: z.literal("1").optional().meta({ label: "推荐" }),
      lang: publicLang(),
    }),
    reply: page(PublicArticle),
  }),
  /** An old address is answered with 301 and the present one. With a `preview` token also what is not published, and nobody keeps it. */
  get: publicRead("GET /api/public/article/{slug}", "资讯详情（公开）", {
    query: z.object({ preview: z.string().max(200).optional().meta({ label: "预览凭证" }) }),
    reply: PublicArticleDetail,
  }),
  categories: publicRead("GET /api/public/category", "资讯分类（公开）", {
    reply: z.array(PublicCategory.extend({ children: z.array(PublicCategory) })),
    sharedFor: "dictionary",
  }),
  tags: publicRead("GET /api/public/tag", "资讯标签（公开）", {
    reply: z.array(PublicCategory.extend({ color: z.string() })),
    sharedFor: "dictionary",
  }),
};
