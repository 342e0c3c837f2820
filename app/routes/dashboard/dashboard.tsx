import { type ClientLoaderFunctionArgs, replace, useLoaderData, useSearchParams } from "@remix-run/react";
import type { z } from "zod";
import { call } from "~/app/api/call";
import { ScreenHeading } from "~/app/blocks/screen-heading";
import { t } from "~/app/i18n/t";
import { firstPage, viewer } from "~/app/session/viewer";
import { analytics, metrics, todos } from "~/contract/analytics";
import { dashboardRange } from "~/contract/dashboard-range";
import { mayCall } from "~/contract/endpoint";
import { readQuery } from "~/contract/read-query";
import classes from "./dashboard.module.css";
import { CustomerFigure, TrackingFigure } from "./figure-rows";
import { KpiCard } from "./kpi-card";
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
  const [kpi, todo, customers, trackings] = await Promise.all([
    call(analytics.kpi, { query: range }, options),
    call(analytics.todo, {}, options),
    metric && call(analytics.rows, { query: { ...place, ...range, metric } }, options),
    figure === "tracking_valid" &&
      call(analytics.trackingRows, { query: { ...place, ...range, metric: figure } }, options),
  ]);
  return { kpi, todo, customers, trackings, figure };
}

export default function Dashboard() {
  const { kpi, todo, customers, trackings, figure } = useLoaderData<typeof clientLoader>();
  const [search, setSearch] = useSearchParams();
  const show = (wanted: string | undefined) =>
    setSearch((now) => new URLSearchParams([...keptOf(now), ...(wanted ? [["metric", wanted]] : [])]), {
      preventScrollReset: true,
    });
  const words = { ...metrics, ...todos };
  return (
    <div className={classes.page}>
      <ScreenHeading />
      <section className={classes.block} aria-labelledby="todo-heading">
        <h2 id="todo-heading">{t("待办")}</h2>
        <div className={classes.todos}>
          {todo.map(({ key, count }) => (
            <button
              key={key}
              type="button"
              className={classes.todo}
              data-waiting={count > 0 || undefined}
              onClick={() => show(key)}
            >
              <span className={classes.count}>{count}</span>
              <span>{t(todos[key].label)}</span>
            </button>
          ))}
        </div>
      </section>
      <section className={classes.block} aria-labelledby="figures-heading">
        <div className={classes.line}>
          <h2 id="figures-heading">{t("关键指标")}</h2>
          <RangePicker
            {...dashboardRange(search)}
            onChange={(range) => setSearch(new URLSearchParams({ ...range }), { preventScrollReset: true })}
          />
        </div>
        <div className={classes.cards}>
          {kpi.list.map((card) => (
            <KpiCard key={card.key} figure={card} onOpen={() => show(card.key)} />
          ))}
        </div>
      </section>
      {figure && customers ? (
        <CustomerFigure title={t(words[figure].label)} page={customers} onClose={() => show(undefined)} />
      ) : null}
      {figure && trackings ? (
        <TrackingFigure title={t(words[figure].label)} page={trackings} onClose={() => show(undefined)} />
      ) : null}
    </div>
  );
}

/** The figure that is open; none is, where the address does not name one. */
const figureOf = (request: Request): Partial<Figure> => readQuery(request, analytics.rows);

/** The one figure that counts follow-ups; `readQuery` knows only those that count customers. */
const trackingFigureOf = (search: URLSearchParams) =>
  search.get("metric") === "tracking_valid" ? ("tracking_valid" as const) : undefined;

const keptOf = (search: URLSearchParams) => [...search].filter(([name]) => name === "from" || name === "to");
