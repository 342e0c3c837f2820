import { expect, test } from "vitest";
import { dueAt } from "~/server/resources/customer/unregister/request-list";
import { addWorkdays, workdaysUntil } from "~/server/resources/shared/workdays";

const at = (text: string) => new Date(`${text}+08:00`);
const day = (moment: Date) => new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 16);

test("working days leave out weekends, holidays and what is worked in their stead", () => {
  // The National Day holidays of 2026: the 1st to the 7th; the 10th, a Saturday, is worked.
  expect(day(addWorkdays(at("2026-09-29T15:30"), 2))).toBe("2026-10-08T15:30");
  expect(day(addWorkdays(at("2026-10-09T09:00"), 1))).toBe("2026-10-10T09:00");
  expect(day(addWorkdays(at("2026-10-10T09:00"), 1))).toBe("2026-10-12T09:00");
  expect(day(addWorkdays(at("2026-11-21T10:00"), 1))).toBe("2026-11-23T10:00");
  expect(day(addWorkdays(at("2026-11-20T10:00"), 0))).toBe("2026-11-20T10:00");
});

test("a day is one of Shanghai, also late in the evening", () => {
  expect(day(addWorkdays(at("2026-11-20T23:50"), 1))).toBe("2026-11-23T23:50");
  expect(day(addWorkdays(at("2026-11-20T00:10"), 1))).toBe("2026-11-23T00:10");
});

test("counts what is left until a day, and what has passed since", () => {
  expect(workdaysUntil(at("2026-11-20T18:00"), at("2026-11-24T09:00"))).toBe(2);
  expect(workdaysUntil(at("2026-11-20T09:00"), at("2026-11-20T18:00"))).toBe(0);
  expect(workdaysUntil(at("2026-11-24T09:00"), at("2026-11-20T09:00"))).toBe(-2);
  for (const count of [1, 3, 8]) {
    const from = at("2026-09-24T11:00");
    expect(workdaysUntil(from, addWorkdays(from, count))).toBe(count);
  }
});

test("a removal is to be reviewed within the working days of the setting", () => {
  const due = dueAt(at("2026-11-20T10:00"), { "unregister.review_workdays": 8 });
  expect(due).toBe("2026-12-02T10:00:00.000+08:00");
});
