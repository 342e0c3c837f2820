import { isOwnPage, type SiteKind, sitePaths } from "~/contract/content/content-kinds";
import { usePublicConfig } from "./use-public-config";

/** The public address of a page of a kind, with `…` if no slug is known: its host, empty while it is not set, and its path. */
export function useSitePage(kind: SiteKind, slug: string): { host: string; path: string } {
  const { main_base = "", site_paths = {} } = usePublicConfig() ?? {};
  const path = (site_paths[kind] ?? sitePaths[kind]).replace(/\{(slug|id)\}/, slug || "…");
  const host = URL.canParse(main_base) ? new URL(main_base).host : "";
  return { host: isOwnPage(kind) ? window.location.host : host, path };
}
