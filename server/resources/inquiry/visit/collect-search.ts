import { searchKey } from "~/contract/resource/search-word";
import { dayOf } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { addSearches, type Searched } from "~/server/resources/shared/searches";

/** Milliseconds that a search waits in memory, as visits do. */
const flushAfter = 2_000;
/** Words that wait at most; further ones are forgotten. */
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

/** Counts a search in memory; it is written with those that come within the next seconds. What is no word, or might be somebody's number or address, is dropped at once. */
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

/** Writes what waits, and resolves when it stands. What the database does not take is given up. */
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
