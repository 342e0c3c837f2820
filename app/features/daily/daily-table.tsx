import "@mantine/core/styles/Table.css";
import { Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "~/app/i18n/t";

interface DailyTableProps<Day> {
  days: readonly Day[];
  /** The columns after the date: each label with its value of a day. */
  columns: Record<string, (day: Day) => ReactNode>;
  /** In pixels; below it, it scrolls sideways. */
  minWidth: number;
}

/** The days with numbers, newest first: the chart above, as text. */
export function DailyTable<Day extends { date: string }>({ days, columns, minWidth }: DailyTableProps<Day>) {
  const shown = days.filter(({ date: _, ...numbers }) => Object.values(numbers).some((number) => Number(number) > 0));
  if (shown.length === 0) return <Text c="dimmed">{t("这段时间没有数据")}</Text>;
  const labels = Object.keys(columns);
  return (
    <Table.ScrollContainer minWidth={minWidth} tabIndex={0} aria-label={t("每日数据")}>
      <Table verticalSpacing={6} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("日期")}</Table.Th>
            {labels.map((label) => (
              <Table.Th key={label} ta="right">
                {t(label)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.reverse().map((day) => (
            <Table.Tr key={day.date}>
              <Table.Th scope="row" fw={400} style={{ whiteSpace: "nowrap" }}>
                {day.date}
              </Table.Th>
              {labels.map((label) => (
                <Table.Td key={label} ta="right">
                  {columns[label]?.(day)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
