import { and, between, eq, inArray, type SQL, sql, sum as sumOf } from "drizzle-orm";
import { z } from "zod";
import { shanghaiDay } from "~/contract/day";
import { ratio } from "~/contract/decimal";
import { checkSpan, statDays, type TrackerStats } from "~/contract/inquiry/tracker";
import type { Db } from "~/server/database/database";
import { tracker, trackerDaily } from "~/server/database/tables/inquiry/tracker";
import { rowsOf } from "~/server/lib/call";
import { parseInput } from "~/server/lib/input";

type Tracker = typeof tracker.$inferSelect;

const dayLength = 86_400_000;
const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayLength) + 1;

export interface Span {
  from: string;
  to: string;
}

export const daysIn = ({ from, to }: Span): string[] =>
  Array.from({ length: daysBetween(from, to) }, (_, index) => plusDays(from, index));

const Asked = z
  .object({
    from: z.string().optional().meta({ label: "数据开始日期" }),
    to: z.string().optional().meta({ label: "数据结束日期" }),
  })
  .superRefine(checkSpan);

/** The days as asked for; thirty of them where an end is left open. */
export function spanOf(asked: { from?: string | undefined; to?: string | undefined }, now: Date): Span {
  const today = shanghaiDay(0, now.getTime());
  const to = asked.to ?? (asked.from && asked.from > today ? asked.from : today);
  const span = { from: asked.from ?? plusDays(to, 1 - statDays), to };
  parseInput(Asked, span);
  return span;
}

const counted = ["pv", "uv", "clicks", "impressions", "inquiry_count", "customer_count"] as const;
type Counted = (typeof counted)[number];
type Figures = Record<Counted, number>;

const none: Figures = { pv: 0, uv: 0, clicks: 0, impressions: 0, inquiry_count: 0, customer_count: 0 };

/** One number of a tracking point within the days, for the order of a list. */
export const figureOf = (name: Counted, { from, to }: Span): SQL<number> =>
  sql<number>`(select coalesce(sum(${trackerDaily[name]}), 0) from ${trackerDaily}
    where ${trackerDaily.tracker_id} = ${tracker.id} and ${trackerDaily.date} between ${from} and ${to})`;

export async function figuresOf(db: Db, ids: readonly number[], { from, to }: Span): Promise<Map<number, Figures>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: trackerDaily.tracker_id,
      ...(Object.fromEntries(counted.map((name) => [name, sumOf(trackerDaily[name]).mapWith(Number)])) as Record<
        Counted,
        SQL<number>
      >),
    })
    .from(trackerDaily)
    .where(and(inArray(trackerDaily.tracker_id, [...ids]), between(trackerDaily.date, from, to)))
    .groupBy(trackerDaily.tracker_id);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** What follows from a tracking point's numbers of the days. */
export function rowFigures(row: Tracker, figures: Figures = none, span: Span, digits: number) {
  const { pv, uv, clicks, inquiry_count } = figures;
  const cost = costIn(row, span, digits);
  return {
    ...{ pv, uv, clicks, inquiry_count, cost },
    conversion: uv > 0 ? Math.round((inquiry_count / uv) * 10_000) / 100 : null,
    inquiry_cost: cost !== null && inquiry_count > 0 ? money(cost, "1", String(inquiry_count), digits) : null,
  };
}

/** What the days have cost: the whole, spread evenly over the days of the placement. */
function costIn({ cost_amount, start_at, end_at }: Tracker, { from, to }: Span, digits: number): string | null {
  if (cost_amount === null) return null;
  if (!start_at || !end_at) return cost_amount;
  const [first, last] = [from > start_at ? from : start_at, to < end_at ? to : end_at];
  const days = Math.max(0, daysBetween(first, last));
  return money(cost_amount, String(days), String(daysBetween(start_at, end_at)), digits);
}

function money(amount: string, times: string, by: string, digits: number): string {
  const places = Math.min(digits, 2);
  const text = ratio([amount, times], [by], places);
  return places === 0 ? `${text}.00` : text;
}

export async function statsOf(db: Db, id: number, span: Span): Promise<TrackerStats> {
  const { from, to } = span;
  const rows = await rowsOf(
    db,
    trackerDaily,
    and(eq(trackerDaily.tracker_id, id), between(trackerDaily.date, from, to)),
  );
  const byDay = new Map(rows.map((row) => [row.date, row]));
  const days = daysIn(span).map((date) => {
    const row = byDay.get(date) ?? none;
    return { date, ...(Object.fromEntries(counted.map((name) => [name, row[name]])) as Figures) };
  });
  const total = { ...none };
  for (const day of days) for (const name of counted) total[name] += day[name];
  return { from, to, days, total };
}
