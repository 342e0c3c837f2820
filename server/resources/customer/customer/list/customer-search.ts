import { type AnyColumn, eq, type SQL, sql } from "drizzle-orm";
import { CustomerHit, hitLimit } from "~/contract/search/search";
import { customer } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { firstHits } from "~/server/lib/list";
import { maskContact } from "~/server/lib/mask";
import { rowOf } from "~/server/lib/row";
import { isText } from "~/server/lib/search";
import { ownedInScope } from "./owned-list";
import { matchesKeyword, poolRows } from "./pool-list";

/** A few of the owned customers in the caller's scope and of the pool: what is called exactly so before the rest, one's own before others'. */
export async function searchCustomers(call: SignedCall, keyword: string): Promise<CustomerHit[]> {
  const { db, user: caller } = call;
  const owned = sql`${ownedInScope(caller)} and ${matchesKeyword(keyword, caller)}`;
  const order = best(keyword, caller);
  const pool = poolRows({ view: "pool", keyword }, caller);
  const first = (where: SQL, age: AnyColumn) => firstHits(db, { table: customer, where, order, age });
  // Each by itself, since each has indexes of its own.
  const ids = [...(await first(owned, customer.created_at)), ...(await first(pool, customer.pool_at))];
  const rows = await db
    .select({ customer, owner_name: user.name })
    .from(customer)
    .leftJoin(user, eq(user.id, customer.owner_id))
    .where(sql`${customer.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(order)
    .limit(hitLimit);
  return rows.map(({ customer: row, owner_name }) =>
    rowOf(CustomerHit, row, {
      phone: row.owner_id === caller.id ? row.phone : maskContact("phone", row.phone),
      owner: row.owner_id === null ? null : { id: row.owner_id, name: owner_name ?? "" },
    }),
  );
}

const best = (keyword: string, caller: Caller): SQL => sql`
  (${isText(customer.name, keyword)} or ${customer.customer_no} = ${keyword.toUpperCase()}) desc,
  (${customer.owner_id} is not distinct from ${caller.id}) desc, (${customer.owner_id} is null), ${customer.created_at} desc, ${customer.id} desc`;
