import { useEffect, useRef, useState } from "react";
import { call } from "~/app/api/call";
import type { Reply } from "~/contract/endpoint";
import { type TimelineKind, timeline } from "~/contract/timeline/timeline";

type Page = Reply<typeof timeline.list>;

export function useTimeline(id: number, kinds: readonly TimelineKind[], page: Page) {
  const about = `${id}:${kinds.join()}`;
  const [older, setOlder] = useState<{ about: string; pages: Page[] }>({ about, pages: [] });
  const [isAsking, setIsAsking] = useState(false);
  const pages = older.about === about ? older.pages : [];

  async function read(count: number, signal?: AbortSignal): Promise<Page[] | undefined> {
    const query = kinds.length ? { kind: [...kinds] } : {};
    const read: Page[] = [];
    for (let before = page.next; before && read.length < count; ) {
      const next = await call(timeline.list, { params: { id }, query: { ...query, before } }, { signal }).catch(
        () => undefined,
      );
      if (!next) return undefined;
      read.push(next);
      before = next.next;
    }
    return read;
  }

  const known = useRef({ page, about });
  // A reload of the page begins elsewhere; no address says how far the user has read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about what was loaded.
  useEffect(() => {
    const isAgain = known.current.page !== page && known.current.about === about;
    known.current = { page, about };
    if (!isAgain || pages.length === 0) return;
    const own = new AbortController();
    read(pages.length, own.signal).then((next) => next && !own.signal.aborted && setOlder({ about, pages: next }));
    return () => own.abort();
  }, [page, about]);

  async function more(): Promise<void> {
    setIsAsking(true);
    const next = await read(pages.length + 1);
    setIsAsking(false);
    if (next) setOlder({ about, pages: next });
  }

  const all = [page, ...pages].flatMap(({ list }) => list);
  const entries = [...new Map(all.map((entry) => [entry.key, entry])).values()];
  return { entries, hasMore: (pages.at(-1) ?? page).next !== null, isAsking, more };
}
