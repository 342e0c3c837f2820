import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "../database/database";
import { billing, deal } from "../database/tables/deal/deal";
import { contentViolationsAt } from "./content/checks";
import { customerViolationsAt } from "./customer/check-customers";
import { houseViolationsAt } from "./house/checks";
import { numbers } from "./shared/counters";

/** What must never be in demo data, each as the query that finds it. */
const violations = [numberViolations, customerViolationsAt, houseViolationsAt, contentViolationsAt, otherViolationsAt];

/** Whether a number lies behind what its day's counter says. */
function numberViolations(): Record<string, SQL> {
  const all = [...numbers, ["CJ", deal.deal_no], ["ZD", billing.billing_no]] as const;
  const rules = all.map(([prefix, no]) => [`a number beyond its counter: ${prefix}`, beyond(prefix, no)]);
  return Object.fromEntries(rules);
}
const beyond = (prefix: string, no: PgColumn) => sql`select 1 from ${no.table} where not exists (
  select 1 from counter n where n.prefix = ${prefix} and n.day = substr(${no}, ${prefix.length + 1}::int, 6)
    and n.value >= substr(${no}, ${prefix.length + 7}::int)::int)`;

/** Throws with every rule that the written demo data break (domain G.2). */
export async function assertConsistent(db: Database | Transaction, now: Date): Promise<void> {
  const at = now.toISOString();
  const queries = violations
    .flatMap((violationsAt) => Object.entries(violationsAt(at)))
    .map(([rule, query]) => sql`select ${rule}::text as rule where exists (${query})`);
  const { rows } = await db.execute<{ rule: string }>(sql.join(queries, sql` union all `));
  if (rows.length) throw new Error(`演示数据不一致：${rows.map((row) => row.rule).join("; ")}`);
}

