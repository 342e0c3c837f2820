import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import { formatMoney, formatPercent, formatUnit } from "~/contract/format";

export type ChartUnit = "count" | "percent" | "cny" | (string & {});

export interface ChartSeries {
  key: string;
  label: string;
  /** A count by default. For lines, a unit that differs from the first one's gets its own axis on the right. */
  unit?: ChartUnit;
  /** Its numbers do not open rows (in a chart with `onOpen`). */
  isClosed?: boolean;
}

export interface ChartRow {
  key: string;
  label: string;
  /** On the axis, if the full text is long: `11-20` of a day. */
  short?: string;
  /** One for each series, in order; null if unknown. */
  values: readonly (number | null)[];
  texts?: readonly (string | null)[];
  /** In place of the series' own: targets have metrics with different units. */
  unit?: ChartUnit;
  /** The page of what it names: if its numbers open rows as well, only its name leads there. */
  to?: string;
  /** Nothing opens from it, such as a colleague that the user may not see. */
  isClosed?: boolean;
  /** For ranked bars, if it differs from the index in the list. */
  place?: number;
  /** The viewer's own, highlighted. */
  isOwn?: boolean;
}

export interface ChartData {
  head: string;
  series: readonly ChartSeries[];
  rows: readonly ChartRow[];
}

export interface ChartPoint {
  row: ChartRow;
  series: ChartSeries;
}

/**
 * - `line`, `area`: over days, weeks or months
 * - `stack`: bars of a day, one series on the other
 * - `bars`: the first series as ranked bars, further ones as text behind
 * - `funnel`: the same, step by step
 * - `bullet`: the first series (reached) against the second (target)
 * - `donut`: shares of the first series
 * - `heat`: rows × series, such as weekday × hour
 * - `table`: many numbers of each row, which no drawing shows better
 */
export type ChartKind = "line" | "area" | "stack" | "bars" | "funnel" | "bullet" | "donut" | "heat" | "table";

export function valueText(value: number | null, unit: ChartUnit = "count"): string {
  if (value === null) return "--";
  if (unit === "count") return formatNumber(value);
  if (unit === "percent") return formatPercent(value);
  return unit === "cny" ? formatMoney(String(value), "CNY") : formatUnit(value, t(unit));
}

export const textAt = ({ series }: ChartData, row: ChartRow, index: number): string =>
  row.texts?.[index] ?? valueText(row.values[index] ?? null, row.unit ?? series[index]?.unit);

export function unitName(unit: ChartUnit = "count"): string {
  if (unit === "count") return "";
  return unit === "percent" ? "%" : unit === "cny" ? t("元") : t(unit);
}

export const opens = ({ row, series }: ChartPoint): boolean => !(row.isClosed || series.isClosed);

export const isEmpty = ({ rows }: ChartData): boolean =>
  rows.every(({ values, texts }) => values.every((value, index) => !value && !texts?.[index]));

/** The number of looks; after the last the first is used again. */
const looks = 9;
const dashes = ["0", "7 3", "2 3", "9 3 2 3", "5 5", "1 4", "12 4", "6 2 2 2", "3 6"] as const;

/** How a series differs from the others: its colour (chart.module.css), and without colour its dash and its mark. */
export const lookOf = (index: number) => ({
  color: `var(--chart-${(index % looks) + 1})`,
  dash: dashes[index % looks] ?? "0",
  mark: index % marks.length,
});

/** Marks around the origin, 9 pixels wide: circle, square, triangle, diamond. */
export const marks = [
  "M-4,0A4,4 0 1 1 4,0A4,4 0 1 1 -4,0Z",
  "M-3.5,-3.5H3.5V3.5H-3.5Z",
  "M0,-4.5L4.5,3.5H-4.5Z",
  "M0,-5L5,0L0,5L-5,0Z",
] as const;
