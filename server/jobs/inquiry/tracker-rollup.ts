import { type AnyColumn, sql } from "drizzle-orm";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { trackerDaily, trackerVisit, visitSalt } from "~/server/database/tables/inquiry/tracker";
import { dayOf, startOfDay } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { every, type Job } from "../scheduler";

const chunkSize = 2_000;

/** Sums up the kept days' visits from the beginning each time. A day that the site has sent itself stays. Visits go after two days. */
export const trackerRollup: Job = {
  name: "tracker_rollup",
  lastTurn: every(5),
  async run({ services: { db }, at, signal }) {
    const today = dayOf(at);
    const yesterday = dayOf(new Date(at.getTime() - 86_400_000));
    const { rowCount } = await db.execute(sql`
      insert into ${trackerDaily} as daily (tracker_id, date, pv, uv, clicks, impressions)
      select tracker_id, date, sum(pv), count(*) filter (where pv > 0 and visitor_hash <> ''), sum(clicks), sum(impressions)
      from ${trackerVisit} group by tracker_id, date order by tracker_id, date
      on conflict (tracker_id, date) do update set
        pv = excluded.pv, uv = excluded.uv, clicks = excluded.clicks, impressions = excluded.impressions
      where not daily.is_reported and (daily.pv, daily.uv, daily.clicks, daily.impressions)
        is distinct from (excluded.pv, excluded.uv, excluded.clicks, excluded.impressions)`);
    await countInquiries(db, yesterday);
    for (let gone = chunkSize; gone === chunkSize; ) {
      signal.throwIfAborted();
      const dropped = await db.execute(sql`delete from ${trackerVisit} where ctid = any(array(
        select ctid from ${trackerVisit} where date < ${yesterday} limit ${chunkSize}))`);
      gone = dropped.rowCount ?? 0;
    }
    await db.execute(sql`delete from ${visitSalt} where date < ${today}`);
    return `${rowCount ?? 0} days`;
  },
};

/** What the tracking points have brought since that day: inquiries by when they came, customers by when they were made. */
async function countInquiries(db: Services["db"], since: string): Promise<void> {
  const start = startOfDay(since);
  const dayIn = (column: AnyColumn) => sql`(${column} at time zone 'Asia/Shanghai')::date`;
  const isCounted = sql`${inquiry.tracker_id} is not null and ${inquiry.deleted_at} is null`;
  await db.execute(sql`
    insert into ${trackerDaily} as daily (tracker_id, date, inquiry_count, customer_count)
    select tracker_id, date, sum(came), sum(made) from (
      select ${inquiry.tracker_id} as tracker_id, ${dayIn(inquiry.created_at)} as date, 1 as came, 0 as made from ${inquiry}
        where ${isCounted} and ${inquiry.created_at} >= ${start}
      union all select ${inquiry.tracker_id}, ${dayIn(inquiry.converted_at)}, 0, 1 from ${inquiry}
        where ${isCounted} and ${inquiry.status} = 'converted' and ${inquiry.converted_at} >= ${start}
      union all select tracker_id, date, 0, 0 from ${trackerDaily} where date >= ${since}
    ) counted group by tracker_id, date order by tracker_id, date
    on conflict (tracker_id, date) do update set
      inquiry_count = excluded.inquiry_count, customer_count = excluded.customer_count
    where (daily.inquiry_count, daily.customer_count) is distinct from (excluded.inquiry_count, excluded.customer_count)`);
}
