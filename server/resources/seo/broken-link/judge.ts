import { getOutward, NotReached } from "~/server/lib/safe-fetch";
import type { Services } from "~/server/lib/services";
import type { Settings } from "~/server/lib/settings";
import { isPageThere, pieceAt, redirectFrom, tidyPath } from "../site-page";

export interface Judged {
  url: string;
  /** Why it leads nowhere; null where it does not, undefined where nobody has looked. */
  reason: string | null | undefined;
}

/** How many addresses of other sites are asked in one turn. */
const mostAsked = 300;
const gone = "站内页面不存在或已下线";
/** What says for good that nothing is there; anything else may be a bad moment, or a door that lets no program in. */
const goneStatuses = new Set([404, 410]);
const unknownName = "域名无法解析";

/** Judges links one after the other, each address once. `isAsking`: other sites may be asked as well. */
export function linkJudge(services: Services, settings: Settings, at: Date) {
  const { db } = services;
  const own = originOf(settings["site.main_base"]);
  const desk = originOf(settings["site.desk_base"]);
  const known = new Map<string, Judged["reason"]>();
  let asked = 0;

  /** Undefined where it is none of the site's pieces. */
  async function inside(url: string): Promise<Judged["reason"]> {
    const { origin, pathname } = new URL(url);
    const special = /^\/s\/([a-z0-9-]+)\/?$/.exec(pathname)?.[1];
    if (origin === desk)
      return !special || (await isPageThere(db, { kind: "special", name: special }, at)) ? null : gone;
    const path = origin === own ? tidyPath(settings, url) : undefined;
    const piece = path === undefined ? undefined : pieceAt(settings, path);
    if (path === undefined || !piece) return undefined;
    return (await isPageThere(db, piece, at)) || (await redirectFrom(db, path)) ? null : gone;
  }

  async function outside(url: string): Promise<Judged["reason"]> {
    if (!url.startsWith("https:") || asked >= mostAsked) return undefined;
    asked++;
    try {
      const { status } = await getOutward(services, url, { "user-agent": "xinfang-desk" });
      return goneStatuses.has(status) ? `对方返回 HTTP ${status}` : null;
    } catch (error) {
      if (!(error instanceof NotReached)) throw error;
      return error.message === unknownName ? unknownName : undefined;
    }
  }

  return async (url: string, isAsking: boolean): Promise<Judged["reason"]> => {
    if (!URL.canParse(url)) return null;
    if (known.has(url)) return known.get(url);
    const reason = await inside(url);
    const said = reason !== undefined || !isAsking ? reason : await outside(url);
    if (said !== undefined || isAsking) known.set(url, said);
    return said;
  };
}

const originOf = (base: string): string | undefined => (URL.canParse(base) ? new URL(base).origin : undefined);
