import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { type Calendar, day, hoursByWeight } from "../shared/calendar";
import { drawn, momentSql } from "../shared/sql";
import { reports, searchedKeywords } from "./site-texts";

/** The stream is kept 180 days (domain B.2); a day less, so that no clean-up takes the oldest at once. */
const keptDays = 179;
/** Estates that visitors of the site find. */
const mostOnSite = 38;

/** Behaviours of registered users in the kept days, and their total figures: most came once, a few often. Runs after users and estates. */
export async function writeBehaviors(tx: Transaction, calendar: Calendar): Promise<void> {
  const now = momentSql(calendar.now);
  const since = momentSql(calendar.today - keptDays * day);
  const own = (salt: number, of: number) => drawn(sql`v.id * 1009 + v.n * 31 + ${salt}`, of);
  const seen = (salt: number, of: number) => drawn(sql`s.id * 1009 + s.n * 31 + s.k * 7 + ${salt}`, of);
  const habit = sql`case when ${drawn(sql`u.id`, 100)} < 48 then 0 when ${drawn(sql`u.id`, 100)} < 78 then 1 + u.id % 2
    when ${drawn(sql`u.id`, 100)} < 95 then 2 + u.id % 6 else 8 + u.id % 11 end`;
  const noTarget = sql`null::text as target_type, null::bigint as target_id, null::text as target_name, null::text as keyword`;
  const estate = sql`'estate', s.estate, s.name, null`;
  await tx.execute(sql`
    with came as (
      select u.id, n, u.register_platform as platform, u.register_ip as ip, u.registered_at + interval '1 minute' as first,
        case u.status when 'normal' then ${now} else u.updated_at end - interval '40 minutes' as last,
        case when n = 0 then u.registered_at + interval '1 minute' else (
          (greatest(u.registered_at, ${since}) at time zone 'Asia/Shanghai')::date
            + ${drawn(sql`u.id * 53 + n`, 100_000)} * ((${now} at time zone 'Asia/Shanghai')::date - (greatest(u.registered_at, ${since}) at time zone 'Asia/Shanghai')::date + 1) / 100000
            + (${JSON.stringify(hoursByWeight)}::jsonb ->> ${drawn(sql`u.id * 59 + n`, hoursByWeight.length)})::int * interval '1 hour'
            + ${drawn(sql`u.id * 61 + n`, 3_600)} * interval '1 second') at time zone 'Asia/Shanghai' end as start
      from customer_user u cross join lateral generate_series(0, (${habit})::int) n where u.status <> 'unregistered'),
    v as (
      select * from (select *, lag(start) over (partition by id order by start, n) as former from came
        where start >= ${since} and start >= first and start < last) told
      where former is null or start > former + interval '40 minutes'),
    site as (
      select id as estate, name, row_number() over (order by id) - 1 as place from (
        select id, name from estate where publish_status = 'online' order by id limit ${mostOnSite}) shown),
    looked as (
      select v.*, k, site.estate, site.name, row_number() over (partition by v.id, site.estate order by v.start, k) as time
      from v cross join lateral generate_series(1, (${own(1, 5)} + ${own(2, 2)})::int) k
      join site on site.place = least(${drawn(sql`v.id * 67 + v.n * 71 + k`, mostOnSite)}, ${drawn(sql`v.id * 73 + v.n * 79 + k`, mostOnSite)})
        % (select count(*) from site))
    insert into user_behavior (customer_user_id, type, target_type, target_id, target_name, keyword, platform, ip, at)
    select id, type, target_type, target_id, target_name, keyword, platform, ip, at from (
      select v.id, 'login' as type, ${noTarget}, v.platform, v.ip, v.start + interval '20 seconds' as at from v where v.former is null or ${own(3, 100)} < 40
      union all select v.id, 'search', null, null, null, ${JSON.stringify(searchedKeywords)}::jsonb ->> ${own(4, searchedKeywords.length)},
        v.platform, v.ip, v.start + interval '1 minute' from v where ${own(5, 100)} < 45
      union all select s.id, 'view_estate', ${estate}, s.platform, s.ip, s.start + s.k * interval '2 minutes' from looked s
      union all select s.id, 'favorite', ${estate}, s.platform, s.ip, s.start + s.k * interval '2 minutes' + interval '25 seconds'
        from looked s where s.time = 1 and ${seen(1, 100)} < 17
      union all select s.id, 'unfavorite', ${estate}, s.platform, s.ip, s.start + s.k * interval '2 minutes' + interval '15 minutes'
        from looked s where s.time = 1 and ${seen(1, 100)} < 3
      union all select s.id, 'share', ${estate}, s.platform, s.ip, s.start + s.k * interval '2 minutes' + interval '40 seconds'
        from looked s where ${seen(2, 100)} < 4
      union all select v.id, 'download_report', 'report', 1 + ${own(6, reports.length)}, ${JSON.stringify(reports)}::jsonb ->> ${own(6, reports.length)},
        null, v.platform, v.ip, v.start + interval '14 minutes' from v where ${own(7, 100)} < 2) deeds
    order by at, id, type`);
  // Some more for users older than the stream.
  const earlier = (salt: number, of: number) =>
    sql`case when u.registered_at < ${since} then ${drawn(sql`u.id + ${salt}`, of)} else 0 end`;
  await tx.execute(sql`
    update customer_user u set login_count = coalesce(b.logins, 0) + ${earlier(1, 9)}, view_count = coalesce(b.views, 0) + ${earlier(2, 18)},
      favorite_count = coalesce(b.favorites, 0), last_active_at = coalesce(b.last, u.registered_at), updated_at = greatest(u.updated_at, b.last)
    from customer_user o left join (
      select customer_user_id as id, max(at) as last, count(*) filter (where type = 'login') as logins,
        count(*) filter (where type = 'view_estate') as views,
        count(*) filter (where type = 'favorite') - count(*) filter (where type = 'unfavorite') as favorites
      from user_behavior group by 1) b on b.id = o.id
    where o.id = u.id and u.status <> 'unregistered'`);
}
