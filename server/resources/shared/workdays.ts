import calendar from "chinese-days/dist/chinese-days.json" with { type: "json" };
import { dayOf } from "~/server/lib/list";

const dayLength = 86_400_000;
const holidays = new Set(Object.keys(calendar.holidays));
/** Weekend days that are worked in place of a holiday. */
const workedWeekends = new Set(Object.keys(calendar.workdays));

/** A public holiday of mainland China, and a weekend day that is worked in its place, `YYYY-MM-DD`. */
export const isHoliday = (day: string): boolean => holidays.has(day);
export const isMakeUpDay = (day: string): boolean => workedWeekends.has(day);

/** Whether people work in mainland China on a day; unannounced years only have weekends. From the library's data: its functions mix two days. */
function isWorkday(day: string): boolean {
  const isWeekend = new Date(day).getUTCDay() % 6 === 0;
  return isWeekend ? workedWeekends.has(day) : !holidays.has(day);
}

/** The same time of day so many working days later; begun on a day off, the first working day counts as one. */
export function addWorkdays(from: Date, count: number): Date {
  let moment = from.getTime();
  for (let left = count; left > 0; ) {
    moment += dayLength;
    if (isWorkday(dayOf(new Date(moment)))) left--;
  }
  return new Date(moment);
}

/** How many working days begin after the day of `from` and up to the day of `to`; negative when `to` lies before. */
export function workdaysUntil(from: Date, to: Date): number {
  if (to < from) return -workdaysUntil(to, from);
  const end = dayOf(to);
  let count = 0;
  for (let moment = from.getTime() + dayLength; dayOf(new Date(moment)) <= end; moment += dayLength)
    if (isWorkday(dayOf(new Date(moment)))) count++;
  return count;
}
