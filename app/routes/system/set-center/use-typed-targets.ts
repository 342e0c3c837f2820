import { useState } from "react";
import {
  type TargetItem,
  type TargetMetric,
  type TargetRow,
  targetMetricKeys,
  targetValueError,
} from "~/contract/system/target";

export const cellKey = ({ dim, id }: TargetRow, metric: TargetMetric) => `${dim}:${id}:${metric}`;

export function useTypedTargets(rows: readonly TargetRow[]) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  // Until they are loaded again, the rows have the old values.
  const [saved, setSaved] = useState<{ rows: readonly TargetRow[]; typed: typeof typed }>();
  const standing = (row: TargetRow, metric: TargetMetric) =>
    (saved?.rows === rows ? saved.typed[cellKey(row, metric)] : undefined) ?? row.cells[metric].value ?? "";
  const textOf = (row: TargetRow, metric: TargetMetric) => typed[cellKey(row, metric)] ?? standing(row, metric);
  const isChanged = (row: TargetRow, metric: TargetMetric) => textOf(row, metric) !== standing(row, metric);
  const errorOf = (row: TargetRow, metric: TargetMetric) =>
    isChanged(row, metric) ? targetValueError(metric, textOf(row, metric)) : undefined;
  const cells = rows.flatMap((row) => targetMetricKeys.map((metric) => ({ row, metric })));
  const changed = cells.filter(({ row, metric }) => isChanged(row, metric));
  const wrong = changed.find(({ row, metric }) => errorOf(row, metric) !== undefined);
  const items = changed.map(
    ({ row, metric }): TargetItem => ({
      dim: row.dim,
      ...(row.dim === "team" ? { team_id: row.id } : { user_id: row.id }),
      metric,
      value: textOf(row, metric) || null,
    }),
  );

  function sumOf(team: TargetRow, metric: TargetMetric): number {
    const below = new Set([team.id]);
    // Each round reaches one level further down.
    for (let size = 0; size < below.size; ) {
      size = below.size;
      for (const row of rows) if (row.dim === "team" && row.team && below.has(row.team.id)) below.add(row.id);
    }
    const people = rows.filter((row) => row.dim === "user" && row.team && below.has(row.team.id));
    const sum = people.reduce((all, row) => all + (Number(textOf(row, metric)) || 0), 0);
    return Math.round(sum * 100) / 100;
  }

  return {
    items,
    wrong: wrong && cellKey(wrong.row, wrong.metric),
    textOf,
    isChanged,
    errorOf,
    sumOf,
    // Pasted text brings separators and full-width digits.
    change: (row: TargetRow, metric: TargetMetric, value: string) =>
      setTyped((now) => ({ ...now, [cellKey(row, metric)]: value.normalize("NFKC").replace(/[,\s]/g, "") })),
    clear: () => setTyped({}),
    keep: () => {
      setSaved({ rows, typed: { ...(saved?.rows === rows ? saved.typed : {}), ...typed } });
      setTyped({});
    },
  };
}
export type TypedTargets = ReturnType<typeof useTypedTargets>;
