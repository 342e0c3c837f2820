import { and, eq, sql } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, transferRequest } from "~/server/database/tables/customer/customer";
import { holds, holdsCode } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { notify } from "~/server/lib/notify";
import { announceChange } from "~/server/lib/record-change";
import { found, Refusal, refuse } from "~/server/lib/refusal";
import { assignCustomer, type Target } from "../customer/ownership/assign";
import { lockHolder } from "../customer/ownership/limits";
import { auditCustomer } from "../customer/row";
import { viewerOf } from "../customer/view";
import { transferLink } from "./close";

type Request = typeof transferRequest.$inferSelect;

/** Transfers the customer to the applicant. This notifies applicant and owner. */
export async function approveTransfer(call: SignedCall, id: number): Promise<void> {
  const { db } = call;
  const { customer_id, applicant_id, reason } = await decidable(call, id);
  // The locks in the order of every act: the new owner, the customer, and only then the request.
  const target = await applicantAtWork(call, applicant_id);
  await db.select({ id: customer.id }).from(customer).where(eq(customer.id, customer_id)).for("update");
  await close(call, id, { status: "approved" });
  await assignCustomer(call, customer_id, { reason, force: false }, target, await viewerOf(call));
}

/** They asked themselves, so their 接单 switch does not matter. */
async function applicantAtWork({ db }: SignedCall, userId: number): Promise<Target> {
  const target = await lockHolder(db, userId);
  const { rows } = await db.execute(sql`select 1 where ${holdsCode(sql`${userId}::bigint`, "customer:pool:claim")}`);
  if (!target || target.deleted_at || target.status !== "enabled" || rows.length === 0)
    throw new Refusal(42200, "申请人已停用或不能跟进客户");
  return target;
}

export async function rejectTransfer(call: SignedCall, id: number, reason: string): Promise<void> {
  const { db, user, services } = call;
  const { customer_id, applicant_id } = await decidable(call, id);
  await close(call, id, { status: "rejected", reject_reason: reason });
  const about = await aboutOf(call, customer_id);
  await auditCustomer(call, about, {
    action: "audit",
    summary: `驳回客户${about.customer_no}的转移申请`,
    reason,
  });
  await notify(db, services.now(), user.id, [
    {
      user_id: applicant_id,
      category: "customer",
      title: "转移申请未通过",
      content: `${user.name}驳回了您对客户【${about.customer_no}】的转移申请，原因：${reason}。`,
      ...transferLink(id),
    },
  ]);
}

export async function cancelTransfer(call: SignedCall, id: number): Promise<void> {
  const [row] = await call.db.select().from(transferRequest).where(eq(transferRequest.id, id));
  const { applicant_id, customer_id } = found(row);
  if (applicant_id !== call.user.id) return refuse(40301);
  await close(call, id, { status: "cancelled" });
  const about = await aboutOf(call, customer_id);
  await auditCustomer(call, about, { action: "update", summary: `撤回客户${about.customer_no}的转移申请` });
}

async function decidable({ db, user }: SignedCall, id: number): Promise<Request> {
  const [row] = await db.select().from(transferRequest).where(eq(transferRequest.id, id));
  const request = found(row);
  if (!(await holds(db, user, "customer", request.owner_id))) return refuse(40301);
  return request.status === "pending" ? request : refuse(40902);
}

async function close(
  { db, user, services }: SignedCall,
  id: number,
  change: { status: "approved" | "cancelled" } | { status: "rejected"; reject_reason: string },
): Promise<void> {
  const at = isoInstant(services.now());
  const [closed] = await db
    .update(transferRequest)
    .set({ ...change, handler_id: user.id, handled_at: at, ...changedBy({ user, services }) })
    .where(and(eq(transferRequest.id, id), eq(transferRequest.status, "pending")))
    .returning({ id: transferRequest.id });
  if (!closed) return refuse(40902);
  await announceChange(db, user.id, [{ type: "transfer_request", id }]);
}

async function aboutOf({ db }: SignedCall, customerId: number) {
  const [row] = await db
    .select({ id: customer.id, name: customer.name, customer_no: customer.customer_no })
    .from(customer)
    .where(eq(customer.id, customerId));
  return found(row);
}
