import { sql } from "drizzle-orm";

/** What must never be in the demo's statements (domain G.2), each as the query that finds it. */
export const statementViolationsAt = () => ({
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
});
