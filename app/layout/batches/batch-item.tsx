import { Button, Group } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import classes from "~/app/blocks/detail/entries.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag, type TagColor } from "~/app/blocks/detail/tag";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { UndoReport } from "~/app/features/import/import-report";
import { useUndo } from "~/app/features/undo/use-undo";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import { type BatchRow, type BatchUndo, batchActs } from "~/contract/shared/batch";

// Read when it is rendered: in an import cycle the contract may not be loaded before.
const nameOf = (act: string): string => (batchActs as Readonly<Record<string, string>>)[act] ?? act;

const states: Readonly<Record<BatchUndo["status"], { label: string; color: TagColor }>> = {
  none: { label: "已完成", color: "green" },
  running: { label: "撤销中", color: "brand" },
  done: { label: "已撤销", color: "gray" },
  failed: { label: "撤销中断", color: "red" },
};

export function BatchItem({ row, isNamed, onDone }: { row: BatchRow; isNamed: boolean; onDone: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { state = row, isAsking, undo } = useUndo(row.id, onDone, row);
  const name = t(nameOf(row.act));
  const { label, color } = states[state.status];
  const canUndo = row.can.undo && (state.status === "none" || state.status === "failed");
  const facts = [
    formatInstant(row.created_at),
    t("{count} 条", { count: formatNumber(row.total) }),
    isNamed && row.user.name,
    state.status === "none" && t("可撤销至 {time}", { time: formatInstant(row.until) }),
  ];
  return (
    <li className={`${classes.item} ${basic.column} ${basic.gap4} ${basic.overlined}`}>
      <div className={`${classes.head} ${basic.flex} ${basic.baseline} ${basic.gap8}`}>
        <strong>{name}</strong>
        <Tag color={color}>{t(label)}</Tag>
      </div>
      <span className={`${basic.dim} ${basic.size13}`}>{facts.filter(Boolean).join(" · ")}</span>
      {state.status === "none" ? null : <UndoReport state={state} />}
      {canUndo ? (
        <Group justify="flex-end">
          <Button variant="default" size="compact-sm" loading={isAsking} onClick={() => setIsConfirming(true)}>
            {state.status === "failed" ? t("继续撤销") : t("撤销")}
          </Button>
        </Group>
      ) : null}
      {isConfirming ? (
        <Confirm
          title={t("撤销{name}", { name })}
          text={t("将 {count} 条记录恢复到操作之前；此后又有变动的记录保持不变。", {
            count: formatNumber(row.total),
          })}
          confirmLabel={t("撤销")}
          pending={false}
          onConfirm={() => {
            setIsConfirming(false);
            void undo();
          }}
          onClose={() => setIsConfirming(false)}
        />
      ) : null}
    </li>
  );
}
