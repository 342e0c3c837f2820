import { useState } from "react";
import type { ChartData } from "~/app/blocks/chart/chart-data";
import { ChartPanel } from "~/app/blocks/chart/chart-panel";
import { ChoiceTabs } from "~/app/features/figures/choice-tabs";
import { t } from "~/app/i18n/t";
import { ranksFor } from "~/contract/dashboard/dashboard";
import { allFigures } from "~/contract/dashboard/figure-texts";
import { isPlaceRank, type Rank, type Ranked, ranks } from "~/contract/dashboard/rank";
import type { OpenRows } from "./figure-address";
import { type ChartBlockProps, periodIn, useBlock, useHeld } from "./use-block";

export function RankBlock({ common, query, onOpen, isBare }: ChartBlockProps) {
  const held = useHeld();
  const seen = ranksFor(held);
  const [chosen, setChosen] = useState<Rank>();
  const type = chosen ?? seen[0] ?? "contract_amount";
  const { data, error, again } = useBlock(
    "rank",
    common,
    query,
    chosen && chosen !== seen[0] ? { rank: chosen } : undefined,
  );
  const labels = Object.fromEntries(seen.map((key) => [key, ranks[key].label]));
  const about = ranks[type];
  return (
    <ChartPanel
      title={isBare ? t("排行榜 · {of}", { of: t(about.label) }) : t("排行榜")}
      figure={allFigures.rank}
      kind="bars"
      period={periodIn(query)}
      data={data?.type === type ? placesOf(type, data.list) : undefined}
      error={error}
      again={again}
      isBare={isBare}
      tools={isBare ? null : <ChoiceTabs label={t("排行")} labels={labels} value={type} onChange={setChosen} />}
      onOpen={onOpen && mayOpen(type, held) ? ({ row }) => onOpen(openedBy(type, Number(row.key))) : undefined}
    />
  );
}

/** Nobody's name is shown who may not be seen. */
const placesOf = (type: Rank, list: readonly Ranked[]): ChartData => ({
  head: t("名称"),
  series: [{ key: "value", label: t(ranks[type].label), unit: ranks[type].unit }],
  rows: list.map(({ place, id, name, value, is_own }) => ({
    key: id === null ? `place-${place}` : String(id),
    label: is_own ? t("我") : (name ?? t("同事")),
    values: [value],
    place,
    isOwn: is_own,
    isClosed: id === null,
    ...(id !== null && pageOf(type, id)),
  })),
});

const mayOpen = (type: Rank, held: ReadonlySet<string>): boolean => !isPlaceRank(type) || held.has(ranks[type].open);

function openedBy(type: Rank, id: number): OpenRows {
  if (!isPlaceRank(type)) return { metric: ranks[type].metric, of: id };
  return { metric: type, [ranks[type].of]: id };
}

function pageOf(type: Rank, id: number): { to?: string } {
  if ("metric" in ranks[type]) return {};
  return { to: ranks[type].of === "agent" ? `/agent/list?open=${id}` : `/house/estate-list/estate-detail?id=${id}` };
}
