import { eq, type SQL, sql } from "drizzle-orm";
import { customer } from "~/server/database/tables/customer/customer";
import { holdersIn, inScope } from "~/server/identity/scope";
import { type AuditAction, audit } from "~/server/lib/audit";
import { found, refuse, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { leaveAlone } from "~/server/lib/texts-in";
import { type CommentOwner, readersOf } from "~/server/resources/shared/comment/owner";
import { isLockedAt } from "./ownership/pool-clock";

/** Whether the caller's scope is more than their own customers: they may also act on unowned ones. */
export const isManager = (caller: Caller) => ["team", "all"].includes(caller.scope("customer"));

export const sells = (caller: Caller) => caller.permissions.has("customer:pool:claim");

/** The last owner of a customer, 0 for nobody. */
export const lastHolder = sql`coalesce(${customer.last_owner_id}, 0)`;

const among = (pools: Caller["pools"]["seen"]): SQL<boolean> =>
  pools === "all" ? sql<boolean>`true` : sql<boolean>`${customer.pool_id} = any(${sql.param(pools)}::bigint[])`;

/** The customers of the pools whose member the caller is. */
export const inPoolOf = (caller: Caller): SQL<boolean> => among(caller.pools.seen);
/** The customers of the pools that the caller manages. */
export const inManagedPool = (caller: Caller): SQL<boolean> => among(caller.pools.managed);

/** The customers that a caller sees, by kind: owned ones by their owner, those of their pools with the code, recycled ones by their last owner. */
function seen(caller: Caller) {
  const may = (code: "customer:info:view" | "customer:pool:view" | "customer:recycle:view", rows: SQL) =>
    caller.permissions.has(code) ? rows : sql`false`;
  // Nobody is 0, as in the recycle bin's index.
  const nobody = isManager(caller) ? sql`select 0::bigint union all ` : sql``;
  const lastHeld = sql`${lastHolder} = any(array(${nobody}${holdersIn(caller, "customer")}))`;
  const inBin = caller.scope("customer") === "all" ? sql`true` : lastHeld;
  const recycled =
    caller.pools.seen === "all" ? inBin : sql`(${inBin} and (${customer.pool_id} is null or ${inPoolOf(caller)}))`;
  return {
    recycled: may("customer:recycle:view", recycled),
    pool: may("customer:pool:view", inPoolOf(caller)),
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

export type CustomerRecord = typeof customer.$inferSelect;
export const assignedEvent = (row: Pick<CustomerRecord, "id" | "name" | "customer_no">, owner: string) => ({
  customer_id: row.id,
  customer_no: row.customer_no,
  customer_name: row.name,
  owner,
  link: customerLink(row.id).link,
});

export const customerLink = (id: number) => ({ link: `/customer/editCustomerInfo/${id}`, link_id: id });

export interface LockedCustomer {
  row: CustomerRecord;
  isLocked: boolean;
}

/** Locks a customer until the commit. Ends the request with 40400 (destroyed too), 40301 outside the caller's reach, 40902 in the recycle bin. */
export async function lockCustomerRow(call: SignedCall, id: number): Promise<LockedCustomer> {
  const [locked] = await call.db
    .select({
      row: customer,
      isLocked: isLockedAt(call.services.now()),
      isVisible: visibleTo(call.user),
      isReachable: reachableBy(call.user),
    })
    .from(customer)
    .where(eq(customer.id, id))
    .for("update");
  const { row, isLocked, isVisible, isReachable } = found(locked);
  leaveAlone(call, row);
  if (row.destroyed_at) return refuse(40400);
  if (!isVisible) return refuse(40301);
  if (row.deleted_at) return refuse(40902);
  return isReachable ? { row, isLocked } : refuse(40301);
}

export const nextVersion: SQL<number> = sql<number>`${customer.version} + 1`;

export function auditCustomer(
  call: SignedCall,
  { id, name }: Pick<CustomerRecord, "id" | "name">,
  line: {
    action: AuditAction;
    summary: string;
    reason?: string | null;
    changes?: Parameters<typeof audit>[1]["changes"];
  },
): Promise<void> {
  return audit(call, { module: "customer", target: { type: "customer", id, name }, ...line });
}

export const commentedCustomers: CommentOwner = {
  module: "customer",
  async find(db, id, isHeld) {
    const { name, customer_no, deleted_at, destroyed_at } = customer;
    const select = db.select({ name, customer_no, deleted_at, destroyed_at }).from(customer).where(eq(customer.id, id));
    const [row] = await (isHeld ? select.for("share") : select);
    if (!row || row.destroyed_at) return undefined;
    return {
      name: row.name,
      title: `客户【${row.customer_no}】${row.name}`,
      link: `${customerLink(id).link}?tab=comments&`,
      isClosed: row.deleted_at !== null,
    };
  },
  readers: readersOf(customer, visibleTo),
};
