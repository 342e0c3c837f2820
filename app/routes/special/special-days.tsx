import "@mantine/core/styles/Table.css";
import { Table, Text } from "@mantine/core";
import { t } from "~/app/i18n/t";
import type { SpecialStats } from "~/contract/special/special";

/** The days that have numbers, the newest first: what the chart says, to read. */
export function SpecialDays({ stats }: { stats: SpecialStats }) {
  const days = stats.days.filter(({ date: _, ...numbers }) => Object.values(numbers).some((number) => number > 0));
  if (days.length === 0) return <Text c="dimmed">{t("这段时间没有数据")}</Text>;
  return (
    <Table.ScrollContainer minWidth={340} tabIndex={0} aria-label={t("每日数据")}>
      <Table verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("日期")}</Table.Th>
            {["PV", "UV", t("询盘"), t("成交")].map((label) => (
              <Table.Th key={label} ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.reverse().map(({ date, pv, uv, inquiries, deals }) => (
            <Table.Tr key={date}>
              <Table.Th scope="row" fw={400} style={{ whiteSpace: "nowrap" }}>
                {date}
              </Table.Th>
              <Table.Td ta="right">{pv}</Table.Td>
              <Table.Td ta="right">{uv}</Table.Td>
              <Table.Td ta="right">{inquiries}</Table.Td>
              <Table.Td ta="right">{deals}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
