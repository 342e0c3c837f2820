import { type SQL, sql } from "drizzle-orm";

/** What triggers keep beside the rows that it follows from (migrations 0019, 0048, 0049), and what a list takes for granted: never otherwise, each as the query that finds it. */
export const keptViolations: Readonly<Record<string, SQL>> = {
  "a kept count that is not the count": sql`
    select 1 from (
      select 'holder' as kind, owner_id::text as key, count(*) as n from customer
        where owner_id is not null and deleted_at is null and stage not in ('contracted', 'completed', 'lost', 'invalid') group by 2
      union all select 'district', district_id::text, count(*) from estate where deleted_at is null and district_id is not null group by 2
      union all select 'country', country_code, count(*) from estate where deleted_at is null and country_code is not null group by 2) counted
    full join (select kind, key, sum(n) as n from tally group by 1, 2) kept using (kind, key)
    where coalesce(counted.n, 0) <> coalesce(kept.n, 0)`,
  "a requirement that does not know whose its customer is": sql`
    select 1 from requirement r join customer c on c.id = r.customer_id
    where r.customer_owner is distinct from case when c.deleted_at is null then coalesce(c.owner_id, 0) end`,
  "a follow-up that does not know whether its customer is recycled": sql`
    select 1 from tracking t join customer c on c.id = t.customer_id where t.of_recycled <> (c.deleted_at is not null)`,
  "a follow-up that does not know its customer's name": sql`
    select 1 from tracking t join customer c on c.id = t.customer_id where t.customer_name <> c.name`,
  "a line of a bill that does not know whose its deal is": sql`
    select 1 from billing b join deal d on d.id = b.deal_id
    where (b.deal_owner_id, b.deal_agent_id) is distinct from
      (case when d.deleted_at is null then d.owner_id end, case when d.deleted_at is null then d.agent_id end)`,
};
