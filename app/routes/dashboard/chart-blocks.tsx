import { useState } from "react";
import type { ChartData } from "~/app/blocks/chart/chart-data";
import { ChartPanel } from "~/app/blocks/chart/chart-panel";
import { ChoiceTabs } from "~/app/features/figures/choice-tabs";
import { t } from "~/app/i18n/t";
import { type BlockData, funnelsFor } from "~/contract/dashboard/dashboard";
import { allFigures } from "~/contract/dashboard/figure-texts";
import { type Funnel, funnels } from "~/contract/dashboard/funnel";
import { RankBlock } from "./rank-block";
import { TrendBlock } from "./trend-block";
import { type ChartBlockProps, periodIn, useBlock, useHeld } from "./use-block";

/** What the leads or inquiries of the range have come to; each step opens its rows. */
function FunnelBlock({ common, query, onOpen, isBare }: ChartBlockProps) {
  const seen = funnelsFor(useHeld());
  const [chosen, setChosen] = useState<Funnel>();
  const type = chosen ?? seen[0] ?? "clue";
  const { data, error, again } = useBlock(
    "funnel",
    common,
    query,
    chosen && chosen !== seen[0] ? { funnel: chosen } : undefined,
  );
  const labels = Object.fromEntries(seen.map((key) => [key, funnels[key].label]));
  return (
    <ChartPanel
      title={t("转化漏斗")}
      figure={allFigures[funnels[type].figure]}
      kind="funnel"
      period={periodIn(query)}
      data={data?.type === type ? stepsOf(data) : undefined}
      error={error}
      again={again}
      isBare={isBare}
      tools={isBare ? null : <ChoiceTabs label={t("漏斗")} labels={labels} value={type} onChange={setChosen} />}
      onOpen={onOpen && (({ row }) => onOpen({ metric: row.key }))}
    />
  );
}

const stepsOf = ({ steps }: BlockData["funnel"]): ChartData => ({
  head: t("步骤"),
  series: [
    { key: "count", label: t("数量") },
    { key: "of_previous", label: t("上一步"), unit: "percent", isClosed: true },
    { key: "of_first", label: t("总体"), unit: "percent", isClosed: true },
  ],
  rows: steps.map(({ key, label, count, of_previous, of_first }) => ({
    key,
    label: t(label),
    values: [count, of_previous, of_first],
  })),
});

export function ChartBlock({ of, ...props }: ChartBlockProps & { of: "trend" | "funnel" | "rank" }) {
  const Block = { trend: TrendBlock, funnel: FunnelBlock, rank: RankBlock }[of];
  return <Block {...props} />;
}
