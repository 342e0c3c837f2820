import { call } from "~/app/api/call";
import type { Reply } from "~/contract/endpoint";
import { schedule } from "~/contract/schedule/schedule";
import type { calendarAt } from "~/contract/schedule/schedule-calendar";

/** More pages than these are nothing that a calendar could show. */
const most = 10;

type Shown = NonNullable<ReturnType<typeof calendarAt>>;

/** All schedules of a calendar's days, of which the first page has come; `left` of them are not shown. */
export async function wholeCalendar(
  { query, ...place }: Shown,
  first: Reply<typeof schedule.list>,
  signal: AbortSignal,
) {
  const pages = Math.min(Math.ceil(first.total / first.page_size), most);
  const rest = await Promise.all(
    Array.from({ length: Math.max(pages - 1, 0) }, (_, index) =>
      call(schedule.list, { query: { ...query, page: index + 2 } }, { signal }),
    ),
  );
  const rows = [first, ...rest].flatMap((page) => page.list);
  return { ...place, rows, left: first.total - rows.length, default_remind: first.default_remind };
}
