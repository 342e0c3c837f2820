import { sql } from "drizzle-orm";
import { trackerDaily, trackerVisit, visitSalt } from "~/server/database/tables/inquiry/tracker";
import { dayOf } from "~/server/lib/list";
import { every, type Job } from "../scheduler";

const chunkSize = 2_000;

/**
 * Sums up the visits of the days that are kept, from the beginning each time, so that it may run again. A day that the site has told itself stays as it
 * told it. Visits go after two days, a day's salt when the day is over.
 */
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
