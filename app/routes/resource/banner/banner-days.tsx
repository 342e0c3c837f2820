import "@mantine/core/styles/Table.css";
import { Table, Text } from "@mantine/core";
import { t } from "~/app/i18n/t";
import { formatPercent } from "~/contract/format";
import type { BannerStats } from "~/contract/resource/banner";

/** The days that have numbers, the newest first: what the chart says, to read. */
export function BannerDays({ stats }: { stats: BannerStats }) {
  const days = stats.days.filter(({ impressions, clicks }) => impressions + clicks > 0);
  if (days.length === 0) return <Text c="dimmed">{t("这段时间没有数据")}</Text>;
  return (
    <Table verticalSpacing={6} horizontalSpacing={6} aria-label={t("每日数据")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("日期")}</Table.Th>
          {[t("曝光"), t("点击"), t("点击率")].map((label) => (
            <Table.Th key={label} ta="right">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.reverse().map(({ date, impressions, clicks, ctr }) => (
          <Table.Tr key={date}>
            <Table.Th scope="row" fw={400}>
              {date}
            </Table.Th>
            <Table.Td ta="right">{impressions}</Table.Td>
            <Table.Td ta="right">{clicks}</Table.Td>
            <Table.Td ta="right">{formatPercent(ctr) || "–"}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
