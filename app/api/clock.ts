import { onSessionEnd } from "~/app/browser/session-memory";
import { aheadBy, setAhead } from "~/contract/now";

onSessionEnd(() => setAhead(0));

/**
 * Sets the app's clock by an answer's `Date`, which counts whole seconds and was written between `sent` and now, both by the machine's
 * clock: it stays while it is consistent. Only from uncached answers, since a cached one has its own old time.
 */
export function readClock(headers: Headers, sent: number): void {
  const told = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(told) || !/\bno-store\b/.test(headers.get("cache-control") ?? "")) return;
  const [least, most] = [told - Date.now(), told + 999 - sent];
  // The machine's clock was changed while the answer was on its way.
  if (least > most) return;
  const ahead = aheadBy();
  if (ahead < least || ahead > most) setAhead(Math.round((least + most) / 2));
}
