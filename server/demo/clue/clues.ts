import { type SQL, sql } from "drizzle-orm";
import { clueInvalidReasons } from "~/contract/clue/clue-kinds";
import { purposes } from "~/contract/customer/customer-record";
import type { Transaction } from "~/server/database/database";
import { clue } from "~/server/database/tables/clue/clue";
import { diced, insertMade, momentSql } from "../shared/rows";
import type { Writing } from "../terms";

/** Of 1,100 (domain G.2). Those that end in a deal are visited or expired until deals exist. */
const states = { pending: 66, valid: 210, visited: 240, expired: 334, invalid: 250 };
/** Of 1,100, too: customers that agents bring who come, and others; reports that collide and wait, and those that were refused. */
const shares = { come: 137, others: 122, waiting: 20, refused: 112 };
const refusals =
  "no_answer no_answer no_answer not_intent not_intent not_intent wrong_number wrong_number rule other".split(" ");

const columns = `id, clue_no, source, agent_id, account_id, estate_id, customer_name, gender, phone_cc, phone_mode, phone, phone_e164, phone_prefix, phone_suffix, purpose, note,
  expected_visit_at, status, version, protect_mode, protect_report_days, protect_visit_days, protect_until, warned_at, handler_id, customer_id, reviewed_by, reviewed_at, review_note,
  visited_at, invalid_reason, invalid_note, collision, collision_certain, collision_at, collision_ref_id, created_at, created_by, updated_at, updated_by`;

/**
 * What agents reported: customers they brought, each at some estates, people who came to nothing, and people that another agent or
 * one of our sellers already had, with the sheets of these. Tells customers of their agents. Runs after inquiries, whose customers are nobody's.
 */
