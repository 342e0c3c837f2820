import { eq, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { customer } from "~/server/database/tables/customer/customer";
import { found } from "~/server/lib/refusal";

export interface OpenBusiness {
  liveDeals: number;
  deals: number;
  unpaidBillings: number;
  openVisaCases: number;
  openChats: number;
  openClues: number;
}

const none = sql<number>`0`;

/** What a row of `customer` still has going on, as SQL. All zero: visa cases and chats come with inquiries, the rest with trade. */
export const businessOf: { [K in keyof OpenBusiness]: SQL<number> } = {
  liveDeals: none,
  deals: none,
  unpaidBillings: none,
  openVisaCases: none,
  openChats: none,
  openClues: none,
};

/** Answers every guard about one customer (domain C.1.7); nothing else asks those tables about a customer. */
export async function openBusiness(db: Database | Transaction, customerId: number): Promise<OpenBusiness> {
  const [row] = await db.select(businessOf).from(customer).where(eq(customer.id, customerId));
  return found(row);
}

/** Whether anything is still going on, deals of the past left aside. */
export const isBusy = ({ deals: _, ...open }: OpenBusiness): boolean => Object.values(open).some((count) => count > 0);
