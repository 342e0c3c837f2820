const listeners = new Set<() => void>();

/** Tells that something was written, for whatever shows counts. */
export function announceWrite(): void {
  for (const listener of listeners) listener();
}

/** Hears of every write; the returned function ends it. */
export function onWritten(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