export async function writeClues({ tx, calendar, isFull, nextName }: Writing): Promise<void> {
  const [now, today] = [momentSql(calendar.now), momentSql(calendar.today)];
  const part = (count: number) => sql`${Math.round(isFull ? count : count / 10)}::int`;
  const { chance, pick } = diced(sql`key * 1009`);
  const strangers = Array.from({ length: isFull ? 184 : 18 }, nextName);
  const hours = (salt: number, least: number, most: number) =>
    sql`(${least}::int * 60 + ${chance(salt, (most - least) * 60)}) * interval '1 minute'`;
  const anAgent = (at: SQL, key: SQL, not = sql`0`) => sql`(select * from seller a
    where a.created_at < ${at} and a.until > ${at} and a.id <> ${not} order by hashint8(a.id * 31 + ${key}), a.id limit 1)`;
  const aPlace = (at: SQL) =>
    sql`(select * from site e where published_at < ${at} order by hashint8(e.id * 37 + key), e.id limit 1)`;
  const reports = sql`
    with seller as materialized (select *, case when status = 'deregistering' then '-infinity' else coalesce(deregistered_at,
        case status when 'active' then 'infinity' else least((cooperation_to + 1)::timestamptz, ${now} - interval '20 days') end) end as until from agent),
    site as materialized (select id, published_at, report_phone_mode, protect_mode, protect_report_days, protect_visit_days
      from estate where publish_status = 'online' and allow_agent and protect_mode is distinct from 'visit_deal'),
    able as (
      select c.*, a.id as agent, a.until as leaves, row_number() over (partition by stage = 'visited' order by stage <> 'qualified',
        (owner_id is not null and not is_locked and last_tracking_at > ${now} - interval '11 days' and assigned_at > ${now} - interval '85 days') is not true, hashint8(c.id)) as place
      from customer c cross join lateral ${anAgent(sql`c.created_at - interval '1 day'`, sql`c.id`)} a
      where phone_e164 like '+86%' and c.deleted_at is null and coalesce(owner_id, last_owner_id) is not null
        and source in ('referral', 'event', 'phone', 'wecom', 'ads', 'social', 'other') and not exists (select 1 from inquiry i where i.customer_id = c.id)),
    brought as (select * from able where place <= case stage when 'visited' then ${part(shares.come)} else ${part(shares.others)} end),
    -- The first report made the customer; further ones, at other estates, until each state has its number.
    told as (select *, case when n = 0 then created_at else ${today} + interval '9 hours' + ${hours(1, 0, 11)}
        - case n % 3 when 0 then 25 + ${chance(2, 276)} when 1 then 1 + ${chance(2, 9)} else 2 + ${chance(2, 27)} end * interval '1 day' end as reviewed
      from (select b.*, n, b.id * 100 + n as key from brought b cross join generate_series(0, 26) n) asked),
    due as materialized (select * from told t where n = 0 or (reviewed > created_at + interval '1 day' and reviewed < ${now} - interval '1 hour' and leaves > reviewed
      and (n % 3 <> 2 or stage = 'visited'))),
    sited as (select t.*, e.id as estate, e.protect_mode as mode, e.protect_report_days as days, e.protect_visit_days as more, row_number() over (partition by t.id, e.id order by n) as time
      from due t cross join lateral ${aPlace(sql`t.reviewed - interval '18 hours'`)} e),
    ruled as (select *, coalesce(mode, 'report_visit_deal') as by_mode, coalesce(days, 15) as for_days, coalesce(more, 60) as for_more from sited where time = 1),
    came as (select *, case when came < ${now} then came end as visited from (select *, case when stage = 'visited' and n = 0 then
        reviewed + (1 + ${chance(3, 1_000)} % (for_days - 2)) * interval '1 day' when stage = 'visited' and n % 3 = 2 then reviewed + ${hours(3, 6, 30)} end as came from ruled) r),
    ending as (select *, greatest(case when visited is null or by_mode = 'report_deal' then reviewed + for_days * interval '1 day' end, visited + for_more * interval '1 day') as ends from came),
    stated as (select *, case when ends <= ${now} then 'expired' when visited is not null then 'visited' else 'valid' end as state from ending),
    passed as (select * from (select *, row_number() over (partition by state order by n > 0, hashint8(key)) as rank from stated) s
      where rank <= round((${JSON.stringify(states)}::jsonb ->> state)::int * ${isFull ? 1 : 0.1}::numeric)),
    -- Of one protected at that moment, or of a person one of our sellers is talking to.
    held as (select key, agent, estate, name, phone, id as customer, reviewed as since, least(ends, ${now}) as upto, hashint8(key * 7) as chance, ends > ${now} as lasts from passed where phone is not null),
    own as (select id + 1000000 as key, 0::bigint as agent, null::bigint as estate, name, phone, id as customer, greatest(last_tracking_at, assigned_at) as since, ${now} as upto, hashint8(id * 7) as chance, true as lasts
      from customer where owner_id is not null and phone_e164 like '+86%' and last_tracking_at > ${now} - interval '59 days' and id not in (select id from brought)),
    against as (select *, row_number() over (partition by agent = 0, is_open order by chance) as place from (
      select *, true as is_open from held where lasts and since < ${now} - interval '5 hours' and key % 2 = 0
      union all select *, true from own where since < ${now} - interval '5 hours' and key % 2 = 0
      union all select *, false from held where upto - since > interval '40 hours' and key % 2 = 1
      union all select *, false from own where upto - since > interval '40 hours' and key % 2 = 1) able),
    timed as (select *, date_trunc('second', moment) as at from (select *, case when is_open then greatest(since + interval '1 hour', ${now} - interval '2 hours' - ${hours(5, 0, 20)})
        else since + interval '1 hour' + (upto - since - interval '30 hours') * (${chance(5, 1_000)} / 1000.0) end as moment
      from against where place <= case when is_open then ${part(shares.waiting)} else ${part(shares.refused)} end * case when agent = 0 then 1 else 2 end / 3) t),
    strange as (select key, key <= ${part(states.pending - shares.waiting)} as is_open, case when key <= ${part(states.pending - shares.waiting)} then ${now} - ${hours(6, 1, 40)}
        else ${today} + interval '9 hours' + ${hours(6, 0, 11)} - (3 + ${chance(7, 328)}) * interval '1 day' end as at
      from generate_series(1, ${part(states.pending - shares.waiting + states.invalid - shares.refused)}) key),
    report as (
      select key, 0 as kind, agent, estate, name, phone, id as customer, reviewed - ${hours(8, 1, 18)} as at, state, reviewed, visited, ends, null::bigint as other, coalesce(owner_id, last_owner_id) as handler from passed
      union all select key + 2000000, case agent when 0 then 2 else 1 end, a.id, coalesce(t.estate, e.id), t.name, t.phone, null, t.at, case when is_open then 'pending' else 'invalid' end,
          case when not is_open then t.at + ${hours(9, 2, 20)} end, null, null, case agent when 0 then customer else key end, null
        from timed t cross join lateral ${anAgent(sql`t.at`, sql`t.key * 3`, sql`t.agent`)} a cross join lateral ${aPlace(sql`t.at`)} e
      union all select key + 4000000, 3, a.id, e.id, ${JSON.stringify(strangers)}::jsonb ->> (s.key - 1)::int,
          case e.report_phone_mode when 'first3_last4' then '138****' else '1380000' end || lpad(${chance(12, 10_000)}::text, 4, '0'), null, s.at, case when is_open then 'pending' else 'invalid' end,
          case when not is_open then s.at + ${hours(13, 1, 22)} end, null, null, null, null
        from strange s cross join lateral ${anAgent(sql`s.at`, sql`s.key`)} a cross join lateral ${aPlace(sql`s.at`)} e),
    numbered as (
      select r.*, row_number() over (order by r.at, key) as id, m.manager_id as manager, acc.id as account, acc.id is null or ${chance(14, 100)} < 15 as by_hand,
        'BB' || to_char(r.at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(row_number() over (partition by (r.at at time zone 'Asia/Shanghai')::date order by r.at, key)::text, 4, '0') as no
      from report r join seller m on m.id = r.agent left join lateral (select id from agent_account c where c.agent_id = r.agent and c.status = 'enabled' and c.created_at < r.at
        and ${chance(15, 100)} < 80 order by hashint8(c.id * 31 + r.key) limit 1) acc on true)
    select n.id, n.no, case when by_hand then 'manual' else 'agent_portal' end, agent, account, estate, n.name, ${pick(16, ["male", "female", "unknown"])}, '86',
      case when strpos(phone, '*') > 0 then 'first3_last4' else 'full' end, phone, case when strpos(phone, '*') = 0 then '+86' || phone end, left(phone, 3), right(phone, 4),
      case when ${chance(17, 2)} = 0 then ${pick(18, Object.keys(purposes))} end, case when ${chance(19, 10)} < 3 then '客户关注学区与回报率' end,
      case when ${chance(21, 10)} < 7 then n.at + ${hours(22, 6, 120)} end, state, case state when 'pending' then 1 when 'expired' then 3 else 2 end + (visited is not null)::int,
      coalesce(e.protect_mode, 'report_visit_deal'), coalesce(e.protect_report_days, 15), coalesce(e.protect_visit_days, 60), ends,
      case when ends < ${now} + interval '3 days' then greatest(ends - interval '3 days', reviewed + interval '1 hour') end, handler, case kind when 0 then customer end,
      case when reviewed is not null then manager end, reviewed, case kind when 0 then '已电话核实' end, visited,
      case state when 'invalid' then case kind when 1 then 'duplicate' when 2 then 'own_customer' else ${pick(23, refusals)} end end,
      case state when 'invalid' then case kind when 1 then '他渠道先行报备' when 2 then '报备前我方顾问已在跟进' end end,
      case kind when 1 then 'agent_dup' when 2 then 'own_customer' end, case when kind in (1, 2) then true end, case when kind in (1, 2) then n.at end,
      case kind when 1 then (select o.id from numbered o where o.key = n.other) else n.other end, n.at, case when by_hand then manager end,
      coalesce(case state when 'expired' then least(ends + interval '1 hour', ${now}) end, visited, reviewed, n.at),
      case when state = 'expired' then null when visited is not null then handler when reviewed is not null or by_hand then manager end
    from numbered n join estate e on e.id = n.estate order by n.id`;
  await insertMade(tx, clue, columns, reports);
  await tx.execute(sql`update customer c set agent_id = a.id, source = 'agent', source_detail = a.name
    from clue l join agent a on a.id = l.agent_id where l.customer_id = c.id`);
  await writeSheets(tx);
}

