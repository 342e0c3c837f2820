const listeners = new Set<() => void>();

export function announceWrite(): void {
  for (const listener of listeners) listener();
}

export function onWritten(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
