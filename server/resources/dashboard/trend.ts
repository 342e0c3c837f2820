import { sql } from "drizzle-orm";
import { type Trend, trends } from "~/contract/dashboard/blocks";
import { metrics } from "~/contract/dashboard/metrics";
import type { SignedCall } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import type { Days, People } from "~/server/resources/shared/figure";
import { daysIn, rangeOf, shift } from "~/server/resources/shared/range";
import { viewerOf } from "../customer/customer/view";
import { statFigure } from "./figures";
import { bucketsOf } from "./stat-values";

/** How far back the chart looks where no range is said. */
const usual = 30;

/** Figures day by day, past days as they are summed up; days without any are 0. */
export async function trendOf(call: SignedCall, query: Partial<Days> & People): Promise<Trend> {
  const viewer = await viewerOf(call);
  const today = dayOf(viewer.now);
  const days = rangeOf(query.from || query.to ? query : { from: shift(today, 1 - usual), to: today }, viewer.now);
  const series: Trend["series"] = [];
  for (const key of trends) {
    if (!call.user.permissions.has(metrics[key].permission)) continue;
    const found = await bucketsOf(call.db, key, statFigure(key, viewer, query), days, (day) => sql`${day}`);
    const points = daysIn(days).map((date) => ({ date, value: found.get(date) ?? 0 }));
    series.push({ key, label: metrics[key].label, points });
  }
  return { ...days, series };
}
