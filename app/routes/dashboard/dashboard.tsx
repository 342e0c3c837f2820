import { type ClientLoaderFunctionArgs, replace, useLoaderData, useSearchParams } from "@remix-run/react";
import { load } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { Panel } from "~/app/blocks/detail/panel";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { FigureTip, figureMark } from "~/app/blocks/figure/figure-name";
import { lazyPart, WhenNear } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { firstPage, viewer } from "~/app/session/viewer";
import { analytics, metrics, type Todo, todos } from "~/contract/dashboard/analytics";
import { dashboardRange, dashboardScreens, figureOf } from "~/contract/dashboard/dashboard-data";
import { mayCall } from "~/contract/endpoint";
import classes from "./dashboard.module.css";
import { DayList } from "./day-list";
import { CustomerFigure, TrackingFigure } from "./figure-rows";
import { KpiCard } from "./kpi-card";
import { MonthProgress } from "./month-progress";
import { MonthTargets } from "./month-targets";
import { RangePicker } from "./range-picker";

/** Comes when the page stands, and asks for its figures itself. */
const TrendPanel = lazyPart(() => import("./trend-panel"), "TrendPanel");

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { profile, menus } = await viewer();
  // Whoever may not see the dashboard lands on the first screen that they may (domain D.2).
  const other = mayCall(profile, analytics.kpi) ? undefined : firstPage(menus);
  if (other) throw replace(other);
  return load(dashboardScreens["/dashboard"], args);
}

export const clientAction = write;

/** In one order for everybody: the day, what else waits, the month, the last days, the figures, the team (arranging comes with the dashboards). */
export default function Dashboard() {
  const { today, kpi, todo, targets, customers, trackings } = useLoaderData<typeof clientLoader>();
  const [search, setSearch] = useSearchParams();
  const figure = figureOf(search);
  // What is open is one thing at a time; how the page is looked at stays.
  const go = (wanted: Record<string, string>) =>
    setSearch((now) => new URLSearchParams({ ...Object.fromEntries(keptOf(now)), ...wanted }), {
      preventScrollReset: true,
    });
  const close = () => go({});
  const shown = { ...metrics, ...todos };
  return (
    <div className={classes.page}>
      <ScreenHeading />
      <div className={classes.day}>
        <DayList day={today} onScope={(scope) => go({ scope })} />
        <div className={classes.beside}>
          {todo.length ? (
            <Panel title={t("待办")}>
              <div className={classes.todos}>
                {todo.map(({ key, count }) => (
                  <Waiting key={key} figure={key} what={todos[key]} count={count} onOpen={() => go({ metric: key })} />
                ))}
              </div>
            </Panel>
          ) : null}
          <MonthProgress targets={targets} />
          {kpi.list.length ? (
            <WhenNear height={440}>
              <TrendPanel />
            </WhenNear>
          ) : null}
        </div>
      </div>
      {kpi.list.length ? (
        <Panel
          title={t("关键指标")}
          tools={<RangePicker {...dashboardRange(search)} onChange={(range) => go({ ...range })} />}
        >
          <div className={classes.cards}>
            {kpi.list.map((card) => (
              <KpiCard key={card.key} figure={card} onOpen={() => go({ metric: card.key })} />
            ))}
          </div>
        </Panel>
      ) : null}
      <MonthTargets targets={targets} />
      {figure && customers ? (
        <CustomerFigure of={figure} title={t(shown[figure].label)} page={customers} onClose={close} />
      ) : null}
      {figure && trackings ? (
        <TrackingFigure of={figure} title={t(shown[figure].label)} page={trackings} onClose={close} />
      ) : null}
    </div>
  );
}

interface WaitingProps {
  figure: Todo;
  what: (typeof todos)[Todo];
  count: number;
  onOpen: () => void;
}

/** How much of something waits: its rows open here, or in the list that holds them. */
function Waiting({ figure, what, count, onOpen }: WaitingProps) {
  const style = { className: classes.todo, "data-waiting": count > 0 || undefined };
  const content = (
    <>
      <span className={classes.count}>{count}</span>
      <span className={figureMark}>{t(what.label)}</span>
    </>
  );
  return (
    <FigureTip of={figure}>
      {"to" in what ? (
        <Link {...style} to={what.to}>
          {content}
        </Link>
      ) : (
        <button type="button" {...style} onClick={onOpen}>
          {content}
        </button>
      )}
    </FigureTip>
  );
}

const keptOf = (search: URLSearchParams) => [...search].filter(([name]) => ["from", "to", "scope"].includes(name));
