import chineseDays from "chinese-days";
import { dayOf } from "~/server/lib/list";

const dayLength = 86_400_000;

/** Whether people work in mainland China on a day `YYYY-MM-DD`. A year whose holidays are not announced yet knows weekends alone. */
// Noon without an offset: the library asks for the day in the zone that the server happens to stand in.
const isWorkday = (day: string): boolean => chineseDays.isWorkday(`${day}T12:00:00`);

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
