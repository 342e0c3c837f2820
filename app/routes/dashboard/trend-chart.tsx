import "@mantine/charts/styles.css";
import "@mantine/core/styles/ColorSwatch.css";
import { BarChart } from "@mantine/charts";
import { t } from "~/app/i18n/t";
import type { Trend } from "~/contract/dashboard/analytics";
import { formatNumber } from "~/contract/format";
import classes from "./trend-chart.module.css";

const height = 120;
const colors = { tracking_valid: "brand.5", customer_new: "cyan.6" } as const;

/** Figures day by day, one below the other: each by a scale of its own, since the one is many times the other. */
export const TrendChart = ({ trend }: { trend: Trend }) => (
  <div className={classes.charts}>
    {trend.series.map((series) => (
      <Days key={series.key} series={series} />
    ))}
  </div>
);

/** Its sum is text; the drawing is for the eye alone. */
function Days({ series: { key, label, points } }: { series: Trend["series"][number] }) {
  const sum = points.reduce((before, { value }) => before + value, 0);
  return (
    <figure className={classes.figure}>
      <figcaption>
        {t(label)} <b>{formatNumber(sum)}</b>
      </figcaption>
      <div aria-hidden>
        <BarChart
          h={height}
          data={points}
          dataKey="date"
          series={[{ name: "value", label: t(label), color: colors[key] }]}
          maxBarWidth={10}
          gridAxis="x"
          tickLine="none"
          xAxisProps={{ tickFormatter: (day: string) => day.slice(5), minTickGap: 32 }}
          yAxisProps={{ allowDecimals: false, width: 28, tickCount: 3 }}
          barProps={{ isAnimationActive: false, radius: [2, 2, 0, 0] }}
        />
      </div>
    </figure>
  );
}
