/** What all random draws of the tests begin with: the same number unless TEST_SEED says otherwise. A run prints it. */
export const seed = Number(process.env.TEST_SEED ?? 20_261_120);

/** Whether this is the whole run (npm run test:whole). */
export const isWhole = process.env.WHOLE === "1";

/** How often a random test is tried: less often in the commit's run than in the whole one. */
export const rounds = (commit: number, whole: number): number => (isWhole ? whole : commit);

/** Numbers that look random and are the same each time (mulberry32). */
export function chance(from = seed) {
  let state = from;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number from 0 to `most`. */
  const upTo = (most: number) => Math.floor(next() * (most + 1));
  return {
    upTo,
    among: <T>(list: readonly T[]) => list[upTo(list.length - 1)] as T, // upTo() < length
    isLikely: (share: number) => next() < share,
    digits: (count: number) => Array.from({ length: count }, () => upTo(9)).join(""),
  };
}
