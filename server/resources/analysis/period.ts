import type { OverviewRange } from "~/contract/analysis/analysis";
import { type BriefingType, briefingTypes } from "~/contract/system/briefing-types";
import { refuseFields } from "~/server/lib/call";
import { dayOf, startOfDay } from "~/server/lib/list";
import type { Days } from "~/server/resources/shared/figure";
import { daysOfMonth } from "~/server/resources/shared/range";

const plus = (day: string, count: number) => dayOf(startOfDay(day, count));

const yesterdayOf = (now: Date): string => plus(dayOf(now), -1);

/** The days of a range, up to today as far as it has come, as everywhere inside the desk. */
export function overviewDays(range: OverviewRange, now: Date): Days {
  const to = dayOf(now);
  switch (range) {
    case "today":
      return { from: to, to };
    case "week":
      return { from: plus(to, -6), to };
    case "month30":
      return { from: plus(to, -29), to };
    case "month":
      return { from: `${to.slice(0, 8)}01`, to };
  }
}

const oldest = 366;

/** The day that is asked for, of those that are over. */
function pastDay(date: string | undefined, last: string): string {
  const day = date ?? last;
  const wrong = (message: string) => refuseFields([{ field: "date", label: "日期", message }]);
  if (day > last) return wrong("只能查看已经结束的日子");
  if (day < plus(last, -oldest)) return wrong(`只能查看最近${oldest}天`);
  return day;
}

/** The days of the briefing that holds a day: whole days up to yesterday. */
export function briefingDays(type: BriefingType, date: string | undefined, now: Date): Days {
  const last = yesterdayOf(now);
  const whole = wholeDays(type, pastDay(date, last));
  return whole.to < last ? whole : { ...whole, to: last };
}

export const monthBefore = (day: string): Days => daysOfMonth(plus(`${day.slice(0, 8)}01`, -1).slice(0, 7));

/** What everybody sees: the whole month of a day, or the last. Months neither overlap nor grow, so no difference tells more (domain D.2). */
export function publicDays(date: string | undefined, now: Date): Days {
  const last = yesterdayOf(now);
  const month = daysOfMonth(pastDay(date, last).slice(0, 7));
  return month.to <= last ? month : monthBefore(month.from);
}

function wholeDays(type: BriefingType, day: string): Days {
  if (type === "day") return { from: day, to: day };
  if (type === "month") return daysOfMonth(day.slice(0, 7));
  const monday = plus(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
  return { from: monday, to: plus(monday, 6) };
}

/** What a briefing is called: 销售周报 2026-11-16 至 2026-11-22. */
export const briefingTitle = (type: BriefingType, { from, to }: Days): string =>
  `销售${briefingTypes[type]} ${from}${from === to ? "" : ` 至 ${to}`}`;
