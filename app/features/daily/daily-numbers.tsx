import "@mantine/core/styles/Table.css";
import { Group, Stack, Table, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { DaysField } from "~/app/blocks/form/field/date-field";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import type { Reply } from "~/contract/endpoint";
import type { tracker } from "~/contract/inquiry/tracker";
import type { banner } from "~/contract/resource/banner";
import type { special } from "~/contract/special/special";

type Stats = typeof tracker.stats | typeof special.stats | typeof banner.stats;
type Day<E extends Stats> = Reply<E>["days"][number];

interface DailyNumbersProps<E extends Stats> {
  title: string;
  endpoint: E;
  id: number;
  from?: string | undefined;
  to?: string | undefined;
  totalsOf: (total: Reply<E>["total"]) => Record<string, string>;
  columns: Record<string, (day: Day<E>) => ReactNode>;
  minWidth: number;
  chart: (stats: Reply<E>) => ReactNode;
  width?: number;
  onClose: () => void;
}

export function DailyNumbers<E extends Stats>(props: DailyNumbersProps<E>) {
  const { title, endpoint, id, totalsOf, columns, minWidth, chart, width, onClose } = props;
  const isPhone = useIsPhone();
  const begin = (from = shanghaiDay(-29), to = shanghaiDay(0)) => ({ from, to });
  const [span, setSpan] = useState(() => begin(props.from, props.to));
  // The three are asked for in the same way.
  const stats = useCall<Stats>(endpoint, { params: { id }, query: span });
  return (
    <SideDrawer onClose={onClose} title={title} {...(width && { size: isPhone ? "100%" : width })}>
      <Stack gap="md">
        <DaysField
          label={t("数据日期")}
          value={[span.from, span.to]}
          onChange={([from, to]) => setSpan(begin(from ?? undefined, to ?? undefined))}
        />
        <AsyncPart {...stats}>
          {(found) => {
            const answer = found as Reply<E>;
            return (
              <Stack gap="md" aria-busy={answer.from !== span.from || answer.to !== span.to}>
                <DailyTotals totals={totalsOf(answer.total)} />
                {chart(answer)}
                <DailyTable days={answer.days} columns={columns} minWidth={minWidth} />
              </Stack>
            );
          }}
        </AsyncPart>
      </Stack>
    </SideDrawer>
  );
}

interface DailyTableProps<Day> {
  days: readonly Day[];
  columns: Record<string, (day: Day) => ReactNode>;
  minWidth: number;
}

function DailyTable<Day extends { date: string }>({ days, columns, minWidth }: DailyTableProps<Day>) {
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

const DailyTotals = ({ totals }: { totals: Record<string, string> }) => (
  <Group component="dl" gap="lg" m={0}>
    {Object.entries(totals).map(([label, text]) => (
      <div key={label}>
        <Text component="dt" size="xs" c="dimmed">
          {t(label)}
        </Text>
        <Text component="dd" m={0} fz={18} fw={600}>
          {text}
        </Text>
      </div>
    ))}
  </Group>
);
