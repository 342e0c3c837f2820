import "@mantine/charts/styles.css";
import "@mantine/core/styles/ColorSwatch.css";
import { CompositeChart, type CompositeChartSeries } from "@mantine/charts";

interface DailyChartProps {
  days: { date: string }[];
  /** Those with small numbers use the right axis. */
  series: CompositeChartSeries[];
  label: string;
  height?: number;
}

export const DailyChart = ({ days, series, label, height = 260 }: DailyChartProps) => (
  <div role="img" aria-label={label}>
    <CompositeChart
      h={height}
      data={days}
      dataKey="date"
      series={series}
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
