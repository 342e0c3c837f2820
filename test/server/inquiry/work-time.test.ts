import { expect, test } from "vitest";
import { afterWorkTime, isWorking, type WorkTime, workSeconds } from "~/server/resources/inquiry/work-time";

const rules: WorkTime = {
  "inquiry.work_hours": { days: [1, 2, 3, 4, 5, 6], from: "09:30", to: "18:30" },
  "inquiry.holidays": ["2026-11-24"],
};
const at = (text: string) => new Date(`${text}:00+08:00`);
const after = (from: string, minutes: number) => afterWorkTime(at(from), minutes, rules).toISOString();

test("working time runs in the hours of the week alone", () => {
  // Friday noon, the evening, the night, Saturday evening into Monday.
  expect(after("2026-11-20T12:00", 30)).toBe(at("2026-11-20T12:30").toISOString());
  expect(after("2026-11-20T18:20", 30)).toBe(at("2026-11-21T09:50").toISOString());
  expect(after("2026-11-20T03:00", 30)).toBe(at("2026-11-20T10:00").toISOString());
  expect(after("2026-11-21T18:20", 30)).toBe(at("2026-11-23T09:50").toISOString());
});

test("holidays of the house and of the country are left out, the weekend worked in their stead is not", () => {
  expect(after("2026-11-23T18:20", 30)).toBe(at("2026-11-25T09:50").toISOString());
  // National Day 2026: Thursday 1 to Wednesday 7 October; Saturday 10 is worked, Sunday 20 September too.
  expect(after("2026-09-30T18:20", 30)).toBe(at("2026-10-08T09:50").toISOString());
  expect(isWorking(at("2026-09-20T10:00"), rules)).toBe(true);
  expect(isWorking(at("2026-09-27T10:00"), rules)).toBe(false);
});

test("what lies between two moments is the same both ways", () => {
  expect(workSeconds(at("2026-11-20T18:00"), at("2026-11-21T10:00"), rules)).toBe(3600);
  expect(workSeconds(at("2026-11-21T10:00"), at("2026-11-20T18:00"), rules)).toBe(-3600);
  expect(workSeconds(at("2026-11-22T08:00"), at("2026-11-22T20:00"), rules)).toBe(0);
});

test("a week without a working day ends somewhere", () => {
  const never: WorkTime = { ...rules, "inquiry.work_hours": { days: [], from: "09:30", to: "18:30" } };
  expect(afterWorkTime(at("2030-11-20T12:00"), 30, never).getTime()).toBeGreaterThan(at("2031-11-20T12:00").getTime());
});

test("hours up to 23:59 end with the day, so that a house may work around the clock", () => {
  const nonstop: WorkTime = {
    ...rules,
    "inquiry.work_hours": { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "23:59" },
  };
  expect(isWorking(new Date("2026-11-20T23:59:30+08:00"), nonstop)).toBe(true);
  expect(workSeconds(at("2026-11-20T23:50"), at("2026-11-21T00:10"), nonstop)).toBe(1200);
});
