import { inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { customer } from "~/server/database/tables/customer/customer";
import type { Caller } from "~/server/lib/caller";
import type { Entry } from "~/server/lib/option-values";
import { visibleTo } from "../row";
import { matchesKeyword } from "./pool-list";

const mayBeChosen = (caller: Caller): SQL<boolean> =>
  sql<boolean>`(coalesce(${visibleTo(caller)}, false) and ${customer.deleted_at} is null)`;

const nameAndNumber = sql<string>`${customer.name} || ' ' || ${customer.customer_no}`;

/** The customers that a caller sees and may refer to, the newest first. */
export async function searchCustomers(db: Db, caller: Caller, keyword: string | undefined): Promise<Entry[]> {
  return db
    .select({ value: customer.id, label: nameAndNumber, isEnabled: sql<boolean>`true` })
    .from(customer)
    .where(sql`${mayBeChosen(caller)}${keyword ? sql` and ${matchesKeyword(keyword, caller)}` : sql``}`)
    .orderBy(sql`${customer.id} desc`)
    .limit(50);
}

/** The names of the customers with these numbers; only the number of a customer that the caller does not see, which is no secret. */
export async function nameCustomers(db: Db, caller: Caller, ids: number[]): Promise<Entry[]> {
  return db
    .select({
      value: customer.id,
      label: sql<string>`case when ${visibleTo(caller)} then ${nameAndNumber} else ${customer.customer_no} end`,
      isEnabled: mayBeChosen(caller),
    })
    .from(customer)
    .where(inArray(customer.id, ids));
}
