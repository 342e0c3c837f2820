import { type SQL, sql } from "drizzle-orm";

/** What must never be among notifications and their receipts. */
export const notificationViolationsAt = (now: string): Record<string, SQL> => ({
  "notification: scheduled for what has passed": sql`select 1 from notification where status = 'scheduled' and send_at <= ${now}::timestamptz`,
  "notification: out before its time": sql`select 1 from notification where status not in ('draft', 'scheduled') and (send_at > ${now}::timestamptz or sent_by is null)`,
  "notification: receipts of what has not gone out": sql`select 1 from notification n join notification_receipt r on r.notification_id = n.id
    where n.status in ('draft', 'scheduled')`,
  "notification: a figure that is not the count of its receipts": sql`select 1 from notification n left join lateral (
      select count(*) as made, count(*) filter (where status not in ('pending', 'sending')) as done, count(distinct recipient_id) as people,
        count(distinct recipient_id) filter (where status = 'sent') as reached, count(distinct recipient_id) filter (where read_at is not null) as readers,
        count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'unknown') as unknown
      from notification_receipt where notification_id = n.id) r on true
    where (n.receipt_count, n.done_count, n.target_count, n.sent_count, n.read_count, n.failed_count, n.unknown_count)
      <> (r.made, r.done, r.people, r.reached, r.readers, r.failed, r.unknown)`,
  "notification: a receipt that waits though it has been sent": sql`select 1 from notification n join notification_receipt r on r.notification_id = n.id
    where n.status = 'sent' and r.status in ('pending', 'sending')`,
  "notification: a receipt by a channel that it does not have": sql`select 1 from notification n join notification_receipt r on r.notification_id = n.id
    where not n.channels ? r.channel or r.recipient_type <> n.audience`,
  "notification: a receipt of nobody": sql`select 1 from notification_receipt r where not case r.recipient_type
      when 'staff' then exists (select 1 from "user" u where u.id = r.recipient_id)
      when 'agent' then exists (select 1 from agent_account a where a.id = r.recipient_id)
      else exists (select 1 from customer_user c where c.id = r.recipient_id) end`,
  "notification: read before it came, or without having come": sql`select 1 from notification_receipt
    where read_at is not null and (sent_at is null or read_at < sent_at or read_at > ${now}::timestamptz)`,
  "notification: left out without a reason": sql`select 1 from notification_receipt where (status = 'skipped') <> (reason is not null)`,
  "notification: whoever is not to be contacted was": sql`select 1 from notification_receipt r join blacklist b on b.customer_user_id = r.recipient_id
    where r.recipient_type = 'user' and r.status <> 'skipped' and b.status = 'active' and b.effects ? 'no_contact'`,
  "notification: a message of one that is not there": sql`select 1 from message m where m.link like '/personal-center?notice=%'
    and not exists (select 1 from notification n where n.id = m.link_id and m.link = '/personal-center?notice=' || n.id)`,
});
