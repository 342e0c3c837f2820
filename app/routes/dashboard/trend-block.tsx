import { useState } from "react";
import type { ChartData } from "~/app/blocks/chart/chart-data";
import { ChartPanel } from "~/app/blocks/chart/chart-panel";
import { ChoiceTabs } from "~/app/features/figures/choice-tabs";
import { t } from "~/app/i18n/t";
import type { Trend } from "~/contract/dashboard/blocks";
import { allFigures } from "~/contract/dashboard/figure-texts";
import { bucketsIn, type Grain, grainOf, grains } from "~/contract/dashboard/grain";
import { metrics } from "~/contract/dashboard/metrics";
import { type ChartBlockProps, periodOf, useBlock } from "./use-block";

const views = { business: "业务", work: "客户" } as const;
type View = keyof typeof views;
type TrendKey = Trend["series"][number]["key"];
const viewOf = (key: TrendKey): View => (key === "customer_new" || key === "tracking_valid" ? "work" : "business");

/** What comes in and what comes of it, day by day; of long ranges week by week and month by month, or as one chooses. */
export function TrendBlock({ common, query, onOpen, isBare }: ChartBlockProps) {
  const { data, error, again } = useBlock("trend", common, query);
  const [chosen, setChosen] = useState<View>();
  const present = new Set(data?.series.map(({ key }) => viewOf(key)));
  const view = chosen ?? (present.has("business") || !data ? "business" : "work");
  const series = data?.series.filter(({ key }) => viewOf(key) === view) ?? [];
  const labels = Object.fromEntries([...present].map((key) => [key, views[key]]));
  const [wanted, setWanted] = useState<{ of: string; grain: Grain }>();
  // Chosen for these days: of others as fine as one can read it.
  const period = data && periodOf(data);
  const grain = wanted && wanted.of === period ? wanted.grain : data ? grainOf(data) : "day";
  const buckets = data ? bucketsIn(grain, data) : [];
  return (
    <ChartPanel
      title={t("趋势")}
      figure={trendText(series.map(({ key }) => key))}
      kind="line"
      period={period}
      data={data && linesOf(series, grain, buckets)}
      error={error}
      again={again}
      isBare={isBare}
      tools={
        isBare ? null : (
          <>
            <ChoiceTabs label={t("趋势指标")} labels={labels} value={view} onChange={(key: View) => setChosen(key)} />
            {period ? (
              <ChoiceTabs
                label={t("粒度")}
                labels={grains}
                value={grain}
                onChange={(key: Grain) => setWanted({ of: period, grain: key })}
              />
            ) : null}
          </>
        )
      }
      onOpen={
        onOpen &&
        (({ row, series: { key } }) => {
          const to = buckets.find(({ date }) => date === row.key)?.to;
          onOpen({ metric: key, day: row.key, ...(to && to !== row.key && { until: to }) });
        })
      }
    />
  );
}

const trendText = (keys: readonly TrendKey[]) => ({
  label: "趋势",
  definition: keys.map((key) => `${t(metrics[key].label)}：${t(allFigures[key].definition)}`).join(""),
});

const heads = { day: "日期", week: "周", month: "月份" } as const;

const linesOf = (series: Trend["series"], grain: Grain, buckets: ReturnType<typeof bucketsIn>): ChartData => ({
  head: t(heads[grain]),
  series: series.map(({ key }) => ({ key, label: t(metrics[key].label) })),
  rows: buckets.map(({ date, to }) => ({
    key: date,
    label: date === to ? date : periodOf({ from: date, to }),
    short: grain === "month" ? date.slice(0, 7) : date.slice(5),
    values: series.map(({ points }) =>
      points.reduce((sum, point) => (point.date >= date && point.date <= to ? sum + point.value : sum), 0),
    ),
  })),
});
