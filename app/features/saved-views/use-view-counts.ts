import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { onWritten } from "~/app/api/written";
import { formatTotal } from "~/app/blocks/list/format-total";
import { type Endpoint, writeQuery } from "~/contract/endpoint";
import type { SavedView } from "~/contract/personal/user";
import { readQuery } from "~/contract/read-query";
import { countLimit, listCount } from "~/contract/shared/list-count";

type Counts = ReadonlyMap<string, string>;

/** A view's query as the list's own screen reads it, with its fixed values, such as the kind of its rows. */
const asListed = (endpoint: Endpoint, query: string): string =>
  // A query is an object of named values.
  writeQuery(readQuery(new URLSearchParams(query), endpoint) as Record<string, unknown>).toString();

/** The row counts of the first six views, by id: one call once the list is shown, and one after each write. */
export function useViewCounts(endpoint: Endpoint, views: readonly Pick<SavedView, "id" | "query">[]): Counts {
  const { line } = endpoint;
  const [counts, setCounts] = useState<Counts>(new Map());
  const asked = JSON.stringify(views.slice(0, countLimit).map(({ id, query }) => [id, asListed(endpoint, query)]));
  // Not in a loader: the list does not wait for its tabs' counts.
  useEffect(() => {
    const known: [id: string, query: string][] = JSON.parse(asked);
    if (known.length === 0) return;
    let own = new AbortController();
    const count = async () => {
      own.abort();
      own = new AbortController();
      const { signal } = own;
      const body = { list: line, queries: known.map(([, query]) => query) };
      const reply = await call(listCount.count, { body }, { signal, silent: true }).catch(() => []);
      if (signal.aborted) return;
      const told = known.flatMap(([id], index): [string, string][] => {
        const { total = null, total_capped = false } = reply[index] ?? {};
        return total === null ? [] : [[id, formatTotal({ total, total_capped })]];
      });
      setCounts(new Map(told));
    };
    count();
    const stop = onWritten(count);
    return () => {
      stop();
      own.abort();
    };
  }, [line, asked]);
  return counts;
}
