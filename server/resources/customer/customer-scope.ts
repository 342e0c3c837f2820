import { type SQL, sql } from "drizzle-orm";
import { customer } from "~/server/database/tables/customer";
import type { Caller } from "~/server/identity/caller";
import { inScope } from "~/server/identity/scope";

/** Somebody whose scope goes beyond his own customers: he may act on customers that nobody owns. */
export const isManager = (caller: Caller) => ["team", "all"].includes(caller.scope("customer"));

/** Somebody who may hold customers. */
export const sells = (caller: Caller) => caller.permissions.has("customer:pool:claim");

/** The rows of `customer` that a caller sees: owned ones by their owner, the pool with its code, the recycled ones by their last owner. */
export function visibleTo(caller: Caller): SQL<boolean> {
  const may = (code: "customer:info:view" | "customer:pool:view" | "customer:recycle:view", rows: SQL) =>
    caller.permissions.has(code) ? rows : sql`false`;
  const neverOwned = isManager(caller) ? sql`${customer.last_owner_id} is null` : sql`false`;
  return sql<boolean>`(case
    when ${customer.deleted_at} is not null
      then ${may("customer:recycle:view", sql`(${inScope(customer.last_owner_id, caller, "customer")} or ${neverOwned})`)}
    when ${customer.owner_id} is null then ${may("customer:pool:view", sql`true`)}
    else ${may("customer:info:view", inScope(customer.owner_id, caller, "customer"))} end)`;
}

/** The rows that he may act on: those he sees, the pool's only as a manager (anybody else claims them first). */
export function reachableBy(caller: Caller): SQL<boolean> {
  const pool = isManager(caller) ? sql`true` : sql`${customer.owner_id} is not null`;
  return sql<boolean>`(coalesce(${visibleTo(caller)}, false) and ${customer.deleted_at} is null and ${pool})`;
}
