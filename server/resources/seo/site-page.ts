import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { isOwnPage, placeIn, type SiteKind, sitePage, sitePaths, sitePathsOf } from "~/contract/content/content-kinds";
import { longestPath } from "~/contract/seo/redirect";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { seoTag } from "~/server/database/tables/seo/seo";
import { siteRedirect } from "~/server/database/tables/seo/site-page";
import { pick } from "~/server/lib/call";
import type { Settings } from "~/server/lib/settings";
import { type Addressed, movedTo } from "~/server/resources/content/kind";
import { nameIn, readTables, tracked } from "~/server/resources/shared/content-visits";

/** The kinds of pages that the company's own site shows. */
export const pageKinds = (Object.keys(sitePaths) as SiteKind[]).filter((kind) => !isOwnPage(kind));

/** Where the site's address counts for nothing but its path. */
const nowhere = "https://site.invalid";

const baseOf = (settings: Settings): string => settings["site.main_base"] || nowhere;

/** A page's path as it is kept: decoded, without a slash at its end. Undefined for what is none, or another site's. */
export function tidyPath(settings: Settings, text: string): string | undefined {
  const { origin } = new URL(baseOf(settings));
  if (!URL.canParse(text, origin)) return undefined;
  const url = new URL(text, origin);
  if (url.origin !== origin) return undefined;
  const path = decoded(url.pathname).replace(/\/+$/, "") || "/";
  return path.length > longestPath || path.startsWith("//") ? undefined : path;
}

function decoded(path: string): string {
  try {
    const text = decodeURI(path);
    // Signs that would end a path, or that nobody sees, stay as they are written.
    return /[\s?#\p{Cc}\p{Cf}]/u.test(text) ? path : text;
  } catch {
    return path;
  }
}

/** The path at which the site shows something, by its address or number. */
export function pathOfPage(settings: Settings, kind: SiteKind, name: string): string | undefined {
  const address = sitePage(baseOf(settings), sitePathsOf(settings["site.paths"])[kind], encodeURIComponent(name));
  return address === null ? undefined : tidyPath(settings, address);
}

interface SitePiece {
  kind: SiteKind;
  name: string;
}

/** What the site shows at a path, whether or not it is there. */
export function pieceAt(settings: Settings, path: string): SitePiece | undefined {
  const under = new URL(baseOf(settings)).pathname.replace(/\/+$/, "");
  const paths = sitePathsOf(settings["site.paths"]);
  for (const kind of pageKinds) {
    const name = nameIn(path, under + paths[kind].replace(/\/+$/, ""), placeIn(kind));
    if (name) return { kind, name };
  }
  return undefined;
}

/** Where the public API reads one of a kind. */
export const apiPaths = {
  article: "/api/public/article/{slug}",
  video: "/api/public/video/{id}",
  investment: "/api/public/investment/{id}",
  report: "/api/public/report/{id}",
  city_intro: "/api/public/city/{slug}",
  encyclopaedia: "/api/public/encyclopaedia/{slug}",
  seo_article: "/api/public/seo/article/{slug}",
  special: "/api/public/special/{slug}",
  estate: "/api/public/estate/{slug}",
  seo_tag: "/api/public/seo/tag/{slug}",
} as const satisfies Record<SiteKind, string>;

interface Addressable {
  table: PgTable & Record<"id" | "deleted_at", AnyPgColumn> & Partial<Record<"slug", AnyPgColumn>>;
  isThere: SQL | undefined;
}

function addressable(kind: SiteKind, now: Date): Addressable {
  if (kind === "seo_tag")
    return { table: seoTag, isThere: and(isNull(seoTag.deleted_at), eq(seoTag.status, "enabled")) };
  if (kind === "estate") return { table: estate, isThere: tracked.estate.isThere() };
  return { table: readTables[kind], isThere: tracked[kind].isThere(now) };
}

/** Whether visitors find a page, at its own address or led on from an old one. */
export async function isPageThere(db: Db, { kind, name }: SitePiece, now: Date): Promise<boolean> {
  const { table, isThere } = addressable(kind, now);
  const { slug } = table;
  const plain: PgTable = table;
  const has = async (which: SQL) =>
    (await pick(db, plain, { id: sql<number>`${table.id}` }, and(which, isThere))).length > 0;
  if (!slug) return has(eq(table.id, Number(name)));
  if (await has(eq(slug, name))) return true;
  // It has addresses, as was asked above; drizzle knows a table by its own object alone.
  const addressed: Addressed = { kind, table: table as Addressed["table"], name: slug };
  const id = await movedTo(db, addressed, name);
  return id !== undefined && (await has(eq(table.id, id)));
}

/** Where somebody has said that a page leads to. */
export async function redirectFrom(db: Db, path: string): Promise<string | undefined> {
  const [row] = await pick(db, siteRedirect, ["to_path"], eq(siteRedirect.from_path, path));
  return row?.to_path;
}
