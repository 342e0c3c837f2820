const listeners = new Set<() => void>();

/** Announces a write, for everything that shows counts. */
export function announceWrite(): void {
  for (const listener of listeners) listener();
}

/** Listens to every write; the returned function ends it. */
export function onWritten(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
