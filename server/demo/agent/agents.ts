import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { agent, agentAccount, agentUnregister } from "~/server/database/tables/agent/agent";
import { seal } from "~/server/lib/seal";
import { bankPurpose } from "~/server/resources/agent/agent/view";
import { agentUnregisterPrefix } from "~/server/resources/agent/unregister/file";
import { type Calendar, hoursByWeight } from "../shared/calendar";
import { randomFrom, spread, times } from "../shared/random";
import { diced, drawn, fourSql, insertMade, momentSql } from "../shared/rows";
import { staffOf, type Writing } from "../terms";

const list = (text: string) => text.split(" ");
/** Two characters and a trade make a firm; all invented. */
const brands = list("云栖 澜庭 恒岳 启明 山海 青禾 远帆 锦程 星桥 汇川 知远 凌霄 沐野 鼎和");
const trades = list("海外置业 国际地产 房产经纪 移民咨询 财富管理 留学服务 投资顾问");
/** Cities of two characters, with the street. */
const places = list(
  "上海静安区南京西路 北京朝阳区建国路 深圳福田区深南大道 广州天河区天河路 成都锦江区人民南路 东京港区芝浦",
);
const shares = {
  type: { company: 80, individual: 20 },
  level: { S: 5, A: 20, B: 55, C: 20 },
  // Of 80, `soon` is about to end; those who go are made by their requests.
  state: { soon: 6, active: 66, expired: 4, disabled: 4 },
};
/** Numbers of domain G.2 behind those of customers and registered users. */
const freeNumbersFrom = 7_400;
const agentColumns = `id, agent_no, type, name, short_name, invoice_title, invoice_required, level, commission_mode, commission_value, settle_cycle, country_code, address, license_no,
  contact_name, contact_phone_cc, contact_phone, contact_phone_e164, contact_phone_last4, contact_email, manager_id, cooperation_from, cooperation_to, warned_at,
  status, status_reason, bank_name, account_holder, bank_account, created_at, updated_at, created_by, updated_by`;
const accountColumns = `id, agent_id, is_main, can_view_all, name, role, login_phone_cc, login_phone, login_phone_e164, login_phone_last4, must_change_password, password_hash,
  status, created_at, updated_at, created_by, updated_by`;