/** The judgements of reports that collide, by the rule: another's earlier report wins, and a customer of ours who was active before it. */
async function writeSheets(tx: Transaction): Promise<void> {
  const party = (kind: "clue" | "customer", of: string, who: string, active: string) =>
    sql.raw(`jsonb_build_object('kind', '${kind}', 'id', ${of}.id, 'who', ${who}, 'is_this', ${of === "l"}, 'visits', 0,
      'first_at', ${of}.created_at, 'last_activity_at', ${of}.${active}, 'protect_until', to_jsonb(${of}) -> 'protect_until', 'evidence', jsonb_build_array(
        jsonb_build_object('kind', '${kind === "clue" ? "report" : kind}', 'at', ${of}.created_at, 'text', '${kind === "clue" ? "报备" : "客户建档"}')))`);
  const own = party("customer", "c", "'我方顾问'", "last_tracking_at");
  await tx.execute(sql`
    insert into judgement (clue_id, no, certain, rule_result, rule_sentence, parties, verdict, reason, version, decided_by, decided_at, created_at, updated_at)
    select l.id, 1, true, result, sentence, case when is_open then '[]' else jsonb_build_array(${party("clue", "l", "a.name", "created_at")}, other) end,
      case when not is_open then result end, case when not is_open then reason end, 2 - is_open::int, l.reviewed_by, l.reviewed_at, l.created_at, coalesce(l.reviewed_at, l.created_at)
    from (select *, reviewed_at is null as is_open from clue where collision is not null) l join agent a on a.id = l.agent_id cross join lateral (
      select 'other', '报备' || o.clue_no || '（' || b.name || '）于' || (o.created_at at time zone 'Asia/Shanghai')::date || '先行报备，保护期至'
          || (o.protect_until at time zone 'Asia/Shanghai')::date || '，最早的有效报备优先', '他渠道报备在先且在保护期内', ${party("clue", "o", "b.name", "created_at")}
        from clue o join agent b on b.id = o.agent_id where l.collision = 'agent_dup' and o.id = l.collision_ref_id
      union all select 'own', '报备前90天内我方客户有活动（最近' || (c.last_tracking_at at time zone 'Asia/Shanghai')::date || '，跟进人' || u.name || '），我方客户优先',
          '跟进记录与拨打记录早于报备，归我司', ${own}
        from customer c join "user" u on u.id = c.owner_id where l.collision = 'own_customer' and c.id = l.collision_ref_id) ruled (result, sentence, reason, other)
    order by l.id`);
}

