/** The listeners of something outside React that changes; `listen` is made for `useSyncExternalStore`. */
export function listenersOf() {
  const all = new Set<() => void>();
  return {
    listen: (listener: () => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: () => {
      for (const listener of all) listener();
    },
    isHeard: () => all.size > 0,
  };
}
