import { and, eq, ilike, inArray, ne, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { customerUser } from "~/server/database/tables/audience";
import type { Caller } from "~/server/identity/caller";
import { likeText } from "~/server/lib/list";
import type { Entry } from "~/server/lib/option-values";

type Db = Database | Transaction;
const label = sql<string>`concat_ws(' ', ${customerUser.nickname}, ${customerUser.user_no})`;

/** Registered users by number or nickname, the newest first; for those who may see them. */
export async function searchCustomerUsers(db: Db, caller: Caller, keyword: string | undefined): Promise<Entry[]> {
  if (!caller.permissions.has("customer:user:view")) return [];
  const like = likeText(keyword ?? "");
  return db
    .select({ value: customerUser.id, label, isEnabled: sql<boolean>`true` })
    .from(customerUser)
    .where(
      and(
        ne(customerUser.status, "unregistered"),
        keyword
          ? or(
              ilike(customerUser.nickname, `%${like}%`),
              ilike(customerUser.user_no, `${like}%`),
              eq(customerUser.phone_last4, keyword),
            )
          : undefined,
      ),
    )
    .orderBy(sql`${customerUser.id} desc`)
    .limit(50);
}

/** The registered users of these numbers, by name. */
export async function nameCustomerUsers(db: Db, ids: number[]): Promise<Entry[]> {
  return db
    .select({ value: customerUser.id, label, isEnabled: sql<boolean>`${customerUser.status} <> 'unregistered'` })
    .from(customerUser)
    .where(inArray(customerUser.id, ids));
}
