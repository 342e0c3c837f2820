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

export const isContentKind = (kind: string): kind is ContentKind => Object.hasOwn(contentKinds, kind);

/** Each with its codes: a kind that comes adds its line here, its table, and its entry in its area's area.ts. */
export const contentCodes = {
  article: { view: "article:news:view", edit: "article:news:edit", publish: "article:news:publish" },
  video: {
    view: "resource:video:manage",
    edit: "resource:video:manage",
    publish: "resource:video:manage",
  },
  investment: {
    view: "resource:investment:manage",
    edit: "resource:investment:manage",
    publish: "resource:investment:manage",
  },
  report: {
    view: "resource:report:manage",
    edit: "resource:report:manage",
    publish: "resource:report:manage",
  },
  city_intro: { view: "seo:city:view", edit: "seo:city:edit", publish: "seo:city:publish" },
  encyclopaedia: { view: "seo:city:view", edit: "seo:city:edit", publish: "seo:city:publish" },
  seo_article: { view: "seo:article:view", edit: "seo:article:edit", publish: "seo:article:publish" },
  special: { view: "special:page:view", edit: "special:page:edit", publish: "special:page:publish" },
} as const satisfies Record<ContentKind, ContentCodes>;

/** What has pages of its own on the company's site. */
export type SiteKind = ContentKind | "estate" | "seo_tag";

/** Where the company's site shows a piece, behind its own address, unless `site.paths` (domain F.1) says otherwise: a kind's pieces are named by their addresses, or by their numbers. */
export const sitePaths = {
  article: "/article/{slug}",
  video: "/video/{id}",
  investment: "/investment/{id}",
  report: "/report/{id}",
  city_intro: "/city/{slug}",
  encyclopaedia: "/encyclopaedia/{slug}",
  seo_article: "/guide/{slug}",
  /** On the desk's own server (domain H.13), wherever the site is. */
  special: "/s/{slug}",
  estate: "/estate/{slug}",
  seo_tag: "/tag/{slug}",
} as const satisfies Record<SiteKind, string>;

export const placeIn = (kind: SiteKind): "{slug}" | "{id}" => (sitePaths[kind].includes("{id}") ? "{id}" : "{slug}");

/** The paths as the setting has them, `article:/article/{slug}, …`; what it does not say is as above. */
export function sitePathsOf(setting: string): Record<SiteKind, string> {
  const said = setting
    .split(/[,，\s]+/)
    .filter(Boolean)
    .map((part) => [part.slice(0, part.indexOf(":")), part.slice(part.indexOf(":") + 1)] as const);
  return { ...sitePaths, ...Object.fromEntries(said) };
}

/** Kinds whose pages this server gives itself. */
const ownPages: readonly SiteKind[] = ["special"];
export const isOwnPage = (kind: SiteKind): boolean => ownPages.includes(kind);

const isSiteKind = (kind: string | undefined): kind is SiteKind =>
  kind !== undefined && Object.hasOwn(sitePaths, kind) && !ownPages.some((own) => own === kind);

/** Whether a setting says it rightly: kinds that there are, each once, each path with one place for the piece. */
export function areSitePaths(setting: string): boolean {
  const parts = setting.split(/[,，\s]+/).filter(Boolean);
  const kinds = parts.map((part) => part.split(":")[0]);
  return (
    new Set(kinds).size === kinds.length &&
    parts.every((part, at) => {
      const kind = kinds[at];
      if (!isSiteKind(kind)) return false;
      const [before = "", after, ...more] = part.slice(kind.length + 1).split(placeIn(kind));
      return after !== undefined && more.length === 0 && /^\/[\w./-]*$/.test(before) && /^[\w./-]*$/.test(after);
    })
  );
}

/** The address of a page on the company's site, by the piece's own address or its number; null while the site's own address is not set. */
export const sitePage = (base: string, path: string, name: string | number): string | null =>
  base && name ? base.replace(/\/+$/, "") + path.replace(/\{(slug|id)\}/, String(name)) : null;
