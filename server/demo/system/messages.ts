import { sql } from "drizzle-orm";
import { poolReasons } from "~/contract/customer/customer-record";
import { momentSql } from "../shared/rows";
import type { Writing } from "../terms";

const keptDays = 175;
const mostUnread = 12;
const announcements = [
  ["系统维护通知", "本周日 02:00–04:00 进行系统维护，届时可能短暂无法访问，请提前保存正在填写的内容。"],
  ["客户公海规则说明", "超过15天没有有效跟进的客户会自动进公海，请及时跟进并填写不少于10个字的跟进内容。"],
] as const;

/** What the system told everybody: of customers given and taken, of follow-ups due, of itself; in the sentences of the acts. The newest 3–12 are unread. */
export async function writeMessages({ tx, calendar, staff: { length: staff }, isFull }: Writing): Promise<void> {
  const total = isFull ? 2_500 : 250;
  const now = momentSql(calendar.now);
  const morning = momentSql(calendar.at(calendar.latest, 9));
  const each = Math.min(mostUnread, Math.floor(total / staff) - 2);
  const about = sql`'客户【' || c.customer_no || '】' || c.name`;
  const place = sql`'/customer/editCustomerInfo/' || c.id`;
  const transferPlace = "/customer/customerInfor?view=transfer";
  const owners = sql`customer_owner_log l join customer c on c.id = l.customer_id left join "user" b on b.id = l.by
    left join "user" f on f.id = l.from_user left join "user" o on o.id = l.to_user`;
  const gone = sql`${about} || '因' || (${JSON.stringify(poolReasons)}::jsonb ->> l.reason) || '已自动释放到公海。'`;
  const taken = sql`coalesce(b.name, '系统') || '将' || ${about}`;
  await tx.execute(sql`
    with told (user_id, category, level, title, content, link, link_id, dedupe_key, at) as (
      select l.to_user, 'customer', 'info', '您有新的客户', ${taken} || case l.action when 'assign' then '分配给您。' else '转移给您。' end, ${place}, c.id, null, l.at
        from ${owners} where l.action in ('assign', 'transfer')
      union all select l.from_user, 'customer', 'info', '您的客户已转移', ${taken} || '转移给' || o.name || '。', ${place}, c.id, null, l.at
        from ${owners} where l.action = 'transfer'
      union all select l.from_user, 'customer', 'warning', '客户已进公海', '您的' || ${gone}, ${place}, c.id, null, l.at from ${owners} where l.action = 'auto_release'
      union all select c.owner_id, 'customer', 'warning', '客户即将进公海',
          ${about} || case when days > 0 then '将在' || days || '天后' else '即将' end || '进公海，请尽快跟进。',
          ${place}, c.id, 'pool_warn:' || c.id || ':' || c.owner_id || ':' || round(extract(epoch from c.due)), ${morning}
        from (select *, ceil(extract(epoch from due - ${now}) / 86400) as days from (
          select *, least(greatest(last_valid_tracking_at, assigned_at) + interval '15 days', assigned_at + interval '90 days') as due
          from customer where owner_id is not null and not is_locked) held) c where days <= 3
      union all select s.user_id, 'schedule', 'info', '日程提醒', s.title || '将在30分钟后开始。', ${place}, c.id, null, s.start_at - interval '30 minutes'
        from schedule s join customer c on c.id = s.customer_id where s.status = 'pending' and s.start_at < ${now}
      union all select t.leader_id, 'customer', 'info', '转移申请待处理',
          '【' || a.name || '】申请转移客户【' || c.customer_no || '】，理由：' || r.reason || '。', ${transferPlace}::text, r.id, null, r.created_at
        from transfer_request r join customer c on c.id = r.customer_id join "user" a on a.id = r.applicant_id
          join "user" o on o.id = r.owner_id join team t on t.id = o.team_id where t.leader_id is not null
      union all select u.id, 'mention', 'info', '有人在' || case when c.id is null then '楼盘' else '客户' end || '评论中提到您',
          b.name || '在' || coalesce(${about}, '楼盘【' || e.estate_no || '】' || e.name) || '的评论中提到您：' || replace(t.content, '@[' || u.id || ']', '@' || u.name),
          coalesce(${place} || '?tab=comments', '/house/estate-list/estate-detail?id=' || e.id) || '&comment=' || t.id,
          t.owner_id, 'comment:' || t.id || ':' || u.id, t.created_at
        from comment t join "user" b on b.id = t.created_by join "user" u on t.mention_user_ids @> to_jsonb(u.id)
          left join customer c on t.owner_type = 'customer' and c.id = t.owner_id left join estate e on t.owner_type = 'estate' and e.id = t.owner_id),
    announced as (
      select u.id as user_id, 'system' as category, 'info' as level, text ->> 0 as title, text ->> 1 as content, null as link, null::bigint as link_id, null as dedupe_key,
        ${morning} - n * (${Math.floor(keptDays / each)}::int * interval '1 day') as at
      from "user" u cross join generate_series(0, ${each - 1}::int) n
        cross join lateral (select ${JSON.stringify(announcements)}::jsonb -> (n % ${announcements.length}::int) as text) said),
    newest as (
      select * from told where at >= ${now} - interval '${sql.raw(String(keptDays))} days' and at < ${now}
      order by at desc, user_id, link_id limit ${total - staff * each}::int),
    filled as (
      select * from announced union all select * from newest
      union all select 1 + n % ${staff}::int, 'system', 'info', '每周工作小结', '上周的新增客户、有效跟进与待办已汇总，请在数据看板查看。', null, null, null,
          ${morning} - (7 + n % 160) * interval '1 day'
        from generate_series(1, ${total - staff * each}::int - (select count(*)::int from newest)) n)
    insert into message (user_id, category, level, title, content, link, link_id, dedupe_key, created_at, read_at)
    select user_id, category, level, title, content, link, link_id, dedupe_key, at,
      case when place > 3 + user_id % ${each - 2}::int then least(at + (5 + place * 37 % 2000) * interval '1 minute', ${now}) end
    from (select *, row_number() over (partition by user_id order by at desc, title, link_id) as place from filled) placed
    order by at, user_id, link_id`);
}
