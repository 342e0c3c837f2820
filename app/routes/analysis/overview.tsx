import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { Group, SegmentedControl } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from "@remix-run/react";
import basic from "~/app/basic.module.css";
import { ChartPanel } from "~/app/blocks/chart/chart-panel";
import { ChartSet } from "~/app/blocks/chart/chart-set";
import { Panel } from "~/app/blocks/detail/panel";
import { t } from "~/app/i18n/t";
import { analysis, type OverviewRange, overviewRanges } from "~/contract/analysis/analysis";
import { type Breakdown, breakdowns, channelFigure, hourFigure } from "~/contract/analysis/figure-texts";
import { readQuery } from "~/contract/read-query";
import classes from "./analysis.module.css";
import { breakdownData, channelData, hourData } from "./chart-data";
import { FigureCards } from "./figure-cards";
import { aboutOverview, overviewCards } from "./hidden-counts";
import { loadOverview } from "./load";
import { PageTitle } from "./page-title";
import { figureLists, sliceLists } from "./where";

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  loadOverview(readQuery(new URL(request.url).searchParams, analysis.overview), request.signal);

const ranges = Object.entries(overviewRanges);
const keys = Object.keys(breakdowns) as Breakdown[]; // what the literal is keyed by

const kinds = { donut: "donut", bars: "bars", steps: "funnel" } as const;

/** The people, their origin and wishes: the public sees no single person, staff see exact counts and the lists behind them. */
export default function AnalysisOverview() {
  const overview = useLoaderData<typeof clientLoader>();
  const [search, setSearch] = useSearchParams();
  const { isOwn } = overview;
  const range = readQuery(search, analysis.overview).range as OverviewRange;
  const period = aboutOverview(overview);
  const charts = [
    {
      ...{ key: "channel", title: t(channelFigure.label), isWide: true },
      node: (
        <ChartPanel
          {...{ title: t(channelFigure.label), figure: channelFigure, period }}
          kind="stack"
          data={channelData(overview)}
        />
      ),
    },
    {
      ...{ key: "hour", title: t(hourFigure.label), isWide: true },
      node: (
        <ChartPanel
          {...{ title: t(hourFigure.label), figure: hourFigure, period }}
          kind="heat"
          data={hourData(overview)}
        />
      ),
    },
    ...keys
      .filter((key) => overview.breakdowns[key])
      .map((key) => {
        const figure = breakdowns[key];
        const title = t(figure.label);
        const to = isOwn ? sliceLists(key, overview) : undefined;
        return {
          ...{ key, title },
          node: (
            <ChartPanel
              {...{ title, figure, period }}
              kind={kinds[figure.shape]}
              data={breakdownData(key, overview, to)}
            />
          ),
        };
      }),
  ];
  return (
    <div className={`${basic.column} ${basic.gap16}`}>
      <PageTitle />
      <Group gap="8px 12px" className={classes.bar}>
        {isOwn ? (
          <SegmentedControl
            aria-label={t("时间范围")}
            data={ranges.map(([value, label]) => ({ value, label: t(label) }))}
            value={range}
            onChange={(next) => setSearch({ range: next }, { preventScrollReset: true })}
          />
        ) : null}
        <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{period}</p>
      </Group>
      <Panel title={t("关键指标")}>
        <FigureCards cards={overviewCards(overview, isOwn ? figureLists(overview) : {})} />
      </Panel>
      <ChartSet charts={charts} />
    </div>
  );
}
