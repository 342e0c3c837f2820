import { type SQL, sql } from "drizzle-orm";
import { isOne, roll } from "./chance";

interface Asked {
  /** Over so many days. */
  daysBack: number;
  /** As many leads as customers. */
  leads: number;
  /** Those that there are (agents.ts); their main accounts have their numbers. */
  agents: number;
  estates: number;
  at: SQL;
  /** The name of a row's number. */
  nameOf: (row: SQL) => SQL;
}

/**
 * What agents reported. Of the last two days most leads wait; of the last two weeks most are valid, of the last two months a fifth has visited;
 * the others are refused or have run out, a tenth has been sold to. A quarter hides the middle of the phone, one of nine collides.
 */
export function leads({ leads: many, daysBack, agents, estates, at, nameOf }: Asked): SQL[] {
  const i = sql`i`;
  return [
    // Each would write its estate by itself: the numbers are written at once below.
    sql`alter table clue disable trigger clue_counted`,
    sql`insert into clue (id, created_at, updated_at, created_by, updated_by, clue_no, source, agent_id, account_id, estate_id, customer_name, phone_cc, phone_mode,
        phone, phone_e164, phone_prefix, phone_suffix, expected_visit_at, status, collision, collision_certain, collision_at, invalid_reason,
        protect_mode, protect_report_days, protect_visit_days, protect_until, handler_id, customer_id, reviewed_by, reviewed_at, visited_at, subscribed_at,
        contracted_at, settled_at)
      select i, made, made, 1, 1, 'BB' || to_char(made, 'YYMMDD') || lpad((row_number() over (partition by made::date order by i))::text, 4, '0'),
        case when ${isOne(i, 210, 300)} then 'manual' else 'agent_portal' end, who, who, 1 + ${roll(i, 211, Math.max(estates, 1))}, ${nameOf(i)}, '86',
        case when hidden then 'first3_last4' else 'full' end,
        case when hidden then left(national, 3) || '****' || right(national, 4) else national end, case when not hidden then '+86' || national end,
        left(national, 3), right(national, 4), made + interval '2 days', status,
        case when collides then 'agent_dup' end, case when collides then not hidden end, case when collides then made end,
        case when status = 'invalid' then 'duplicate' end, 'report_visit_deal', 15, 60,
        case status when 'pending' then null when 'invalid' then null when 'visited' then made + interval '63 days' else made + interval '15 days' end,
        case when status not in ('pending', 'invalid') then 11 + ${roll(i, 212, 189)} end,
        case when status not in ('pending', 'invalid') and not hidden then c.id end,
        case when status <> 'pending' then 4 end, case when status <> 'pending' then made + interval '5 hours' end,
        case when status in ('visited', 'subscribed', 'contracted', 'settled') then made + interval '3 days' end,
        case when status in ('subscribed', 'contracted', 'settled') then made + interval '6 days' end,
        case when status in ('contracted', 'settled') then made + interval '12 days' end, case when status = 'settled' then made + interval '14 days' end
      from (select i::bigint as i, ${at} - interval '1 day' * ${daysBack}::int
            + (i - 1) * (interval '1 day' * (${daysBack}::int - 1) / ${many}::int) as made from generate_series(1, ${many}::int) i) planned
        cross join lateral (select 1 + ${roll(i, 213, agents)} as who, ${isOne(i, 214, 250)} as hidden, ${isOne(i, 215, 110)} as collides,
          '13' || lpad((i * 982451653 % 1000000000)::text, 9, '0') as national, ${at} - made as age, ${roll(i, 216, 10)} as fate) told
        cross join lateral (select case
          when age < interval '2 days' then case when fate < 7 then 'pending' when fate < 9 then 'valid' else 'invalid' end
          when age < interval '15 days' then case when fate < 6 then 'valid' when fate < 8 then 'visited' else 'invalid' end
          when age < interval '63 days' and fate < 2 then 'visited'
          when fate < 5 then 'expired' when fate < 8 then 'invalid' when fate < 9 then 'cancelled'
          else (array['subscribed', 'contracted', 'settled', 'settled'])[1 + ${roll(i, 217, 4)}] end as status) became
        left join customer c on c.id = i and c.deleted_at is null
      order by i`,
    sql`insert into clue_log (clue_id, action, to_status, at) select id, 'create', 'pending', created_at from clue order by id`,
    sql`alter table clue enable trigger clue_counted`,
    sql`update estate set clue_count = l.n from (select estate_id as id, count(*)::int as n from clue group by 1) l where l.id = estate.id`,
  ];
}
