import { useRevalidator } from "@remix-run/react";
import { useMemo, useState } from "react";
import { toast } from "~/app/api/toast";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { List, ListBulk } from "~/app/blocks/list/list-page";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { useLatest } from "~/app/blocks/use-latest";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type BatchReply, mostChosen, type Page } from "~/contract/common";
import { mayCall } from "~/contract/endpoint";
import type { BatchBegun } from "~/contract/shared/batch";
import { type BulkAction, BulkBar } from "./bulk-bar";

const BatchResult = lazyPart(() => import("./batch-result"), "BatchResult");
const AllProgress = lazyPart(() => import("./all-progress"), "AllProgress");
const ExportDialog = lazyPart(() => import("../export/export-dialog"), "ExportDialog");

export function useBulk<Row extends { id: number }>(
  { endpoint, nameOf, exports }: Pick<List<Row>, "endpoint" | "nameOf" | "exports">,
  { list: rows, total, most_at_once: most }: Page<Row> & { most_at_once?: number },
  actions: readonly (BulkAction<Row> | false)[] = [],
): ListBulk<Row> {
  const { revalidate } = useRevalidator();
  const { query } = useListQuery(endpoint);
  const selection = useSelection(rows, query);
  const [result, setResult] = useState<{ reply: BatchReply; names: Map<number, string> }>();
  const [exported, setExported] = useState<number[]>();
  const [begun, setBegun] = useState<{ begun: BatchBegun; label: string }>();
  const [whole, setWhole] = useState<string>();
  const place = JSON.stringify(query);
  const mayExport = mayCall(useProfile(), exports ?? nobodys);
  const takeOut: BulkAction<Row> = {
    label: t("导出所选（{count}）", { count: selection.rows.length }),
    max: mostChosen,
    run: (chosen) => setExported(chosen.map(({ id }) => id)),
  };
  const offered = [...actions, mayExport && takeOut].filter((action) => typeof action === "object");
  const report = (action: BulkAction<Row>, chosen: Row[]) => (reply: BatchReply) => {
    const names = chosen.filter(({ id }) => reply.success.includes(id)).map(nameOf);
    const done = doneText(action.label, names);
    const id = reply.batch_id;
    if (id !== null) import("../undo/undo").then(({ offerUndo }) => offerUndo(id, done, revalidate));
    if (reply.failed.length) return setResult({ reply, names: new Map(chosen.map((row) => [row.id, nameOf(row)])) });
    if (id === null) toast.success(done);
    selection.clear();
  };
  const blocked = useLatest((row: Row) => {
    const reasons = offered.map((action) => action.blocked?.(row));
    return reasons.every(Boolean) ? reasons[0] : undefined;
  });
  const isPage = rows.every((row) => selection.ids.includes(String(row.id)) || blocked(row) !== undefined);
  const clear = () => {
    setWhole(undefined);
    selection.clear();
  };
  const beyond =
    most !== undefined && isPage && total > rows.length && offered.some(({ runAll }) => runAll)
      ? { total, most, isChosen: whole === place, onChoose: () => setWhole(place) }
      : undefined;
  const runAll = ({ label, runAll: act }: BulkAction<Row>) =>
    act?.({ query, count: total }, (reply) => {
      clear();
      setBegun({ begun: reply, label });
    });
  return {
    selection: offered.length ? { ...selection, blocked } : undefined,
    bar:
      selection.rows.length && offered.length ? (
        <BulkBar
          actions={offered}
          rows={selection.rows}
          beyond={beyond}
          onRun={(action) => {
            if (beyond?.isChosen) return runAll(action);
            const able = selection.rows.filter((row) => !action.blocked?.(row));
            action.run(able, report(action, able));
          }}
          onClear={clear}
        />
      ) : null,
    result: begun ? (
      <AllProgress key={begun.begun.batch_id} {...begun} onChanged={revalidate} onClose={() => setBegun(undefined)} />
    ) : result ? (
      <BatchResult {...result} onClose={() => setResult(undefined)} />
    ) : exports && exported ? (
      <ExportDialog call={exports} query={{ ...query, ids: exported }} onClose={() => setExported(undefined)} />
    ) : null,
  };
}

const nobodys = { permission: [] };

function doneText(act: string, names: readonly string[]): string {
  const shown = names.slice(0, 2).join("、");
  return names.length > 2
    ? t("{act}成功：{names} 等 {count} 条", { act, names: shown, count: names.length })
    : t("{act}成功：{names}", { act, names: shown });
}

function useSelection<Row extends { id: number }>(rows: readonly Row[], query: Record<string, unknown>) {
  const place = JSON.stringify(query);
  const [chosen, setChosen] = useState<{ place: string; ids: readonly string[] }>({ place, ids: [] });
  // The same array while rows and choice are equal, so that a table is not rendered again.
  const ids = useMemo(
    () => (chosen.place === place ? chosen.ids.filter((id) => rows.some((row) => String(row.id) === id)) : []),
    [chosen, place, rows],
  );
  return {
    ids,
    rows: rows.filter((row) => ids.includes(String(row.id))),
    set: (next: string[]) => setChosen({ place, ids: next }),
    clear: () => setChosen({ place, ids: [] }),
  };
}