/** Of inquiries and tracking points, agents, leads and their statements, deals and their bills, comments and rates. */
function otherViolationsAt(at: string): Record<string, SQL> {
  const today = sql`(${at}::timestamptz at time zone 'Asia/Shanghai')::date`;
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
    "a day with more visitors than views, or one yet to come": sql`select 1 from tracker_daily
      where uv > pv or date > (${at}::timestamptz at time zone 'Asia/Shanghai')::date`,
    "visits that do not make up their day": sql`select 1 from (
        select tracker_id, date, sum(pv) as pv, count(*) as uv from tracker_visit group by 1, 2) v
      join tracker_daily d using (tracker_id, date) where d.pv <> v.pv or d.uv <> v.uv`,
    "a tracking point's inquiries that are not those counted": sql`select 1 from tracker t
      where (select coalesce(sum(inquiry_count), 0) from tracker_daily d where d.tracker_id = t.id)
        <> (select count(*) from inquiry i where i.tracker_id = t.id and i.deleted_at is null)`,

    "an agent whose state is not what its dates say": sql`select 1 from agent
      where (status = 'active' and cooperation_to < ${today}) or (status = 'expired' and cooperation_to >= ${today})
        or (status = 'deregistered') <> (deregistered_at is not null) or (status = 'deregistering') <> (status_before is not null)
        or cooperation_to <= cooperation_from or created_at > ${at}`,
    "an agent on its way out whom nobody asked, or the other way round": sql`select 1 from agent a
      where (a.status = 'deregistering') <> exists (select 1 from agent_unregister u where u.agent_id = a.id and u.target = 'agent' and u.status = 'pending')
        or (a.status = 'deregistered') <> exists (select 1 from agent_unregister u where u.agent_id = a.id and u.target = 'agent' and u.status = 'completed')`,
    "a cooperation that is about to end of which nobody was told": sql`select 1 from agent
      where status = 'active' and (cooperation_to <= ${today} + 30) <> (warned_at is not null)`,
    "an agent without its one main account, or with more than it may have": sql`select 1 from agent a
      where (select count(*) filter (where c.is_main) <> 1 or count(*) filter (where c.status <> 'deregistered') > a.account_limit
        from agent_account c where c.agent_id = a.id and c.deleted_at is null)`,
    "an account that outlives its agent, or has no end": sql`select 1 from agent_account c join agent a on a.id = c.agent_id
      where (a.status = 'deregistered' and c.status <> 'deregistered') or (c.status = 'deregistered') <> (c.deregistered_at is not null)
        or (c.status = 'deregistered' and a.status <> 'deregistered'
          and not exists (select 1 from agent_unregister u where u.account_id = c.id and u.status = 'completed'))`,
    "a phone that is not free 30 days after its end, or free before it": sql`
      select 1 from agent_account where (login_phone_e164 is null) <> coalesce(deregistered_at < ${at}::timestamptz - interval '30 days', false)
      union all select 1 from agent where (contact_phone_e164 is null) <> coalesce(deregistered_at < ${at}::timestamptz - interval '30 days', false)`,
    "a last sign-in that is not the last": sql`select 1 from agent_account c where c.last_login_at is distinct from
      (select max(l.at) from agent_login_log l where l.account_id = c.id and l.result = 'success')`,
    "a sign-in from the future, before the account was there or after its end": sql`select 1 from agent_login_log l
      left join agent_account c on c.id = l.account_id
      where l.at > ${at} or l.at < c.created_at or l.at > c.deregistered_at or l.agent_id is distinct from c.agent_id`,
    "a sign-in that failed without a reason, or the other way round": sql`select 1 from agent_login_log
      where (result = 'failed') <> (fail_reason is not null) or (fail_reason is not distinct from 'not_found') <> (account_id is null)`,
    "a sign-in from elsewhere that is none": sql`select 1 from agent_login_log l where l.is_remote is distinct from coalesce(
      (select bool_and(p.ip_region <> l.ip_region) from (select b.ip_region from agent_login_log b
        where b.account_id = l.account_id and b.result = 'success' and b.ip_region is not null and b.at < l.at
        order by b.at desc, b.id desc limit 5) p), false)`,
    "a deregistration whose state is not what it says of itself": sql`select 1 from agent_unregister
      where (status = 'pending') <> (reviewed_at is null) or (status = 'completed') <> (completed_at is not null)
        or (status in ('rejected', 'cancelled')) <> (reject_reason is not null) or (target = 'account') <> (account_id is not null)
        or reviewed_at < created_at or created_at > ${at} or reviewed_at > ${at}`,

    "a lead whose state is not what it says of itself": sql`select 1 from clue
      where (status = 'pending') <> (reviewed_at is null) or (status = 'invalid') <> (invalid_reason is not null)
        or (status = 'visited' and visited_at is null) or (status in ('valid', 'visited') and protect_until <= ${at})
        or (status = 'expired' and protect_until > ${at}) or reviewed_at < created_at or visited_at < reviewed_at
        or created_at > ${at} or reviewed_at > ${at} or visited_at > ${at}`,
    "a lead that holds its customer beside another agent's": sql`select 1 from clue a join clue b on b.estate_id = a.estate_id
      and b.phone_e164 = a.phone_e164 and b.agent_id <> a.agent_id
      where a.status in ('valid', 'visited') and b.status in ('valid', 'visited')`,
    "a customer of a lead who is another's, or has not come": sql`select 1 from clue l join customer c on c.id = l.customer_id
      where c.phone_e164 is distinct from l.phone_e164 or c.agent_id is distinct from l.agent_id or c.source <> 'agent'
        or (l.visited_at is not null and c.stage not in ('visited', 'subscribed', 'contracted', 'completed'))`,
    "a lead with a full number that passed without a customer or a handler": sql`select 1 from clue
      where status in ('valid', 'visited', 'expired') and (handler_id is null or (phone_e164 is not null and customer_id is null))`,
    "an agent's customer whom no lead brought": sql`select 1 from customer c where c.agent_id is not null
      and not exists (select 1 from clue l where l.customer_id = c.id and l.agent_id = c.agent_id)`,
    "a collision without its sheet, or one that is decided and is not": sql`select 1 from clue l
      left join judgement j on j.clue_id = l.id
      where (l.collision is not null) <> (j.id is not null) or (j.id is not null and (l.status = 'pending') <> (j.verdict is null))
        or (j.verdict is null) <> (j.decided_at is null) or (l.collision is not null and l.collision_ref_id is null)`,
    "a lead whose log does not begin with it": sql`select 1 from clue l where not exists
      (select 1 from clue_log g where g.clue_id = l.id and g.action = 'create' and g.at = l.created_at)`,
    "statements that are not the sum of their items": sql`select 1 from account_statement s
      join (select statement_id, sum(amount) as amount, sum(adjust_amount) as adjust, count(*)::int as items
        from statement_item group by statement_id) i on i.statement_id = s.id
      where s.total_amount <> i.amount or s.adjust_total <> i.adjust or s.item_count <> i.items
        or s.payable_total <> s.total_amount + s.adjust_total`,
    "paid statements with bills that are not confirmed": sql`select 1 from account_statement s
      join statement_item i on i.statement_id = s.id join billing b on b.id = i.billing_id
      where s.status = 'paid' and (b.status <> 'confirmed' or b.statement_id is distinct from s.id)`,
    "a statement that lacks the papers of its state": sql`select 1 from account_statement
      where (status in ('confirmed', 'invoiced', 'paid') and proof_ids = '[]')
        or (status in ('invoiced', 'paid')) <> (invoice_media_id is not null) or (status = 'paid') <> (voucher_ids <> '[]')`,
    "an item whose bill says something else": sql`select 1 from statement_item i join account_statement s on s.id = i.statement_id
      join billing b on b.id = i.billing_id where i.is_live <> (s.status <> 'void') or (i.is_live and b.statement_id <> s.id)
        or (i.is_live and b.amount <> i.amount) or (s.status = 'paid' and b.paid_amount <> i.amount + i.adjust_amount)
        or (i.adjust_amount <> 0) <> (i.adjust_reason is not null)`,
    "a comparison whose lines are decided and agree, or the other way round": sql`select 1 from developer_compare_row
      where (result = 'match') <> (decision = 'accepted') or (decision = 'disputed') <> (decided_at is not null)`,
    "settled reports without a paid statement": sql`select 1 from clue c left join account_statement s on s.id = c.statement_id
      where c.status = 'settled' and s.status is distinct from 'paid'`,

    "a deal whose state is not what its days say": sql`select 1 from deal where (status in ('subscribed', 'contracted', 'completed', 'cancelled')) <> (subscribed_at is not null)
      or (status in ('contracted', 'completed') and contracted_at is null) or (status = 'completed') <> (delivered_at is not null)
      or (status = 'cancelled') <> (cancelled_at is not null) or contracted_at < subscribed_at or delivered_at < contracted_at
      or cancelled_at < subscribed_at or created_at > ${at}`,
    "a customer whose stage is not that of their deals": sql`select 1 from customer c
      left join lateral (select max(array_position(array['subscribed', 'contracted', 'completed'], d.status)) as reached from deal d
        where d.customer_id = c.id and d.deleted_at is null) d on true
      where coalesce(array_position(array['subscribed', 'contracted', 'completed'], c.stage), 0) <> coalesce(d.reached, 0)`,
    "a bill of the price that is not the price": sql`select 1 from deal d
      left join lateral (select sum(amount) as total from billing b where b.deal_id = d.id and b.direction = 'in' and b.payer = 'buyer'
        and b.type not in ('tax_fee', 'agency_fee') and b.status <> 'void') b on true
      where b.total > d.deal_price or (d.status in ('subscribed', 'contracted', 'completed') and b.total <> d.deal_price)`,
    "more paid back than came in": sql`select 1 from deal d where received_total < 0 or (status <> 'cancelled' and receivable_total < received_total)`,
    "four figures that do not add up": sql`select 1 from deal d where receivable_total <> received_total +
      (select coalesce(sum(amount), 0) from billing b where b.deal_id = d.id and b.direction = 'in' and b.payer = 'buyer' and b.status in ('pending', 'paid'))`,
    "a completed deal that is not paid": sql`select 1 from deal where status = 'completed' and pay_status <> 'paid'`,
    "commissions that are not what the deal says": sql`select 1 from deal d where d.status in ('contracted', 'completed')
      and (d.commission_receivable is distinct from (select sum(amount) from billing b where b.deal_id = d.id and b.type = 'dev_commission' and b.status <> 'void')
        or coalesce(d.commission_payable, 0) <> coalesce((select sum(amount) from billing b where b.deal_id = d.id and b.type = 'agent_commission' and b.direction = 'out' and b.status <> 'void'), 0))`,
    "a unit that is not its deal's": sql`select 1 from unit u left join deal d on d.id = u.deal_id
      where (u.deal_id is not null and (d.unit_id is distinct from u.id
          or u.status <> case when d.status = 'reviewing' then 'reserved' when d.status in ('subscribed', 'contracted', 'completed') then 'sold' end))
        or (u.status = 'reserved' and u.deal_id is null) or (u.sold_by = 'us') is distinct from (u.status = 'sold' and u.deal_id is not null) and u.sold_by is not null`,
    "a live deal in an estate with units that has none": sql`select 1 from deal d join estate e on e.id = d.estate_id
      left join unit u on u.id = d.unit_id where e.has_units and d.status in ('reviewing', 'subscribed', 'contracted', 'completed')
      and u.deal_id is distinct from d.id`,
    "a lead that is not its deal's": sql`select 1 from clue l left join deal d on d.id = l.deal_id
      where (l.status in ('subscribed', 'contracted', 'settled')) and (d.id is null or d.clue_id <> l.id)
        or (l.deal_id is not null and (d.agent_id <> l.agent_id or d.estate_id <> l.estate_id or d.customer_id <> l.customer_id))`,
    "a count of deals that is not theirs": sql`select 1 from estate e where deal_count <>
        (select count(*) from deal d where d.estate_id = e.id and d.status in ('subscribed', 'contracted', 'completed') and d.deleted_at is null)
      union all select 1 from customer c where deal_count <>
        (select count(*) from deal d where d.customer_id = c.id and d.status in ('subscribed', 'contracted', 'completed') and d.deleted_at is null)`,
    "a deal without the papers that its state asks for": sql`select 1 from deal d where exists (
      select 1 from unnest(case when d.submitted_at is not null then array['subscribe_form'] end
        || case when d.contracted_at is not null then array['contract'] end
        || case when d.delivered_at is not null then array['delivery'] end) as asked(type)
      where not exists (select 1 from deal_attachment a where a.deal_id = d.id and a.type = asked.type))`,
    "a payment without its slip, or a slip without a payment": sql`select 1 from billing
      where (status in ('paid', 'confirmed', 'refunded')) <> (voucher_ids <> '[]')`,
    "a deal reviewed by its own seller": sql`select 1 from deal where reviewed_by in (owner_id, co_owner_id)`,

    "a comment on nothing, or on what is in the recycle bin": sql`select 1 from comment t
      left join customer c on t.owner_type = 'customer' and c.id = t.owner_id
      left join estate e on t.owner_type = 'estate' and e.id = t.owner_id
      where (c.id is null and e.id is null) or coalesce(c.deleted_at, e.deleted_at) is not null`,
    "a mention that leads to no comment": sql`select 1 from message m where m.category = 'mention'
      and not exists (select 1 from comment t where t.owner_id = m.link_id and m.link like '%comment=' || t.id
        and m.dedupe_key = 'comment:' || t.id || ':' || m.user_id)`,
    "a comment out of its time": sql`select 1 from comment t
      left join customer c on t.owner_type = 'customer' and c.id = t.owner_id
      where t.created_at > ${at} or t.created_at < c.created_at`,
    "a mention of nobody, or of oneself": sql`select 1 from comment t, jsonb_array_elements_text(t.mention_user_ids) m
      left join "user" u on u.id = m::bigint where u.id is null or u.id = t.created_by or strpos(t.content, '@[' || m || ']') = 0`,

    "a currency whose log does not end with what it is worth": sql`select 1 from currency c
      join lateral (select rate from currency_rate_log l where l.code = c.code order by at desc, id desc limit 1) l on true
      where l.rate <> c.rate_to_cny`,
    "a common currency without a log of ninety days": sql`select 1 from currency c where c.is_common and not c.is_base
      and not exists (select 1 from currency_rate_log l where l.code = c.code
        and l.at < ${at}::timestamptz - interval '90 days')`,
    "a rate yet to come, or one that jumps": sql`select 1 from (select at, rate,
        lag(rate) over (partition by code order by at, id) as former from currency_rate_log) l
      where l.at > ${at} or abs(l.rate - l.former) * 10 > l.former`,
  };
}
