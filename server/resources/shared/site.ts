import { type SiteKind, sitePage, sitePathsOf } from "~/contract/content/content-kinds";
import type { Database, Transaction } from "~/server/database/database";
import { readSettings, type Settings } from "~/server/lib/settings";

/** Where the company's site shows something, as these settings say. */
export const siteUrlBy = (
  { "site.main_base": base, "site.paths": paths }: Pick<Settings, "site.main_base" | "site.paths">,
  kind: SiteKind,
  slug: string | null | undefined,
): string | null => sitePage(base, sitePathsOf(paths)[kind], slug ?? "");

/** The same as the settings say now. */
export const siteUrl = async (
  db: Database | Transaction,
  kind: SiteKind,
  slug: string | null | undefined,
): Promise<string | null> => siteUrlBy(await readSettings(db), kind, slug);
