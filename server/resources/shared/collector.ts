import type { Services } from "~/server/lib/services";

/** Milliseconds that what visitors do waits in memory: at most so much is lost when the process is killed. */
const flushAfter = 2_000;
/** The most that waits. */
export const mostWaiting = 2_000;

interface Collected<V> {
  waiting: Map<string, V>;
  timer?: NodeJS.Timeout | undefined;
  writing: Promise<void>;
}

/** Counts in memory that are written with what comes within the next seconds. What the database refuses is dropped: visits must not fill the memory. */
export function collectorOf<V>(name: string, write: (services: Services, values: V[]) => Promise<void>) {
  const collectors = new WeakMap<Services, Collected<V>>();

  function of(services: Services): Collected<V> {
    const known = collectors.get(services);
    if (known) return known;
    const made: Collected<V> = { waiting: new Map(), writing: Promise.resolve() };
    collectors.set(services, made);
    return made;
  }

  function flush(services: Services): Promise<void> {
    const collected = of(services);
    clearTimeout(collected.timer);
    collected.timer = undefined;
    const values = [...collected.waiting.values()];
    collected.waiting = new Map();
    collected.writing = collected.writing.then(() =>
      write(services, values).catch((error: unknown) =>
        services.log.warn({ err: error, [name]: values.length }, `${name} could not be written`),
      ),
    );
    return collected.writing;
  }

  return {
    waitingOf: (services: Services) => of(services).waiting,
    keep(services: Services, key: string, value: V): void {
      const collected = of(services);
      collected.waiting.set(key, value);
      collected.timer ??= setTimeout(() => void flush(services), flushAfter).unref();
    },
    flush,
  };
}
