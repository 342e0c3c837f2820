import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { statBuilt, statDaily } from "~/server/database/tables/dashboard/stat";
import { estate } from "~/server/database/tables/house/estate";
import { dayOf } from "~/server/lib/list";

/** Days on which what was online had been taken. */
const takenDays = 365;

/** What time would have left behind: how much was online as each day ended. The other sums the job makes by itself. */
export async function writeStats(tx: Transaction, now: Date): Promise<void> {
  const today = dayOf(now);
  const day = (column: unknown) => sql`(${column} at time zone 'Asia/Shanghai')::date`;
  const past = sql`generate_series(${today}::date - ${takenDays}::int, ${today}::date - 1, interval '1 day')`;
  const isOnline = sql`${estate.publish_status} = 'online' and ${estate.deleted_at} is null`;
  await tx.execute(sql`
    insert into ${statDaily} (date, metric, dim_type, dim_id, value)
    select past::date, 'estate_online', case when grouping(${estate.created_by}) = 1 then 'staff' else 'user' end, coalesce(${estate.created_by}, 0), count(*)
    from ${past} past join ${estate} on ${isOnline} and ${estate.created_by} is not null and ${day(estate.published_at)} <= past::date
    group by grouping sets ((past, ${estate.created_by}), (past))`);
  await tx.execute(sql`
    insert into ${statBuilt} (metric, date, basis, built_at)
    select 'estate_online', past::date, '', ${isoInstant(now)} from ${past} past`);
}
