import { useSyncExternalStore } from "react";
import { claimsOf, token } from "~/app/api/cookie";
import { whenIdle } from "~/app/browser/idle";
import { listenersOf } from "~/app/browser/listeners";
import { onSessionEnd } from "~/app/browser/session-memory";
import { now } from "~/contract/now";
import { placeNow } from "~/remix/navigation";

const freshFor = 5 * 60_000;
const most = 60;

interface Seen {
  at: number;
  isOutdated?: boolean;
  text: string;
  data: unknown;
}

const seen = new Map<string, Seen>();
let isShown = false;

function keyOf(href: string, address: string): string {
  const { sub, sid } = claimsOf(token());
  return [sub, sid, href, address].join(" ");
}

/** The answer to this address when the page that is being opened was last seen, if that is not long ago. */
export function seenAnswer(address: string): Seen | undefined {
  const place = placeNow();
  const known = place?.isComing ? seen.get(keyOf(place.href, address)) : undefined;
  if (!known || known.isOutdated || now() - known.at > freshFor) return undefined;
  isShown = true;
  return known;
}

/** The present page's last answer to this address: it stays when a refresh fails. */
export function lastAnswer(address: string): Pick<Seen, "at" | "data"> | undefined {
  const place = placeNow();
  return place && !place.isComing ? seen.get(keyOf(place.href, address)) : undefined;
}

/** What was last seen of this address, for a page that is opened while the network is away: from memory, else from this browser (domain 0 Offline). */
export async function keptAnswer(address: string): Promise<Pick<Seen, "at" | "data"> | undefined> {
  const place = placeNow();
  const { sub, sid } = claimsOf(token());
  if (!place || !sub) return undefined;
  // The same record may have been seen at another address of its page.
  const isIt = (key: string) => key.startsWith(`${sub} ${sid} `) && key.endsWith(` ${address}`);
  const known = [...seen.keys()].filter(isIt).at(-1);
  if (known) return seen.get(known);
  try {
    return await (await import("./kept-answers")).readAnswer(sub, address);
  } catch {
    // Nothing can be stored here, or the code has not come in time.
    return undefined;
  }
}

/** Keeps an answer for the next time its page is shown. An equal answer returns the same object, so that nothing is rendered again. */
export function keepAnswer({ address, path }: { address: string; path: string }, text: string, data: unknown): unknown {
  const place = placeNow();
  if (!place) return data;
  const key = keyOf(place.href, address);
  const before = seen.get(key);
  const kept = { at: now(), text, data: before?.text === text ? before.data : data };
  seen.delete(key);
  seen.set(key, kept);
  const [oldest] = seen.keys();
  if (seen.size > most && oldest) seen.delete(oldest);
  showFrom(undefined);
  const { sub } = claimsOf(token());
  const answer = { address, isRecord: path.includes("{"), text, at: kept.at };
  // Without IndexedDB nothing is shown while the network is away.
  whenIdle(
    () => void import("./kept-answers").then(({ storeAnswer }) => storeAnswer(sub, answer)).catch(() => undefined),
  );
  return kept.data;
}

/** After a write: no page is shown from memory any more, but the present page keeps its data if its refresh fails. */
export function outdateAnswers(): void {
  for (const [key, one] of seen) seen.set(key, { ...one, isOutdated: true });
}

onSessionEnd(() => {
  seen.clear();
  showFrom(undefined);
});

/** Whether the page that was just opened shows cached data, and so must be refreshed; true once. */
export function consumeIsCached(): boolean {
  const wasShown = isShown;
  isShown = false;
  return wasShown;
}

let shownFrom: number | undefined;
const { listen, tell, isHeard } = listenersOf();

/** The page shows what was seen at this moment, in place of an answer that did not come; undefined once one comes. */
export function showFrom(at: number | undefined): void {
  if (shownFrom === at) return;
  shownFrom = at;
  tell();
}

export const useShownFrom = (): number | undefined =>
  useSyncExternalStore(
    listen,
    () => shownFrom,
    () => undefined,
  );

/** Whether the frame tells that the network is away, and from when its page is. */
export const isToldByFrame = isHeard;
