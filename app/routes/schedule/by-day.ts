import { formatInstant } from "~/app/blocks/detail/format";
import type { ScheduleRow } from "~/contract/schedule/schedule";

export type OfDays = ReadonlyMap<string, readonly ScheduleRow[]>;

/** The day on which a schedule ends; midnight belongs to the day before. */
function lastDay({ start_at, end_at, all_day }: ScheduleRow): string {
  if (!end_at) return formatInstant(start_at).slice(0, 10);
  const isLater = !all_day && Date.parse(end_at) > Date.parse(start_at);
  return formatInstant(isLater ? new Date(Date.parse(end_at) - 1).toISOString() : end_at).slice(0, 10);
}

export const byDay = (rows: readonly ScheduleRow[], days: readonly string[]): OfDays =>
  new Map(
    days.map((day) => {
      const touching = rows.filter((row) => formatInstant(row.start_at).slice(0, 10) <= day && lastDay(row) >= day);
      const isWhole = (row: ScheduleRow) => row.all_day || formatInstant(row.start_at).slice(0, 10) < day;
      return [day, [...touching.filter(isWhole), ...touching.filter((row) => !isWhole(row))]];
    }),
  );
