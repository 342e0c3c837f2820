import type { ChartData } from "~/app/blocks/chart/chart-data";
import { t } from "~/app/i18n/t";
import type { Overview, Slice } from "~/contract/analysis/analysis";
import { type Breakdown, breakdowns } from "~/contract/analysis/figure-texts";
import { weekdays } from "~/contract/weekdays";
import { chartValues, sliceRow } from "./hidden-counts";

/** Beyond so many colours would begin anew. */
const mostSeries = 8;

type Series = Overview["channels"]["series"];

const sumOf = (counts: readonly (number | null)[]) => counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);

function mostOf(series: Series): Series {
  if (series.length <= mostSeries) return series;
  const ranked = [...series].sort((a, b) => sumOf(b.counts) - sumOf(a.counts));
  const rest = ranked.slice(mostSeries - 1);
  const together = (rest[0]?.counts ?? []).map((_, index) => {
    const parts = rest.map(({ counts }) => counts[index] ?? null);
    return sumOf(parts) || (parts.includes(null) ? null : 0);
  });
  return [...series.filter((one) => !rest.includes(one)), { key: "others", label: "其他", counts: together }];
}

export function channelData({ channels, cell }: Overview): ChartData {
  const series = mostOf(channels.series);
  return {
    head: t("日期"),
    series: series.map(({ key, label }) => ({ key, label: t(label) })),
    rows: channels.days.map((day, index) => ({
      ...{ key: day, label: day, short: day.slice(5) },
      ...chartValues(
        series.map(({ counts }) => counts[index] ?? null),
        cell,
      ),
    })),
  };
}

export const hourData = ({ hours, cell }: Overview): ChartData => ({
  head: t("星期"),
  series: Array.from({ length: 24 }, (_, hour) => ({ key: String(hour), label: t("{n}时", { n: hour }) })),
  rows: Object.entries(weekdays).map(([key, label], index) => ({
    ...{ key, label: t(label) },
    ...chartValues(hours[index] ?? [], cell),
  })),
});

/** What something is divided into; `to`: the list of each. */
export const breakdownData = (
  key: Breakdown,
  { breakdowns: parts, cell }: Overview,
  to?: (slice: Slice) => string | undefined,
): ChartData => ({
  head: t(breakdowns[key].label),
  series: [{ key: "count", label: t("数量") }],
  rows: (parts[key] ?? []).map((slice) => {
    const list = to?.(slice);
    return { ...sliceRow(slice, cell), ...(list && { to: list }) };
  }),
});
