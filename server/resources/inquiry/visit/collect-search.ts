import { searchKey } from "~/contract/resource/search-word";
import { dayOf } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { addSearches, type Searched } from "~/server/resources/shared/searches";

/** Milliseconds that a search waits in memory, as visits do. */
const flushAfter = 2_000;
/** The most words that wait; further ones are dropped. */
const mostWaiting = 2_000;

interface Collector {
  waiting: Map<string, Searched>;
  timer?: NodeJS.Timeout | undefined;
  writing: Promise<void>;
}
const collectors = new WeakMap<Services, Collector>();

function collectorOf(services: Services): Collector {
  const known = collectors.get(services);
  if (known) return known;
  const made: Collector = { waiting: new Map(), writing: Promise.resolve() };
  collectors.set(services, made);
  return made;
}

interface Told {
  keyword: string | null;
  platform: string | null;
  code: string | null;
  result_count: number | null;
}

/**
 * Counts a search in memory; it is written with others within seconds. What is no word, or might be a person's number or address, is
 * dropped.
 */
export function collectSearch(services: Services, { keyword, platform, code, result_count }: Told): void {
  const word = searchKey(keyword ?? "");
  if (!word) return;
  const collector = collectorOf(services);
  const date = dayOf(services.now());
  const name = JSON.stringify([word, platform, code, date]);
  const search = collector.waiting.get(name) ?? { word, platform, code, date, count: 0, no_result: 0 };
  if (!collector.waiting.has(name) && collector.waiting.size >= mostWaiting) return;
  search.count += 1;
  if (result_count === 0) search.no_result += 1;
  collector.waiting.set(name, search);
  collector.timer ??= setTimeout(() => void flushSearches(services), flushAfter).unref();
}

/** Writes the waiting searches, and resolves when they are written. What the database refuses is dropped. */
export function flushSearches(services: Services): Promise<void> {
  const collector = collectorOf(services);
  clearTimeout(collector.timer);
  collector.timer = undefined;
  const searches = [...collector.waiting.values()];
  collector.waiting = new Map();
  collector.writing = collector.writing.then(() =>
    addSearches(services.db, searches).catch((error: unknown) =>
      services.log.warn({ err: error, searches: searches.length }, "searches could not be written"),
    ),
  );
  return collector.writing;
}
