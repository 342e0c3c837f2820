import { and, between, eq } from "drizzle-orm";
import type { SpecialStats } from "~/contract/special/special";
import type { Database, Transaction } from "~/server/database/database";
import { contentDaily } from "~/server/database/tables/content/content";
import { dailyFiguresOf } from "~/server/resources/content/figures";
import { daysIn, type Span } from "~/server/resources/inquiry/tracker/figures";
import { conversionOf } from "./view";

type Db = Database | Transaction;

/** A page's numbers day by day, those without any too: visits as they were told, inquiries and deals as of now. */
export async function statsOf(db: Db, id: number, span: Span): Promise<SpecialStats> {
  const visits = await db
    .select()
    .from(contentDaily)
    .where(
      and(
        eq(contentDaily.kind, "special"),
        eq(contentDaily.target_id, id),
        between(contentDaily.date, span.from, span.to),
      ),
    );
  const visitsOn = new Map(visits.map((row) => [row.date, row]));
  const figuresOn = await dailyFiguresOf(db, "special", id, span);
  const days = daysIn(span).map((date) => {
    const { views: pv = 0, uv = 0 } = visitsOn.get(date) ?? {};
    return { date, pv, uv, ...figuresOn(date) };
  });
  const total = { pv: 0, uv: 0, inquiries: 0, deals: 0 };
  for (const day of days) for (const name of ["pv", "uv", "inquiries", "deals"] as const) total[name] += day[name];
  return { ...span, days, total: { ...total, conversion: conversionOf(total.inquiries, total.uv) } };
}
