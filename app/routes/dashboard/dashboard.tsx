import { type ClientLoaderFunctionArgs, replace, useLoaderData, useSearchParams } from "@remix-run/react";
import type { z } from "zod";
import { call } from "~/app/api/call";
import { Panel } from "~/app/blocks/detail/panel";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { firstPage, viewer } from "~/app/session/viewer";
import { analytics, metrics, type Todo, todos } from "~/contract/dashboard/analytics";
import { dashboardRange } from "~/contract/dashboard/dashboard-range";
import { mayCall } from "~/contract/endpoint";
import { readQuery } from "~/contract/read-query";
import classes from "./dashboard.module.css";
import { CustomerFigure, TrackingFigure } from "./figure-rows";
import { KpiCard } from "./kpi-card";
import { MonthTargets } from "./month-targets";
import { RangePicker } from "./range-picker";

type Figure = z.output<typeof analytics.rows.query>;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { profile, menus } = await viewer();
  // Whoever may not see the dashboard lands on the first screen that he may (domain D.2).
  const other = mayCall(profile, analytics.kpi) ? undefined : firstPage(menus);
  if (other) throw replace(other);
  const options = { signal: request.signal };
  const range = dashboardRange(new URL(request.url).searchParams);
  const { metric, ...place } = figureOf(request);
  const figure = metric ?? trackingFigureOf(new URL(request.url).searchParams);
  const [kpi, todo, targets, customers, trackings] = await Promise.all([
    call(analytics.kpi, { query: range }, options),
    call(analytics.todo, {}, options),
    call(analytics.target, { query: { month: range.to.slice(0, 7) } }, options),
    metric && call(analytics.rows, { query: { ...place, ...range, metric } }, options),
    figure === "tracking_valid" &&
      call(analytics.trackingRows, { query: { ...place, ...range, metric: figure } }, options),
  ]);
  return { kpi, todo, targets, customers, trackings, figure };
}

export default function Dashboard() {
  const { kpi, todo, targets, customers, trackings, figure } = useLoaderData<typeof clientLoader>();
  const [search, setSearch] = useSearchParams();
  const show = (wanted: string | undefined) =>
    setSearch((now) => new URLSearchParams([...keptOf(now), ...(wanted ? [["metric", wanted]] : [])]), {
      preventScrollReset: true,
    });
  const words = { ...metrics, ...todos };
  return (
    <div className={classes.page}>
      <ScreenHeading />
      <Panel title={t("待办")}>
        <div className={classes.todos}>
          {todo.map(({ key, count }) => (
            <Waiting key={key} what={todos[key]} count={count} onOpen={() => show(key)} />
          ))}
        </div>
      </Panel>
      <Panel
        title={t("关键指标")}
        tools={
          <RangePicker
            {...dashboardRange(search)}
            onChange={(range) => setSearch(new URLSearchParams({ ...range }), { preventScrollReset: true })}
          />
        }
      >
        <div className={classes.cards}>
          {kpi.list.map((card) => (
            <KpiCard key={card.key} figure={card} onOpen={() => show(card.key)} />
          ))}
        </div>
      </Panel>
      <MonthTargets targets={targets} />
      {figure && customers ? (
        <CustomerFigure title={t(words[figure].label)} page={customers} onClose={() => show(undefined)} />
      ) : null}
      {figure && trackings ? (
        <TrackingFigure title={t(words[figure].label)} page={trackings} onClose={() => show(undefined)} />
      ) : null}
    </div>
  );
}

interface WaitingProps {
  what: (typeof todos)[Todo];
  count: number;
  onOpen: () => void;
}

/** How much of something waits: its rows open here, or in the list that holds them. */
function Waiting({ what, count, onOpen }: WaitingProps) {
  const look = { className: classes.todo, "data-waiting": count > 0 || undefined };
  const words = (
    <>
      <span className={classes.count}>{count}</span>
      <span>{t(what.label)}</span>
    </>
  );
  return "to" in what ? (
    <Link {...look} to={what.to}>
      {words}
    </Link>
  ) : (
    <button type="button" {...look} onClick={onOpen}>
      {words}
    </button>
  );
}

/** The figure that is open; none is, where the address does not name one. */
const figureOf = (request: Request): Partial<Figure> => readQuery(request, analytics.rows);

/** The one figure that counts follow-ups; `readQuery` knows only those that count customers. */
const trackingFigureOf = (search: URLSearchParams) =>
  search.get("metric") === "tracking_valid" ? ("tracking_valid" as const) : undefined;

const keptOf = (search: URLSearchParams) => [...search].filter(([name]) => name === "from" || name === "to");
