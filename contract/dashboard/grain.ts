export const grains = { day: "按天", week: "按周", month: "按月" } as const;
export type Grain = keyof typeof grains;

interface Days {
  from: string;
  to: string;
}

const dayLength = 86_400_000;

/** Days up to a month, weeks up to half a year, else months. */
export function grainOf({ from, to }: Days): Grain {
  const length = (Date.parse(to) - Date.parse(from)) / dayLength + 1;
  return length <= 31 ? "day" : length <= 183 ? "week" : "month";
}

/** The days, weeks (from Monday) or months of a range, those at its ends as far as they are in it. */
export function bucketsIn(grain: Grain, { from, to }: Days): { date: string; to: string }[] {
  const buckets: { date: string; to: string }[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayLength) {
    const date = new Date(at);
    const day = date.toISOString().slice(0, 10);
    const last = buckets.at(-1);
    const begins = grain === "day" || (grain === "week" ? date.getUTCDay() === 1 : day.endsWith("-01"));
    if (!last || begins) buckets.push({ date: day, to: day });
    else last.to = day;
  }
  return buckets;
}
