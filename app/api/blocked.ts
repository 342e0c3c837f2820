import { useEffect, useState, useSyncExternalStore } from "react";
import { listenersOf } from "~/app/browser/listeners";
import { onSessionEnd } from "~/app/browser/session-memory";

const soon = 5_000;

let latest = { number: 0, isLost: false };
let isSilent = false;
const { listen, tell } = listenersOf();
const back = listenersOf();
onSessionEnd(() => note(false));

function note(isLost: boolean): void {
  latest = { number: latest.number + 1, isLost };
  isSilent = isLost;
  tell();
}

export const noteLost = (): void => note(true);

export const noteRefused = (): void => note(false);

/** The network is away, or answers again. */
function noteNetwork(isGone: boolean): void {
  if (isSilent === isGone) return;
  isSilent = isGone;
  tell();
}

export const noteAway = (): void => noteNetwork(true);

export function noteAnswer(): void {
  const isBack = isSilent;
  noteNetwork(false);
  if (isBack) back.tell();
}

/** Acts each time that the network is back, however short it was away: a drawing may not have seen it. */
export const onBack = back.listen;

/** Whether the network is away: the browser has said so, or a call got no answer, and none has come since. */
export const isAway = (): boolean => isSilent;

export const useIsAway = (): boolean => useSyncExternalStore(listen, isAway, () => false);

/** Asks the server whether it can be reached, which ends the time away; gives what it has found. */
export async function tryNetwork(): Promise<boolean> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), soon);
  const isThere = await isAlive(limit.signal);
  clearTimeout(timer);
  if (isThere) noteAnswer();
  return isThere;
}

const isAlive = (signal: AbortSignal): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store", signal })
    // Unread, it would hold its connection.
    .then((answer) => answer.text().then(() => answer.ok))
    .catch(() => false);

/** Whether the browser may have blocked the failed call: it got no answer, and the server answers right after. */
export function useMayBeBlocked(): boolean {
  const { number, isLost } = useSyncExternalStore(listen, () => latest);
  const [blocked, setBlocked] = useState<number>();
  // The failure is shown already, with a button to retry.
  useEffect(() => {
    if (!isLost) return;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), soon);
    void isAlive(limit.signal).then((alive) => {
      clearTimeout(timer);
      if (alive && !limit.signal.aborted) setBlocked(number);
    });
    return () => {
      clearTimeout(timer);
      limit.abort();
    };
  }, [number, isLost]);
  return isLost && blocked === number;
}
