import "@mantine/core/styles/Table.css";
import { Table, Text } from "@mantine/core";
import { formatInstant } from "~/app/blocks/detail/format";
import { Note } from "~/app/blocks/feedback/note";
import { t } from "~/app/i18n/t";
import { shortDecimal } from "~/contract/decimal";
import { type RateHistory, rateJump, rateLogSources } from "~/contract/region/currency";

const shownLines = 100;

export function RateTable({ history: { before, list } }: { history: RateHistory }) {
  if (list.length === 0) return <Text c="dimmed">{t("这段时间没有变动")}</Text>;
  const lines = list
    .map((line, index) => ({ ...line, former: list[index - 1]?.rate ?? before?.rate }))
    .slice(-shownLines)
    .reverse();
  return (
    <>
      <Table verticalSpacing={6} horizontalSpacing={6} aria-label={t("汇率变动")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("时间")}</Table.Th>
            <Table.Th ta="right">{t("汇率")}</Table.Th>
            <Table.Th ta="right">{t("变动")}</Table.Th>
            <Table.Th>{t("来源")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ id, at, rate, former, source, by }) => (
            <Table.Tr key={id}>
              <Table.Td>{formatInstant(at)}</Table.Td>
              <Table.Td ta="right">{shortDecimal(rate)}</Table.Td>
              <Table.Td ta="right">{former ? `${rateJump(former, rate).percent}%` : "–"}</Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>{by?.name ?? t(rateLogSources[source])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {list.length > shownLines ? <Note>{t("只列出最近 {count} 次变动", { count: shownLines })}</Note> : null}
    </>
  );
}
