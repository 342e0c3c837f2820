import { type ClientLoaderFunctionArgs, replace, useLoaderData, useSearchParams } from "@remix-run/react";
import { call } from "~/app/api/call";
import { mayCall } from "~/app/blocks/can";
import { shanghaiDay } from "~/app/blocks/format";
import { ScreenHeading } from "~/app/blocks/screen-heading";
import { t } from "~/app/i18n/t";
import { firstPage, viewer } from "~/app/session/viewer";
import { analytics, metrics, todos } from "~/contract/analytics";
import { readQuery } from "~/contract/read-query";
import classes from "./dashboard.module.css";
import { FigureRows } from "./figure-rows";
import { KpiCard } from "./kpi-card";
import { RangePicker } from "./range-picker";

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { profile, menus } = await viewer();
  // Whoever may not see the dashboard lands on the first screen that he may (domain D.2).
  const other = mayCall(profile, analytics.kpi) ? undefined : firstPage(menus);
  if (other) throw replace(other);
  const options = { signal: request.signal };
  const range = rangeOf(new URL(request.url).searchParams);
  const { metric, ...place } = readQuery(request, analytics.rows);
  const [kpi, todo, rows] = await Promise.all([
    call(analytics.kpi, { query: range }, options),
    call(analytics.todo, {}, options),
    metric ? call(analytics.rows, { query: { ...place, ...range, metric } }, options) : undefined,
  ]);
  return { kpi, todo, rows, metric };
}

export default function Dashboard() {
  const { kpi, todo, rows, metric } = useLoaderData<typeof clientLoader>();
  const [search, setSearch] = useSearchParams();
  const show = (figure: string | undefined) =>
    setSearch((now) => new URLSearchParams([...keptOf(now), ...(figure ? [["metric", figure]] : [])]), {
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
            {...rangeOf(search)}
            onChange={(range) => setSearch(new URLSearchParams({ ...range }), { preventScrollReset: true })}
          />
        </div>
        <div className={classes.cards}>
          {kpi.list.map((figure) => (
            <KpiCard key={figure.key} figure={figure} onOpen={() => show(figure.key)} />
          ))}
        </div>
      </section>
      {metric && rows ? (
        <FigureRows title={t(words[metric].label)} page={rows} onClose={() => show(undefined)} />
      ) : null}
    </div>
  );
}

/** The range of the address; the last seven days where it names none. */
function rangeOf(search: URLSearchParams) {
  const { from, to } = readQuery(search, analytics.kpi);
  return from && to && from <= to ? { from, to } : { from: shanghaiDay(-6), to: shanghaiDay() };
}

const keptOf = (search: URLSearchParams) => [...search].filter(([name]) => name === "from" || name === "to");
