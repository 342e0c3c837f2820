const numberOf = (day: string) => Date.parse(day) / 86_400_000;

export const plusDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

/** How many days after the Monday of its week a day is. 1970-01-01 was a Thursday. */
export const weekday = (day: string): number => (numberOf(day) + 3) % 7;

/** The days that a calendar around this one shows: itself, its week from Monday, or all weeks of its month. */
export function calendarDays(view: "day" | "week" | "month", day: string): string[] {
  if (view === "day") return [day];
  const first = view === "week" ? day : `${day.slice(0, 8)}01`;
  const monday = plusDays(first, -weekday(first));
  const days = Array.from({ length: view === "week" ? 7 : 42 }, (_, index) => plusDays(monday, index));
  const weeks = days.findLastIndex((one) => one.slice(0, 7) === day.slice(0, 7));
  return view === "week" ? days : days.slice(0, Math.floor(weeks / 7) * 7 + 7);
}
