import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { onSessionEnd } from "~/app/browser/session-memory";
import { isOwnPage, type SiteKind, sitePaths } from "~/contract/content/content-kinds";
import type { Reply } from "~/contract/endpoint";
import { system } from "~/contract/system/system";

type Site = Pick<Reply<typeof system.publicConfig>, "main_base" | "site_paths">;

let request: Promise<Site> | undefined;

onSessionEnd(() => {
  request = undefined;
});

/** The public address of a page of a kind, with `…` if no slug is known: its host, empty while it is not set, and its path. */
export function useSitePage(kind: SiteKind, slug: string): { host: string; path: string } {
  const [site, setSite] = useState<Site>();
  // Settings that no form's loader fetches: every display of the address needs them.
  useEffect(() => {
    let isGone = false;
    request ??= call(system.publicConfig, undefined, { silent: true });
    request.then(
      (known) => !isGone && setSite(known),
      () => {
        request = undefined;
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  const { main_base = "", site_paths = {} } = site ?? {};
  const path = (site_paths[kind] ?? sitePaths[kind]).replace(/\{(slug|id)\}/, slug || "…");
  const host = URL.canParse(main_base) ? new URL(main_base).host : "";
  return { host: isOwnPage(kind) ? window.location.host : host, path };
}
