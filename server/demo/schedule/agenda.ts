import { sql } from "drizzle-orm";
import { drawn, momentSql } from "../shared/rows";
import { staffOf, type Writing } from "../terms";

const tasks = [
  { title: "团队周会", type: "meeting", location: "会议室A" },
  { title: "新盘培训", type: "meeting", location: "线上会议" },
  { title: "整理本周跟进数据", type: "task", location: null },
  { title: "开发商说明会", type: "meeting", location: "大会议室" },
];
const results = ["已联系，见跟进记录", "已回访", "已完成带看", "客户改期，已重新约定", null];

/**
 * Schedules (domain G.2), most of them made by a follow-up's 下次跟进时间, which is set here, too: of the latest one of an owned
 * customer it is pending, of an earlier one done, and cancelled where the owner lost the customer. Sellers have some today.
 */
export async function writeSchedules({ tx, calendar, staff, isFull }: Writing): Promise<void> {
  const total = isFull ? 900 : 90;
  const [now, today] = [momentSql(calendar.now), momentSql(calendar.today)];
  const todays = [...staffOf(staff, "sales"), ...staffOf(staff, "sales_manager").slice(0, 1)].map(({ id, email }) => {
    return { id, most: isFull || email === "sales@demo.test" ? 5 : 1 };
  });
  const left = total / 4 - todays.reduce((sum, { most }) => sum + most, 0);
  const [overdue, pending, meetings] = [0.19, 0.66, 0.15].map((part) => Math.max(0, Math.round(left * part)));
  const own = sql`jsonb_to_recordset(${JSON.stringify(todays)}::jsonb) as own (id bigint, most int)`;
  const chance = (salt: number, of: number) => drawn(sql`id * 1009 + ${salt}`, of);
  const halfHour = (at: ReturnType<typeof sql>) => sql`date_bin('30 minutes', ${at}, ${today})`;
  const hours = (from: number) =>
    sql`interval '${sql.raw(String(from))} hours' + ${chance(1, 21)} * interval '30 minutes'`;
  await tx.execute(sql`
    with talk as (
      select t.id, t.customer_id, t.user_id, t.tracked_at as at, c.owner_id, c.assigned_at, c.stage, c.name,
        lead(t.tracked_at) over w as later, lead(t.user_id) over w as later_by,
        coalesce((select min(l.at) from customer_owner_log l where l.customer_id = c.id and l.from_user = t.user_id and l.at > t.tracked_at), c.deleted_at) as ended
      from tracking t join customer c on c.id = t.customer_id window w as (partition by t.customer_id order by t.tracked_at, t.id)),
    sorted as (
      select *, case when later is null and owner_id = user_id and at > assigned_at and at < ${today} and stage not in ('lost', 'invalid') then 'pending'
        when later_by = user_id and coalesce(ended > later, true) and later - at > interval '1 day' then 'done'
        when (later is null or ended < later) and owner_id is null and ended is not null then 'cancelled' end as kind from talk),
    numbered as (select *, row_number() over (partition by kind, user_id order by hashint8(id)) as mine from sorted where kind is not null),
    placed as (
      select n.*, case when kind = 'pending' and mine <= own.most then 'today' else kind end as plan,
        row_number() over (partition by kind, kind = 'pending' and coalesce(mine <= own.most, false) order by hashint8(n.id * 7)) as place
      from numbered n left join ${own} on own.id = n.user_id),
    planned as (
      select *, (array['call', 'call', 'call', 'visit', 'meeting'])[1 + ${chance(2, 5)}] as type, case plan
          when 'today' then ${today} + ${hours(10)}
          when 'done' then greatest(${halfHour(sql`later`)}, at + interval '1 minute')
          when 'cancelled' then ${halfHour(sql`ended`)} + (1 + ${chance(3, 5)}) * interval '1 day'
          when 'pending' then case when place <= ${overdue}::int and at < ${today} - interval '2 days' then ${today} - interval '1 day' + ${hours(9)}
            else ${today} + (1 + ${chance(4, 14)}) * interval '1 day' + ${hours(9)} end end as start
      from placed where plan = 'today' or place <= case plan when 'pending' then ${(overdue ?? 0) + (pending ?? 0)}::int when 'done' then ${Math.round(total * 0.52)}::int else ${Math.round(total / 12)}::int end)
    insert into schedule (user_id, customer_id, tracking_id, is_plan, remind_minutes, title, type, start_at, status, done_at, result, created_at, created_by, updated_at, updated_by)
    select user_id, customer_id, id, true, 30, case type when 'call' then '回访' || name when 'visit' then '带看' || name else '与' || name || '会面' end, type, start,
      case plan when 'today' then 'pending' else plan end, case plan when 'done' then later + interval '5 minutes' end,
      case plan when 'done' then ${JSON.stringify(results)}::jsonb ->> ${chance(5, results.length)} end, at, user_id,
      case plan when 'done' then later + interval '5 minutes' when 'cancelled' then ended else at end, user_id
    from planned order by planned.at, planned.id`);
  const somebody = sql`(select u.id from "user" u where u.status = 'enabled' order by hashint8(u.id * 31 + k.id), u.id limit 1)`;
  await tx.execute(sql`
    with wanted as (
      select own.id as user_id, ${today} + (20 + n) * interval '30 minutes' as start, own.id * 10 + n as id
        from ${own} cross join lateral generate_series(1, own.most - (select count(*)::int from schedule s where s.user_id = own.id
          and s.status = 'pending' and s.start_at >= ${today} and s.start_at < ${today} + interval '1 day')) n
      union all select ${somebody}, ${today} + (1 + ${chance(4, 14)}) * interval '1 day' + ${hours(9)}, id from generate_series(1001, ${1_000 + (meetings ?? 0)}::int) k (id)),
    task as (
      select * from wanted union all select ${somebody}, ${today} - (1 + ${chance(4, 120)}) * interval '1 day' + ${hours(9)}, id
      from generate_series(2001, 2000 + ${total}::int - (select count(*)::int from schedule) - (select count(*)::int from wanted)) k (id)),
    tasked as (
      select *, start < ${today} as is_past, ${JSON.stringify(tasks)}::jsonb -> ${chance(6, tasks.length)} as task, start + (1 + ${chance(7, 3)}) * interval '30 minutes' as ends,
        case when start >= ${today} then 'pending' when ${chance(8, 10)} > 0 then 'done' else 'cancelled' end as status,
        least(start - (1 + ${chance(9, 6)}) * interval '1 day', ${now} - interval '30 minutes') as made from task)
    insert into schedule (user_id, remind_minutes, title, type, location, start_at, end_at, status, done_at, created_at, created_by, updated_at, updated_by)
    select user_id, 15, task ->> 'title', task ->> 'type', task ->> 'location', start, ends, status, case status when 'done' then ends end,
      made, user_id, case when is_past then ends else made end, user_id
    from tasked order by tasked.made, tasked.id`);
  await tx.execute(sql`update tracking t set next_at = s.start_at from schedule s where s.tracking_id = t.id`);
  await tx.execute(sql`update customer c set next_tracking_at = (select t.next_at from tracking t where t.customer_id = c.id
    order by t.tracked_at desc, t.id desc limit 1) where c.owner_id is not null`);
}
