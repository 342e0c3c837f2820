import type { OverviewRange } from "~/contract/analysis/analysis";
import { type BriefingType, briefingTypes } from "~/contract/analysis/briefing-types";
import { dayOf, startOfDay } from "~/server/lib/list";
import { refuseFields } from "~/server/lib/refusal";
import type { Days } from "~/server/resources/shared/figure";
import { daysOfMonth } from "~/server/resources/shared/range";

const plus = (day: string, count: number) => dayOf(startOfDay(day, count));

/** The last day that is over. */
const yesterdayOf = (now: Date): string => plus(dayOf(now), -1);

/** The days of a range: today as far as it has come, else whole days up to yesterday; on the first of a month the month before. */
export function overviewDays(range: OverviewRange, now: Date): Days {
  const last = yesterdayOf(now);
  switch (range) {
    case "today":
      return { from: dayOf(now), to: dayOf(now) };
    case "week":
      return { from: plus(last, -6), to: last };
    case "month30":
      return { from: plus(last, -29), to: last };
    case "month":
      return { from: `${last.slice(0, 8)}01`, to: last };
  }
}

/** How far back briefings reach. */
const oldest = 366;

/** The days of the briefing that holds a day: whole days up to yesterday. */
export function briefingDays(type: BriefingType, date: string | undefined, now: Date): Days {
  const last = yesterdayOf(now);
  const day = date ?? last;
  const wrong = (message: string) => refuseFields([{ field: "date", label: "日期", message }]);
  if (day > last) return wrong("只能查看已经结束的日子");
  if (day < plus(last, -oldest)) return wrong(`只能查看最近${oldest}天`);
  const whole = wholeDays(type, day);
  return whole.to < last ? whole : { ...whole, to: last };
}

function wholeDays(type: BriefingType, day: string): Days {
  if (type === "day") return { from: day, to: day };
  if (type === "month") return daysOfMonth(day.slice(0, 7));
  // Monday is the first.
  const monday = plus(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
  return { from: monday, to: plus(monday, 6) };
}

/** What a briefing is called: 销售周报 2026-11-16 至 2026-11-22. */
export const briefingTitle = (type: BriefingType, { from, to }: Days): string =>
  `销售${briefingTypes[type]} ${from}${from === to ? "" : ` 至 ${to}`}`;
