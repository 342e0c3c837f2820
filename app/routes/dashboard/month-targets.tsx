import { Progress } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Blank } from "~/app/blocks/detail/blank";
import { Panel } from "~/app/blocks/detail/panel";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import {
  type TargetMetric,
  type TargetMonth,
  type TargetRow,
  targetMetricKeys,
  targetMetrics,
} from "~/contract/system/target";
import { type OpenRows, opensRows, reachedBy } from "./figure-address";
import classes from "./month-targets.module.css";
import { targetText } from "./target-text";

interface MonthTargetsProps {
  targets: TargetMonth;
  onOpen?: ((rows: OpenRows) => void) | undefined;
}

interface RowsProps {
  list: readonly TargetRow[];
  onOpen: ((row: TargetRow, metric: TargetMetric) => void) | undefined;
}

export function MonthTargets({ targets: { month, list }, onOpen }: MonthTargetsProps) {
  const isPhone = useIsPhone();
  const Rows = isPhone ? Cards : Table;
  return (
    <Panel title={t("团队目标 {month}", { month })}>
      <Rows list={list} onOpen={onOpen && ((row, metric) => onOpen(reachedBy(row, month, metric)))} />
    </Panel>
  );
}

const Table = ({ list, onOpen }: RowsProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within the keyboard's reach
  <section style={{ maxHeight: 440, overflow: "auto" }} aria-label={t("各团队和员工的目标")} tabIndex={0}>
    <table className={`${classes.table} ${basic.table}`}>
      <thead>
        <tr>
          <th scope="col">{t("团队 / 员工")}</th>
          {targetMetricKeys.map((metric) => (
            <th key={metric} scope="col">
              {t(targetMetrics[metric].label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.map((row) => (
          <tr key={row.dim + row.id} data-team={row.dim === "team" || undefined}>
            <th scope="row">{row.name}</th>
            {targetMetricKeys.map((metric) => (
              <td key={metric}>
                <Reached row={row} metric={metric} onOpen={onOpen} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Cards = ({ list, onOpen }: RowsProps) => (
  <ul className={`${classes.cards} ${basic.list} ${basic.column} ${basic.gap8}`}>
    {list.map((row) => (
      <li key={row.dim + row.id} data-team={row.dim === "team" || undefined}>
        <b>{row.name}</b>
        {targetMetricKeys
          .filter((metric) => row.cells[metric].value !== null)
          .map((metric) => (
            <div key={metric} className={`${classes.line} ${basic.size14}`}>
              <span>{t(targetMetrics[metric].label)}</span>
              <Reached row={row} metric={metric} onOpen={onOpen} />
            </div>
          ))}
      </li>
    ))}
  </ul>
);

interface ReachedProps extends Pick<RowsProps, "onOpen"> {
  row: TargetRow;
  metric: TargetMetric;
}

function Reached({ row, metric, onOpen }: ReachedProps) {
  const { value, actual, rate } = row.cells[metric];
  const isDone = (rate ?? 0) >= 100;
  return (
    <span className={classes.reached}>
      <span className={`${classes.figures} ${basic.end} ${basic.gap8}`}>
        <span>
          {actual === null ? (
            <Blank />
          ) : onOpen && opensRows(metric, row) ? (
            <button
              type="button"
              className={`${classes.open} ${basic.plain}`}
              aria-label={`${row.name} ${t(targetMetrics[metric].label)} ${targetText(metric, actual, value)}`}
              onClick={() => onOpen(row, metric)}
            >
              {targetText(metric, actual, value)}
            </button>
          ) : (
            targetText(metric, actual, value)
          )}
          <span className={basic.dim}> / {value === null ? <Blank /> : targetText(metric, value)}</span>
        </span>
        <span className={isDone ? basic.good : basic.dim} style={{ minWidth: 52 }}>
          {rate === null ? null : `${formatNumber(rate)}%`}
        </span>
      </span>
      {rate === null ? null : (
        <Progress
          value={Math.min(rate, 100)}
          size={3}
          color={isDone ? "green.7" : "brand.6"}
          aria-label={t(targetMetrics[metric].label)}
        />
      )}
    </span>
  );
}
