import { searchKey } from "~/contract/resource/search-word";
import { dayOf } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { collectorOf, mostWaiting } from "~/server/resources/shared/collector";
import { addSearches, type Searched } from "~/server/resources/shared/searches";

const searches = collectorOf<Searched>("searches", ({ db }, list) => addSearches(db, list));

interface Told {
  keyword: string | null;
  platform: string | null;
  code: string | null;
  result_count: number | null;
}

/** Counts a search in memory. What is no word, or might be a person's number or address, is dropped. */
export function collectSearch(services: Services, { keyword, platform, code, result_count }: Told): void {
  const word = searchKey(keyword ?? "");
  if (!word) return;
  const waiting = searches.waitingOf(services);
  const date = dayOf(services.now());
  const name = JSON.stringify([word, platform, code, date]);
  const search = waiting.get(name) ?? { word, platform, code, date, count: 0, no_result: 0 };
  if (!waiting.has(name) && waiting.size >= mostWaiting) return;
  search.count += 1;
  if (result_count === 0) search.no_result += 1;
  searches.keep(services, name, search);
}

/** Writes the waiting searches, and resolves when they are written. */
export const flushSearches = searches.flush;
