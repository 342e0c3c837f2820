/** How long a request may take (domain S.9). */
const requestTimeout = 30_000;

const running = new Set<AbortController>();

/** Silently aborts all requests: their session ends. */
export function giveUpAll(): void {
  for (const controller of running) controller.abort();
}

/** A signal that aborts after 30 s, or when the caller aborts, whichever is first. */
export function deadline(given?: AbortSignal) {
  const controller = new AbortController();
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const giveUp = () => controller.abort(given?.reason);
  /** Restarts the 30 s: a transfer with progress is not late. */
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
    /** Whether it ended by the time limit, not by a caller. */
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
