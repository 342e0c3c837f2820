import { type SQL, sql } from "drizzle-orm";
import { billing, deal } from "~/server/database/tables/deal/deal";

/** The day on which an agent's commission is due (domain F.2); null before. What never comes, such as a loan, is not waited for beyond the keys. */
export const metAt: SQL<string | null> = sql`coalesce((case ${billing.condition}
  when 'loan' then ${deal.loan_paid_at}
  when 'delivery' then ${deal.delivered_at}
  when 'down_payment' then (
    select max((paid.confirmed_at at time zone 'Asia/Shanghai')::date) from billing paid
    where paid.deal_id = ${deal.id} and paid.type = 'down_payment' and paid.direction = 'in' and paid.status <> 'void'
    having bool_and(paid.status = 'confirmed'))
  else ${deal.contracted_at} end), ${deal.delivered_at})`;
