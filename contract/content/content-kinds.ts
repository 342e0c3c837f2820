import type { ContentCodes } from "./publishing";

/** The kinds of content that are published on the company's site (domain C.7); what an inquiry may have come from. */
export const contentKinds = {
  article: "资讯",
  seo_article: "SEO文章",
  encyclopaedia: "城市百科",
  city_intro: "城市介绍",
  investment: "投资专栏",
  video: "视频",
  report: "趋势报告",
  special: "房源专题",
} as const;
export type ContentKind = keyof typeof contentKinds;

/** Those that are built, with their codes: a kind that comes adds its line here, its table, and its entry in server/resources/content/kinds.ts. */
export const contentCodes = {
  article: { view: "article:news:view", edit: "article:news:edit", publish: "article:news:publish" },
} as const satisfies Partial<Record<ContentKind, ContentCodes>>;
export type BuiltKind = keyof typeof contentCodes;

/** Where the company's site shows a piece, behind its own address (F.1 site.paths). */
export const sitePaths = { article: "/article/{slug}" } as const satisfies Record<BuiltKind, string>;
