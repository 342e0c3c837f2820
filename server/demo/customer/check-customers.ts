import { type SQL, sql } from "drizzle-orm";

/** What must never be in the demo's customers, each as the query that finds it. */
export const customerViolationsAt = (at: string): Readonly<Record<string, SQL>> => ({
  "a pool customer without the time he came": sql`select 1 from customer
    where owner_id is null and deleted_at is null and (pool_at is null or pool_reason is null)`,
  "an owned customer that is in the pool, too": sql`select 1 from customer
    where owner_id is not null and (pool_at is not null or pool_reason is not null or assigned_at is null)`,
  "a recycled customer with an owner, in the pool, or without its facts": sql`select 1 from customer
    where deleted_at is not null and (owner_id is not null or pool_at is not null or deleted_by is null
      or delete_reason is null)`,
  "counters that differ from the follow-ups": sql`select 1 from customer c
    left join lateral (select count(*)::int as n, max(tracked_at) as last, max(tracked_at) filter (where is_valid) as valid
      from tracking t where t.customer_id = c.id and t.deleted_at is null) t on true
    where c.tracking_count <> t.n or c.last_tracking_at is distinct from t.last
      or c.last_valid_tracking_at is distinct from t.valid`,
  "a next follow-up that the latest one does not name": sql`select 1 from customer c
    left join lateral (select next_at from tracking t where t.customer_id = c.id and t.deleted_at is null
      order by tracked_at desc, id desc limit 1) t on true
    where c.next_tracking_at is distinct from case when c.owner_id is not null then t.next_at end`,
  "a next follow-up without its schedule": sql`select 1 from customer c where c.next_tracking_at is not null
    and not exists (select 1 from schedule s where s.customer_id = c.id and s.user_id = c.owner_id
      and s.status = 'pending' and s.start_at = c.next_tracking_at)`,
  "a pending schedule of somebody who does not own the customer": sql`select 1 from schedule s
    join customer c on c.id = s.customer_id where s.status = 'pending' and s.user_id is distinct from c.owner_id`,
  "a schedule that differs from the follow-up it came of": sql`select 1 from schedule s join tracking t on t.id = s.tracking_id
    where s.start_at <> t.next_at or s.customer_id <> t.customer_id or t.next_at <= t.tracked_at`,
  "a validity against the rule": sql`select 1 from tracking
    where is_valid <> (char_length(content) >= 10 and type <> 'other') or char_length(content) < 5`,
  "a follow-up before the customer, or yet to come": sql`select 1 from tracking t join customer c on c.id = t.customer_id
    where t.tracked_at < c.created_at or t.tracked_at > ${at}`,
  "a stage that the follow-ups do not lead to": sql`select 1 from customer c
    left join lateral (select stage_after from tracking t where t.customer_id = c.id and stage_after is not null
      order by tracked_at desc limit 1) t on true
    where (c.stage <> coalesce(t.stage_after, 'new') and c.stage not in ('subscribed', 'contracted', 'completed'))
      or (c.stage = 'visited' and not exists (select 1 from tracking v where v.customer_id = c.id and v.type = 'visit'))
      or (c.stage = 'lost') <> (c.lost_reason is not null)`,
  "an owner log that does not end with the owner": sql`select 1 from customer c
    left join lateral (select to_user from customer_owner_log l where l.customer_id = c.id order by at desc, id desc limit 1) l on true
    where c.deleted_at is null and c.owner_id is distinct from l.to_user`,
  "an owner log that does not begin with the creation": sql`select 1 from customer c
    where (select count(*) from customer_owner_log l where l.customer_id = c.id and l.action = 'create'
      and l.at = c.created_at) <> 1`,
  "more customers than the limit": sql`select owner_id from customer
    where owner_id is not null and stage not in ('lost', 'invalid') group by owner_id having count(*) > 200`,
  "more locked customers than the limit": sql`select owner_id from customer
    where is_locked group by owner_id having count(*) > 10 or bool_or(owner_id is null) or bool_or(locked_until < assigned_at)`,
  "more claims on a day than the limit": sql`select 1 from customer_owner_log where action = 'claim'
    group by "by", (at at time zone 'Asia/Shanghai')::date having count(*) > 20`,
  "a holder who cannot hold": sql`select 1 from customer c join "user" u on u.id = c.owner_id where u.status <> 'enabled'`,
  "a number of another day than the customer's": sql`select 1 from customer c
    where c.created_at < (substr(c.customer_no, 3, 6)::date - 1)::timestamp at time zone 'Asia/Shanghai'
      or c.created_at >= (substr(c.customer_no, 3, 6)::date + 2)::timestamp at time zone 'Asia/Shanghai'`,
  "a number beyond its counter": sql`select 1 from customer c
    where not exists (select 1 from counter n where n.prefix = 'KH' and n.day = substr(c.customer_no, 3, 6)
      and n.value >= substr(c.customer_no, 9)::int)`,
  "a phone without its entry for the collision check": sql`select 1 from customer c where c.phone_e164 is not null
    and not exists (select 1 from customer_contact p where p.customer_id = c.id and p.value_norm = c.phone_e164)`,
  "a contact that two customers share": sql`select type, value_norm from customer_contact
    group by type, value_norm having count(distinct customer_id) > 1`,
  "a message that leads nowhere": sql`select 1 from message m where m.link_id is not null and m.category <> 'mention'
    and m.link not like '/personal-center?notice=%'
    and not (m.link = '/customer/editCustomerInfo/' || m.link_id and exists (select 1 from customer c where c.id = m.link_id))
    and not (m.link = '/customer/customerInfor?view=transfer'
      and exists (select 1 from transfer_request r where r.id = m.link_id))`,
  "somebody with too few or too many unread messages": sql`select u.id from "user" u
    left join message m on m.user_id = u.id and m.read_at is null group by u.id having count(m.id) not between 3 and 12`,
});
