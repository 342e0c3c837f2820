import { claimsOf, token } from "~/app/api/cookie";
import { onSessionEnd } from "~/app/browser/session-memory";
import { placeNow } from "~/remix/navigation";

/** A page older than this is waited for. */
const freshFor = 5 * 60_000;
/** How many answers are kept; a page has one to three. */
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

/** What a page that is being opened was answered to this address when it was last seen, if that is not long ago. */
export function seenAnswer(address: string): Seen | undefined {
  const place = placeNow();
  const known = place?.isComing ? seen.get(keyOf(place.href, address)) : undefined;
  if (!known || Date.now() - known.at > freshFor) return undefined;
  isShown = true;
  return known;
}

/** What the present page was last answered to this address: what stays there when a refresh fails. */
export function lastAnswer(address: string): Seen | undefined {
  const place = placeNow();
  return place && !place.isComing ? seen.get(keyOf(place.href, address)) : undefined;
}

/** Keeps an answer for the next time that the present page, or the one that is being opened, is shown. One that says the same as before gives the same object, so that nothing is drawn anew. */
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

/** Something was written: no page is shown out of memory any more, but what the present one says stays where its refresh fails. */
export function outdateAnswers(): void {
  for (const [key, one] of seen) seen.set(key, { ...one, at: 0 });
}

onSessionEnd(() => seen.clear());

/** Whether the page that has just been opened shows what was seen before, and so has to be asked for anew; said once. */
export function consumeIsCached(): boolean {
  const wasShown = isShown;
  isShown = false;
  return wasShown;
}
