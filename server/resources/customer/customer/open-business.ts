import { eq, type SQL, sql } from "drizzle-orm";
import { closedCaseStages } from "~/contract/inquiry/inquiry-kinds";
import type { Db } from "~/server/database/database";
import { clue } from "~/server/database/tables/clue/clue";
import { customer } from "~/server/database/tables/customer/customer";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { chatSession } from "~/server/database/tables/inquiry/chat";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { found, pick } from "~/server/lib/call";

export interface OpenBusiness {
  liveDeals: number;
  deals: number;
  unpaidBillings: number;
  openVisaCases: number;
  openChats: number;
  openClues: number;
}

/** Inquiries of a row of `customer`, by the index of customers. */
const inquiriesOf = (which: SQL) =>
  sql<number>`(select count(*)::int from ${inquiry} where ${inquiry.customer_id} = ${customer.id} and ${inquiry.deleted_at} is null and ${which})`;

const dealsOf = (which: SQL) =>
  sql<number>`(select count(*)::int from ${deal} where ${deal.customer_id} = ${customer.id} and ${deal.deleted_at} is null and ${which})`;

/** What a row of `customer` still has going on, as SQL. */
export const businessOf: { [K in keyof OpenBusiness]: SQL<number> } = {
  liveDeals: dealsOf(sql`${deal.status} in ('reviewing', 'subscribed', 'contracted')`),
  deals: dealsOf(sql`true`),
  // What the customer still owes, and is owed, on deals that were handed in.
  unpaidBillings: sql<number>`(select count(*)::int from ${billing} join ${deal} on ${deal.id} = ${billing.deal_id}
    where ${deal.customer_id} = ${customer.id} and ${deal.deleted_at} is null
    and ${deal.status} in ('reviewing', 'subscribed', 'contracted', 'completed', 'cancelled')
    and (${billing.payer} = 'buyer' or ${billing.payee} = 'buyer') and ${billing.status} in ('pending', 'paid'))`,
  openVisaCases: inquiriesOf(
    sql`${inquiry.kind} = 'visa' and ${inquiry.status} in ('assigned', 'processing', 'converted')
      and not coalesce(${inquiry.ext} ->> 'case_stage', '') = any(${sql.param([...closedCaseStages])}::text[])`,
  ),
  openChats: inquiriesOf(
    sql`${inquiry.kind} = 'chat' and exists (select 1 from ${chatSession}
      where ${chatSession.inquiry_id} = ${inquiry.id} and ${chatSession.chat_status} in ('waiting', 'open'))`,
  ),
  openClues: sql<number>`(select count(*)::int from ${clue} where ${clue.customer_id} = ${customer.id}
    and ${clue.status} in ('pending', 'valid', 'visited', 'subscribed', 'contracted'))`,
};

/** Answers every guard about one customer (domain C.1.7); nothing else asks those tables about a customer. */
export async function openBusiness(db: Db, customerId: number): Promise<OpenBusiness> {
  // Within one another: a select of one table would take the tables' names off the columns of what it counts.
  const counts = Object.entries(businessOf).map(([name, count]) => [name, sql<number>`${count}`]);
  const [row] = await pick(db, customer, Object.fromEntries(counts) as typeof businessOf, eq(customer.id, customerId));
  return found(row);
}

/** Whether anything is still going on, deals of the past left aside. */
export const isBusy = ({ deals: _, ...open }: OpenBusiness): boolean => Object.values(open).some((count) => count > 0);
