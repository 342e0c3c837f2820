import { useState } from "react";
import { download } from "~/app/api/download";
import { toast } from "~/app/api/toast";
import { useAct } from "~/app/blocks/feedback/use-act";
import { lazyPart } from "~/app/blocks/lazy-part";
import { type BulkAction, BulkBar } from "~/app/features/bulk/bulk-bar";
import classes from "~/app/features/unit-board/unit-board.module.css";
import { t } from "~/app/i18n/t";
import { type BatchReply, mostChosen } from "~/contract/common";
import { unit as contract, type UnitRow } from "~/contract/house/unit";

const PriceDialog = lazyPart(() => import("./price-dialog"), "PriceDialog");
const BatchResult = lazyPart(() => import("~/app/features/bulk/batch-result"), "BatchResult");

interface UnitBulkProps {
  estateId: number;
  currency: string;
  chosen: readonly UnitRow[];
  mayEdit: boolean;
  onChanged: () => void;
  onClear: () => void;
}

export function UnitBulk({ estateId, currency, chosen, mayEdit, onChanged, onClear }: UnitBulkProps) {
  const { run } = useAct();
  const [pricing, setPricing] = useState<readonly UnitRow[]>();
  const [result, setResult] = useState<{ reply: BatchReply; names: Map<number, string> }>();
  const names = new Map(chosen.map(({ id, building, unit_no }) => [id, `${building} ${unit_no}`]));
  const report = (label: string) => (reply: BatchReply) => {
    onChanged();
    const { batch_id, success, failed } = reply;
    const done = t("{act}：{count} 套", { act: label, count: success.length });
    if (batch_id !== null)
      import("~/app/features/undo/undo").then(({ offerUndo }) => offerUndo(batch_id, done, onChanged));
    if (failed.length) setResult({ reply, names });
    else onClear();
  };
  const set = (status: "available" | "off", label: string): BulkAction<UnitRow> => ({
    ...{ label, max: mostChosen },
    blocked: (row) => (row.status === (status === "off" ? "available" : "off") ? undefined : t("当前状态不能这样修改")),
    run: (rows) =>
      run(
        contract.statusBatch,
        { params: { id: estateId }, body: { ids: rows.map(({ id }) => id), status } },
        { onSuccess: report(label) },
      ),
  });
  const actions: BulkAction<UnitRow>[] = [
    {
      label: t("改价"),
      max: mostChosen,
      blocked: ({ status }) =>
        status === "reserved" || status === "sold" ? t("已预留或已售的房号不能改价") : undefined,
      run: (rows) => setPricing(rows),
    },
    set("off", t("设为不售")),
    set("available", t("设为可售")),
  ];
  const save: BulkAction<UnitRow> = {
    ...{ label: t("导出"), max: mostChosen },
    run: (rows) => {
      const query = { ids: rows.map(({ id }) => id) };
      download(contract.export, { params: { id: estateId }, query }).then(
        () => toast.success(t("导出完成")),
        () => undefined,
      );
    },
  };
  return (
    <div className={classes.bulk}>
      <BulkBar
        actions={mayEdit ? [...actions, save] : [save]}
        rows={chosen}
        onRun={(action) =>
          action.run(
            chosen.filter((row) => !action.blocked?.(row)),
            report(action.label),
          )
        }
        onClear={onClear}
      />
      {pricing ? (
        <PriceDialog
          estateId={estateId}
          currency={currency}
          ids={pricing.map(({ id }) => id)}
          onDone={(reply) => {
            setPricing(undefined);
            report(t("改价"))(reply);
          }}
          onClose={() => setPricing(undefined)}
        />
      ) : null}
      {result ? <BatchResult {...result} onClose={() => setResult(undefined)} /> : null}
    </div>
  );
}
