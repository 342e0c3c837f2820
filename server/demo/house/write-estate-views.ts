import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { dayOf } from "~/server/lib/list";
import { rollUpFigures } from "~/server/resources/content/figures";

/** Days of which visits are kept, as long as those of signed-in users. */
const shownDays = 180;
/** Visitors for each inquiry that an estate brings: 1–3 % of them ask. */
const visitorsEach = 50;

/** Visits of estates by day: registered users' from their behaviours, others in proportion to inquiries. Runs after their sources. */
export async function writeEstateViews(tx: Transaction, now: Date): Promise<void> {
  const today = dayOf(now);
  // The same every time: an estate's day has its own number between 0.5 and 1.5.
  const chance = sql`0.5 + ('x' || substr(md5(e.id || '-' || day), 1, 6))::bit(24)::int / 16777216.0`;
  const weekend = sql`case when extract(isodow from day) in (6, 7) then 1.4 else 0.85 end`;
  await tx.execute(sql`
    insert into content_daily (kind, target_id, date, views, uv)
    select 'estate', id, day, coalesce((uv * 1.45)::int, 0) + coalesce(signed.views, 0), coalesce(uv, 0) + coalesce(signed.users, 0) from (
      select e.id, day::date as day, ((4 + e.inquiry_count) * ${visitorsEach} / 365.0 * (${chance}) * ${weekend})::int as uv
      from estate e, generate_series(greatest((e.published_at at time zone 'Asia/Shanghai')::date, ${today}::date - ${shownDays}::int), ${today}::date, interval '1 day') day
      where e.published_at is not null and e.deleted_at is null) shown
    full join (
      select target_id as id, (at at time zone 'Asia/Shanghai')::date as day, count(*)::int as views, count(distinct customer_user_id)::int as users
      from user_behavior where type = 'view_estate' and target_type = 'estate' group by 1, 2) signed using (id, day)
    where coalesce(uv, 0) + coalesce(signed.views, 0) > 0 and id is not null`);
  await tx.execute(sql`update estate set view_count = sums.views from (
      select target_id, sum(views)::int as views from content_daily where kind = 'estate' group by target_id) sums
    where sums.target_id = estate.id`);
  await rollUpFigures(tx, "2000-01-01");
}
