import basic from "~/app/basic.module.css";
import type { ChartPoint } from "~/app/blocks/chart/chart-data";
import { ChartPanel } from "~/app/blocks/chart/chart-panel";
import { ChartSet } from "~/app/blocks/chart/chart-set";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { Empty } from "~/app/blocks/feedback/states";
import { lazyPart } from "~/app/blocks/lazy-part";
import { AsOf } from "~/app/features/figures/as-of";
import { ChoiceTabs } from "~/app/features/figures/choice-tabs";
import { CountryFilter } from "~/app/features/figures/country-filter";
import { useFigureAddress, type Wanted } from "~/app/features/figures/figure-address";
import { PeopleFilter } from "~/app/features/figures/people-filter";
import { RangePicker } from "~/app/features/figures/range-picker";
import { TrendLinks } from "~/app/features/figures/trend-links";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type Grain, grains } from "~/contract/dashboard/grain";
import { trendQuery } from "~/contract/trend/trend-data";
import { type TrendKey, trendFigure, trendKeys, trendPage } from "~/contract/trend/trend-figures";
import type { TrendPageKey } from "~/contract/trend/trend-pages";
import type { Trends } from "~/contract/trend/trends";
import { linesOf, shareOf, tableOf } from "./trend-charts";
import { TrendTotals } from "./trend-totals";

interface TrendFiltersProps {
  page: TrendPageKey;
  query: {
    from: string;
    to: string;
    team_id?: number | undefined;
    user_id?: number | undefined;
    country?: string | undefined;
  };
  /** As it is, chosen or not. */
  grain: Grain;
  teams: readonly { id: number; name: string }[];
  onChange: (wanted: Wanted) => void;
}

function TrendFilters({ page, query, grain, teams, onChange }: TrendFiltersProps) {
  const { from, to, team_id, user_id, country } = query;
  return (
    <>
      <TrendLinks of={page} search={sameDays(query)} />
      <div className={`${basic.wrap} ${basic.gap8}`}>
        <RangePicker from={from} to={to} onChange={(days) => onChange({ ...days, grain: null })} />
        <ChoiceTabs
          label={t("粒度")}
          labels={grains}
          value={grain}
          onChange={(wanted) => onChange({ grain: wanted })}
        />
        <CountryFilter country={country} onChange={onChange} />
        {teams.length ? (
          <PeopleFilter
            teams={teams}
            people={{ ...(team_id && { team_id }), ...(user_id && { user_id }) }}
            onChange={onChange}
          />
        ) : null}
      </div>
    </>
  );
}

function sameDays(query: TrendFiltersProps["query"]): string {
  const { from, to, team_id, user_id, country } = query;
  const entries = Object.entries({ from, to, team_id, user_id, country }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${new URLSearchParams(entries)}`;
}

const kept = ["from", "to", "grain", "team_id", "user_id", "country"];

const TrendDrawer = lazyPart(() => import("./trend-drawer"), "TrendDrawer");

export function TrendScreen({ page, trend }: { page: TrendPageKey; trend: Trends }) {
  const { search, go, open: openRows, close } = useFigureAddress(kept);
  const held = new Set<string>(useProfile().permissions);
  const period = t("{from} 至 {to}", { from: trend.from, to: trend.to });
  const about = trendPage(page);
  const opened = openedOf(search);
  const mayOpen = (key: TrendKey) => {
    const { permission, open = permission } = trendFigure(key);
    return held.has(open);
  };
  const openPoint = ({ row, series }: ChartPoint) => {
    const [metric, value] = series.key.split(":");
    const point = trend.series[0]?.points.find(({ date }) => date === row.key);
    openRows({ metric, value, day: point?.date, until: point?.to });
  };
  const charts = [
    ...about.charts.map(({ key, title, kind, of }) => {
      const data = linesOf(trend, of, mayOpen);
      const figure = { label: title, definition: textOf(of) };
      const node = <ChartPanel key={key} {...{ title: t(title), figure, kind, period, data }} onOpen={openPoint} />;
      return { key, title: t(title), isShown: data.series.length > 0, node };
    }),
    ...about.splits.map(({ key, kind }) => {
      const { label, definition, isCurrent } = trendFigure(key);
      const split = trend.splits.find((one) => one.key === key);
      const open = ({ row }: ChartPoint) => openRows({ metric: key, value: row.key });
      const days = isCurrent ? t("现在") : period;
      const data = shareOf(split?.list ?? [], label);
      const figure = { label, definition };
      const node = <ChartPanel key={key} {...{ title: t(label), figure, kind, period: days, data }} onOpen={open} />;
      return { key, title: t(label), isShown: split !== undefined, node };
    }),
    ...trend.tables.map((table) => {
      const data = tableOf(table, mayOpen);
      const open = ({ row, series }: ChartPoint) =>
        openRows({ metric: table.columns.find(({ key }) => key === series.key)?.metric, [`${table.of}_id`]: row.key });
      const panel = { title: t(table.label), kind: "table", period, data } as const;
      const node = <ChartPanel key={table.key} {...panel} onOpen={open} />;
      return { key: `table-${table.key}`, title: t(table.label), isShown: true, isWide: true, node };
    }),
  ].filter(({ isShown }) => isShown);
  return (
    <div className={`${basic.column} ${basic.gap16}`}>
      <ScreenHeading />
      <TrendFilters page={page} query={trendQuery(search)} grain={trend.grain} teams={trend.teams} onChange={go} />
      <AsOf at={trend.as_of} />
      {charts.length ? null : <Empty title={t("没有可以查看的指标")} />}
      <TrendTotals totals={trend.totals} mayOpen={mayOpen} onOpen={(metric) => openRows({ metric })} />
      <ChartSet charts={charts} />
      {opened ? <TrendDrawer of={opened} name={namedBy(search, trend)} onClose={close} /> : null}
    </div>
  );
}

const textOf = (keys: readonly TrendKey[]) =>
  keys.map((key) => `${t(trendFigure(key).label)}：${t(trendFigure(key).definition)}`).join("");

function namedBy(search: URLSearchParams, { tables }: Trends): string | undefined {
  const rows = tables.flatMap(({ of, rows }) => rows.filter(({ id }) => search.get(`${of}_id`) === String(id)));
  return rows[0]?.name;
}

function openedOf(search: URLSearchParams): TrendKey | undefined {
  const wanted = search.get("metric");
  return trendKeys.find((key) => key === wanted);
}
