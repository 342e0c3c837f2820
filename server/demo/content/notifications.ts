import { sql } from "drizzle-orm";
import type {
  NotificationChannel,
  NotificationStatus,
  NotificationType,
} from "~/contract/notification/notification-kinds";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { notification } from "~/server/database/tables/notification/notification";
import { day, hour } from "../shared/calendar";
import { times } from "../shared/random";
import { instantOrNull, stamps } from "../shared/rows";
import type { Content, Making } from "./items";

/** Of 30, and a weekly one that has gone out four times (domain G.2). */
const states = { sent: 21, draft: 3, scheduled: 2, recalled: 2, failed: 1, stopped: 1 } as const;
type Row = typeof notification.$inferInsert & { id: number; status: NotificationStatus };

const subjects: readonly (readonly [Row["audience"], NotificationType, NotificationChannel[], string, string])[] = [
  ["staff", "system", ["inbox"], "系统维护公告", "本周六凌晨两点至四点系统维护，期间不能登录。"],
  ["user", "estate", ["inbox", "push"], "新盘上线：湾岸新区开放登记", "首批房源本月开放登记。"],
  ["agent", "policy", ["inbox", "sms"], "报备规则调整", "报备保护期按楼盘规则执行，到访后自动延长。"],
  ["user", "activity", ["inbox", "email"], "海外置业线上讲座", "讲座介绍购房流程、税费与贷款，约四十分钟。"],
];

/** Half a year of notifications with all receipts. Runs after the people they reached are written. */
export async function writeNotifications({ begin }: Content): Promise<void> {
  const making = begin(20_261_170);
  const { tx, isFull } = making;
  const kinds = Object.keys(states) as (keyof typeof states)[]; // the keys of the literal
  const rows = kinds
    .flatMap((status) => times(isFull ? states[status] : Math.ceil(states[status] / 20), (made) => ({ status, made })))
    .map(({ status, made }, place) => rowOf(making, place + 1, status, made));
  const { series, sent } = weeklyOf(making, rows.length + 1);
  for (const alike of [rows, [series], sent]) await insertRows(tx, notification, alike);
  await writeReceipts(making);
  await count(tx);
}

function rowOf({ now, random, authors }: Making, id: number, status: NotificationStatus, made: number): Row {
  // Failed and stopped ones went out by mail alone.
  const isBroken = status === "failed" || status === "stopped";
  const subject = subjects[isBroken ? 3 : (id - 1) % subjects.length] ?? random.pick(subjects);
  const [audience, type, channels, title, text] = subject;
  const isOut = status !== "draft" && status !== "scheduled";
  const created = now - (isOut ? 3 + made * 8 : 1) * day - random.whole(1, 9) * hour;
  const sent = isOut ? created + 2 * hour : status === "scheduled" ? now + (made + 1) * day : null;
  const by = random.pick(authors);
  return {
    ...{ id, type, audience, scope: "all", status, channels: isBroken ? ["email"] : channels },
    ...{ title: `${title}（第${id}次）`, summary: text, content: `<p>${text}</p>` },
    is_top: status === "sent" && made === 0,
    ...{ send_mode: status === "scheduled" ? "scheduled" : "now", send_at: instantOrNull(sent) },
    sent_by: status === "draft" ? null : by,
    ended_at: isOut && sent !== null ? instantOrNull(sent + hour / 4) : null,
    recalled_at: status === "recalled" && sent !== null ? instantOrNull(sent + 20 * hour) : null,
    failure: status === "failed" ? "网关返回 HTTP 503" : null,
    ...{ found_to: isOut ? null : 0, version: isOut ? 2 : 1 },
    ...stamps(created, by, isOut && sent !== null ? sent : created),
  };
}

const weeks = 4;

/** A weekly one with what has gone out of it, the last time some days ago. */
function weeklyOf({ now, random, authors }: Making, id: number) {
  const week = 7 * day;
  const first = Math.floor(now / day) * day + 2 * hour - weeks * week + 3 * day;
  const by = random.pick(authors);
  const text = "{姓名}，本周成交与新上楼盘已汇总，点击链接查看。";
  const same = {
    ...{ title: "每周市场简报", summary: text, content: `<p>${text}</p>`, type: "policy" as const },
    ...{ audience: "staff" as const, scope: "all" as const, channels: ["inbox", "email"] as NotificationChannel[] },
    ...{ link_url: "https://www.example.com/weekly", sent_by: by },
  };
  const series: Row = {
    ...{ id, ...same, status: "repeating", send_mode: "repeated", repeat: "weekly", repeat_count: 52 },
    ...{ send_at: isoInstant(first), next_at: isoInstant(first + weeks * week), occurrence_count: weeks, version: 2 },
    ...stamps(first - day, by, first - hour),
  };
  const sent = times(weeks, (n): Row => {
    const at = first + n * week;
    return {
      ...{ id: id + 1 + n, ...same, status: "sent", send_mode: "scheduled", found_to: null, version: 2 },
      ...{ series_id: id, occurrence_no: n + 1, send_at: isoInstant(at), ended_at: isoInstant(at + hour / 4) },
      ...stamps(at, by),
    };
  });
  return { series, sent };
}

