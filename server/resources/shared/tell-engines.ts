import type { z } from "zod";
import type { SiteKind } from "~/contract/content/content-kinds";
import { type Engine, engineKeys, engineNames } from "~/contract/system/engine";
import { isoInstant } from "~/server/database/tables/columns";
import { outbox } from "~/server/database/tables/system/system";
import { type EngineNote, engineEvent, siteBase } from "~/server/lib/engines";
import type { SignedCall } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { siteUrlBy } from "./site";

/** What became of a page. Baidu asks for each address once, and not for what has gone. */
type PageNews = "new" | "changed" | "gone";
const wanted: Record<Engine, readonly PageNews[]> = { indexnow: ["new", "changed", "gone"], baidu: ["new"] };

/** What makes a page: one whose text is at another address (`canonical`) has none for search engines. */
interface Page {
  id: number;
  slug?: string;
  canonical?: string | null;
}

/** Tells the search engines that have a key of pages of a kind, after the commit of its cause. Addresses that are not the site's are left out. */
export async function tellEngines(
  { db, services }: Pick<SignedCall, "db" | "services">,
  kind: SiteKind,
  pages: readonly Page[],
  news: PageNews,
): Promise<void> {
  const settings = await readSettings(db);
  const base = siteBase(settings);
  const own = pages.filter(({ canonical }) => !canonical).map(({ id, slug }) => siteUrlBy(settings, kind, slug ?? id));
  const urls = [...new Set(own.flatMap((url) => (base && url?.startsWith(`${base}/`) ? [url] : [])))];
  const told = engineNames.filter((engine) => settings[engineKeys[engine]] && wanted[engine].includes(news));
  if (urls.length === 0 || told.length === 0) return;
  const at = isoInstant(services.now());
  const payload = { urls } satisfies z.output<typeof EngineNote>;
  await db
    .insert(outbox)
    .values(told.map((engine) => ({ event: engineEvent(engine), payload, next_at: at, created_at: at })));
}
