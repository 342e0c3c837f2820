import { z } from "zod";
import { type Engine, engineKeys, engineNames } from "~/contract/system/engine";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { outbox } from "~/server/database/tables/system/system";
import { readSettings, type Settings } from "./settings";

/** What waits in the outbox for one search engine: full addresses of the company's site. */
export const EngineNote = z.object({ urls: z.array(z.string()).min(1) });

export const engineEvent = (engine: Engine) => `engine.${engine}`;

/** What became of a page. Baidu asks for each address once, and not for what has gone. */
export type PageNews = "new" | "changed" | "gone";
const wanted: Record<Engine, readonly PageNews[]> = { indexnow: ["new", "changed", "gone"], baidu: ["new"] };

/** The site's own address without a slash at its end; a search engine takes no other site's pages. */
export const siteBase = ({ "site.main_base": base }: Settings): string => base.replace(/\/+$/, "");

/** Tells the search engines that have a key, after the commit of its cause. Addresses that are not the site's are left out. */
export async function pushLater(db: Db, now: Date, news: PageNews, pages: readonly (string | null)[]): Promise<void> {
  const settings = await readSettings(db);
  const base = siteBase(settings);
  const urls = [...new Set(pages.flatMap((url) => (base && url?.startsWith(`${base}/`) ? [url] : [])))];
  const told = engineNames.filter((engine) => settings[engineKeys[engine]] && wanted[engine].includes(news));
  if (urls.length === 0 || told.length === 0) return;
  const at = isoInstant(now);
  const payload = { urls } satisfies z.output<typeof EngineNote>;
  await db
    .insert(outbox)
    .values(told.map((engine) => ({ event: engineEvent(engine), payload, next_at: at, created_at: at })));
}
