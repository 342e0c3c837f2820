import { Button } from "@mantine/core";
import { Fragment } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import type { BatchReply } from "~/contract/common";
import type { BatchBegun } from "~/contract/shared/batch";
import classes from "./bulk-bar.module.css";

export interface AllRows {
  query: Record<string, unknown>;
  count: number;
}

export interface BulkAction<Row> {
  label: string;
  isDanger?: boolean;
  max: number;
  blocked?: (row: Row) => string | undefined;
  run: (rows: Row[], report: (reply: BatchReply) => void) => void;
  runAll?: ((all: AllRows, begun: (reply: BatchBegun) => void) => void) | undefined;
}

interface Beyond {
  total: number;
  most: number;
  isChosen: boolean;
  onChoose: () => void;
}

interface BulkBarProps<Row> {
  actions: readonly BulkAction<Row>[];
  rows: readonly Row[];
  beyond?: Beyond | undefined;
  onRun: (action: BulkAction<Row>) => void;
  onClear: () => void;
}

export function BulkBar<Row>({ actions: given, rows, beyond, onRun, onClear }: BulkBarProps<Row>) {
  const isAll = beyond?.isChosen ?? false;
  const actions = isAll ? given.filter(({ runAll }) => runAll) : given;
  const reasonOf = (action: BulkAction<Row>) => (isAll ? undefined : whyNot(action, rows));
  const dangerous = actions.filter(({ isDanger }) => isDanger);
  const harmless = actions.filter(({ isDanger }) => !isDanger);
  return (
    <div
      className={`${basic.row} ${basic.gap8} ${basic.rounded} ${basic.size14} ${classes.bulk}`}
      role="toolbar"
      aria-label={t("批量操作")}
    >
      <span role="status">
        {isAll ? t("已选全部 {count} 条", { count: beyond?.total ?? 0 }) : t("已选 {count} 条", { count: rows.length })}
      </span>
      {beyond && !isAll ? <ChooseAll {...beyond} /> : null}
      {[...harmless, ...dangerous].map((action) => (
        <Fragment key={action.label}>
          {action === dangerous[0] && harmless.length ? <span className={classes.apart} aria-hidden /> : null}
          <Button
            size="compact-sm"
            variant={action.isDanger ? "subtle" : "default"}
            c={action.isDanger && !reasonOf(action) ? "var(--mantine-color-error)" : undefined}
            disabled={reasonOf(action) !== undefined}
            title={reasonOf(action)}
            onClick={() => onRun(action)}
          >
            {action.label}
          </Button>
        </Fragment>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {t("取消选择")}
      </Button>
    </div>
  );
}

function ChooseAll({ total, most, onChoose }: Beyond) {
  if (total > most) return <span>{t("共 {total} 条，一次最多操作 {most} 条", { total, most })}</span>;
  return (
    <Button size="compact-sm" variant="subtle" onClick={onChoose}>
      {t("全选全部 {total} 条", { total })}
    </Button>
  );
}

function whyNot<Row>({ max, blocked }: BulkAction<Row>, rows: readonly Row[]): string | undefined {
  if (rows.length > max) return t("一次最多选择{max}条", { max });
  const reasons = rows.map((row) => blocked?.(row));
  return reasons.every(Boolean) ? reasons[0] : undefined;
}
