import { shanghaiDay } from "../day";
import { readQuery } from "../read-query";
import { request, screenData } from "../screen-data";
import { trends } from "./trends";

export function trendQuery(search: URLSearchParams) {
  const { from, to, ...rest } = readQuery(search, trends.estate);
  return { ...rest, ...(from && to && from <= to ? { from, to } : { from: shanghaiDay(-29), to: shanghaiDay() }) };
}

export const trendScreens = {
  "/dashboard/estateTrend": screenData("page", ({ search }) => ({
    trend: request(trends.estate, { query: trendQuery(search) }),
  })),
  "/dashboard/customerTrend": screenData("page", ({ search }) => ({
    trend: request(trends.customer, { query: trendQuery(search) }),
  })),
  "/dashboard/clueTrend": screenData("page", ({ search }) => ({
    trend: request(trends.clue, { query: trendQuery(search) }),
  })),
  "/dashboard/agentTrend": screenData("page", ({ search }) => ({
    trend: request(trends.agent, { query: trendQuery(search) }),
  })),
};
