import { shanghaiDay } from "../day";
import { readQuery } from "../read-query";
import { request, screenData } from "../screen-data";
import { type DashboardBlock, dashboard } from "./dashboard";
import { type FunnelStep, funnelOf } from "./funnel";
import { type CustomerTodo, type Metric, metrics } from "./metrics";
import { isPlaceRank, type PlaceRank } from "./rank";

/** The days that an address of the dashboard shows; the last seven where it names none. */
export function dashboardRange(search: URLSearchParams): { from: string; to: string } {
  const { from, to } = readQuery(search, dashboard.get);
  return from && to && from <= to ? { from, to } : { from: shanghaiDay(-6), to: shanghaiDay() };
}

/** What the rows of can be opened. */
export type OpenFigure = Metric | CustomerTodo | FunnelStep | PlaceRank;

/** The figure whose rows the address opens; undefined where it names none. */
export function figureOf(search: URLSearchParams): OpenFigure | undefined {
  const wanted = search.get("metric") ?? "";
  const isTodo = wanted === "tracking_today" || wanted === "pool_warning";
  const known = wanted in metrics || funnelOf(wanted) || isTodo || isPlaceRank(wanted);
  return known ? (wanted as OpenFigure) : undefined;
}

/** Whose figures an address shows: of a team or of a person, else of everybody in the viewer's scope; and of which country, else of all. */
export function dashboardPeople(search: URLSearchParams): { team_id?: number; user_id?: number; country?: string } {
  const { team_id, user_id, country } = readQuery(search, dashboard.get);
  return { ...(team_id && { team_id }), ...(user_id && { user_id }), ...(country && { country }) };
}

/** What comes with the page; the charts come when one is near them. */
const first: DashboardBlock[] = ["today", "todo", "people", "kpi", "target", "teams"];
/** What a wall shows, which lasts until somebody ends it: all of it at once, again and again. */
const wall: DashboardBlock[] = ["todo", "kpi", "target", "trend", "funnel", "rank"];

export const isWall = (search: URLSearchParams): boolean => search.get("wall") === "1";

/** What an address of the dashboard asks for. */
export function dashboardQuery(search: URLSearchParams) {
  const range = dashboardRange(search);
  const { scope } = readQuery(search, dashboard.get);
  const blocks = isWall(search) ? wall : first;
  return { blocks, ...range, ...dashboardPeople(search), scope, month: range.to.slice(0, 7) };
}

export const dashboardScreens = {
  "/dashboard": screenData("page", ({ search }) => ({
    blocks: request(dashboard.get, { query: dashboardQuery(search) }),
  })),
};
