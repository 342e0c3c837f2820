import { shanghaiDay } from "../day";
import { readQuery } from "../read-query";
import { analytics } from "./analytics";

/** The days that an address of the dashboard shows; the last seven where it names none. */
export function dashboardRange(search: URLSearchParams): { from: string; to: string } {
  const { from, to } = readQuery(search, analytics.kpi);
  return from && to && from <= to ? { from, to } : { from: shanghaiDay(-6), to: shanghaiDay() };
}
