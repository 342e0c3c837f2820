/** Does something once the browser has nothing else to do, at the latest after two seconds; answers how to give it up. */
export function whenIdle(act: () => void): () => void {
  // Safari has no such callback.
  if (typeof window.requestIdleCallback !== "function") {
    const timer = setTimeout(act, 100);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: 2_000 });
  return () => window.cancelIdleCallback(handle);
}
