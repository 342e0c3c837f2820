import { type SQL, sql } from "drizzle-orm";
import { beyond } from "../shared/beyond";

/** What must never be in the demo data about agents. */
export function agentViolationsAt(at: string): Readonly<Record<string, SQL>> {
  const today = sql`(${at}::timestamptz at time zone 'Asia/Shanghai')::date`;
  return {
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
    "a number of an agent or a deregistration beyond its counter": sql`
      select 1 from agent a where ${beyond("DL", sql`a.agent_no`)}
      union all select 1 from agent_unregister u where ${beyond("DX", sql`u.request_no`)}`,
  };
}
