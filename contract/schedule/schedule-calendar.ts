import { calendarDays } from "../calendar";
import { shanghaiDay } from "../day";
import { readQuery } from "../read-query";
import { listRequest, request, screenData } from "../screen-data";
import { schedule } from "./schedule";

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
