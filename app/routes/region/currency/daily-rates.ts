import { formatInstant } from "~/app/blocks/detail/format";
import { shanghaiDay } from "~/contract/day";
import { compareDecimals } from "~/contract/decimal";
import { now } from "~/contract/now";
import type { RateHistory } from "~/contract/region/currency";

export interface DailyRate {
  day: string;
  rate: string | null;
}

/** A history day by day, the last day today: a rate holds until the next one is set. */
export function dailyRates({ before, list }: RateHistory, days: number, at = now()): DailyRate[] {
  const lastOf = new Map(list.map(({ at, rate }) => [formatInstant(at).slice(0, 10), rate]));
  let rate = before?.rate ?? null;
  return Array.from({ length: days }, (_, index) => {
    const day = shanghaiDay(index + 1 - days, at);
    rate = lastOf.get(day) ?? rate;
    return { day, rate };
  });
}

export function rangeOf(daily: readonly DailyRate[]) {
  const known = daily.flatMap(({ rate }) => rate ?? []);
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const lowest = known.reduce((least, rate) => (compareDecimals(rate, least) < 0 ? rate : least));
  const highest = known.reduce((most, rate) => (compareDecimals(rate, most) > 0 ? rate : most));
  return { first, last, lowest, highest };
}
