import { type SQL, sql } from "drizzle-orm";
import { before, isOne, roll } from "./chance";

/** What users did is kept so long. */
const behaviorDays = 180;
/** Three years of downloads and messages, as of customers. */
const daysBack = 1096;
const reportCount = 60;
const notificationCount = 120;
const staffCount = 200;

interface Reached {
  customers: number;
  agents: number;
  at: SQL;
  /** The name of a row's number. */
  nameOf: (row: SQL) => SQL;
}

/**
 * What the site and the company tell, and what comes of it: as many steps of registered users as there are customers, half as many downloads of reports and messages to the staff, and
 * notifications. The first has gone to all users on two channels, the second to all accounts of agents, the others to the staff.
 */
export function reach({ customers, agents, at, nameOf }: Reached): SQL[] {
  const i = sql`i`;
  const users = Math.floor(customers / 5);
  const half = Math.floor(customers / 2);
  const rising = (days: number, count: number) =>
    sql`${at} - interval '1 day' * ${days}::int + i * (interval '1 day' * ${days}::int / ${Math.max(count, 1)}::int)`;
  const receipts = (of: number, audience: string, channels: string[], people: number) => sql`
    insert into notification_receipt (notification_id, recipient_type, recipient_id, channel, status, reason, attempts, sent_at, read_at)
      select ${of}::int, ${audience}, i, channel, status, case when status = 'skipped' then (array['no_contact', 'left', 'no_address'])[1 + ${roll(i, 600, 3)}] end, 1,
        case when status = 'sent' then ${at} - interval '3 days' end, case when status = 'sent' and ${isOne(i, 601, 400)} then ${at} - interval '2 days' end
      from generate_series(1, ${people}::bigint) i cross join unnest(${sql.param(channels)}::text[]) channel
        cross join lateral (select case when ${isOne(i, 602, 30)} then 'skipped' when channel <> 'inbox' and ${isOne(i, 603, 10)} then 'failed' else 'sent' end as status) told
      order by i, channel`;
  return [
    sql`insert into media (created_at, updated_at, key, kind, mime, size, name, scene, status)
      values (${at}, ${at}, 'report/bench', 'doc', 'application/pdf', 1, '报告.pdf', 'report', 'ready')`,
    sql`insert into report (id, created_at, updated_at, created_by, updated_by, publish_status, publish_at, was_public, title, period, country_code, category, cover_id, file_id)
      select i, made, made, 6, 6, 'published', made, true, '海外房产报告第' || i || '期', '第' || i || '期', 'JP', (array['price', 'rent', 'policy', 'annual'])[1 + i % 4], file.id, file.id
      from generate_series(1, ${reportCount}::int) i cross join (select max(id) as id from media) file cross join lateral (select ${rising(daysBack, reportCount)} as made) told`,
    sql`insert into report_download (report_id, customer_user_id, name, phone_cc, phone, phone_e164, platform, tracker_id, inquiry_id, ip_region, at)
      select 1 + ${roll(i, 610, reportCount)}, case when ${users}::int > 0 and ${isOne(i, 611, 400)} then 1 + ${roll(i, 612, Math.max(users, 1))} end, ${nameOf(i)}, '86', national, '+86' || national,
        (array['web', 'h5', 'app_ios', 'mini_program'])[1 + ${roll(i, 613, 4)}], null, case when ${isOne(i, 614, 300)} then 1 + ${roll(i, 615, customers)} end, '中国', ${rising(daysBack, half)}
      from (select i::bigint as i from generate_series(1, ${half}::int) i) made
        cross join lateral (select '13' || lpad((i * 982451653 % 1000000000)::text, 9, '0') as national) phone order by i`,
    // Of ten steps one is of the first hundredth of the users.
    sql`insert into user_behavior (customer_user_id, type, target_type, target_id, target_name, keyword, platform, at)
      select 1 + case when ${isOne(i, 620, 100)} then ${roll(i, 621, Math.max(Math.floor(users / 100), 1))} else ${roll(i, 622, Math.max(users, 1))} end, type,
        case when type not in ('search', 'login') then 'estate' end, case when type not in ('search', 'login') then 1 + ${roll(i, 623, 1000)} end,
        case when type not in ('search', 'login') then '云汀湾岸塔' || ${roll(i, 623, 1000)} end, case when type = 'search' then '湾岸' end, 'h5', ${rising(behaviorDays, customers)}
      from (select i::bigint as i from generate_series(1, ${customers}::int) i) made
        cross join lateral (select (array['view_estate', 'view_estate', 'view_estate', 'search', 'favorite', 'login'])[1 + ${roll(i, 624, 6)}] as type) told order by i`,
    sql`insert into message (user_id, category, title, content, link, link_id, read_at, created_at)
      select 1 + ${roll(i, 630, staffCount)}, (array['customer', 'customer', 'inquiry', 'schedule', 'deal', 'clue', 'audit', 'system'])[1 + ${roll(i, 631, 8)}], '客户即将掉公海', '请尽快跟进',
        '/customer/information', i, case when ${isOne(i, 632, 950)} then made + interval '1 hour' end, made
      from (select i::bigint as i, ${rising(daysBack, half)} as made from generate_series(1, ${half}::int) i) told order by i`,
    sql`insert into notification (id, created_at, updated_at, created_by, updated_by, title, content, type, audience, scope, channels, send_at, status, sent_by, ended_at, found_to)
      select i, made, made, 3, 3, '第' || i || '号通知', '内容', (array['system', 'activity', 'policy', 'estate', 'update'])[1 + i % 5],
        case i when 1 then 'user' when 2 then 'agent' else 'staff' end, 'all', '["inbox"]', made, 'sent', 3, made, null
      from (select i, ${before(at, sql`i::bigint`, 640, daysBack * 86_400)} as made from generate_series(1, ${notificationCount}::int) i) told`,
    receipts(1, "user", ["inbox", "push"], users),
    receipts(2, "agent", ["inbox"], agents + Math.floor(agents / 2)),
    ...Array.from({ length: notificationCount - 2 }, (_, index) => receipts(index + 3, "staff", ["inbox"], staffCount)),
    sql`update notification n set receipt_count = r.all, done_count = r.all, target_count = r.people, sent_count = r.sent, read_count = r.read, failed_count = r.failed
      from (select notification_id as id, count(*)::int as all, count(distinct recipient_id)::int as people, count(*) filter (where status = 'sent')::int as sent,
          count(read_at)::int as read, count(*) filter (where status = 'failed')::int as failed from notification_receipt group by 1) r where r.id = n.id`,
  ];
}
