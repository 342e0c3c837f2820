import { dayOf, startOfDay } from "~/server/lib/list";
import type { Settings } from "~/server/lib/settings";
import { isHoliday, isMakeUpDay } from "~/server/resources/shared/workdays";

/** When staff answer inquiries: the hours of the week, without public holidays and our own. */
export type WorkTime = Pick<Settings, "inquiry.work_hours" | "inquiry.holidays">;

const dayLength = 86_400_000;
/** Means the end of the day, which a clock does not show: staff may work around the clock. */
const lastMinute = "23:59";
/** Nothing is due after that: rules may leave no working day at all. */
const farthestDays = 400;

/** The working hours of a day as moments in ms; undefined on a day off. A weekend worked instead of a holiday has the usual hours. */
function hoursOf(day: string, rules: WorkTime): { from: number; to: number } | undefined {
  const { days, from, to } = rules["inquiry.work_hours"];
  // Monday is 1, Sunday 7.
  const weekday = new Date(day).getUTCDay() || 7;
  const isUsual = days.includes(weekday) || isMakeUpDay(day);
  if (!isUsual || isHoliday(day) || rules["inquiry.holidays"].includes(day)) return undefined;
  const at = (time: string) => Date.parse(`${day}T${time}:00+08:00`);
  return { from: at(from), to: to === lastMinute ? Date.parse(startOfDay(day, 1)) : at(to) };
}

export function afterWorkTime(from: Date, minutes: number, rules: WorkTime): Date {
  let left = minutes * 60_000;
  for (let count = 0, day = dayOf(from); count < farthestDays; count++, day = nextDay(day)) {
    const hours = hoursOf(day, rules);
    if (!hours) continue;
    const begin = Math.max(hours.from, from.getTime());
    if (begin >= hours.to) continue;
    if (begin + left <= hours.to) return new Date(begin + left);
    left -= hours.to - begin;
  }
  return new Date(from.getTime() + farthestDays * dayLength);
}

/** Working seconds between two moments; negative where the second is earlier. Of years only their last days are counted. */
export function workSeconds(from: Date, to: Date, rules: WorkTime): number {
  if (to < from) return -workSeconds(to, from, rules);
  const since = new Date(Math.max(from.getTime(), to.getTime() - farthestDays * dayLength));
  let total = 0;
  for (let day = dayOf(since); Date.parse(startOfDay(day)) <= to.getTime(); day = nextDay(day)) {
    const hours = hoursOf(day, rules);
    if (hours) total += Math.max(0, Math.min(hours.to, to.getTime()) - Math.max(hours.from, since.getTime()));
  }
  return Math.round(total / 1000);
}

export function isWorking(at: Date, rules: WorkTime): boolean {
  const hours = hoursOf(dayOf(at), rules);
  return hours !== undefined && hours.from <= at.getTime() && at.getTime() < hours.to;
}

const nextDay = (day: string): string => new Date(Date.parse(day) + dayLength).toISOString().slice(0, 10);
