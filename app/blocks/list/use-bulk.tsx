import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { toast } from "~/app/api/toast";
import { t } from "~/app/i18n/t";
import type { BatchReply } from "~/contract/common";
import { lazyPart } from "../lazy-part";
import { usePlugins } from "../plugins";
import { type BulkAction, BulkBar } from "./bulk-bar";
import { useSelection } from "./use-selection";

const BatchResult = lazyPart(() => import("./batch-result"), "BatchResult");

interface Bulk<Row> {
  rows: readonly Row[];
  /** Where in the list one is: another page or filter begins a new choice. */
  query: Record<string, unknown>;
  actions: readonly (BulkAction<Row> | false)[] | undefined;
  nameOf: (row: Row) => string;
}

/** Choosing rows and doing something with all of them: `bar` stands in the toolbar while some are chosen, `result` says which failed. */
export function useBulk<Row extends { id: number }>({ rows, query, actions = [], nameOf }: Bulk<Row>) {
  const { offerUndo } = usePlugins();
  const { revalidate } = useRevalidator();
  const selection = useSelection(rows, query);
  const [result, setResult] = useState<{ reply: BatchReply; names: Map<number, string> }>();
  const offered = actions.filter((action) => typeof action === "object");
  const report = (chosen: Row[]) => (reply: BatchReply) => {
    const done = t("{count} 条操作成功", { count: reply.success.length });
    if (reply.batch_id !== null) offerUndo(reply.batch_id, done, revalidate);
    if (reply.failed.length) return setResult({ reply, names: new Map(chosen.map((row) => [row.id, nameOf(row)])) });
    if (reply.batch_id === null) toast.success(done);
    selection.clear();
  };
  return {
    isOffered: offered.length > 0,
    selection,
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
