import { Button } from "@mantine/core";
import { Fragment } from "react";
import { t } from "~/app/i18n/t";
import type { BatchReply } from "~/contract/common";
import classes from "./bulk-bar.module.css";

/** Something one may do with several records at once. */
export interface BulkAction<Row> {
  label: string;
  /** Takes something away: it stands apart, in red. */
  isDanger?: boolean;
  /** The most records that the endpoint takes at once. */
  max: number;
  /** Why it cannot be done with a row: such rows are left out. */
  blocked?: (row: Row) => string | undefined;
  /** `report` shows how it went, row by row. */
  run: (rows: Row[], report: (reply: BatchReply) => void) => void;
}

interface BulkBarProps<Row> {
  actions: readonly BulkAction<Row>[];
  rows: readonly Row[];
  onRun: (action: BulkAction<Row>) => void;
  onClear: () => void;
}

/** Stands in the toolbar while rows are chosen: how many, and what may be done with them. */
export function BulkBar<Row>({ actions, rows, onRun, onClear }: BulkBarProps<Row>) {
  const dangerous = actions.filter(({ isDanger }) => isDanger);
  const harmless = actions.filter(({ isDanger }) => !isDanger);
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t("批量操作")}>
      <span role="status">{t("已选 {count} 条", { count: rows.length })}</span>
      {[...harmless, ...dangerous].map((action) => (
        <Fragment key={action.label}>
          {action === dangerous[0] && harmless.length ? <span className={classes.apart} aria-hidden /> : null}
          <Button
            size="compact-sm"
            variant={action.isDanger ? "subtle" : "default"}
            c={action.isDanger && !whyNot(action, rows) ? "var(--mantine-color-error)" : undefined}
            disabled={whyNot(action, rows) !== undefined}
            title={whyNot(action, rows)}
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

/** Why an act cannot be done with what is chosen. */
function whyNot<Row>({ max, blocked }: BulkAction<Row>, rows: readonly Row[]): string | undefined {
  if (rows.length > max) return t("一次最多选择{max}条", { max });
  const reasons = rows.map((row) => blocked?.(row));
  return reasons.every(Boolean) ? reasons[0] : undefined;
}
