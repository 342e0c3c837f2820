import { disordered, type Rules, unlike } from "../shared/rules";

const counted = (of: string) =>
  `select '${of}' as of, ${of}_id as id, count(*) as n from inquiry where deleted_at is null and ${of}_id is not null group by 2`;
const kept = (of: string) => `select '${of}' as of, id, inquiry_count as n from ${of}`;
const counters = ["customer", "customer_user", "estate"];

/** Of inquiries, conversations and tracking points; of comments, and of what currencies are worth. */
export const inquiryRules: Rules = {
  "an inquiry whose state is not what it says of itself": `inquiry
    where (status = 'converted') <> (num_nulls(customer_id, converted_at) = 0) or ${unlike("invalid", "invalid_reason")} or ${unlike("closed", "close_reason")}
      or (status = 'pending' and assignee_id is not null) or (status in ('assigned', 'processing', 'converted', 'closed') and assignee_id is null)
      or (status in ('processing', 'converted', 'closed') and first_response_at is null)
      or (status in ('pending', 'assigned') and first_response_at is not null)`,
  "an inquiry whose log does not end in its state": `inquiry i where i.status is distinct from
    (select l.to_status from inquiry_log l where l.inquiry_id = i.id and l.to_status is not null order by l.at desc, l.id desc limit 1)`,
  "an inquiry from the future, or answered before it came": `inquiry where ${disordered("created_at first_response_at")} or ${disordered("created_at converted_at")}`,
  "an inquiry without a contact": `inquiry where coalesce(phone_e164, wechat, email) is null and kind <> 'chat'`,
  "an overdue mark that does not follow from the clock": `inquiry where is_overdue <>
    case when first_response_at is not null then first_response_at > due_at else status <> 'invalid' and due_at < :now end`,
  "a late inquiry that nobody was told of": `inquiry i where is_overdue and coalesce(first_response_at, :now) > due_at + interval '5 minutes'
    and not exists (select 1 from inquiry_log l where l.inquiry_id = i.id and l.action = 'overdue')`,
  "a conversation whose state is not what was said in it": `inquiry i left join chat_session c on c.inquiry_id = i.id
    where i.kind = 'chat' and (c.id is null or c.assignee_id is distinct from i.assignee_id
      or (c.chat_status = 'open') and i.status <> 'processing' or (c.chat_status = 'waiting') and i.first_response_at is not null
      or (c.chat_status = 'ended') <> (c.ended_at is not null) or (c.chat_status = 'ended') <> (c.waiting_since is null)
      or c.last_message_id is distinct from (select max(m.id) from chat_message m where m.inquiry_id = i.id)
      or c.message_count <> (select count(*) from chat_message m where m.inquiry_id = i.id and m.sender <> 'system'))`,
  "a message from the future, or out of its order": `chat_message m where m.at > :now
    or exists (select 1 from chat_message l where l.inquiry_id = m.inquiry_id and l.id < m.id and l.at > m.at)`,
  "a count of inquiries that is not the count": `(${counters.map(kept).join(" union all ")}) held
    full join (${counters.map(counted).join(" union all ")}) counted using (of, id) where coalesce(held.n, 0) <> coalesce(counted.n, 0)`,
  "a visa's case that is not where its steps have led": `inquiry where (kind = 'visa') <> (visa_met is not null)
    or kind = 'visa' and (coalesce(ext -> 'steps' -> -1 ->> 'stage', 'consulting') <> ext ->> 'case_stage'
      or jsonb_array_length(ext -> 'steps') > 0 and status not in ('processing', 'converted')
      or exists (select 1 from jsonb_array_elements(ext -> 'steps') step where (step ->> 'at')::date > :today))`,
  "a paper of no visa, or older than its case": `requirement_annex a join inquiry i on i.id = a.inquiry_id
    where i.kind <> 'visa' or a.created_at not between i.created_at and :now`,
  "a day with more visitors than views, or one yet to come": `tracker_daily where uv > pv or date > :today`,
  "visits that do not make up their day": `(select tracker_id, date, sum(pv) as pv, count(*) as uv from tracker_visit group by 1, 2) v
    join tracker_daily d using (tracker_id, date) where d.pv <> v.pv or d.uv <> v.uv`,
  "a tracking point's inquiries that are not those counted": `tracker t
    where (select coalesce(sum(inquiry_count), 0) from tracker_daily d where d.tracker_id = t.id)
      <> (select count(*) from inquiry i where i.tracker_id = t.id and i.deleted_at is null)`,

  "a comment on nothing, or on what is in the recycle bin": `comment t
    left join customer c on t.owner_type = 'customer' and c.id = t.owner_id left join estate e on t.owner_type = 'estate' and e.id = t.owner_id
    where (c.id is null and e.id is null) or coalesce(c.deleted_at, e.deleted_at) is not null`,
  "a mention that leads to no comment": `message m where m.category = 'mention' and not exists (select 1 from comment t
    where t.owner_id = m.link_id and m.link like '%comment=' || t.id and m.dedupe_key = 'comment:' || t.id || ':' || m.user_id)`,
  "a comment out of its time": `comment t left join customer c on t.owner_type = 'customer' and c.id = t.owner_id
    where t.created_at > :now or t.created_at < c.created_at`,
  "a mention of nobody, or of oneself": `comment t, jsonb_array_elements_text(t.mention_user_ids) m
    left join "user" u on u.id = m::bigint where u.id is null or u.id = t.created_by or strpos(t.content, '@[' || m || ']') = 0`,

  "a currency whose log does not end with what it is worth": `currency c
    join lateral (select rate from currency_rate_log l where l.code = c.code order by at desc, id desc limit 1) l on true where l.rate <> c.rate_to_cny`,
  "a common currency without a log of ninety days": `currency c where c.is_common and not c.is_base
    and not exists (select 1 from currency_rate_log l where l.code = c.code and l.at < :now - interval '90 days')`,
  "a rate yet to come, or one that jumps": `(select at, rate, lag(rate) over (partition by code order by at, id) as former from currency_rate_log) l
    where l.at > :now or abs(l.rate - l.former) * 10 > l.former`,
};
