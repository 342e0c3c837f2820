import { claimsOf, token } from "~/app/api/cookie";
import { onSessionEnd } from "~/app/browser/session-memory";
import { placeNow } from "~/remix/navigation";

const freshFor = 5 * 60_000;
const most = 60;

interface Seen {
  at: number;
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
  if (!known || Date.now() - known.at > freshFor) return undefined;
  isShown = true;
  return known;
}

/** The present page's last answer to this address: it stays when a refresh fails. */
export function lastAnswer(address: string): Seen | undefined {
  const place = placeNow();
  return place && !place.isComing ? seen.get(keyOf(place.href, address)) : undefined;
}

/** Keeps an answer for the next time its page is shown. An equal answer returns the same object, so that nothing is rendered again. */
export function keepAnswer(address: string, text: string, data: unknown): unknown {
  const place = placeNow();
  if (!place) return data;
  const key = keyOf(place.href, address);
  const before = seen.get(key);
  const kept = { at: Date.now(), text, data: before?.text === text ? before.data : data };
  seen.delete(key);
  seen.set(key, kept);
  const [oldest] = seen.keys();
  if (seen.size > most && oldest) seen.delete(oldest);
  return kept.data;
}

/** After a write: no page is shown from memory any more, but the present page keeps its data if its refresh fails. */
export function outdateAnswers(): void {
  for (const [key, one] of seen) seen.set(key, { ...one, at: 0 });
}

onSessionEnd(() => seen.clear());

/** Whether the page that was just opened shows cached data, and so must be refreshed; true once. */
export function consumeIsCached(): boolean {
  const wasShown = isShown;
  isShown = false;
  return wasShown;
}
