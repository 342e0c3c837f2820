import { type SQL, sql } from "drizzle-orm";
import { isOne, pick, roll } from "./chance";
import { surnames } from "./words";

/** Sign-ins are kept a year. */
const loginDays = 365;
/** Of each agent. */
const loginsEach = 10;
/** One of so many agents has wanted to leave. */
const leaving = 20;

interface Told {
  /** Over so many days. */
  daysBack: number;
  agents: number;
  at: SQL;
  /** The name of a row's number. */
  nameOf: (row: SQL) => SQL;
}

/**
 * So many agents, each with its main account, every second one with another; ten sign-ins of each in the last year, of which one of twenty failed and one of fifty was of a name that nobody has.
 * One of twenty agents wanted to leave, or let an account go. One of twenty belongs to the channel manager, the others to everybody of the staff.
 */
export function agents({ agents: many, daysBack, at, nameOf }: Told): SQL[] {
  const i = sql`i`;
  const accounts = many + Math.floor(many / 2);
  const nationalOf = (head: string, row: SQL) =>
    sql`${sql.raw(`'${head}'`)} || lpad((${row} * 982451653 % 1000000000)::text, 9, '0')`;
  return [
    sql`insert into agent (id, created_at, updated_at, created_by, updated_by, agent_no, type, name, country_code, contact_name, contact_phone_cc, contact_phone,
        contact_phone_e164, contact_phone_last4, level, cooperation_from, cooperation_to, commission_mode, commission_value, settle_cycle, manager_id,
        status, status_before, deregistered_at)
      select i, made, made, 1, 1, 'DL' || to_char(made, 'YYMMDD') || lpad((row_number() over (partition by made::date order by i))::text, 4, '0'),
        case when ${isOne(i, 400, 800)} then 'company' else 'individual' end, ${pick(surnames, i, 401)} || '氏海外置业' || i,
        (array['CN', 'CN', 'CN', 'JP', 'SG'])[1 + ${roll(i, 402, 5)}], ${nameOf(i)}, '86', national, '+86' || national, right(national, 4),
        (array['S', 'A', 'A', 'A', 'A', 'B', 'B', 'B', 'B', 'B', 'B', 'B', 'B', 'B', 'B', 'B', 'C', 'C', 'C', 'C'])[1 + ${roll(i, 403, 20)}],
        made::date, case when state = 'expired' then current_date - 1 - ${roll(i, 404, 300)} else current_date + 1 + ${roll(i, 404, 700)} end,
        'percent', 2, 'monthly', case when ${isOne(i, 405, 50)} then 4 else 1 + ${roll(i, 406, 200)} end,
        state, case when state = 'deregistering' then 'active' end, case when state = 'deregistered' then ${at} - interval '1 day' end
      from (select i::bigint as i, ${at} - interval '1 day' * ${daysBack}::int
            + (i - 1) * (interval '1 day' * (${daysBack}::int - 1) / ${many}::int) as made from generate_series(1, ${many}::int) i) planned
        cross join lateral (select ${nationalOf("15", i)} as national, case
            when i % ${2 * leaving}::int = 0 then case when i % ${8 * leaving}::int = 0 then 'deregistering' else 'deregistered' end
            when ${isOne(i, 407, 50)} then 'disabled' when ${isOne(i, 408, 80)} then 'expired' else 'active' end as state) fate
      order by i`,
    // Those of the numbers behind the agents' are second ones.
    sql`insert into agent_account (id, created_at, updated_at, created_by, updated_by, agent_id, parent_id, is_main, name, login_phone_cc, login_phone, login_phone_e164,
        login_phone_last4, password_hash, role, status, deregistered_at)
      select i, a.created_at, a.created_at, 1, 1, a.id, case when i > ${many}::int then a.id end, i <= ${many}::int, ${nameOf(i)}, '86', national, '+86' || national,
        right(national, 4), 'none', case when i <= ${many}::int then 'main' else 'agent' end,
        case when a.status = 'deregistered' then 'deregistered' else 'enabled' end, a.deregistered_at
      from (select i::bigint as i from generate_series(1, ${accounts}::int) i) made
        join agent a on a.id = case when i <= ${many}::int then i else (i - ${many}::int) * 2 end
        cross join lateral (select ${nationalOf("17", i)} as national) phone
      order by i`,
    sql`insert into agent_login_log (id, agent_id, account_id, login_name, platform, method, result, fail_reason, ip, ip_region, device, is_remote, at)
      select i, a.agent_id, a.id, coalesce(a.login_phone, '1880000' || lpad((i % 10000)::text, 4, '0')),
        (array['agent_portal', 'agent_portal', 'agent_portal', 'h5', 'mini_program'])[1 + ${roll(i, 420, 5)}],
        (array['password', 'password', 'sms', 'wechat'])[1 + ${roll(i, 421, 4)}], case when failed then 'failed' else 'success' end,
        case when a.id is null then 'not_found' when failed then (array['bad_password', 'bad_password', 'locked'])[1 + ${roll(i, 422, 3)}] end,
        '203.0.113.' || (i % 250), case when remote then '美国' else '中国' end, 'iPhone · 微信', remote,
        ${at} - interval '1 day' * ${loginDays}::int + i * (interval '1 day' * ${loginDays}::int / ${many * loginsEach}::int)
      from (select i::bigint as i, ${isOne(i, 423, 20)} as nobody, ${isOne(i, 424, 10)} as remote
          from generate_series(1, ${many * loginsEach}::int) i) told
        cross join lateral (select nobody or ${isOne(i, 425, 50)} as failed) how
        left join agent_account a on not nobody and a.id = 1 + ${roll(i, 426, accounts)}
      order by i`,
    sql`update agent_account a set last_login_at = l.at
      from (select account_id, max(at) as at from agent_login_log where result = 'success' group by 1) l where l.account_id = a.id`,
    sql`insert into agent_unregister (id, created_at, updated_at, created_by, updated_by, request_no, target, agent_id, account_id, reason, applicant, checks, status,
        reject_reason, reviewer_id, reviewed_at, completed_at)
      select row_number() over (order by a.id), asked, coalesce(reviewed, asked), 1, 1,
        'DX' || to_char(asked, 'YYMMDD') || lpad((row_number() over (partition by asked::date order by a.id))::text, 4, '0'),
        case when whole then 'agent' else 'account' end, a.id, case when whole then null else second.id end, '不再续约', a.contact_name,
        case when reviewed is not null then '{"clues": 0, "statements": 0, "deals": 0}'::jsonb end, state,
        case when state = 'rejected' then '请先结算' end, case when reviewed is not null then 4 end, reviewed, case when state = 'completed' then reviewed end
      from agent a
        cross join lateral (select a.id % ${2 * leaving}::int = 0 as whole, greatest(a.created_at, ${at} - interval '1 day' * (2 + ${roll(sql`a.id`, 430, 400)})) as asked) wish
        cross join lateral (select case a.status when 'deregistering' then 'pending' when 'deregistered' then 'completed'
            else (array['pending', 'rejected', 'cancelled'])[1 + ${roll(sql`a.id`, 431, 3)}] end as state) decided
        cross join lateral (select case when state <> 'pending' then asked + interval '1 day' end as reviewed) review
        left join agent_account second on second.id = ${many}::int + a.id / 2 and a.id % 2 = 0
      where a.id % ${leaving}::int = 0 and (whole or second.id is not null)`,
  ];
}
