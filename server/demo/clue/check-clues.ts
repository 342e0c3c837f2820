import { type SQL, sql } from "drizzle-orm";
import { beyond } from "../shared/beyond";

/** What must never be in the demo data about leads and the statements of what they earned (domain G.2). */
export function clueViolationsAt(at: string): Readonly<Record<string, SQL>> {
  return {
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
    "a number of a lead beyond its counter": sql`select 1 from clue l where ${beyond("BB", sql`l.clue_no`)}`,
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
  };
}
