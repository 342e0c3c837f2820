import "@mantine/charts/styles.css";
import "@mantine/core/styles/ColorSwatch.css";
import { LineChart } from "@mantine/charts";
import { t } from "~/app/i18n/t";
import type { KeywordRank } from "~/contract/seo/keyword";

export const RankChart = ({ list }: { list: readonly KeywordRank[] }) => (
  <LineChart
    h={260}
    data={list.map(({ date, rank }) => ({ date, rank }))}
    dataKey="date"
    series={[{ name: "rank", label: t("排名"), color: "brand.6" }]}
    curveType="linear"
    connectNulls={false}
    withDots={list.length <= 60}
    strokeWidth={2}
    yAxisProps={{ reversed: true, domain: [1, "auto"], allowDecimals: false, width: 40 }}
    xAxisProps={{ tickFormatter: (date: string) => date.slice(5), minTickGap: 24 }}
    lineProps={{ isAnimationActive: false }}
  />
);
