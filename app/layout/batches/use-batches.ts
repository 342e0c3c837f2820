import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { batch } from "~/contract/batch";
import type { Reply } from "~/contract/endpoint";

/** The bulk acts of the last hours. The drawer stands in no address, so that no loader can carry them. */
export function useBatches() {
  const [page, setPage] = useState<Reply<typeof batch.list>>();
  const [isFailed, setIsFailed] = useState(false);
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks anew.
  useEffect(() => {
    const own = new AbortController();
    setIsFailed(false);
    call(batch.list, { query: { page_size: 100 } }, { signal: own.signal, silent: true }).then(setPage, () => {
      if (!own.signal.aborted) setIsFailed(true);
    });
    return () => own.abort();
  }, [turn]);

  return { page, isFailed, reload: () => setTurn((now) => now + 1) };
}
