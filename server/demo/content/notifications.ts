import { type SQL, sql } from "drizzle-orm";
import type { Aimed } from "~/contract/notification/notification";
import type {
  NotificationChannel,
  NotificationStatus,
  NotificationType,
} from "~/contract/notification/notification-kinds";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { notification } from "~/server/database/tables/notification/notification";
import { noticeLink } from "~/server/resources/notification/notification/reading";
import { day } from "../shared/calendar";
import { times } from "../shared/random";
import { instantOrNull, stamps } from "../shared/rows";
import type { Begin, Making } from "./items";

/** Of 30 (domain G.2). */
const states = { sent: 21, draft: 3, scheduled: 2, recalled: 2, failed: 1, stopped: 1 } as const;
const hour = 3_600_000;

type Row = typeof notification.$inferInsert & { id: number; status: NotificationStatus };

/** What a company tells its people, its agents and the users of its site. */
const subjects: readonly (readonly [Row["audience"], NotificationType, NotificationChannel[], string, string])[] = [
  ["staff", "system", ["inbox"], "系统维护公告", "本周六凌晨两点至四点系统维护，期间不能登录。"],
  ["user", "estate", ["inbox", "push"], "新盘上线：湾岸新区开放登记", "首批房源本月开放登记。"],
  ["agent", "policy", ["inbox", "sms"], "报备规则调整", "报备保护期按楼盘规则执行，到访后自动延长。"],
  ["agent", "activity", ["inbox"], "核心代理季度交流会", "席位有限，请在周五前回复。"],
  ["user", "activity", ["inbox", "email"], "海外置业线上讲座", "讲座介绍购房流程、税费与贷款，约四十分钟。"],
  ["staff", "update", ["inbox", "wecom"], "工作台功能更新", "列表支持保存视图并共享给本团队。"],
];
/** Those for a part of an audience alone, by their places. */
const aims: Readonly<Record<number, Partial<Pick<Aimed, "scope" | "agent_levels" | "countries">>>> = {
  1: { scope: "country", countries: ["CN"] },
  3: { scope: "agent_level", agent_levels: ["S", "A"] },
};
/** Failed and stopped ones went out by mail and by text message. */
const fixed: Readonly<Partial<Record<NotificationStatus, readonly [number, NotificationChannel]>>> = {
  ...{ failed: [4, "email"], stopped: [2, "sms"] },
};

/** Half a year of notifications with all receipts. Runs after the people they reached are written. */
export async function writeNotifications(begin: Begin): Promise<void> {
  const making = begin(20_261_170);
  const { tx, isFull } = making;
  const kinds = Object.entries(states) as [NotificationStatus, number][]; // the keys of the literal
  const rows = kinds
    .flatMap(([status, count]) =>
      times(isFull ? count : Math.max(1, Math.round(count / 10)), (made) => ({ status, made })),
    )
    .map(({ status, made }, place) => rowOf(making, place + 1, status, made));
  await insertRows(tx, notification, rows);
  for (const row of rows)
    if (row.found_to === null) for (const channel of row.channels) await writeReceipts(making, row, channel);
  await count(tx);
  await tellColleagues(tx, rows);
}

function rowOf({ now, random, authors, pictures }: Making, id: number, status: NotificationStatus, made: number) {
  const [place, only] = fixed[status] ?? [(id - 1) % subjects.length];
  const [audience, type, channels, title, text] = subjects[place] ?? random.pick(subjects);
  const isOut = status !== "draft" && status !== "scheduled";
  const created = now - (isOut ? 3 + made * 8 : 1) * day - random.whole(1, 9) * hour;
  const sent = isOut ? created + 2 * hour : status === "scheduled" ? now + (made + 1) * day : null;
  const by = random.pick(authors);
  const media_ids = type === "estate" ? pictures.slice(0, 1) : [];
  return {
    ...{ id, type, audience, status, cover_id: media_ids[0] ?? null, media_ids, channels: only ? [only] : channels },
    ...{ scope: "all" as const, agent_levels: [], countries: [], ...aims[place] },
    ...{ title: `${title}（第${id}次）`, summary: text, content: `<p>${text}</p>` },
    is_top: status === "sent" && made === 0,
    ...{ send_mode: status === "scheduled" ? ("scheduled" as const) : ("now" as const), send_at: instantOrNull(sent) },
    sent_by: status === "draft" ? null : by,
    ended_at: isOut && sent !== null ? instantOrNull(sent + hour / 4) : null,
    recalled_at: status === "recalled" && sent !== null ? instantOrNull(sent + 20 * hour) : null,
    failure: status === "failed" ? "网关返回 HTTP 503" : null,
    ...{ found_to: isOut ? null : 0, version: isOut ? 2 : 1 },
    ...stamps(created, by, isOut && sent !== null ? sent : created),
  } satisfies Row;
}

