import type { Services } from "~/server/lib/services";

interface Kept {
  until: number;
  value: Promise<unknown>;
}

const kept = new WeakMap<Services, Map<string, Kept>>();

/** An answer that this server caches for some minutes: later callers get the same, and the database is asked once. */
export function keptAnswer<T>(services: Services, minutes: number, key: string, make: () => Promise<T>): Promise<T> {
  const now = services.now().getTime();
  const answers = kept.get(services) ?? new Map<string, Kept>();
  kept.set(services, answers);
  const known = answers.get(key);
  // A clock that is set back does not keep answers for longer.
  if (known && now < known.until && known.until <= now + minutes * 60_000) return known.value as Promise<T>; // what this key was made by
  for (const [old, { until }] of answers) if (until <= now) answers.delete(old);
  const value = make();
  const one = { until: now + minutes * 60_000, value };
  answers.set(key, one);
  value.catch(() => {
    if (answers.get(key) === one) answers.delete(key);
  });
  return value;
}
