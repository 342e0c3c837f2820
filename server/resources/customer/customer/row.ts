import { eq, type SQL, sql } from "drizzle-orm";
import { customer } from "~/server/database/tables/customer/customer";
import { type AuditAction, audit } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { found, refuse } from "~/server/lib/refusal";
import { leaveAlone } from "~/server/lib/texts-in";
import { reachableBy, visibleTo } from "./customer-scope";
import { isLockedAt } from "./ownership/pool-clock";

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