/** Settles reports whose commission is paid in all its parts, and logs what became of all, from their own dates. Runs after deals and statements. */
export async function writeClueLogs({ tx, calendar }: Writing): Promise<void> {
  await tx.execute(sql`
    update clue l set status = 'settled', settled_at = p.at, statement_id = p.statement, commission_amount = p.amount, commission_currency = p.currency
    from (select d.clue_id, max(b.confirmed_at) as at, max(b.statement_id) as statement, sum(b.paid_amount) as amount, max(b.currency) as currency
      from billing b join deal d on d.id = b.deal_id where b.type = 'agent_commission' and b.direction = 'out' and b.status <> 'void'
      group by 1 having bool_and(b.status = 'confirmed' and b.statement_id is not null)) p where p.clue_id = l.id`);
  const before = sql`case when l.contracted_at is null then 'subscribed' else 'contracted' end`;
  await tx.execute(sql`
    insert into clue_log (clue_id, action, from_status, to_status, by, account_id, at, note)
    select l.id, s.* from clue l left join deal d on d.id = l.deal_id left join judgement j on j.clue_id = l.id
      left join account_statement a on a.id = l.statement_id cross join lateral (values
        ('create', null, 'pending', l.created_by, case l.source when 'agent_portal' then l.account_id end, l.created_at, null),
        ('judge', null, null, j.decided_by, null, j.decided_at, '判定单1：' || j.reason),
        ('approve', 'pending', 'valid', l.reviewed_by, null, case when l.invalid_reason is null then l.reviewed_at end, l.review_note),
        ('reject', 'pending', 'invalid', l.reviewed_by, null, case when l.invalid_reason is not null then l.reviewed_at end,
          concat_ws('：', ${JSON.stringify(clueInvalidReasons)}::jsonb ->> l.invalid_reason, l.invalid_note)),
        ('visit', 'valid', 'visited', l.handler_id, null, l.visited_at, null),
        ('expire', case when l.visited_at is null then 'valid' else 'visited' end, 'expired', null, null,
          case l.status when 'expired' then least(l.protect_until + interval '1 hour', ${momentSql(calendar.now)}) end, null),
        ('subscribe', 'visited', 'subscribed', d.reviewed_by, null, l.subscribed_at, d.deal_no),
        ('contract', 'subscribed', 'contracted', d.reviewed_by, null, l.contracted_at, d.deal_no),
        ('cancel', ${before}, 'cancelled', d.reviewed_by, null, l.cancelled_at, l.cancel_reason),
        ('settle', 'contracted', 'settled', a.paid_by, null, l.settled_at, a.statement_no)
      ) s (action, before, after, by, account, at, note) where s.at is not null order by s.at, l.id`);
}
