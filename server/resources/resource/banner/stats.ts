import { and, between, eq } from "drizzle-orm";
import type { BannerStats } from "~/contract/resource/banner";
import type { Db } from "~/server/database/database";
import { contentDaily } from "~/server/database/tables/content/content";
import { daysIn, type Span } from "~/server/resources/inquiry/tracker/figures";
import { shareOf } from "./view";

export async function bannerStats(db: Db, id: number, { from, to }: Span): Promise<BannerStats> {
  const rows = await db
    .select({ date: contentDaily.date, impressions: contentDaily.impressions, clicks: contentDaily.clicks })
    .from(contentDaily)
    .where(and(eq(contentDaily.kind, "banner"), eq(contentDaily.target_id, id), between(contentDaily.date, from, to)));
  const byDay = new Map(rows.map((row) => [row.date, row]));
  const days = daysIn({ from, to }).map((date) => {
    const { impressions, clicks } = byDay.get(date) ?? { impressions: 0, clicks: 0 };
    return { date, impressions, clicks, ctr: shareOf(clicks, impressions) };
  });
  const sum = (name: "impressions" | "clicks") => days.reduce((total, day) => total + day[name], 0);
  const [impressions, clicks] = [sum("impressions"), sum("clicks")];
  return { from, to, days, total: { impressions, clicks, ctr: shareOf(clicks, impressions) } };
}
