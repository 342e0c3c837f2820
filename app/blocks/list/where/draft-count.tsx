import { useDebouncedValue } from "@mantine/hooks";
import { useCallback, useMemo } from "react";
import { call } from "~/app/api/call";
import { t } from "~/app/i18n/t";
import { type Endpoint, writeQuery } from "~/contract/endpoint";
import { listCount } from "~/contract/shared/list-count";
import type { Where } from "~/contract/where";
import { useAsync } from "../../detail/use-async";
import { formatTotal } from "../format-total";
import classes from "./where-panel.module.css";

interface DraftCountProps {
  endpoint: Endpoint;
  query: Record<string, unknown>;
  /** Undefined while it is not whole. */
  where: Where | undefined;
}

/** How many rows a filter would find, or why the server would refuse it, before it is in force. */
export function DraftCount({ endpoint, query, where }: DraftCountProps) {
  const asked = useMemo(
    () => (where ? writeQuery({ ...query, page: undefined, group: undefined, where }).toString() : undefined),
    [query, where],
  );
  const [settled] = useDebouncedValue(asked, 400);
  const ask = useCallback(
    async (signal: AbortSignal) => {
      if (settled === undefined) return undefined;
      const body = { list: endpoint.line, queries: [settled] };
      const [counted] = await call(listCount.count, { body }, { signal, silent: true });
      return counted && { ...counted, of: settled };
    },
    [endpoint, settled],
  );
  const { answer } = useAsync(ask);
  const isPresent = answer !== undefined && answer.of === asked;
  const text = !isPresent
    ? ""
    : answer.total === null
      ? answer.message
      : t("符合 {total} 条", { total: formatTotal({ ...answer, total: answer.total }) });
  return (
    <p className={classes.count} role="status" data-refused={(isPresent && answer.total === null) || undefined}>
      {text}
    </p>
  );
}
