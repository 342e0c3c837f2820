// The only clock of browser tests: the product under test and its pages start with it. It is set to the next ten in the morning in
// Shanghai, so that no nightly job comes into the middle, whatever the hour on the machine.
// `TEST_CLOCK=2026-12-31T23:55+08:00 TZ=America/Los_Angeles npx vitest run --project browser` tests at another time, elsewhere.
// Chromium's own clock stays: a page whose clock is more than a day ahead cannot remove a cookie (it says "yesterday"), so that signing out fails there.

const { TEST_CLOCK, TZ } = process.env;
const day = 86_400_000;
const tenInShanghai = 2 * 3_600_000; // by UTC

/** Puts the clock under test where the tests want it: before the product is started, and before their processes, which inherit it. */
export function moveClock(): void {
  const now = Date.now();
  const next = Math.ceil((now - tenInShanghai) / day) * day + tenInShanghai;
  process.env.CLOCK_AHEAD = String((TEST_CLOCK ? Date.parse(TEST_CLOCK) : next) - now);
}

/** By how many milliseconds the clock under test is ahead of the machine's. */
export const clockAhead = () => Number(process.env.CLOCK_AHEAD ?? 0);

/** The time under test. */
export const now = () => Date.now() + clockAhead();

/** The time zone of who uses the product. */
export const zone = TZ || "Asia/Shanghai";
