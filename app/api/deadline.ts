/** How long a request may take (specification §9). */
const requestTimeout = 30_000;

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
  if (given?.aborted) giveUp();
  given?.addEventListener("abort", giveUp, { once: true });
  restart();
  return {
    signal: controller.signal,
    isLate: () => isLate,
    restart,
    end: () => {
      clearTimeout(timer);
      given?.removeEventListener("abort", giveUp);
    },
  };
}
