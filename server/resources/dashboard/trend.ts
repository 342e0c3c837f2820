import { type SQL, sql } from "drizzle-orm";
import { metrics, type Trend, trends } from "~/contract/dashboard/analytics";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { dayOf, startOfDay } from "~/server/lib/list";
import { viewerOf } from "../customer/customer/view";
import { figureOf, type People } from "../customer/figures/figures";
import { type Days, rangeOf } from "../customer/figures/range";

/** How far back the chart looks where no range is said. */
const usual = 30;

const dayOfEach: Record<Trend["series"][number]["key"], SQL> = {
  tracking_valid: dayIn(sql`${tracking.tracked_at}`),
  customer_new: dayIn(sql`${customer.created_at}`),
};

/** Figures day by day, by the same conditions as the figures themselves; days without any are 0. */
export async function trendOf(call: SignedCall, query: Partial<Days> & People): Promise<Trend> {
  const viewer = await viewerOf(call);
  const today = dayOf(viewer.now);
  const days = rangeOf(query.from || query.to ? query : { from: plus(today, 1 - usual), to: today }, viewer.now);
  const series: Trend["series"] = [];
  for (const key of trends) {
    if (!call.user.permissions.has(metrics[key].permission)) continue;
    const { rows } = await call.db.execute<{ day: string; n: number }>(sql`
      select ${dayOfEach[key]} as day, count(*)::int as n from ${figureOf(key, viewer, query).from(days)} group by 1`);
    const found = new Map(rows.map((row) => [row.day, row.n]));
    const points = daysIn(days).map((date) => ({ date, value: found.get(date) ?? 0 }));
    series.push({ key, label: metrics[key].label, points });
  }
  return { ...days, series };
}

function dayIn(moment: SQL): SQL {
  return sql`to_char(${moment} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
}

const plus = (day: string, count: number) => dayOf(startOfDay(day, count));

function daysIn({ from, to }: Days): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = plus(day, 1)) days.push(day);
  return days;
}
