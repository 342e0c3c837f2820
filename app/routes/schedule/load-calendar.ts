import { call } from "~/app/api/call";
import { schedule } from "~/contract/schedule/schedule";
import type { calendarAt } from "~/contract/schedule/schedule-calendar";

/** More pages than these are nothing that a calendar could show. */
const most = 10;

/** All schedules of a calendar's days; `left` of them are not shown. */
export async function loadCalendar(shown: NonNullable<ReturnType<typeof calendarAt>>, signal: AbortSignal) {
  const { query, ...place } = shown;
  const first = await call(schedule.list, { query }, { signal });
  const pages = Math.min(Math.ceil(first.total / first.page_size), most);
  const rest = await Promise.all(
    Array.from({ length: Math.max(pages - 1, 0) }, (_, index) =>
      call(schedule.list, { query: { ...query, page: index + 2 } }, { signal }),
    ),
  );
  const rows = [first, ...rest].flatMap((page) => page.list);
  return { ...place, rows, left: first.total - rows.length, default_remind: first.default_remind };
}
