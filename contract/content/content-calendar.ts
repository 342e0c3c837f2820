import { z } from "zod";
import { calendarDays } from "../calendar";
import { oneOf } from "../common";
import { shanghaiDay } from "../day";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { readQuery } from "../read-query";
import { contentCodes, contentKinds } from "./content-kinds";
import { listedStatuses } from "./publishing";

/** What happens to content on a day: it goes out, what is public changes, it ends. */
export const calendarEvents = { publish: "发布", change: "更新", end: "下线" } as const;
export type CalendarEvent = keyof typeof calendarEvents;

/** So many days, and entries, are shown at once. */
export const calendarLimits = { days: 42, entries: 300 } as const;

export const CalendarEntry = z.object({
  kind: field.choice("类型", contentKinds),
  id: field.id(),
  version: z.int(),
  title: z.string().meta({ label: "标题" }),
  event: field.choice("事项", calendarEvents),
  at: field.instant("时间"),
  /** Of the piece now; `pending` where a second person is waited for, who may let it go out then. */
  state: field.choice("状态", listedStatuses),
  can: field.can("edit", "move"),
});
export type CalendarEntry = z.output<typeof CalendarEntry>;

const codes = Object.values(contentCodes);
const span = { from: field.day("开始日期"), to: field.day("结束日期") };

export const contentCalendar = {
  list: endpoint(
    "GET /api/content/calendar",
    "内容日历",
    codes.map(({ view }) => view),
    {
      query: z
        .object({
          ...span,
          kind: oneOf(contentKinds).meta({ label: "类型" }),
          event: oneOf(calendarEvents).meta({ label: "事项" }),
        })
        .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < calendarLimits.days * 86_400_000, {
          path: ["to"],
          message: `一次最多查看${calendarLimits.days}天`,
        }),
      /** Of the kinds that the caller may read; `is_capped`: there is more. */
      reply: z.object({ list: z.array(CalendarEntry), is_capped: z.boolean() }),
    },
  ),
  /** Moves what has not happened yet: the publication of what is scheduled, or the end of what is scheduled or public. */
  move: endpoint(
    "PATCH /api/content/calendar",
    "改内容发布或下线时间",
    codes.map(({ publish }) => publish),
    {
      body: z.object({
        kind: field.choice("类型", contentKinds),
        id: field.id("内容"),
        event: field.choice("事项", { publish: calendarEvents.publish, end: calendarEvents.end }),
        at: field.instant("时间"),
        version: field.version(),
      }),
      reply: z.null(),
    },
  ),
};

/** What an address shows of the calendar, and asks for; undefined for the list. */
export function contentCalendarAt(search: URLSearchParams) {
  const view = search.get("view");
  if (view !== "day" && view !== "week") return undefined;
  const day = field.day("日期").safeParse(search.get("day")).data ?? shanghaiDay();
  const days = calendarDays(view, day);
  const { kind, event } = readQuery(search, contentCalendar.list);
  return { view, day, days, query: { kind, event, from: days[0], to: days.at(-1) } } as const;
}