/** Firms and people who bring customers, in the order in which they came, with their people and their sign-ins; with the demo's password. */
export async function writeAgents(writing: Writing): Promise<void> {
  const { tx, calendar, staff, services, passwordHash, isFull, nextName } = writing;
  const random = randomFrom(20_261_133);
  const [total, people] = isFull ? [80, 260] : [8, 26];
  const [now, today] = [momentSql(calendar.now), momentSql(calendar.today)];
  const { chance, pick } = diced(sql`i * 1009`);
  const given = (values: readonly unknown[]) => sql`(${JSON.stringify(values)}::jsonb ->> (i - 1)::int)`;
  const shared = (weights: Readonly<Record<string, number>>) => given(random.shuffle(spread(total, weights)));
  const firms = random.shuffle(brands.flatMap((brand) => trades.map((trade) => `${brand}${trade}`)));
  const banks = times(total, (place) => seal(services, bankPurpose, `6200 0000 0000 ${1_001 + place}`));
  const managers = staffOf(staff, "channel_manager").map(({ id }) => id);
  const agents = sql`
    with drafts as (
      select *, ${shared(shares.type)} as type, ${shared(shares.level)} as level, ${shared(shares.state)} as state, ${pick(1, places)} as place, ${given(firms)} as firm,
        ${given(times(total, nextName))} as contact, ${pick(2, managers)}::bigint as manager, ${fourSql(sql`${freeNumbersFrom}::int + i`)} as four,
        ${today} - (20 + ${chance(3, 331)}) * interval '1 day' + (540 + ${chance(4, 720)}) * interval '1 minute' as at from generate_series(1, ${total}::int) i),
    dated as (
      select *, case place like '东京%' when true then '81' else '86' end as cc, case place like '东京%' when true then '200000' else '1990000' end || four as phone, type = 'company' as is_firm,
        case type when 'company' then left(place, 2) || firm || '有限公司' else contact end as name, (${now} at time zone 'Asia/Shanghai')::date
          + case state when 'soon' then 3 + ${chance(5, 26)} when 'expired' then -12 + ${chance(5, 11)} else 60 + ${chance(5, 481)} end as ends, row_number() over (order by at, i) as id from drafts)
    select id, 'DL' || to_char(at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(row_number() over (partition by (at at time zone 'Asia/Shanghai')::date order by id)::text, 4, '0'), type, name,
      case when is_firm then firm end, case when is_firm then name end, is_firm, level, 'percent', ${pick(6, ["1.50", "1.80", "2.00", "2.50"])}::numeric,
      ${pick(7, list("monthly monthly monthly monthly monthly monthly per_deal per_deal per_deal quarterly"))}, case cc when '81' then 'JP' else 'CN' end,
      case when is_firm then place || 1 + ${chance(8, 320)} || '号' end, case when is_firm then '91310000DEMO' || four || 10 + ${chance(9, 90)} end, contact, cc, phone, '+' || cc || phone, four,
      'agent' || id || '@demo.test', manager, at::date, ends,
      -- By the job of the night on which 30 days were left, or the first after it began.
      case when ends <= (${now} at time zone 'Asia/Shanghai')::date + 30 then greatest((ends - 30 + time '00:20') at time zone 'Asia/Shanghai', at + interval '5 minutes') end,
      case state when 'soon' then 'active' else state end, case state when 'disabled' then '违反报备规则，暂停合作' end, '示例银行', name, ${given(banks)}, at, at, manager, manager
    from dated order by id`;
  await insertMade(tx, agent, agentColumns, agents);
  const names = times(people - total, nextName);
  const accounts = sql`
    with held as (
      select *, row_number() over (order by n > 0, case n when 0 then id end, place) as i from (
        select *, row_number() over (partition by n = 0 order by (n + 1.0) / case level when 'S' then 8 when 'A' then 5 when 'B' then 3 else 1 end, hashint8(id * 31 + n)) as place
        from agent cross join generate_series(0, 9) n where n = 0 or type = 'company') able where n = 0 or place <= ${people - total}::int),
    named as (
      select *, n = 0 as is_main, case n when 0 then contact_phone else '1990000' || ${fourSql(sql`${freeNumbersFrom + total}::int + i`)} end as phone, case n when 0 then contact_phone_cc else '86' end as cc,
        case n when 0 then created_at else least(created_at + (1 + ${chance(1, 60)}) * interval '1 day', ${now} - interval '1 day') end as at from held)
    select i, id, is_main, is_main, case n when 0 then contact_name else ${JSON.stringify(names)}::jsonb ->> (i - ${total + 1}::int)::int end,
      case n when 0 then 'main' else ${pick(2, list("agent agent agent agent agent agent agent manager manager finance"))} end, cc, phone, '+' || cc || phone, right(phone, 4), false, ${passwordHash}::text,
      case when n > 0 and ${chance(3, 100)} < 6 then 'disabled' else 'enabled' end, at, at, manager_id, manager_id from named order by i`;
  await insertMade(tx, agentAccount, accountColumns, accounts);
  await writeUnregisters(writing, spread(isFull ? 12 : 4, statuses));
  await writeAgentLogins(tx, calendar, total * 50);
}

/** Of 12. */
const statuses = { pending: 3, completed: 5, rejected: 2, cancelled: 2 };
/** The longest time ago of a request. */
const oldest = 120;

