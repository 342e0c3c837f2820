import { type SQL, sql } from "drizzle-orm";
import { customer } from "~/server/database/tables/customer/customer";
import { holdersIn, inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";

/** Whether the caller's scope is more than their own customers: they may also act on unowned ones. */
export const isManager = (caller: Caller) => ["team", "all"].includes(caller.scope("customer"));

export const sells = (caller: Caller) => caller.permissions.has("customer:pool:claim");

/** The last owner of a customer, 0 for nobody. */
export const lastHolder = sql`coalesce(${customer.last_owner_id}, 0)`;

/** The customers that a caller sees, by kind: owned ones by their owner, the pool with its code, recycled ones by their last owner. */
function seen(caller: Caller) {
  const may = (code: "customer:info:view" | "customer:pool:view" | "customer:recycle:view", rows: SQL) =>
    caller.permissions.has(code) ? rows : sql`false`;
  // Nobody is 0, as in the recycle bin's index.
  const nobody = isManager(caller) ? sql`select 0::bigint union all ` : sql``;
  const lastHeld = sql`${lastHolder} = any(array(${nobody}${holdersIn(caller, "customer")}))`;
  return {
    recycled: may("customer:recycle:view", caller.scope("customer") === "all" ? sql`true` : lastHeld),
    pool: may("customer:pool:view", sql`true`),
    owned: may("customer:info:view", inScope(customer.owner_id, caller, "customer")),
  };
}

export function visibleTo(caller: Caller): SQL<boolean> {
  const { recycled, pool, owned } = seen(caller);
  return sql<boolean>`(case
    when ${customer.deleted_at} is not null then ${recycled}
    when ${customer.owner_id} is null then ${pool}
    else ${owned} end)`;
}

export function seenOutsideBin(caller: Caller): SQL {
  const { pool, owned } = seen(caller);
  return sql`(${customer.deleted_at} is null and ((${customer.owner_id} is null and ${pool}) or (${customer.owner_id} is not null and ${owned})))`;
}

/** The recycled ones among them, worded as in the recycle bin's index. */
export const trashOf = (caller: Caller): SQL =>
  sql`${customer.deleted_at} is not null and ${customer.destroyed_at} is null and ${seen(caller).recycled}`;

/** The rows that they may act on: those they see, the pool's only as a manager (other users claim them first). */
export function reachableBy(caller: Caller): SQL<boolean> {
  const pool = isManager(caller) ? sql`true` : sql`${customer.owner_id} is not null`;
  return sql<boolean>`(coalesce(${visibleTo(caller)}, false) and ${customer.deleted_at} is null and ${pool})`;
}
