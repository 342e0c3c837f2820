import { refuseFields } from "~/server/lib/call";
import { dayOf, startOfDay } from "~/server/lib/list";
import type { Days } from "./figure";

const longest = 366;

export function rangeOf({ from, to }: Partial<Days>, now: Date): Days {
  const end = to ?? (from && from > dayOf(now) ? from : dayOf(now));
  const days = { from: from ?? `${end.slice(0, 8)}01`, to: end };
  const wrong = (message: string) => refuseFields([{ field: "to", label: "结束日期", message }]);
  if (days.from > days.to) return wrong("结束日期不能早于开始日期");
  return lengthOf(days) > longest ? wrong(`日期范围不能超过${longest}天`) : days;
}

export const lengthOf = ({ from, to }: Days) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

export const shift = (day: string, by: number) => dayOf(startOfDay(day, by));

/** The range of equal length just before. */
export function previous(days: Days): Days {
  const length = lengthOf(days);
  return { from: shift(days.from, -length), to: shift(days.to, -length) };
}

/** The same dates a year earlier; 29 February is the 28th. */
export function lastYear({ from, to }: Days): Days {
  const back = (day: string) => {
    const then = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
    return then.endsWith("02-29") ? then.replace("-29", "-28") : then;
  };
  return { from: back(from), to: back(to) };
}

export const lastDays = ({ to }: Days): Days[] =>
  Array.from({ length: 7 }, (_, index) => {
    const day = shift(to, index - 6);
    return { from: day, to: day };
  });

export function daysIn({ from, to }: Days): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = shift(day, 1)) days.push(day);
  return days;
}

export const monthOf = (now: Date): string => dayOf(now).slice(0, 7);

export function daysOfMonth(month: string): Days {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}
