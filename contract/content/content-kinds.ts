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

/** What has pages of its own on the company's site. */
export type SiteKind = BuiltKind | "estate";

/** Where the company's site shows a piece, behind its own address, unless F.1 site.paths says otherwise. */
export const sitePaths = {
  article: "/article/{slug}",
  estate: "/estate/{slug}",
} as const satisfies Record<SiteKind, string>;

/** The paths as the setting has them, `article:/article/{slug}, …`; what it does not say is as above. */
export function sitePathsOf(setting: string): Record<SiteKind, string> {
  const said = setting
    .split(/[,，\s]+/)
    .filter(Boolean)
    .map((part) => [part.slice(0, part.indexOf(":")), part.slice(part.indexOf(":") + 1)] as const);
  return { ...sitePaths, ...Object.fromEntries(said) };
}

/** Whether a setting says it rightly: kinds that there are, each once, each path with one place for the slug. */
export function areSitePaths(setting: string): boolean {
  const parts = setting.split(/[,，\s]+/).filter(Boolean);
  const kinds = parts.map((part) => part.split(":")[0] ?? "");
  return (
    new Set(kinds).size === kinds.length &&
    parts.every((part, at) => (kinds[at] ?? "") in sitePaths && /^[a-z_]+:\/[\w./-]*\{slug\}[\w./-]*$/.test(part))
  );
}

/** The address of a page on the company's site; null while the site's own address is not set. */
export const sitePage = (base: string, path: string, slug: string): string | null =>
  base && slug ? base.replace(/\/+$/, "") + path.replace("{slug}", slug) : null;
