import { Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { type TargetRow, targetMetricKeys, targetMetrics } from "~/contract/system/target";
import { TargetCell } from "./target-cell";
import classes from "./target-tab.module.css";
import type { TypedTargets } from "./use-typed-targets";

interface TargetGridProps {
  rows: readonly TargetRow[];
  typed: TypedTargets;
}

/** Everybody's targets as a table. */
export function TargetGrid({ rows, typed }: TargetGridProps) {
  return (
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
}

/** Everybody's targets one below the other, for the phone. */
export function TargetCards({ rows, typed }: TargetGridProps) {
  return (
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
}
