import { shanghaiDay } from "../day";
import { readQuery } from "../read-query";
import { listRequest, request, screenData } from "../screen-data";
import { schedule } from "./schedule";

const numberOf = (day: string) => Date.parse(day) / 86_400_000;

export const plusDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

/** How many days after the Monday of its week a day is. 1970-01-01 was a Thursday. */
export const weekday = (day: string): number => (numberOf(day) + 3) % 7;

/** The days that a calendar around this one shows: its week from Monday, or all weeks of its month. */
export function calendarDays(view: "month" | "week", day: string): string[] {
  const first = view === "week" ? day : `${day.slice(0, 8)}01`;
  const monday = plusDays(first, -weekday(first));
  const days = Array.from({ length: view === "week" ? 7 : 42 }, (_, index) => plusDays(monday, index));
  const weeks = days.findLastIndex((one) => one.slice(0, 7) === day.slice(0, 7));
  return view === "week" ? days : days.slice(0, Math.floor(weeks / 7) * 7 + 7);
}

/** The most days of a calendar that are asked for at once have as many schedules as this, mostly; more come by further pages. */
const pageSize = 100;

/** What an address of the calendar shows, and the first page of what it asks for; undefined for the list. Without a wish for a state nothing cancelled. */
export function calendarAt(search: URLSearchParams) {
  const { view, ...query } = readQuery(search, schedule.list);
  if (view !== "month" && view !== "week") return undefined;
  const named = schedule.list.query.shape.from.safeParse(search.get("day") ?? undefined);
  const day = (named.success && named.data) || shanghaiDay();
  const days = calendarDays(view, day);
  const status = query.status?.length ? query.status : (["pending", "done"] as ("pending" | "done" | "cancelled")[]);
  return {
    view,
    day,
    days,
    query: {
      ...query,
      status,
      from: days[0],
      to: days.at(-1),
      page: 1,
      page_size: pageSize,
      sort: "start_at",
    } as const,
  };
}

export const scheduleScreens = {
  "/schedule-list": screenData("list", ({ search }) => {
    const calendar = calendarAt(search);
    return {
      page: calendar ? request(schedule.list, { query: calendar.query }) : listRequest(schedule.list, { search }),
    };
  }),
};
