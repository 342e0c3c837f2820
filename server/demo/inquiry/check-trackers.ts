import { type SQL, sql } from "drizzle-orm";

/** What must never be in the demo's tracking points. */
export const trackerViolationsAt = (at: string): Record<string, SQL> => ({
  "a day with more visitors than views, or one yet to come": sql`select 1 from tracker_daily
    where uv > pv or date > (${at}::timestamptz at time zone 'Asia/Shanghai')::date`,
  "visits that do not make up their day": sql`select 1 from (
      select tracker_id, date, sum(pv) as pv, count(*) as uv from tracker_visit group by 1, 2) v
    join tracker_daily d using (tracker_id, date) where d.pv <> v.pv or d.uv <> v.uv`,
  "a tracking point's inquiries that are not those counted": sql`select 1 from tracker t
    where (select coalesce(sum(inquiry_count), 0) from tracker_daily d where d.tracker_id = t.id)
      <> (select count(*) from inquiry i where i.tracker_id = t.id and i.deleted_at is null)`,
});