/** Agents and accounts that ask to leave in turn, in every state, and what became of them: such as joined a while before and have nothing open. */
async function writeUnregisters({ tx, calendar }: Writing, states: readonly string[]): Promise<void> {
  const now = momentSql(calendar.now);
  const { chance } = diced(sql`i * 107`);
  const told = await tx.execute<typeof agentUnregister.$inferInsert>(sql`
    with asked as (
      select i, status, i % 2 = 0 as is_whole, (i + 1) / 2 as place, date_trunc('minute', ${now} - (case status when 'pending' then 20 + ${chance(1, 48)} else 200 + ${chance(1, oldest * 24 - 200)} end) * interval '1 hour') as at
      from jsonb_array_elements_text(${JSON.stringify(states)}::jsonb) with ordinality t (status, i)),
    -- The least agents, so that the others go on; of accounts not the main one, and of other agents.
    old as (select *, row_number() over (order by level in ('B', 'C') desc, hashint8(id * 31)) as place from agent where status = 'active' and warned_at is null and created_at < ${now} - interval '126 days'),
    leaving as (
      select o.place, true as is_whole, o.id, null::bigint as account from old o
      union all select row_number() over (order by o.place desc), false, o.id, c.id from old o join lateral (select id from agent_account c where c.agent_id = o.id and not is_main
        and status = 'enabled' and created_at < ${now} - interval '125 days' order by id limit 1) c on true)
    select row_number() over (order by a.at, i)::int as id, ${agentUnregisterPrefix}::text || to_char(a.at at time zone 'Asia/Shanghai', 'YYMMDD')
        || lpad(row_number() over (partition by (a.at at time zone 'Asia/Shanghai')::date order by a.at, i)::text, 4, '0') as request_no,
      case when account is null then 'agent' else 'account' end as target, g.id::int as agent_id, account::int as account_id, a.status, g.contact_name as applicant,
      (select c.id::int from agent_account c where c.agent_id = g.id and c.is_main) as applicant_account_id, case when account is null then '合作期将满，不再续约' else '经纪人已离职' end as reason,
      case when s.reviewed is not null then '{"clues": 0, "statements": 0, "deals": 0}'::jsonb end as checks, case a.status when 'rejected' then '仍有客户在办理签约，请先完成' when 'cancelled' then '申请人撤回' end as reject_reason,
      case when s.reviewed is not null then g.manager_id::int end as reviewer_id, s.reviewed as reviewed_at, case a.status when 'completed' then s.reviewed end as completed_at,
      a.at as created_at, coalesce(s.reviewed, a.at) as updated_at, case when s.reviewed is not null then g.manager_id::int end as updated_by
    from asked a join leaving l using (is_whole, place) join agent g on g.id = l.id
      cross join lateral (select case when a.status <> 'pending' then a.at + (5 + ${chance(4, 60)}) * interval '1 hour' end) s (reviewed) order by 1`);
  await insertRows(tx, agentUnregister, told.rows);
  // Those who have gone sign in no more; their numbers are free after 30 days, as the nightly job leaves them.
  const gone = sql`status = 'deregistered', deregistered_at = u.reviewed_at, updated_at = u.reviewed_at`;
  const freed = (phone: string) =>
    sql.raw(`${phone}_e164 = case when u.reviewed_at > now_at then ${phone}_e164 end,
    ${phone} = case when u.reviewed_at > now_at then ${phone} else left(${phone}, 3) || '****' || right(${phone}, 4) end`);
  const left = sql`(select *, ${now} - interval '30 days' as now_at from agent_unregister where status = 'completed') u`;
  await tx.execute(
    sql`update agent a set ${gone}, ${freed("contact_phone")} from ${left} where u.agent_id = a.id and u.target = 'agent'`,
  );
  await tx.execute(sql`update agent_account c set ${gone}, sessions_ended_at = u.reviewed_at, ${freed("login_phone")}
    from ${left} where c.id = u.account_id or (u.account_id is null and c.agent_id = u.agent_id)`);
  await tx.execute(sql`update agent a set status = 'deregistering', status_before = 'active', updated_at = u.created_at
    from agent_unregister u where u.agent_id = a.id and u.target = 'agent' and u.status = 'pending'`);
}

