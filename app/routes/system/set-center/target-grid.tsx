import { Stack, Text } from "@mantine/core";
import type { KeyboardEvent } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import { type TargetMetric, type TargetRow, targetMetricKeys, targetMetrics } from "~/contract/system/target";
import classes from "./target-tab.module.css";
import { cellKey, type TypedTargets } from "./use-typed-targets";

/** One target to type in, with what was reached of it below; of a team also what its people have together. */
function TargetCell({ row, metric, typed }: { row: TargetRow; metric: TargetMetric; typed: TypedTargets }) {
  const { actual, rate } = row.cells[metric];
  const error = typed.errorOf(row, metric);
  const isCounted = targetMetrics[metric].counted;
  const id = `target-${cellKey(row, metric)}`;
  return (
    <div className={`${basic.column} ${basic.gap2} ${basic.shrinks}`}>
      <input
        className={`${classes.input} ${basic.plainText}`}
        data-cell={cellKey(row, metric)}
        data-changed={typed.isChanged(row, metric) || undefined}
        inputMode={metric === "contract_amount" ? "decimal" : "numeric"}
        autoComplete="off"
        aria-label={`${row.name} ${t(targetMetrics[metric].label)}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={id}
        value={typed.textOf(row, metric)}
        onKeyDown={moveInColumn}
        onChange={(event) => typed.change(row, metric, event.currentTarget.value)}
      />
      <Stack id={id} gap={0} c="dimmed" fz={12} ta="right">
        {error ? <span className={basic.error}>{t(error)}</span> : null}
        {row.dim === "team" ? (
          <span>{t("个人合计 {sum}", { sum: formatNumber(typed.sumOf(row, metric)) })}</span>
        ) : null}
        <span>
          {t("实际 {actual}", { actual: isCounted && actual !== null ? formatNumber(actual) : "--" })}
          {" · "}
          {t("完成率 {rate}", { rate: rate === null ? "--" : `${formatNumber(rate)}%` })}
        </span>
      </Stack>
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** In the table Enter and the arrows go up and down a column; Tab goes along the row by itself. */
function moveInColumn(event: KeyboardEvent<HTMLInputElement>): void {
  const step = steps[event.key];
  const cell = event.currentTarget.closest("td");
  if (!step || !cell) return;
  event.preventDefault();
  const row = cell.parentElement;
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling;
  const input = next?.children[cell.cellIndex]?.querySelector("input");
  input?.focus();
  input?.select();
}

interface TargetGridProps {
  rows: readonly TargetRow[];
  typed: TypedTargets;
}

export const TargetGrid = ({ rows, typed }: TargetGridProps) => (
  <div className={`${basic.scrolls} ${basic.bordered} ${basic.rounded}`}>
    <table className={`${classes.grid} ${basic.table}`}>
      <thead>
        <tr>
          <th scope="col">{t("团队 / 员工")}</th>
          {targetMetricKeys.map((metric) => (
            <th key={metric} scope="col">
              {t(targetMetrics[metric].label)}（{t(targetMetrics[metric].unit)}）
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.dim}${row.id}`} data-team={row.dim === "team" || undefined}>
            <th scope="row">{row.name}</th>
            {targetMetricKeys.map((metric) => (
              <td key={metric}>
                <TargetCell row={row} metric={metric} typed={typed} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export const TargetCards = ({ rows, typed }: TargetGridProps) => (
  <ul className={`${basic.list} ${basic.column} ${basic.gap12}`}>
    {rows.map((row) => (
      <li
        key={`${row.dim}${row.id}`}
        className={`${classes.card} ${basic.bordered} ${basic.rounded}`}
        data-team={row.dim === "team" || undefined}
      >
        <Text component="h3" fz={15} fw={600} mb={8}>
          {row.name}{" "}
          <small className={`${basic.dim} ${basic.regular}`}>{row.dim === "team" ? t("团队") : row.team?.name}</small>
        </Text>
        {targetMetricKeys.map((metric) => (
          <div key={metric} className={`${classes.line} ${basic.gap8} ${basic.size14}`}>
            <span>
              {t(targetMetrics[metric].label)}（{t(targetMetrics[metric].unit)}）
            </span>
            <TargetCell row={row} metric={metric} typed={typed} />
          </div>
        ))}
      </li>
    ))}
  </ul>
);
