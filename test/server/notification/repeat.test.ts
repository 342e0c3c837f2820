import { expect, test } from "vitest";
import type { Repeat } from "~/contract/notification/notification-kinds";
import { nextTime } from "~/server/resources/notification/notification/repeat";

const rule = (repeat: Repeat, send_at: string, more: object = {}) => ({
  ...{ repeat, send_at, repeat_until: null, repeat_count: null, occurrence_count: 1 },
  ...more,
});
const after = (of: ReturnType<typeof rule>, at: string) => nextTime(of, new Date(at))?.toISOString().slice(0, 16);

test.each([
  ["daily", "2026-01-31T01:00:00Z", "2026-01-31T01:00:00Z", "2026-02-01T01:00"],
  ["daily", "2026-01-31T01:00:00Z", "2026-02-03T00:59:00Z", "2026-02-03T01:00"],
  ["daily", "2026-01-31T01:00:00Z", "2026-01-01T00:00:00Z", "2026-01-31T01:00"],
  ["weekly", "2026-01-31T01:00:00Z", "2026-02-10T00:00:00Z", "2026-02-14T01:00"],
  // A shorter month has its last day, a later one the day of the first again.
  ["monthly", "2026-01-31T01:00:00Z", "2026-01-31T01:00:00Z", "2026-02-28T01:00"],
  ["monthly", "2026-01-31T01:00:00Z", "2026-02-28T01:00:00Z", "2026-03-31T01:00"],
  ["monthly", "2026-11-15T01:00:00Z", "2026-12-20T00:00:00Z", "2027-01-15T01:00"],
  // The day is that of Shanghai: seven in the morning of the first there.
  ["monthly", "2026-01-31T23:00:00Z", "2026-01-31T23:00:00Z", "2026-02-28T23:00"],
] as const)("%s from %s: after %s comes %s", (repeat, first, at, next) => {
  expect(after(rule(repeat, first), at)).toBe(next);
});

test("ends after its last day, and after its count", () => {
  const first = "2026-01-30T23:00:00Z"; // the 31st in Shanghai
  expect(after(rule("daily", first, { repeat_until: "2026-02-01" }), first)).toBe("2026-01-31T23:00");
  expect(after(rule("daily", first, { repeat_until: "2026-01-31" }), first)).toBeUndefined();
  expect(after(rule("daily", first, { repeat_count: 2 }), first)).toBe("2026-01-31T23:00");
  expect(after(rule("daily", first, { repeat_count: 2, occurrence_count: 2 }), first)).toBeUndefined();
});
