import type { z } from "zod";
import { shanghaiDay } from "../day";
import { readQuery } from "../read-query";
import { request, screenData } from "../screen-data";
import { analytics } from "./analytics";

/** The days that an address of the dashboard shows; the last seven where it names none. */
export function dashboardRange(search: URLSearchParams): { from: string; to: string } {
  const { from, to } = readQuery(search, analytics.kpi);
  return from && to && from <= to ? { from, to } : { from: shanghaiDay(-6), to: shanghaiDay() };
}

/** The figure whose rows the address opens; undefined where it names none. */
export const figureOf = (search: URLSearchParams) => metricOf(search) ?? trackingMetricOf(search);

/** `readQuery` leaves out what does not fit. */
const metricOf = (search: URLSearchParams) =>
  (readQuery(search, analytics.rows) as Partial<z.output<typeof analytics.rows.query>>).metric;

/** The one figure that counts follow-ups; the others count customers. */
const trackingMetricOf = (search: URLSearchParams) =>
  search.get("metric") === "tracking_valid" ? ("tracking_valid" as const) : undefined;

export const dashboardScreens = {
  "/dashboard": screenData("page", ({ search }) => {
    const range = dashboardRange(search);
    const metric = metricOf(search);
    const trackingMetric = trackingMetricOf(search);
    const rows = { ...readQuery(search, analytics.rows), ...range };
    return {
      today: request(analytics.today, { query: readQuery(search, analytics.today) }),
      kpi: request(analytics.kpi, { query: range }),
      todo: request(analytics.todo),
      targets: request(analytics.target, { query: { month: range.to.slice(0, 7) } }),
      customers: metric && request(analytics.rows, { query: { ...rows, metric } }),
      trackings: trackingMetric && request(analytics.trackingRows, { query: { ...rows, metric: trackingMetric } }),
    };
  }),
};