const devices = ["Windows电脑 · Chrome", "iPhone · 微信", "安卓设备 · 微信"];

/** A year of sign-ins at the portal, more of them lately and by larger agents, one in twenty failed; the accounts' last ones follow. Comes after agents and their accounts. */
async function writeAgentLogins(tx: Transaction, calendar: Calendar, total: number): Promise<void> {
  const now = momentSql(calendar.now);
  const { chance, pick } = diced(sql`t.i * 101`);
  const isFar = sql`${chance(9, 1_000)} < 14`;
  await tx.execute(sql`
    with signer as (
      select row_number() over (order by c.id, n) - 1 as place, c.id, c.agent_id, c.login_phone, c.status, c.created_at, a.country_code,
        least(coalesce(c.deregistered_at, ${now}), case a.status when 'active' then ${now} else (a.cooperation_to + 1)::timestamptz end) as until
      from agent_account c join agent a on a.id = c.agent_id
        cross join lateral generate_series(1, case when c.status <> 'enabled' then 1 else array_position('{C,B,x,A,x,S}', a.level) end) n),
    t as (
      select i, ((${now} at time zone 'Asia/Shanghai')::date - (power(${drawn(sql`i * 3`, 1_000)} / 1000.0, 1.6) * 340)::int
        + (${JSON.stringify(hoursByWeight)}::jsonb ->> ${drawn(sql`i * 5`, hoursByWeight.length)})::int * interval '1 hour'
        + ${drawn(sql`i * 7`, 3_600)} * interval '1 second') at time zone 'Asia/Shanghai' as at,
        ${drawn(sql`i * 11`, 100)} < 5 as failed, ${drawn(sql`i * 13`, 500)} = 0 as strange
      from generate_series(1, ${total * 4}::int) i),
    tried as (
      select t.i, t.at, t.failed or t.strange as failed, s.*, not t.strange as known from t
      left join signer s on not t.strange and s.place = ${chance(1, 1_000_003)} % (select count(*) from signer)
      where t.at < ${now} - interval '1 minute' and (t.strange or (t.at > s.created_at and t.at < s.until
        and (s.status = 'enabled' or t.failed or t.at < ${now} - interval '60 days')))
      order by ${chance(2, 1_000_003)}, t.i limit ${total}::int)
    insert into agent_login_log (agent_id, account_id, login_name, platform, method, result, fail_reason, ip, ip_region, device, is_remote, at)
    select t.agent_id, t.id, coalesce(t.login_phone, '1990000' || 1000 + ${chance(3, 8_000)}),
      case when ${chance(4, 100)} < 62 then 'agent_portal' when ${chance(4, 100)} < 82 then 'h5' else 'mini_program' end,
      case when ${chance(5, 100)} < 55 then 'password' when ${chance(5, 100)} < 85 then 'sms' else 'wechat' end,
      case when t.failed then 'failed' else 'success' end,
      case when not t.failed then null when not t.known then 'not_found' when ${chance(6, 100)} < 80 then 'bad_password' else 'locked' end,
      '198.51.100.' || 1 + ${chance(7, 254)},
      case when ${isFar} or not t.known then '新加坡' when t.country_code = 'JP' then '日本' else '中国' end, ${pick(10, devices)}, false, t.at
    from tried t order by t.at, t.i`);
  await tx.execute(sql`update agent_login_log l set is_remote = true where account_id is not null and (
    select bool_and(p.ip_region <> l.ip_region) from (select b.ip_region from agent_login_log b
      where b.account_id = l.account_id and b.result = 'success' and b.ip_region is not null and b.at < l.at
      order by b.at desc, b.id desc limit 5) p)`);
  await tx.execute(sql`update agent_account c set last_login_at = l.at from (
    select account_id, max(at) as at from agent_login_log where result = 'success' group by 1) l where l.account_id = c.id`);
}
