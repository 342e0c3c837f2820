import { useCallback, useEffect } from "react";
import { call } from "~/app/api/call";
import { onWritten } from "~/app/api/written";
import { useAsync } from "~/app/blocks/detail/use-async";
import { district } from "~/contract/region/district";

/** What lies below one district, or at the top of a country; asked for when it is shown, and again after a write. */
export function useNodes(country: string, parentId: number | undefined) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const query = { country, parent_id: parentId, with_disabled: true };
      return (await call(district.tree, { query }, { signal, silent: true })).list;
    },
    [country, parentId],
  );
  const { answer: nodes, hasFailed, again } = useAsync(load);

  // Acts elsewhere on the page change what is shown here.
  useEffect(() => onWritten(again), [again]);

  return { nodes, hasFailed, again };
}
