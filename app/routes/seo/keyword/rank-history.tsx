import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import "@mantine/core/styles/Table.css";
import { SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { type KeywordRank, type KeywordRow, seoKeyword } from "~/contract/seo/keyword";
import { rankSources } from "~/contract/seo/seo-kinds";
import { rankText } from "./rank-dialog";

const RankChart = lazyPart(
  () => import("./rank-chart"),
  "RankChart",
  () => <div style={{ height: 260 }} />,
);

const spans = [30, 90, 365] as const;

export function RankHistory({ row, onClose }: { row: KeywordRow; onClose: () => void }) {
  const isPhone = useIsPhone();
  const [days, setDays] = useState("90");
  const from = shanghaiDay(1 - Number(days));
  const ranks = useCall(seoKeyword.ranks, { params: { id: row.id }, query: { from } });
  return (
    <SideDrawer onClose={onClose} size={isPhone ? "100%" : 720} title={t("“{word}”的排名", { word: row.word })}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t("时间范围")}
          value={days}
          onChange={setDays}
          data={spans.map((span) => ({ value: String(span), label: t("近{days}天", { days: span }) }))}
        />
        <AsyncPart {...ranks} shape="list">
          {({ list }) => (list.length ? <Ranks list={list} /> : <Text c="dimmed">{t("这段时间没有排名记录")}</Text>)}
        </AsyncPart>
      </Stack>
    </SideDrawer>
  );
}

function Ranks({ list }: { list: readonly KeywordRank[] }) {
  const known = list.flatMap(({ rank }) => rank ?? []);
  const last = list.at(-1);
  const summary = t("最好 {best}，最差 {worst}，最近 {last}", {
    best: rankText(known.length ? Math.min(...known) : null),
    worst: rankText(known.length ? Math.max(...known) : null),
    last: rankText(last?.rank ?? null),
  });
  return (
    <>
      <Text size="sm">{summary}</Text>
      {/* The text above and the table below say the same. */}
      <div role="img" aria-label={t("排名曲线：{words}", { words: summary })}>
        <RankChart list={list} />
      </div>
      <Table aria-label={t("排名记录")}>
        <Table.Thead>
          <Table.Tr>
            {["日期", "排名", "来源"].map((name) => (
              <Table.Th key={name}>{t(name)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...list].reverse().map(({ date, rank, source }) => (
            <Table.Tr key={date}>
              <Table.Td>{date}</Table.Td>
              <Table.Td>{rankText(rank)}</Table.Td>
              <Table.Td>{t(rankSources[source])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
