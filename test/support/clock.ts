// The one place that browser tests take the clock from: the product under test and its pages are started by it.
// `TEST_CLOCK=2026-12-31T23:55+08:00 TZ=America/Los_Angeles npx vitest run --project browser` tests at another time, elsewhere.

const { TEST_CLOCK, TZ } = process.env;

/** By how many milliseconds the clock under test is ahead of the machine's: what starts the product says it to the tests. */
export const clockAhead = TEST_CLOCK ? Date.parse(TEST_CLOCK) - Date.now() : 0;

/** The time zone of who uses the product. */
export const zone = TZ || "Asia/Shanghai";
