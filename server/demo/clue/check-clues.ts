import { type SQL, sql } from "drizzle-orm";
import { beyond } from "../shared/beyond";

/** What must never be in the demo data about leads. */
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
  };
}
