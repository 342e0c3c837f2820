import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { statBuilt, statDaily } from "~/server/database/tables/dashboard/stat";
import { estate } from "~/server/database/tables/house/estate";
import { dayOf } from "~/server/lib/list";
import { drawn, momentSql } from "../shared/rows";
import type { Writing } from "../terms";

/** Targets of five teams and all sellers, for six months (domain G.2), about what a seller reaches in a good month. */
export async function writeTargets({ tx, calendar }: Writing): Promise<void> {
  const now = momentSql(calendar.now);
  const chance = (salt: number, of: number) => drawn(sql`s.id * 97 + s.back * 13 + ${salt}`, of);
  await tx.execute(sql`
    with s as (
      select distinct u.id, u.team_id, back,
        to_char((${now} at time zone 'Asia/Shanghai') - back * interval '1 month', 'YYYY-MM') as month
      from "user" u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id and r.code in ('sales', 'sales_manager')
        cross join generate_series(0, 5) back),
    own as (select s.*, 1 + ${chance(1, 3)} as contracts, 3 + ${chance(3, 4)} as visits, 22 + ${chance(4, 12)} as valid, 5 + ${chance(5, 4)} as made from s),
    each as (
      select s.id, s.team_id, s.month, m.metric, m.value from own s cross join lateral (values
        ('contract_amount', s.contracts * (22 + ${chance(2, 21)}) * 100000), ('contract_count', s.contracts), ('visit_count', s.visits),
        ('tracking_valid', s.valid), ('customer_new', s.made)) m (metric, value))
    insert into target (dim, user_id, team_id, month, metric, value, created_at, updated_at)
    select dim, user_id, team_id, month, metric, value, day, day from (
      select 'user' as dim, id as user_id, null::bigint as team_id, month, metric, value from each
      union all select 'team', null, team_id, month, metric, sum(value) from each group by team_id, month, metric
      -- A team without sellers has its own: what it brings in by its agents.
      union all select 'team', null, t.id, s.month, m.metric, m.value from team t cross join (select distinct month from s) s
        cross join (values ('contract_amount', 6000000), ('contract_count', 2)) m (metric, value) where t.name = '渠道') told
      cross join lateral (select (month || '-01T09:30:00+08:00')::timestamptz as day) at
    order by month, dim desc, user_id, team_id, metric`);
}

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
