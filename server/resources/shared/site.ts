import { isOwnPage, type SiteKind, sitePage, sitePathsOf } from "~/contract/content/content-kinds";
import type { Db } from "~/server/database/database";
import { readSettings, type Settings } from "~/server/lib/settings";

type SiteSettings = Pick<Settings, "site.main_base" | "site.desk_base" | "site.paths">;

/** Where the company's site, or this server, shows something, by its address or its number, as these settings say. */
export const siteUrlBy = (
  { "site.main_base": site, "site.desk_base": desk, "site.paths": paths }: SiteSettings,
  kind: SiteKind,
  name: string | number | null | undefined,
): string | null => sitePage(isOwnPage(kind) ? desk : site, sitePathsOf(paths)[kind], name ?? "");

export const siteUrl = async (db: Db, kind: SiteKind, name: string | number | null | undefined) =>
  siteUrlBy(await readSettings(db), kind, name);
