import "@mantine/charts/styles.css";
import "@mantine/core/styles/ColorSwatch.css";
import { CompositeChart } from "@mantine/charts";
import { t } from "~/app/i18n/t";
import type { BannerStats } from "~/contract/resource/banner";

/** How often it was shown as bars, and the few clicks as a line on an axis of their own. The table below says the same. */
export function BannerChart({ stats: { days, total } }: { stats: BannerStats }) {
  const { impressions, clicks } = total;
  return (
    <div
      role="img"
      aria-label={t("每日图：{days} 天，曝光 {impressions}，点击 {clicks}", { days: days.length, impressions, clicks })}
    >
      <CompositeChart
        h={240}
        data={days}
        dataKey="date"
        series={[
          { name: "impressions", label: t("曝光"), color: "brand.4", type: "bar" },
          { name: "clicks", label: t("点击"), color: "orange.6", type: "line", yAxisId: "right" },
        ]}
        curveType="linear"
        withDots={days.length <= 31}
        strokeWidth={2}
        withLegend
        withRightYAxis
        maxBarWidth={14}
        yAxisProps={{ allowDecimals: false, width: 52 }}
        rightYAxisProps={{ allowDecimals: false, width: 36 }}
        xAxisProps={{ tickFormatter: (day: string) => day.slice(5), minTickGap: 24 }}
        lineProps={{ isAnimationActive: false }}
        barProps={{ isAnimationActive: false }}
      />
    </div>
  );
}