/** The people of each audience at that time, why they were left out, and their addresses. */
const people: Readonly<Record<string, SQL>> = {
  staff: sql`select id, created_at as since, case when status = 'disabled' then 'disabled' end as skip, email, phone_e164 as phone,
    wecom_userid as wecom, null as country, null as level from "user" where deleted_at is null and status <> 'resigned'`,
  agent: sql`select account.id, account.created_at as since, case when agent.status = 'deregistering' then 'unregistering'
      when agent.status = 'disabled' or account.status = 'disabled' then 'disabled' end as skip,
    account.email, account.login_phone_e164 as phone, null as wecom, agent.country_code as country, agent.level
    from agent_account account join agent on agent.id = account.agent_id
    where account.deleted_at is null and agent.deleted_at is null and agent.status <> 'deregistered' and account.status <> 'deregistered'`,
  user: sql`select one.id, one.registered_at as since, case one.status when 'unregistering' then 'unregistering' when 'disabled' then 'disabled'
      else case when one.id in (select customer_user_id from blacklist where status = 'active' and effects ? 'no_contact')
        or one.phone_e164 in (select value from blacklist where status = 'active' and type = 'phone' and effects ? 'no_contact')
        then 'no_contact' end end as skip,
    one.email, one.phone_e164 as phone, null as wecom, one.country_code as country, null as level
    from customer_user one where one.status <> 'unregistered'`,
};

/** Of each channel whether somebody has an address on it. */
const address: Readonly<Record<NotificationChannel, SQL>> = {
  ...{ inbox: sql`'' `, push: sql`''`, sms: sql`phone`, email: sql`email`, wecom: sql`wecom` },
};
/** Percent of readers who have opened their inbox message. */
const readOf: Readonly<Record<string, number>> = { staff: 100, agent: 64, user: 38 };

/** One channel's receipts: the same for the same people on every run. */
async function writeReceipts({ tx, now }: Making, row: Row, channel: NotificationChannel): Promise<void> {
  const { id, audience, send_at } = row;
  const chance = sql`((person.id * 37 + ${id} * 11) % 100)`;
  const place = sql`row_number() over (order by person.id)`;
  const went =
    channel === "inbox"
      ? sql`'sent'`
      : ({
          failed: sql`case when ${place} <= 20 then 'failed' else 'pending' end`,
          stopped: sql`case when ${place} <= 40 then 'sent' else 'pending' end`,
        }[row.status as string] ??
        sql`case when ${chance} < 94 then 'sent' when ${chance} < 98 then 'failed' else 'unknown' end`);
  const error = row.failure ?? "网关返回 HTTP 502";
  const countries = sql.param(row.countries ?? []);
  const levels = sql.param(row.agent_levels ?? []);
  await tx.execute(sql`
    insert into notification_receipt (notification_id, recipient_type, recipient_id, channel, delivery_id, status, reason, error, attempts, sent_at, read_at)
    select ${id}, ${audience}, id, ${channel}, md5(concat_ws('-', ${id}::text, ${audience}::text, id, ${channel}::text))::uuid, status, reason,
      case status when 'failed' then ${error} when 'unknown' then '发送时服务器中断' end,
      case when status in ('sent', 'failed', 'unknown') then 1 else 0 end,
      case when status = 'sent' then ${send_at}::timestamptz + interval '5 minutes' end,
      case when status = 'sent' and ${channel} = 'inbox' and chance < ${readOf[audience] ?? 0}
        then least(${send_at}::timestamptz + interval '10 minutes' + chance * interval '10 minutes', ${isoInstant(now)}::timestamptz) end
    from (
      select person.id, ${chance} as chance,
        case when skip is not null then skip when ${address[channel]} is null then 'no_address' end as reason,
        case when skip is not null or ${address[channel]} is null then 'skipped' else ${went} end as status
      from (${people[audience] ?? sql``}) person
      where since <= ${send_at}::timestamptz
        and (${row.scope} <> 'country' or country = any(${countries}::text[]))
        and (${row.scope} <> 'agent_level' or level = any(${levels}::text[]))) judged
    order by id`);
}

/** The figures that the rows keep, as the sender counts them. */
async function count(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update notification set receipt_count = made.n, done_count = made.done, target_count = made.people, sent_count = made.reached,
      read_count = made.readers, failed_count = made.failed, unknown_count = made.unknown
    from (select notification_id, count(*) as n, count(*) filter (where status not in ('pending', 'sending')) as done,
        count(distinct recipient_id) as people, count(distinct recipient_id) filter (where status = 'sent') as reached,
        count(distinct recipient_id) filter (where read_at is not null) as readers,
        count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'unknown') as unknown
      from notification_receipt group by 1) made
    where made.notification_id = notification.id`);
}

/** The newest word to colleagues is still among their messages. */
async function tellColleagues(tx: Transaction, rows: readonly Row[]): Promise<void> {
  const [newest] = rows
    .filter(({ status, audience }) => status === "sent" && audience === "staff")
    .sort((a, b) => String(b.send_at).localeCompare(String(a.send_at)));
  if (!newest) return;
  await tx.execute(sql`
    insert into message (user_id, category, level, title, content, link, link_id, read_at, dedupe_key, created_at)
    select recipient_id, 'system', 'info', ${newest.title}, ${newest.summary}, ${noticeLink(newest.id)}, ${newest.id}, read_at,
      ${`notification:${newest.id}:`} || recipient_id, sent_at
    from notification_receipt where notification_id = ${newest.id} and channel = 'inbox' and status = 'sent' order by recipient_id`);
}
