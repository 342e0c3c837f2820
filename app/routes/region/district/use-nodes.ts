import { useCallback, useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { onWritten } from "~/app/api/written";
import { type DistrictNode, district } from "~/contract/district";

/** What lies below one district, or at the top of a country; asked for when it is shown, and again after a write. Not by the page's loader: which parts of the tree are open stands in no address. */
export function useNodes(country: string, parentId: number | undefined) {
  const [nodes, setNodes] = useState<DistrictNode[]>();
  const [hasFailed, setHasFailed] = useState(false);
  const [asked, setAsked] = useState(0);
  const again = useCallback(() => setAsked((count) => count + 1), []);

  // Acts elsewhere on the page change what is shown here.
  useEffect(() => onWritten(again), [again]);

  useEffect(() => {
    void asked;
    const own = new AbortController();
    setHasFailed(false);
    const query = { country, parent_id: parentId, with_disabled: true };
    call(district.tree, { query }, { signal: own.signal, silent: true }).then(
      ({ list }) => setNodes(list),
      () => {
        if (!own.signal.aborted) setHasFailed(true);
      },
    );
    return () => own.abort();
  }, [country, parentId, asked]);

  return { nodes, hasFailed, again };
}
