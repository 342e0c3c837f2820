import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { loaderOf } from "~/app/api/load";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { WhenNear } from "~/app/blocks/when-near";
import { AsOf } from "~/app/features/figures/as-of";
import { useFigureAddress } from "~/app/features/figures/figure-address";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type BlockAnswer, figureCode } from "~/contract/dashboard/dashboard";
import {
  dashboardPeople,
  dashboardRange,
  dashboardScreens,
  figureOf,
  isWall,
} from "~/contract/dashboard/dashboard-data";
import { type BlockKey, blocks as known, useArrangement } from "./arrangement";
import classes from "./dashboard.module.css";
import { groupsOf } from "./day-lines";
import { DayList } from "./day-list";
import { kept, type OpenRows } from "./figure-address";
import { FigureBar } from "./figure-bar";
import { KpiCards } from "./kpi-cards";
import { MonthBullets, showsTargets } from "./month-bullets";
import { type ChartKey, charts, isChart, Near, useCharts, useOffered } from "./offered-blocks";
import { PeopleBlock } from "./people-block";
import { QueueList } from "./queue-list";
import { queuesOf } from "./queues";

const waiting = () => <Skeleton h={320} radius="lg" />;
/** The charts load when one is near, the rest when opened; what several areas share would be in everybody's first load. */
const ChartSet = lazyPart(() => import("~/app/blocks/chart/chart-set"), "ChartSet", waiting);
const ChartBlock = lazyPart(() => import("./chart-blocks"), "ChartBlock", waiting);
const MonthTargets = lazyPart(() => import("./month-targets"), "MonthTargets", waiting);
const FigureDrawer = lazyPart(() => import("./figure-drawer"), "FigureDrawer");
const ArrangeDrawer = lazyPart(() => import("./arrange-drawer"), "ArrangeDrawer");
const Wall = lazyPart(() => import("./wall"), "Wall");

export const clientLoader = loaderOf(dashboardScreens["/dashboard"]);
export { write as clientAction } from "~/app/api/writes";

export default function Dashboard() {
  const { blocks } = useLoaderData<typeof clientLoader>();
  const { search, go, open: openAbove, close } = useFigureAddress(kept);
  const profile = useProfile();
  const seesFigures = profile.permissions.includes(figureCode);
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
  const open = (rows: OpenRows) => openAbove({ ...rows });
  // Targets are of all countries, and so is what was reached of them.
  const openReached = people.country ? undefined : open;
  if (isWall(search)) return <Wall first={blocks} offered={offered} search={search} onLeave={close} />;

  const { today, todo, target: targets, kpi } = blocks;
  // Users who arranged the blocks want to see them.
  const isWhole = search.get("more") === "1" || arrangement.isOwn;
  const queues = queuesOf(todo?.data ?? []);
  const parts: Record<BlockKey, ReactNode> = {
    people: partOf(known.people.label, blocks.people, (list) => <PeopleBlock list={list} />),
    todo: partOf(known.todo.label, todo, () =>
      queues.length ? (
        <Panel title={t(known.todo.label)}>
          <QueueList queues={queues} />
        </Panel>
      ) : null,
    ),
    target: partOf(known.target.label, targets, (month) =>
      showsTargets(month.list, profile, people) ? (
        <MonthBullets targets={month} people={people} onOpen={openReached} />
      ) : null,
    ),
    kpi: partOf(known.kpi.label, kpi, ({ list }) => (
      <Panel title={t(known.kpi.label)}>
        <KpiCards list={list} isWhole={isWhole} onOpen={open} />
      </Panel>
    )),
    team: partOf(known.team.label, targets, (month) => <MonthTargets targets={month} onOpen={openReached} />),
    ...chartParts((key) => (
      <Near begin={common.begin}>
        <ChartBlock of={key} common={common} query={query} onOpen={open} />
      </Near>
    )),
  };
  const beside = shown.filter((key) => known[key].isBeside && parts[key]);
  const below = shown.filter((key) => !known[key].isBeside && (isWhole || key === "kpi"));
  // What is no chart is shown at once; on the phone the figures are cards, then one chart at a time.
  const firstChart = below.findIndex(isChart);
  const atOnce = below.filter((key, index) => (isPhone ? key === "kpi" : firstChart < 0 || index < firstChart));
  const set = below.filter((key) => !atOnce.includes(key));
  const isQuietDay = today?.data !== undefined && today.data !== null && groupsOf(today.data).length === 0;
  return (
    <div className={`${basic.column} ${basic.gap16}`}>
      <ScreenHeading />
      <div className={`${classes.day} ${basic.sided}`} data-alone={beside.length === 0 || isQuietDay || undefined}>
        {partOf("今日工作", today, (day) => (
          <DayList
            day={day}
            waiting={queues.reduce((sum, { count }) => sum + count, 0)}
            onScope={(scope) => go({ scope })}
          />
        ))}
        {beside.length ? (
          <div className={`${classes.beside} ${basic.column} ${basic.gap16} ${basic.shrinks}`}>
            {beside.map((key) => (
              <div key={key}>{parts[key]}</div>
            ))}
          </div>
        ) : null}
      </div>
      {seesFigures ? (
        <FigureBar
          {...{ range, people, go }}
          teams={blocks.teams?.data ?? []}
          onArrange={() => setArranging(true)}
          onWall={() => openAbove({ wall: 1 })}
        />
      ) : null}
      <AsOf at={blocks.as_of} />
      {atOnce.map((key) => (
        <div key={key}>{parts[key]}</div>
      ))}
      {isWhole || !seesFigures ? null : (
        <Button variant="subtle" color="gray" mx="auto" onClick={() => go({ more: 1 })}>
          {t("更多数据")}
        </Button>
      )}
      {set.length ? (
        <WhenNear height={640}>
          <ChartSet
            charts={set.map((key) => ({ key, title: t(known[key].label), isWide: !isChart(key), node: parts[key] }))}
          />
        </WhenNear>
      ) : null}
      {figure ? <FigureDrawer of={figure} onClose={close} /> : null}
      {isArranging ? <ArrangeDrawer {...arrangement} offered={offered} onClose={() => setArranging(false)} /> : null}
    </div>
  );
}

const partOf = <T,>(label: string, answer: BlockAnswer<T> | undefined, draw: (data: T) => ReactNode) =>
  answer?.error?.code === 40300 ? null : answer?.error ? (
    <BlockFailed title={t(label)} error={answer.error.message} />
  ) : answer ? (
    draw(answer.data as T)
  ) : null;

const chartParts = (draw: (key: ChartKey) => ReactNode) =>
  Object.fromEntries(charts.map((key) => [key, draw(key)])) as Record<ChartKey, ReactNode>;

function BlockFailed({ title, error }: { title: string; error: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <Panel title={title}>
      <Stack align="center" py="md" role="alert">
        <Text>{error}</Text>
        <Button variant="default" loading={state === "loading"} onClick={revalidate}>
          {t("重试")}
        </Button>
      </Stack>
    </Panel>
  );
}