/** The receipts of what has gone out: the same for the same people on every run. */
async function writeReceipts({ tx, now }: Making): Promise<void> {
  await tx.execute(sql`
    with person (type, id, since, skip, email, phone, wecom) as (
      select 'staff', id, created_at, case when status = 'disabled' then 'disabled' end, email, phone_e164, wecom_userid
        from "user" where deleted_at is null and status <> 'resigned'
      union all select 'agent', c.id, c.created_at, case when a.status = 'deregistering' then 'unregistering'
          when a.status = 'disabled' or c.status = 'disabled' then 'disabled' end, c.email, c.login_phone_e164, null
        from agent_account c join agent a on a.id = c.agent_id where a.status <> 'deregistered' and c.status <> 'deregistered'
      union all select 'user', u.id, registered_at, case when u.status in ('unregistering', 'disabled') then u.status when exists (select 1 from blacklist b
          where b.status = 'active' and effects ? 'no_contact' and (customer_user_id = u.id or type = 'phone' and value = phone_e164)) then 'no_contact' end,
          email, phone_e164, null
        from customer_user u where u.status <> 'unregistered'),
    aimed as (
      select n.*, channel, p.id as person, (p.id * 37 + n.id * 11) % 100 as chance, row_number() over (partition by n.id, channel order by p.id) as place,
        coalesce(p.skip, case when case channel when 'sms' then phone when 'email' then email when 'wecom' then wecom else '' end is null then 'no_address' end) as reason
      from notification n cross join lateral jsonb_array_elements_text(n.channels) channel join person p on p.type = n.audience and p.since <= n.send_at
      where n.found_to is null),
    judged as (
      select *, case when reason is not null then 'skipped' when channel = 'inbox' then 'sent'
        when status in ('failed', 'stopped') and place > 20 then 'pending' when status = 'failed' then 'failed'
        when chance < 94 then 'sent' when chance < 98 then 'failed' else 'unknown' end as went from aimed)
    insert into notification_receipt (notification_id, recipient_type, recipient_id, channel, delivery_id, status, reason, error, attempts, sent_at, read_at, clicked_at, click_count)
    select id, audience, person, channel, md5(concat_ws('-', id, audience, person, channel))::uuid, went, reason,
      case went when 'failed' then coalesce(failure, '网关返回 HTTP 502') when 'unknown' then '发送时服务器中断' end,
      case when went in ('sent', 'failed', 'unknown') then 1 else 0 end, case when went = 'sent' then send_at + interval '5 minutes' end,
      case when went = 'sent' and channel = 'inbox' and chance < case audience when 'staff' then 100 when 'agent' then 64 else 38 end
        then least(send_at + interval '10 minutes' + chance * interval '10 minutes', ${isoInstant(now)}::timestamptz) end,
      case when went = 'sent' and link_url is not null and chance < 30 then send_at + interval '1 hour' end,
      case when went = 'sent' and link_url is not null and chance < 30 then 1 else 0 end
    from judged order by id, channel, person`);
}

/** The figures that the rows keep, as the sender counts them, and what colleagues find of it. */
async function count(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update notification set receipt_count = made.n, done_count = made.done, target_count = made.people, sent_count = made.reached,
      read_count = made.readers, failed_count = made.failed, unknown_count = made.unknown, click_count = made.clickers
    from (select notification_id, count(*) as n, count(*) filter (where status not in ('pending', 'sending')) as done,
        count(distinct recipient_id) as people, count(distinct recipient_id) filter (where status = 'sent') as reached,
        count(distinct recipient_id) filter (where read_at is not null) as readers,
        count(distinct recipient_id) filter (where clicked_at is not null) as clickers,
        count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'unknown') as unknown
      from notification_receipt group by 1) made
    where made.notification_id = notification.id`);
  // The newest word to colleagues is still among their messages.
  await tx.execute(sql`
    insert into message (user_id, category, level, title, content, link, link_id, read_at, dedupe_key, created_at)
    select recipient_id, 'system', 'info', title, summary, '/personal-center?notice=' || n.id, n.id, read_at, 'notification:' || n.id || ':' || recipient_id, sent_at
    from (select * from notification where status = 'sent' and audience = 'staff' order by send_at desc limit 1) n
      join notification_receipt r on r.notification_id = n.id and r.channel = 'inbox' and r.status = 'sent' order by recipient_id`);
}
