import type { Random } from "./random";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 86_400_000;
const offset = 8 * 3_600_000;

/** Days of Asia/Shanghai, counted back from the day of `now`. */
export interface Calendar {
  now: number;
  today: number;
  /** The smallest number of days ago at which a working hour has already passed. */
  latest: number;
  /** A moment in working hours (9–21), and not after now. */
  working(daysAgo: number): number;
  /** A moment of that day that lies at or before now's time of day, so that as many whole days have passed as calendar days. */
  early(daysAgo: number): number;
  at(daysAgo: number, hour: number, minutes?: number): number;
  daysAgo(moment: number): number;
}

export function calendarOf(now: Date, random: Random): Calendar {
  const moment = now.getTime();
  const today = Math.floor((moment + offset) / day) * day - offset;
  const passed = Math.floor((moment - today) / minute);
  const opening = 9 * 60;
  const closing = 21 * 60;
  const jobEnd = 2 * 60 + 1;
  const latest = passed > opening + 30 ? 0 : 1;
  const seconds = () => random.whole(0, 59) * 1000;
  return {
    now: moment,
    today,
    latest,
    working(daysAgo) {
      const last = daysAgo === 0 ? Math.min(closing, passed - 1) : closing;
      return today - daysAgo * day + random.whole(Math.min(opening, last), last) * minute + seconds();
    },
    early(daysAgo) {
      const last = Math.min(closing, Math.max(passed - 1, 0));
      // After the hour of the night's release, so that the run of last night, which a first start makes up for, leaves it.
      const first = last > opening ? opening : last > jobEnd ? jobEnd : 0;
      return today - daysAgo * day + random.whole(first, last) * minute;
    },
    at: (daysAgo, hour, minutes = 0) => today - daysAgo * day + (hour * 60 + minutes) * minute,
    daysAgo: (value) => Math.floor((today - value + day - 1) / day),
  };
}

/** The day as `yyMMdd`, as numbers carry it. */
export function shortDay(moment: number): string {
  return new Date(moment + offset).toISOString().slice(2, 10).replaceAll("-", "");
}

/** Hours of the day at which visitors of the site are about: late morning and evening most of all. */
const visitHours = [3, 1, 1, 1, 1, 2, 4, 8, 10, 12, 20, 22, 18, 12, 10, 10, 10, 11, 13, 17, 24, 28, 24, 12] as const;
export const hoursByWeight = visitHours.flatMap((weight, hour) => Array<number>(weight).fill(hour));

/** A moment of that day when visitors are about, before now. */
export function hourly(random: Random, calendar: Calendar, daysAgo: number): number {
  const moment = calendar.at(daysAgo, random.pick(hoursByWeight), random.whole(0, 59)) + random.whole(0, 59) * 1_000;
  return moment < calendar.now ? moment : calendar.now - random.whole(1, 180) * minute;
}

/** A moment between two others, in working hours where one of them lies between. */
export function inHours(random: Random, calendar: Calendar, from: number, to: number): number {
  for (let attempt = 0; attempt < 8; attempt++) {
    const at = calendar.working(random.whole(calendar.daysAgo(to), calendar.daysAgo(from)));
    if (at > from && at < to) return at;
  }
  return from + Math.floor(((to - from) * random.value()) / 1_000) * 1_000;
}
