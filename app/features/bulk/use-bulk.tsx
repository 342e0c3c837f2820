import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { toast } from "~/app/api/toast";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { List, ListBulk } from "~/app/blocks/list/list-page";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { t } from "~/app/i18n/t";
import type { BatchReply, Page } from "~/contract/common";
import { type BulkAction, BulkBar } from "./bulk-bar";
import { useSelection } from "./use-selection";

const BatchResult = lazyPart(() => import("./batch-result"), "BatchResult");

/** Choosing rows of a list and doing something with all of them: `bulk` of ListPage. */
export function useBulk<Row extends { id: number }>(
  { endpoint, nameOf }: Pick<List<Row>, "endpoint" | "nameOf">,
  { list: rows }: Page<Row>,
  actions: readonly (BulkAction<Row> | false)[],
): ListBulk {
  const { revalidate } = useRevalidator();
  const { query } = useListQuery(endpoint);
  const selection = useSelection(rows, query);
  const [result, setResult] = useState<{ reply: BatchReply; names: Map<number, string> }>();
  const offered = actions.filter((action) => typeof action === "object");
  const report = (chosen: Row[]) => (reply: BatchReply) => {
    const done = t("{count} 条操作成功", { count: reply.success.length });
    const id = reply.batch_id;
    if (id !== null) import("../undo/undo").then(({ offerUndo }) => offerUndo(id, done, revalidate));
    if (reply.failed.length) return setResult({ reply, names: new Map(chosen.map((row) => [row.id, nameOf(row)])) });
    if (id === null) toast.success(done);
    selection.clear();
  };
  return {
    selection: offered.length ? selection : undefined,
    bar:
      selection.rows.length && offered.length ? (
        <BulkBar
          actions={offered}
          rows={selection.rows}
          onRun={(action) => action.run(selection.rows, report(selection.rows))}
          onClear={selection.clear}
        />
      ) : null,
    result: result ? <BatchResult {...result} onClose={() => setResult(undefined)} /> : null,
  };
}
