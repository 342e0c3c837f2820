import { Button, Skeleton } from "@mantine/core";
import { type ClientLoaderFunctionArgs, replace, useLoaderData, useSearchParams } from "@remix-run/react";
import { IconDeviceTv, IconLayoutDashboard } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { load } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { Panel } from "~/app/blocks/detail/panel";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { WhenNear } from "~/app/blocks/when-near";
import { RangePicker } from "~/app/features/figures/range-picker";
import { TrendLinks } from "~/app/features/figures/trend-links";
import { t } from "~/app/i18n/t";
import { landingPage, viewer } from "~/app/session/viewer";
import type { BlockAnswer } from "~/contract/dashboard/dashboard";
import { dashboard } from "~/contract/dashboard/dashboard";
import {
  dashboardPeople,
  dashboardRange,
  dashboardScreens,
  figureOf,
  isWall,
} from "~/contract/dashboard/dashboard-data";
import { mayCall } from "~/contract/endpoint";
import { type BlockKey, blocks as known, useArrangement } from "./arrangement";
import { BlockFailed } from "./block-failed";
import classes from "./dashboard.module.css";
import { DayList } from "./day-list";
import { addressWith, type OpenRows } from "./figure-address";
import { KpiCards } from "./kpi-cards";
import { MonthBullets } from "./month-bullets";
import { type ChartKey, charts, isChart, Near, useCharts, useOffered } from "./offered-blocks";
import { TodoList } from "./todo-list";

const waiting = () => <Skeleton h={320} radius="lg" />;
/** The charts come when one is near them, the rest when somebody opens it; what several areas share would ride in everybody's first load. */
const ChartSet = lazyPart(() => import("~/app/blocks/chart/chart-set"), "ChartSet", waiting);
const PeopleFilter = lazyPart(() => import("~/app/features/figures/people-filter"), "PeopleFilter");
const CountryFilter = lazyPart(() => import("~/app/features/figures/country-filter"), "CountryFilter");
const ChartBlock = lazyPart(() => import("./chart-blocks"), "ChartBlock", waiting);
const MonthTargets = lazyPart(() => import("./month-targets"), "MonthTargets", waiting);
const FigureDrawer = lazyPart(() => import("./figure-drawer"), "FigureDrawer");
const ArrangeDrawer = lazyPart(() => import("./arrange-drawer"), "ArrangeDrawer");
const Wall = lazyPart(() => import("./wall"), "Wall");

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { profile, menus } = await viewer();
  // Whoever may not see the dashboard lands on the first screen that they may (domain D.2).
  const other = mayCall(profile, dashboard.get) ? undefined : landingPage(menus);
  if (other) throw replace(other);
  return load(dashboardScreens["/dashboard"], args);
}

export const clientAction = write;

