/** How long a request may take (domain S.9). */
const requestTimeout = 30_000;

const running = new Set<AbortController>();

/** Gives up whatever is being asked for, silently: the session that asked for it ends. */
export function giveUpAll(): void {
  for (const controller of running) controller.abort();
}

/** A signal that aborts after 30 s, or when the caller gives up, whichever comes first. */
export function deadline(given?: AbortSignal) {
  const controller = new AbortController();
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const giveUp = () => controller.abort(given?.reason);
  /** Counts the 30 s anew: a transfer that moves is not late. */
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isLate = true;
      controller.abort();
    }, requestTimeout);
  };
  running.add(controller);
  if (given?.aborted) giveUp();
  given?.addEventListener("abort", giveUp, { once: true });
  restart();
  return {
    signal: controller.signal,
    /** Whether its end came too late, not by anybody's will. */
    isLate: () => isLate,
    isGivenUp: () => controller.signal.aborted && !isLate,
    restart,
    end: () => {
      running.delete(controller);
      clearTimeout(timer);
      given?.removeEventListener("abort", giveUp);
    },
  };
}
