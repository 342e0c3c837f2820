import { onSessionEnd } from "~/app/browser/session-memory";

/** How long a request may take (domain S.9). */
const requestTimeout = 30_000;

const running = new Set<AbortController>();

// What an ended session has asked for is for nobody, and would be refused.
onSessionEnd(() => {
  for (const controller of running) controller.abort();
});

export function deadline(given?: AbortSignal) {
  const controller = new AbortController();
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const giveUp = () => controller.abort(given?.reason);
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
