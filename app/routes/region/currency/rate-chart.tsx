import "@mantine/charts/styles.css";
import "@mantine/core/styles/ColorSwatch.css";
import { LineChart } from "@mantine/charts";
import { Paper, Text } from "@mantine/core";
import { t } from "~/app/i18n/t";
import { shortDecimal } from "~/contract/decimal";
import type { DailyRate } from "./daily-rates";

const series = [{ name: "value", color: "brand.6" }];
const lineHeight = 260;

export function RateChart({ code, daily }: { code: string; daily: readonly DailyRate[] }) {
  const data = daily.map(({ day, rate }) => ({ day, rate, value: rate === null ? null : Number(rate) }));
  return (
    <LineChart
      h={lineHeight}
      data={data}
      dataKey="day"
      series={series}
      curveType="linear"
      withDots={daily.length <= 31}
      strokeWidth={2}
      yAxisProps={{ domain: ["auto", "auto"], width: 72 }}
      xAxisProps={{ tickFormatter: (day: string) => day.slice(5), minTickGap: 24 }}
      valueFormatter={(value) => String(Number(value.toPrecision(6)))}
      lineProps={{ isAnimationActive: false }}
      tooltipProps={{
        content: ({ payload }) => <Exact code={code} point={payload?.[0]?.payload} />,
      }}
    />
  );
}

function Exact({ code, point }: { code: string; point: DailyRate | undefined }) {
  if (!point?.rate) return null;
  return (
    <Paper shadow="md" withBorder px="sm" py={6}>
      <Text size="xs" c="dimmed">
        {point.day}
      </Text>
      <Text size="sm">{t("1 {code} = {rate} CNY", { code, rate: shortDecimal(point.rate) })}</Text>
    </Paper>
  );
}
