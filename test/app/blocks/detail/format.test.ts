// @vitest-environment node
import { expect, it } from "vitest";
import { formatAge, formatInstant, formatMoment } from "~/app/blocks/detail/format";

it("shows a moment in Asia/Shanghai, whichever offset it comes with", () => {
  expect(formatInstant("2026-11-20T09:05:00+08:00")).toBe("2026-11-20 09:05");
  expect(formatInstant("2026-11-19T18:30:00Z")).toBe("2026-11-20 02:30");
  expect(formatInstant(null)).toBe("");
});

it("shortens a moment: the time today, the day and time this year, else the day", () => {
  const now = Date.parse("2026-11-20T00:30:00+08:00");
  expect(formatMoment("2026-11-20T09:05:00+08:00", now)).toBe("09:05");
  expect(formatMoment("2026-11-19T23:50:00+08:00", now)).toBe("11-19 23:50");
  expect(formatMoment("2025-12-31T16:00:00Z", now)).toBe("01-01 00:00");
  expect(formatMoment("2025-11-20T09:05:00+08:00", now)).toBe("2025-11-20");
});

it("counts calendar days back, not hours", () => {
  const now = Date.parse("2026-11-20T00:30:00+08:00");
  expect(formatAge("2026-11-20T00:10:00+08:00", now)).toBe("今天");
  expect(formatAge("2026-11-19T23:50:00+08:00", now)).toBe("昨天");
  expect(formatAge("2026-11-10T12:00:00+08:00", now)).toBe("10天前");
});
