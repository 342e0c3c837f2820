import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { agent, agentAccount, agentUnregister } from "~/server/database/tables/agent/agent";
import { seal } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { bankPurpose } from "~/server/resources/agent/agent/view";
import type { Company } from "../company";
import { type Calendar, hoursByWeight } from "../shared/calendar";
import { drawn, momentSql } from "../shared/sql";

/** Agents with their people; at the portal they sign in with the demo's password. */
export async function writeAgents(
  tx: Transaction,
  made: Company,
  passwordHash: string,
  services: Pick<Services, "secret">,
): Promise<void> {
  const accounts = made.agents.flatMap((story) => story.accounts);
  const rows = made.agents.map(({ row }) => ({
    ...{ ...row, bank_name: "示例银行", account_holder: row.name },
    bank_account: seal(services, bankPurpose, `6200 0000 0000 ${1_000 + row.id}`),
  }));
  await insertRows(tx, agent, rows);
  const withPasswords = accounts.map((account) => ({ ...account, password_hash: passwordHash }));
  await insertRows(tx, agentAccount, withPasswords);
  await writeAgentLogins(tx, made.calendar, rows.length * 50);
  await insertRows(tx, agentUnregister, made.agentUnregisters);
}

const devices = ["Windows电脑 · Chrome", "Mac电脑 · Safari", "iPhone · 微信", "安卓设备 · 微信", "鸿蒙设备 · 微信"];
const far = ["新加坡", "泰国", "美国", "马来西亚"];

/** A year of sign-ins at the portal, more of them lately and by larger agents, one in twenty failed; the accounts' last ones follow. Comes after agents and their accounts. */
async function writeAgentLogins(tx: Transaction, calendar: Calendar, total: number): Promise<void> {
  const now = momentSql(calendar.now);
  const chance = (salt: number, of: number) => drawn(sql`t.i * 101 + ${salt}`, of);
  const pick = (list: readonly string[], salt: number) =>
    sql`(${JSON.stringify(list)}::jsonb ->> ${chance(salt, list.length)})`;
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
      case when ${isFar} or not t.known then ${pick(far, 8)} when t.country_code = 'JP' then '日本' else '中国' end, ${pick(devices, 10)}, false, t.at
    from tried t order by t.at, t.i`);
  // From where they have not been the last five times.
  await tx.execute(sql`update agent_login_log l set is_remote = true where account_id is not null and (
    select bool_and(p.ip_region <> l.ip_region) from (select b.ip_region from agent_login_log b
      where b.account_id = l.account_id and b.result = 'success' and b.ip_region is not null and b.at < l.at
      order by b.at desc, b.id desc limit 5) p)`);
  await tx.execute(sql`update agent_account c set last_login_at = l.at from (
    select account_id, max(at) as at from agent_login_log where result = 'success' group by 1) l where l.account_id = c.id`);
}