/** 今日工作 first, with what is short beside it; below it the other blocks, as the viewer has arranged them. */
export default function Dashboard() {
  const { blocks } = useLoaderData<typeof clientLoader>();
  const [search, setSearch] = useSearchParams();
  const arrangement = useArrangement();
  const offered = useOffered(blocks);
  const isPhone = useIsPhone();
  const [isArranging, setArranging] = useState(false);
  const range = dashboardRange(search);
  const people = dashboardPeople(search);
  const query = { ...range, ...people };
  const shown = arrangement.order.filter((key) => offered.has(key) && !arrangement.hidden.has(key));
  const common = useCharts(shown, isWall(search) ? undefined : query);
  const figure = figureOf(search);
  const go = (wanted: Parameters<typeof addressWith>[1]) =>
    setSearch((now) => addressWith(now, wanted), { preventScrollReset: true });
  const open = (rows: OpenRows) => go({ ...rows });
  // Targets are of all countries, and so is what was reached of them.
  const openReached = people.country ? undefined : open;
  if (isWall(search)) return <Wall first={blocks} offered={offered} search={search} onLeave={() => go({})} />;

  const { today, todo, target: targets, kpi } = blocks;
  const parts: Record<BlockKey, ReactNode> = {
    todo: partOf(known.todo.label, todo, (list) => (
      <Panel title={t(known.todo.label)}>
        <TodoList list={list} onOpen={open} />
      </Panel>
    )),
    target: partOf(known.target.label, targets, (month) => (
      <MonthBullets targets={month} people={people} onOpen={openReached} />
    )),
    kpi: partOf(known.kpi.label, kpi, ({ list }) => (
      <Panel title={t(known.kpi.label)}>
        <KpiCards list={list} onOpen={open} />
      </Panel>
    )),
    team: partOf(known.team.label, targets, (month) => <MonthTargets targets={month} onOpen={openReached} />),
    ...chartParts((key) => (
      <Near begin={common.begin}>
        <ChartBlock of={key} common={common} query={query} onOpen={open} />
      </Near>
    )),
  };
  const beside = shown.filter((key) => known[key].isBeside);
  const below = shown.filter((key) => !known[key].isBeside);
  // What is no chart stands at once; on the phone the figures are cards, then comes one chart at a time.
  const firstChart = below.findIndex(isChart);
  const atOnce = below.filter((key, index) => (isPhone ? key === "kpi" : firstChart < 0 || index < firstChart));
  const set = below.filter((key) => !atOnce.includes(key));
  return (
    <div className={classes.page}>
      <ScreenHeading />
      <div className={classes.day} data-alone={beside.length === 0 || undefined}>
        {partOf("今日工作", today, (day) => (
          <DayList day={day} onScope={(scope) => go({ scope })} />
        ))}
        {beside.length ? (
          <div className={classes.beside}>
            {beside.map((key) => (
              <div key={key}>{parts[key]}</div>
            ))}
          </div>
        ) : null}
      </div>
      <TrendLinks />
      <div className={classes.bar}>
        <RangePicker {...range} onChange={(days) => go({ ...days })} />
        {blocks.teams?.data?.length ? <PeopleFilter teams={blocks.teams.data} people={people} onChange={go} /> : null}
        <WhenNear height={36} isAsked={people.country !== undefined}>
          <CountryFilter country={people.country} onChange={go} />
        </WhenNear>
        <div className={classes.looks}>
          <Button
            variant="default"
            leftSection={<IconLayoutDashboard size={16} stroke={1.6} aria-hidden />}
            onClick={() => setArranging(true)}
          >
            {t("调整版块")}
          </Button>
          {isPhone ? null : (
            <Button
              variant="default"
              leftSection={<IconDeviceTv size={16} stroke={1.6} aria-hidden />}
              onClick={() => go({ wall: 1 })}
            >
              {t("投屏")}
            </Button>
          )}
        </div>
      </div>
      {atOnce.map((key) => (
        <div key={key}>{parts[key]}</div>
      ))}
      {set.length ? (
        <WhenNear height={640}>
          <ChartSet
            charts={set.map((key) => ({ key, title: t(known[key].label), isWide: !isChart(key), node: parts[key] }))}
          />
        </WhenNear>
      ) : null}
      {figure ? <FigureDrawer of={figure} onClose={() => go({})} /> : null}
      {isArranging ? <ArrangeDrawer {...arrangement} offered={offered} onClose={() => setArranging(false)} /> : null}
    </div>
  );
}

/** A block's data as they are shown, or why there are none. */
const partOf = <T,>(label: string, answer: BlockAnswer<T> | undefined, draw: (data: T) => ReactNode) =>
  answer?.error ? (
    <BlockFailed title={t(label)} error={answer.error.message} />
  ) : answer ? (
    draw(answer.data as T)
  ) : null;

/** The same of each of the heavier blocks. */
const chartParts = (draw: (key: ChartKey) => ReactNode) =>
  Object.fromEntries(charts.map((key) => [key, draw(key)])) as Record<ChartKey, ReactNode>;
