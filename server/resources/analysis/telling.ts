import type { Ratio } from "~/contract/analysis/analysis";

/** How numbers are shown: exactly to staff, and to the public so that no person can be identified (domain D.2). */
export interface Telling {
  cell: number;
  /** Whether figures that change daily may be shown: sums since the beginning, and present progress. */
  isExact: boolean;
  count(n: number): number | null;
  /** Part of a whole, `times` of it (100 for percent), to one decimal. */
  ratio(part: number, whole: number, times: number): Ratio;
  growth(now: number, before: number): number | null;
  /** A value computed from `of` rows that is no count, such as a median, in steps of `step`. */
  worked(value: number | null, of: number, step: number): number | null;
}

/** The fewest rows that a value is computed from. */
const least = 10;

const toOneDecimal = (value: number): number => Math.round(value * 10) / 10;

function telling(cell: number, least: number, isExact: boolean): Telling {
  // Zero is told like few: telling which days have none would tell which days have some.
  const fewest = cell === 1 ? 0 : null;
  const count = (n: number): number | null => (n < cell ? fewest : Math.floor(n / cell) * cell);
  const isEnough = (n: number | null): n is number => n !== null && n >= least;
  return {
    cell,
    isExact,
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
      return isExact ? Math.round(value) : Math.ceil(value / step) * step;
    },
  };
}

/** Counts as multiples of the small cell, both fewer than that and none are hidden; shares and sums of these, and none of fewer than ten. */
export const publicTelling = (cell: number): Telling => telling(cell, least, false);

export const exactTelling: Telling = telling(1, 1, true);
