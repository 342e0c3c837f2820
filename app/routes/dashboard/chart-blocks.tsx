import { useState } from "react";
import type { ChartData } from "~/app/blocks/chart/chart-data";
import { ChartPanel } from "~/app/blocks/chart/chart-panel";
import { ChoiceTabs } from "~/app/features/figures/choice-tabs";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { Trend } from "~/contract/dashboard/analytics";
import { type BlockData, funnelsFor, ranksFor } from "~/contract/dashboard/dashboard";
import { allFigures } from "~/contract/dashboard/figure-texts";
import { type Funnel, funnels } from "~/contract/dashboard/funnel";
import { bucketsIn, type Grain, grainOf, grains } from "~/contract/dashboard/grain";
import { metrics } from "~/contract/dashboard/metrics";
import { type Rank, type Ranked, ranks } from "~/contract/dashboard/rank";
import type { OpenRows } from "./figure-address";
import { type CommonCall, type DashboardQuery, useBlock } from "./use-block";

interface ChartBlockProps {
  common: CommonCall;
  query: DashboardQuery;
  onOpen?: (rows: OpenRows) => void;
  /** On the wall: the first kind, and nothing to press. */
  isBare?: boolean;
}

/** One of the charts that share a call. */
export function ChartBlock({ of, ...props }: ChartBlockProps & { of: "trend" | "funnel" | "rank" }) {
  const Block = { trend: TrendBlock, funnel: FunnelBlock, rank: RankBlock }[of];
  return <Block {...props} />;
}

const useHeld = () => new Set<string>(useProfile().permissions);

const views = { business: "业务", work: "客户" } as const;
type View = keyof typeof views;
type TrendKey = Trend["series"][number]["key"];
const viewOf = (key: TrendKey): View => (key === "customer_new" || key === "tracking_valid" ? "work" : "business");

/** What comes in and what comes of it, day by day; of long ranges week by week and month by month, or as one chooses. */
function TrendBlock({ common, query, onOpen, isBare }: ChartBlockProps) {
  const { data, error, again } = useBlock("trend", common, query);
  const [chosen, setChosen] = useState<View>();
  const present = new Set(data?.series.map(({ key }) => viewOf(key)));
  const view = chosen ?? (present.has("business") || !data ? "business" : "work");
  const series = data?.series.filter(({ key }) => viewOf(key) === view) ?? [];
  const labels = Object.fromEntries([...present].map((key) => [key, views[key]]));
  const [wanted, setWanted] = useState<{ of: string; grain: Grain }>();
  // Chosen for these days: of others as fine as one can read it.
  const period = data && periodOf(data);
  const grain = wanted && wanted.of === period ? wanted.grain : data ? grainOf(data) : "day";
  const buckets = data ? bucketsIn(grain, data) : [];
  return (
    <ChartPanel
      title={t("趋势")}
      figure={trendText(series.map(({ key }) => key))}
      kind="line"
      period={period}
      data={data && linesOf(series, grain, buckets)}
      error={error}
      again={again}
      isBare={isBare}
      tools={
        isBare ? null : (
          <>
            <ChoiceTabs label={t("趋势指标")} labels={labels} value={view} onChange={(key: View) => setChosen(key)} />
            {period ? (
              <ChoiceTabs
                label={t("粒度")}
                labels={grains}
                value={grain}
                onChange={(key: Grain) => setWanted({ of: period, grain: key })}
              />
            ) : null}
          </>
        )
      }
      onOpen={
        onOpen &&
        (({ row, series: { key } }) => {
          const to = buckets.find(({ date }) => date === row.key)?.to;
          onOpen({ metric: key, day: row.key, ...(to && to !== row.key && { until: to }) });
        })
      }
    />
  );
}

/** The definitions of what is drawn. */
const trendText = (keys: readonly TrendKey[]) => ({
  label: "趋势",
  definition: keys.map((key) => `${t(metrics[key].label)}：${t(allFigures[key].definition)}`).join(""),
});

const periodOf = ({ from, to }: { from: string; to: string }) => t("{from} 至 {to}", { from, to });

const heads = { day: "日期", week: "周", month: "月份" } as const;

/** The days' numbers put together as finely as they are drawn. */
function linesOf(series: Trend["series"], grain: Grain, buckets: ReturnType<typeof bucketsIn>): ChartData {
  return {
    head: t(heads[grain]),
    series: series.map(({ key }) => ({ key, label: t(metrics[key].label) })),
    rows: buckets.map(({ date, to }) => ({
      key: date,
      label: date === to ? date : periodOf({ from: date, to }),
      short: grain === "month" ? date.slice(0, 7) : date.slice(5),
      values: series.map(({ points }) =>
        points.reduce((sum, point) => (point.date >= date && point.date <= to ? sum + point.value : sum), 0),
      ),
    })),
  };
}

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

const periodIn = ({ from, to }: DashboardQuery) => (from && to ? periodOf({ from, to }) : "");

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

/** The first ten of the range, and one's own place where it is behind them. */
function RankBlock({ common, query, onOpen, isBare }: ChartBlockProps) {
  const seen = ranksFor(useHeld());
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
      onOpen={
        onOpen && "metric" in about ? ({ row }) => onOpen({ metric: about.metric, of: Number(row.key) }) : undefined
      }
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

function pageOf(type: Rank, id: number): { to?: string } {
  if ("metric" in ranks[type]) return {};
  return { to: ranks[type].of === "agent" ? `/agent/list?open=${id}` : `/house/estate-list/estate-detail?id=${id}` };
}
