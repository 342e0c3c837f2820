import { z } from "zod";
import type { Engine } from "~/contract/system/engine";
import type { Settings } from "./settings";

/** What waits in the outbox for one search engine: full addresses of the company's site. */
export const EngineNote = z.object({ urls: z.array(z.string()).min(1) });

export const engineEvent = (engine: Engine) => `engine.${engine}`;

/** The site's own address without a slash at its end; a search engine takes no other site's pages. */
export const siteBase = ({ "site.main_base": base }: Settings): string => base.replace(/\/+$/, "");
