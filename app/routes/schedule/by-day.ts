import { formatInstant } from "~/app/blocks/detail/format";
import { t } from "~/app/i18n/t";
import type { ScheduleRow } from "~/contract/schedule/schedule";
import { weekday } from "~/contract/schedule/schedule-calendar";

/** A calendar's days with what touches them. */
export type OfDays = ReadonlyMap<string, readonly ScheduleRow[]>;

/** The day on which a schedule ends; who ends at midnight ends on the day before. */
function lastDay({ start_at, end_at, all_day }: ScheduleRow): string {
  if (!end_at) return formatInstant(start_at).slice(0, 10);
  const isLater = !all_day && Date.parse(end_at) > Date.parse(start_at);
  return formatInstant(isLater ? new Date(Date.parse(end_at) - 1).toISOString() : end_at).slice(0, 10);
}

/** The schedules of each day: what lasts the whole of it first, then by the hour. */
export function byDay(rows: readonly ScheduleRow[], days: readonly string[]): OfDays {
  return new Map(
    days.map((day) => {
      const touching = rows.filter((row) => formatInstant(row.start_at).slice(0, 10) <= day && lastDay(row) >= day);
      const isWhole = (row: ScheduleRow) => row.all_day || formatInstant(row.start_at).slice(0, 10) < day;
      return [day, [...touching.filter(isWhole), ...touching.filter((row) => !isWhole(row))]];
    }),
  );
}

/** Monday to Sunday. */
export const weekdayNames = () => ["一", "二", "三", "四", "五", "六", "日"].map((name) => t(name));

/** A day for people: 11月20日 周五. */
export function dayName(day: string): string {
  const [, month, date] = day.split("-").map(Number);
  const name = weekdayNames()[weekday(day)] ?? "";
  return t("{month}月{date}日 周{name}", { month: String(month), date: String(date), name });
}
