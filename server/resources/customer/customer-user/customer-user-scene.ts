import { and, inArray, ne, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { customerUser } from "~/server/database/tables/customer/audience";
import type { Caller } from "~/server/lib/caller";
import type { Entry } from "~/server/lib/option-values";
import { matchesUser } from "./user-list";

const label = sql<string>`concat_ws(' ', ${customerUser.nickname}, ${customerUser.user_no})`;

/** Registered users by number, nickname or contact, the newest first; for those who may see them. */
export async function searchCustomerUsers(db: Db, caller: Caller, keyword: string | undefined): Promise<Entry[]> {
  if (!caller.permissions.has("customer:user:view")) return [];
  return db
    .select({ value: customerUser.id, label, isEnabled: sql<boolean>`true` })
    .from(customerUser)
    .where(and(ne(customerUser.status, "unregistered"), keyword ? matchesUser(keyword, caller) : undefined))
    .orderBy(sql`${customerUser.id} desc`)
    .limit(50);
}

/** The registered users of these numbers: by name for those who may see or link them, else by their number alone. */
export async function nameCustomerUsers(db: Db, caller: Caller, ids: number[]): Promise<Entry[]> {
  const mayKnow = caller.permissions.has("customer:user:view") || caller.permissions.has("customer:info:edit");
  return db
    .select({
      value: customerUser.id,
      label: mayKnow ? label : customerUser.user_no,
      isEnabled: sql<boolean>`${customerUser.status} <> 'unregistered'`,
    })
    .from(customerUser)
    .where(inArray(customerUser.id, ids));
}
