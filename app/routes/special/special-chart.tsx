import "@mantine/charts/styles.css";
import "@mantine/core/styles/ColorSwatch.css";
import { CompositeChart } from "@mantine/charts";
import { t } from "~/app/i18n/t";
import type { SpecialStats } from "~/contract/special/special";

/** Visits as lines, and the few inquiries as bars on an axis of their own. The table below says the same. */
export function SpecialChart({ stats: { days, total } }: { stats: SpecialStats }) {
  const { pv, uv, inquiries } = total;
  const words = t("{days} 天：PV {pv}，UV {uv}，询盘 {inquiries}", { days: days.length, pv, uv, inquiries });
  return (
    <div role="img" aria-label={t("每日曲线，{words}", { words })}>
      <CompositeChart
        h={260}
        data={days}
        dataKey="date"
        series={[
          { name: "inquiries", label: t("询盘"), color: "orange.4", type: "bar", yAxisId: "right" },
          { name: "pv", label: "PV", color: "gray.5", type: "line" },
          { name: "uv", label: "UV", color: "brand.6", type: "line" },
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
