import { disordered, type Rules, unlike } from "../shared/rules";

const asked = (status: string) =>
  `exists (select 1 from agent_unregister u where (u.agent_id, u.target, u.status) = (a.id, 'agent', '${status}'))`;
const isFree = "coalesce(deregistered_at < :now - interval '30 days', false)";

/** Of agents, their leads, and the statements of what they are owed. */
export const agentRules: Rules = {
  "an agent whose state is not what its dates say": `agent
    where (status = 'active' and cooperation_to < :today) or (status = 'expired' and cooperation_to >= :today) or ${unlike("deregistered", "deregistered_at")}
      or ${unlike("deregistering", "status_before")} or cooperation_to <= cooperation_from or created_at > :now`,
  "an agent on its way out whom nobody asked, or the other way round": `agent a
    where (a.status = 'deregistering') <> ${asked("pending")} or (a.status = 'deregistered') <> ${asked("completed")}`,
  "a cooperation that is about to end of which nobody was told": `agent
    where status = 'active' and (cooperation_to <= :today + 30) <> (warned_at is not null)`,
  "an agent without its one main account, or with more than it may have": `agent a
    where (select count(*) filter (where c.is_main) <> 1 or count(*) filter (where c.status <> 'deregistered') > a.account_limit
      from agent_account c where c.agent_id = a.id and c.deleted_at is null)`,
  "an account that outlives its agent, or has no end": `agent_account c join agent a on a.id = c.agent_id
    where (a.status = 'deregistered' and c.status <> 'deregistered') or (c.status = 'deregistered') <> (c.deregistered_at is not null)
      or (c.status = 'deregistered' and a.status <> 'deregistered'
        and not exists (select 1 from agent_unregister u where u.account_id = c.id and u.status = 'completed'))`,
  "a phone that is not free 30 days after its end, or free before it": `agent_account where (login_phone_e164 is null) <> ${isFree}
    union all select 1 from agent where (contact_phone_e164 is null) <> ${isFree}`,
  "a last sign-in that is not the last": `agent_account c where c.last_login_at is distinct from
    (select max(l.at) from agent_login_log l where l.account_id = c.id and l.result = 'success')`,
  "a sign-in from the future, before the account was there or after its end": `agent_login_log l left join agent_account c on c.id = l.account_id
    where l.at > :now or l.at < c.created_at or l.at > c.deregistered_at or l.agent_id is distinct from c.agent_id`,
  "a sign-in that failed without a reason, or the other way round": `agent_login_log
    where (result = 'failed') <> (fail_reason is not null) or (fail_reason is not distinct from 'not_found') <> (account_id is null)`,
  "a sign-in from elsewhere that is none": `agent_login_log l where l.is_remote is distinct from coalesce(
    (select bool_and(p.ip_region <> l.ip_region) from (select b.ip_region from agent_login_log b
      where b.account_id = l.account_id and b.result = 'success' and b.ip_region is not null and b.at < l.at
      order by b.at desc, b.id desc limit 5) p), false)`,
  "a deregistration whose state is not what it says of itself": `agent_unregister
    where (status = 'pending') <> (reviewed_at is null) or ${unlike("completed", "completed_at")} or ${unlike("rejected cancelled", "reject_reason")}
      or (target = 'account') <> (account_id is not null) or ${disordered("created_at reviewed_at")}`,

  "a lead whose state is not what it says of itself": `clue
    where (status = 'pending') <> (reviewed_at is null) or ${unlike("invalid", "invalid_reason")} or (status = 'visited' and visited_at is null)
      or (status in ('valid', 'visited') and protect_until <= :now) or (status = 'expired' and protect_until > :now)
      or ${disordered("created_at reviewed_at visited_at")}`,
  "a lead that holds its customer beside another agent's": `clue a join clue b on b.estate_id = a.estate_id
    and b.phone_e164 = a.phone_e164 and b.agent_id <> a.agent_id where a.status in ('valid', 'visited') and b.status in ('valid', 'visited')`,
  "a customer of a lead who is another's, or has not come": `clue l join customer c on c.id = l.customer_id
    where c.phone_e164 is distinct from l.phone_e164 or c.agent_id is distinct from l.agent_id or c.source <> 'agent'
      or (l.visited_at is not null and c.stage not in ('visited', 'subscribed', 'contracted', 'completed'))`,
  "a lead with a full number that passed without a customer or a handler": `clue
    where status in ('valid', 'visited', 'expired') and (handler_id is null or (phone_e164 is not null and customer_id is null))`,
  "an agent's customer whom no lead brought": `customer c where c.agent_id is not null
    and not exists (select 1 from clue l where l.customer_id = c.id and l.agent_id = c.agent_id)`,
  "a collision without its sheet, or one that is decided and is not": `clue l left join judgement j on j.clue_id = l.id
    where (l.collision is not null) <> (j.id is not null) or (j.id is not null and (l.status = 'pending') <> (j.verdict is null))
      or (j.verdict is null) <> (j.decided_at is null) or (l.collision is not null and l.collision_ref_id is null)`,
  "a lead whose log does not begin with it": `clue l where not exists
    (select 1 from clue_log g where (g.clue_id, g.action, g.at) = (l.id, 'create', l.created_at))`,
  "settled reports without a paid statement": `clue c left join account_statement s on s.id = c.statement_id
    where c.status = 'settled' and s.status is distinct from 'paid'`,

  "statements that are not the sum of their items": `account_statement s
    join (select statement_id, sum(amount) as amount, sum(adjust_amount) as adjust, count(*) as items from statement_item group by 1) i on i.statement_id = s.id
    where (s.total_amount, s.adjust_total, s.item_count) <> (i.amount, i.adjust, i.items) or s.payable_total <> s.total_amount + s.adjust_total`,
  "paid statements with bills that are not confirmed": `account_statement s
    join statement_item i on i.statement_id = s.id join billing b on b.id = i.billing_id
    where s.status = 'paid' and (b.status <> 'confirmed' or b.statement_id is distinct from s.id)`,
  "a statement that lacks the papers of its state": `account_statement
    where (status in ('confirmed', 'invoiced', 'paid') and proof_ids = '[]')
      or ${unlike("invoiced paid", "invoice_media_id")} or (status = 'paid') <> (voucher_ids <> '[]')`,
  "an item whose bill says something else": `statement_item i join account_statement s on s.id = i.statement_id join billing b on b.id = i.billing_id
    where i.is_live <> (s.status <> 'void') or (i.is_live and (b.statement_id <> s.id or b.amount <> i.amount))
      or (s.status = 'paid' and b.paid_amount <> i.amount + i.adjust_amount) or (i.adjust_amount <> 0) <> (i.adjust_reason is not null)`,
  "a comparison whose lines are decided and agree, or the other way round": `developer_compare_row
    where (result = 'match') <> (decision = 'accepted') or (decision = 'disputed') <> (decided_at is not null)`,
};
