import { sql } from "drizzle-orm";

/** What must never be in the demo's statements (G.2), each as the query that finds it. */
export const statementViolationsAt = () => ({
  "statements that are not the sum of their items": sql`select 1 from account_statement s
    join (select statement_id, sum(amount) as amount, sum(adjust_amount) as adjust, count(*)::int as items
      from statement_item group by statement_id) i on i.statement_id = s.id
    where s.total_amount <> i.amount or s.adjust_total <> i.adjust or s.item_count <> i.items
      or s.payable_total <> s.total_amount + s.adjust_total`,
  "paid statements with bills that are not confirmed": sql`select 1 from account_statement s
    join statement_item i on i.statement_id = s.id join billing b on b.id = i.billing_id
    where s.status = 'paid' and (b.status <> 'confirmed' or b.statement_id is distinct from s.id)`,
  "settled reports without a paid statement": sql`select 1 from clue c left join account_statement s on s.id = c.statement_id
    where c.status = 'settled' and s.status is distinct from 'paid'`,
});
