import type { Ratio } from "~/contract/analysis/analysis";

/** How numbers are told: exactly to staff, and to everybody so that nobody can be found in them (domain D.2). */
export interface Telling {
  /** What counts are multiples of. */
  cell: number;
  count(n: number): number | null;
  /** Part of a whole, `times` of it (100 for percent), to one decimal. */
  ratio(part: number, whole: number, times: number): Ratio;
  /** By how many percent more than before. */
  growth(now: number, before: number): number | null;
  /** Something worked out of so many rows that is no count, such as a median, in steps of `step`. */
  worked(value: number | null, of: number, step: number): number | null;
}

/** Of fewer than so many nothing is worked out. */
const least = 10;

const toOneDecimal = (value: number): number => Math.round(value * 10) / 10;

function telling(cell: number, least: number, isStepped: boolean): Telling {
  const count = (n: number): number | null => {
    if (n <= 0) return 0;
    return n < cell ? null : Math.floor(n / cell) * cell;
  };
  const isEnough = (n: number | null): n is number => n !== null && n >= least;
  return {
    cell,
    count,
    ratio(part, whole, times) {
      const told = { part: count(part), whole: count(whole) };
      const isKnown = told.part !== null && isEnough(told.whole);
      return { ...told, value: isKnown ? toOneDecimal(((told.part ?? 0) / (told.whole ?? 1)) * times) : null };
    },
    growth(now, before) {
      const [told, base] = [count(now), count(before)];
      return told !== null && isEnough(base) ? toOneDecimal((told / base - 1) * 100) : null;
    },
    worked(value, of, step) {
      if (value === null || !isEnough(count(of))) return null;
      return isStepped ? Math.ceil(value / step) * step : Math.round(value);
    },
  };
}

/** Counts as multiples of the small cell, fewer than that hidden; shares and sums of these, and none of fewer than ten. */
export const publicTelling = (cell: number): Telling => telling(cell, least, true);

export const exactTelling: Telling = telling(1, 1, false);
