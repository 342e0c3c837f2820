import { type SQL, sql } from "drizzle-orm";
import { beyond } from "../shared/beyond";

/** What must never be in the demo data about inquiries and the tracking points that they come by. */
export function inquiryViolationsAt(at: string): Readonly<Record<string, SQL>> {
  return {
    "an inquiry whose state is not what it says of itself": sql`select 1 from inquiry
      where (status = 'converted') <> (customer_id is not null and converted_at is not null)
        or (status = 'invalid') <> (invalid_reason is not null) or (status = 'closed') <> (close_reason is not null)
        or (status = 'pending' and assignee_id is not null) or (status in ('assigned', 'processing', 'converted', 'closed') and assignee_id is null)
        or (status in ('processing', 'converted', 'closed')) and first_response_at is null
        or (status in ('pending', 'assigned')) and first_response_at is not null`,
    "an inquiry whose log does not end in its state": sql`select 1 from inquiry i
      where i.status is distinct from (select l.to_status from inquiry_log l where l.inquiry_id = i.id and l.to_status is not null order by l.at desc, l.id desc limit 1)`,
    "an inquiry from the future, or answered before it came": sql`select 1 from inquiry
      where created_at > ${at} or first_response_at < created_at or converted_at < created_at or first_response_at > ${at} or converted_at > ${at}`,
    "an inquiry without a contact": sql`select 1 from inquiry where coalesce(phone_e164, wechat, email) is null and kind <> 'chat'`,
    "an overdue mark that does not follow from the clock": sql`select 1 from inquiry
      where is_overdue <> (case when first_response_at is not null then first_response_at > due_at else status <> 'invalid' and due_at < ${at} end)`,
    "a late inquiry that nobody was told of": sql`select 1 from inquiry i
      where is_overdue and coalesce(first_response_at, ${at}) > due_at + interval '5 minutes'
        and not exists (select 1 from inquiry_log l where l.inquiry_id = i.id and l.action = 'overdue')`,
    "a conversation whose state is not what was said in it": sql`select 1 from inquiry i left join chat_session c on c.inquiry_id = i.id
      where i.kind = 'chat' and (c.id is null or c.assignee_id is distinct from i.assignee_id
        or (c.chat_status = 'open') and i.status <> 'processing' or (c.chat_status = 'waiting') and i.first_response_at is not null
        or (c.chat_status = 'ended') <> (c.ended_at is not null) or (c.chat_status = 'ended') <> (c.waiting_since is null)
        or c.last_message_id is distinct from (select max(m.id) from chat_message m where m.inquiry_id = i.id)
        or c.message_count <> (select count(*) from chat_message m where m.inquiry_id = i.id and m.sender <> 'system'))`,
    "a message from the future, or out of its order": sql`select 1 from chat_message m where m.at > ${at}
      or exists (select 1 from chat_message l where l.inquiry_id = m.inquiry_id and l.id < m.id and l.at > m.at)`,
    "a count of inquiries that is not the count": sql`select 1 from (
        select 'c' as of, id, inquiry_count as n from customer union all select 'u', id, inquiry_count from customer_user
        union all select 'e', id, inquiry_count from estate) held
      full join (select 'c' as of, customer_id as id, count(*) as n from inquiry where deleted_at is null and customer_id is not null group by 2
        union all select 'u', customer_user_id, count(*) from inquiry where deleted_at is null and customer_user_id is not null group by 2
        union all select 'e', estate_id, count(*) from inquiry where deleted_at is null and estate_id is not null group by 2) counted using (of, id)
      where coalesce(held.n, 0) <> coalesce(counted.n, 0)`,
    "a visa's case that is not where its steps have led": sql`select 1 from inquiry where (kind = 'visa') <> (visa_met is not null)
      or kind = 'visa' and (coalesce(ext -> 'steps' -> -1 ->> 'stage', 'consulting') <> ext ->> 'case_stage'
        or jsonb_array_length(ext -> 'steps') > 0 and status not in ('processing', 'converted')
        or exists (select 1 from jsonb_array_elements(ext -> 'steps') step where (step ->> 'at')::date > (${at}::timestamptz at time zone 'Asia/Shanghai')::date))`,
    "a paper of no visa, or older than its case": sql`select 1 from requirement_annex a join inquiry i on i.id = a.inquiry_id
      where i.kind <> 'visa' or a.created_at < i.created_at or a.created_at > ${at}`,
    "an inquiry's number beyond its counter": sql`select 1 from inquiry i where ${beyond("XJ", sql`i.inquiry_no`)}`,
    "a day with more visitors than views, or one yet to come": sql`select 1 from tracker_daily
      where uv > pv or date > (${at}::timestamptz at time zone 'Asia/Shanghai')::date`,
    "visits that do not make up their day": sql`select 1 from (
        select tracker_id, date, sum(pv) as pv, count(*) as uv from tracker_visit group by 1, 2) v
      join tracker_daily d using (tracker_id, date) where d.pv <> v.pv or d.uv <> v.uv`,
    "a tracking point's inquiries that are not those counted": sql`select 1 from tracker t
      where (select coalesce(sum(inquiry_count), 0) from tracker_daily d where d.tracker_id = t.id)
        <> (select count(*) from inquiry i where i.tracker_id = t.id and i.deleted_at is null)`,
  };
}
