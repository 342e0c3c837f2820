import type { ChartData } from "~/app/blocks/chart/chart-data";
import { t } from "~/app/i18n/t";
import { type TrendKey, trendFigure } from "~/contract/trend/trend-figures";
import type { Trends } from "~/contract/trend/trends";

const heads = { day: "日期", week: "周", month: "月份" } as const;

export function linesOf(
  { series, grain }: Trends,
  of: readonly TrendKey[],
  mayOpen: (key: TrendKey) => boolean,
): ChartData {
  const shown = series.filter(({ key }) => of.includes(key));
  return {
    head: t(heads[grain]),
    series: shown.map(({ key, value, label }) => {
      const { unit, isCurrent } = trendFigure(key);
      return {
        key: value === null ? key : `${key}:${value}`,
        label: t(label),
        unit,
        ...((isCurrent || !mayOpen(key)) && { isClosed: true }),
      };
    }),
    rows: (shown[0]?.points ?? []).map(({ date, to }, index) => ({
      key: date,
      label: date === to ? date : t("{from} 至 {to}", { from: date, to }),
      short: grain === "month" ? date.slice(0, 7) : date.slice(5),
      values: shown.map(({ points }) => points[index]?.value ?? null),
    })),
  };
}

export const shareOf = (list: Trends["splits"][number]["list"], label: string): ChartData => ({
  head: t(label),
  series: [{ key: "count", label: t("数量") }],
  rows: list.map(({ value, label: name, count }) => ({ key: value, label: t(name), values: [count] })),
});

type Table = Trends["tables"][number];

const linkOf: Readonly<Record<string, (id: number) => string>> = {
  estates: (id) => `/house/estate-list/estate-detail?id=${id}`,
  estate: (id) => `/house/estate-list/estate-detail?id=${id}`,
  agents: (id) => `/agent/list?open=${id}`,
  agent: (id) => `/agent/list?open=${id}`,
};
const headOf = (key: string) => (key.startsWith("agent") ? "代理" : "楼盘");

/** What each comes to; a name leads to its page, a number to its rows. */
export const tableOf = ({ key, columns, rows }: Table, mayOpen: (key: TrendKey) => boolean): ChartData => ({
  head: t(headOf(key)),
  series: columns.map((column) => ({
    key: column.key,
    label: t(column.label),
    unit: column.unit === "day" ? "count" : column.unit,
    ...((column.metric === null || !mayOpen(column.metric)) && { isClosed: true }),
  })),
  rows: rows.map(({ id, name, values }) => {
    const to = linkOf[key]?.(id);
    return {
      key: String(id),
      label: name,
      values: values.map((value) => (typeof value === "number" ? value : null)),
      texts: values.map((value) => (typeof value === "string" ? value : null)),
      ...(to && { to }),
    };
  }),
});
