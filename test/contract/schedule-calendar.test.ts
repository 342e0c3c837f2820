import { expect, test } from "vitest";
import { calendarDays, plusDays, weekday } from "~/contract/calendar";
import { calendarAt } from "~/contract/schedule/schedule-calendar";

test("a week begins on Monday, and a month is shown with all of its weeks", () => {
  expect(weekday("2026-11-23")).toBe(0);
  expect(weekday("2026-11-22")).toBe(6);
  expect(weekday("1969-12-29")).toBe(0);
  expect(calendarDays("week", "2026-11-22").join(" ")).toMatch(/^2026-11-16 .* 2026-11-22$/);
  const ends = (day: string) => {
    const days = calendarDays("month", day);
    return [days.length, days[0], days.at(-1)];
  };
  expect(ends("2026-11-20")).toEqual([42, "2026-10-26", "2026-12-06"]);
  expect(ends("2027-02-10")).toEqual([28, "2027-02-01", "2027-02-28"]);
  expect(ends("2026-12-31")).toEqual([35, "2026-11-30", "2027-01-03"]);
  expect(plusDays("2026-12-31", 1)).toBe("2027-01-01");
});

test("an address of the calendar asks for its days, a broken one for those of today, the list's for none", () => {
  const at = (search: string) => calendarAt(new URLSearchParams(search));
  expect(at("view=week&day=2026-11-20&user_id=7&page=3&sort=-start_at")).toMatchObject({
    day: "2026-11-20",
    query: { user_id: 7, from: "2026-11-16", to: "2026-11-22", page: 1, sort: "start_at", status: ["pending", "done"] },
  });
  expect(at("view=week&status=cancelled")?.query.status).toEqual(["cancelled"]);
  expect(at("view=month&day=2026-13-77")?.day).toBe(at("view=month")?.day);
  expect(at("view=list")).toBeUndefined();
  expect(at("")).toBeUndefined();
});
