import { allowedOrigins } from "~/contract/system/setting";
import { withinLimit } from "../database/within-limit";
import type { Services } from "../lib/services";
import { readSettings, type Settings } from "../lib/settings";

/** Origins that a page may reach in addition to its own: to call, to load pictures from, and films. */
export interface PageHosts {
  connect: readonly string[];
  pictures: readonly string[];
  films: readonly string[];
  /** Sites that may frame the window of the chat. */
  framers: readonly string[];
}

/** Answers all but the API; a page may reach what `hostsOf` names in addition to its own origin. */
export type Pages = (
  request: Request,
  hostsOf: (request: Request) => Promise<PageHosts>,
) => Response | Promise<Response>;

/** The only page that calls another origin than ours and the bucket's: where the provider sends the visitor back, whose code is exchanged there. */
const callbackPath = /^\/auth\/?$/i;
/** A page does not wait longer for the database: it has to be there to say that nothing answers. */
const settingsLimit = 500;

/** Tells of each page's request which hosts its page may reach, by the settings as they are, or as they were last known. */
export function pageHosts({ db, bucket }: Pick<Services, "db" | "bucket">): (request: Request) => Promise<PageHosts> {
  let known: Pick<Settings, "sso.host" | "map.tile_url" | "site.origins"> | undefined;
  return async (request) => {
    known = (await withinLimit(readSettings(db), settingsLimit)) ?? known;
    const isCallback = callbackPath.test(new URL(request.url).pathname);
    const provider = isCallback ? known?.["sso.host"] : undefined;
    const tiles = originOf(known?.["map.tile_url"] ?? "");
    const origins = bucket?.origins ?? [];
    return {
      connect: [...(provider ? [provider] : []), ...origins],
      pictures: [...(tiles ? [tiles] : []), ...origins],
      films: origins,
      framers: allowedOrigins(known?.["site.origins"] ?? ""),
    };
  };
}

/** The origin of a template of tiles; servers that it numbers (`{s}`) become any of the same domain. */
function originOf(template: string): string | undefined {
  const [origin] = /^https:\/\/[^/?#]+/.exec(template.replace("{s}.", "*.")) ?? [];
  return origin && /^https:\/\/(\*\.)?[\w.-]+(:\d+)?$/.test(origin) ? origin : undefined;
}
