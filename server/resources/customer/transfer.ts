import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { transfer as contract, type TransferApply } from "~/contract/customer/transfer";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, transferRequest } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { holds, holdsCode, userHolds } from "~/server/identity/scope";
import { found, pick, Refusal, refuse, type SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { tellEach } from "~/server/lib/notify";
import { announceChange } from "~/server/lib/record-change";
import { serve, serveAct } from "~/server/lib/serve";
import { assignCustomer, type Target } from "./customer/ownership/acts";
import { lockHolder } from "./customer/ownership/limits";
import { auditCustomer, sells } from "./customer/row";
import { viewerOf } from "./customer/view";
import {
  inbox,
  listTransfers,
  ownRequests,
  pendingTransfers,
  transferLink,
  transferOf,
} from "./transfer/transfer-list";

type Request = typeof transferRequest.$inferSelect;

/** Transfers the customer to the applicant. This notifies applicant and owner. */
async function approveTransfer(call: SignedCall, id: number): Promise<void> {
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
  const sells = await userHolds(db, userId, "customer:pool:claim");
  if (!target || target.deleted_at || target.status !== "enabled" || !sells)
    throw new Refusal(42200, "申请人已停用或不能跟进客户");
  return target;
}

async function rejectTransfer(call: SignedCall, id: number, reason: string): Promise<void> {
  const { customer_id, applicant_id } = await decidable(call, id);
  await close(call, id, { status: "rejected", reject_reason: reason });
  const about = await aboutOf(call, customer_id);
  await auditCustomer(call, about, {
    action: "audit",
    summary: `驳回客户${about.customer_no}的转移申请`,
    reason,
  });
  await tellEach(call, [applicant_id], {
    category: "customer",
    title: "转移申请未通过",
    content: `${call.user.name}驳回了您对客户【${about.customer_no}】的转移申请，原因：${reason}。`,
    ...transferLink(id),
  });
}

async function cancelTransfer(call: SignedCall, id: number): Promise<void> {
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
  const [row] = await pick(db, customer, ["id", "name", "customer_no"], eq(customer.id, customerId));
  return found(row);
}

/** Requests a colleague's customer and notifies who decides. Only sellers hold customers, so only they ask. */
async function applyForTransfer(call: SignedCall, { customer_no, reason }: z.output<typeof TransferApply>) {
  const { db, user: applicant, services } = call;
  const now = services.now();
  if (!sells(applicant)) return refuse(40300);
  const [locked] = await db.select().from(customer).where(eq(customer.customer_no, customer_no)).for("update");
  const row = found(locked);
  if (row.deleted_at || row.owner_id === null || row.owner_id === applicant.id) return refuse(40902);
  const isMine = and(
    eq(transferRequest.customer_id, row.id),
    eq(transferRequest.applicant_id, applicant.id),
    eq(transferRequest.status, "pending"),
  );
  const [pending] = await db.select({ id: transferRequest.id }).from(transferRequest).where(isMine);
  if (pending) return refuse(40900, { label: "您对该客户的待处理申请" });
  const at = isoInstant(now);
  const [created] = await db
    .insert(transferRequest)
    .values({
      customer_id: row.id,
      applicant_id: applicant.id,
      owner_id: row.owner_id,
      reason,
      created_at: at,
      updated_at: at,
      created_by: applicant.id,
      updated_by: applicant.id,
    })
    .returning({ id: transferRequest.id });
  const { id } = found(created);
  await announceChange(db, applicant.id, [{ type: "transfer_request", id }]);
  await auditCustomer(call, row, { action: "update", summary: `申请转移客户${customer_no}`, reason });
  await tellEach(call, await decidersAbout(db, row.owner_id), {
    category: "customer",
    title: "转移申请待处理",
    content: `【${applicant.name}】申请转移客户【${customer_no}】，理由：${reason}。`,
    ...transferLink(id),
  });
  return id;
}

interface Decider extends Record<string, unknown> {
  id: string;
  scope: "team" | "all";
}

/** The managers of an owner: holders of customer:info:assign over their team; without any, those over all. */
async function decidersAbout(db: Db, ownerId: number): Promise<number[]> {
  const scope = sql`coalesce(r.scope_overrides->>'customer', r.data_scope)`;
  const { rows } = await db.execute<Decider>(sql`
    with recursive above as (
      select t.id, t.parent_id from team t join "user" o on o.team_id = t.id where o.id = ${ownerId}
      union all select t.id, t.parent_id from team t join above a on t.id = a.parent_id)
    select ${user.id} as id, min(${scope}) as scope
    from ${user} join user_role ur on ur.user_id = ${user.id} join role r on r.id = ur.role_id and r.status = 'enabled'
    where ${user.status} = 'enabled' and ${isNull(user.deleted_at)} and ${holdsCode(user.id, "customer:info:assign")}
      and (${scope} = 'all' or (${scope} = 'team' and (${user.team_id} in (select id from above) or ${user.id} = ${ownerId})))
    group by ${user.id} order by ${user.id}`);
  // "all" sorts before "team": a user with both scopes decides about all.
  const near = rows.filter(({ scope: widest }) => widest === "team");
  return (near.length ? near : rows).map(({ id }) => Number(id));
}

export const transferHandlers = [
  serve(contract.list, async (call) => ({
    ...(await listTransfers(call, call.query, inbox(call.user))),
    pending: await pendingTransfers(call.db, call.user),
  })),

  serve(contract.mine, (call) => listTransfers(call, call.query, ownRequests(call.user))),

  serve(contract.apply, async (call) => ({ id: await applyForTransfer(call, call.body) })),

  serveAct(contract.approve, transferOf, approveTransfer),

  serveAct(contract.reject, transferOf, (call, id, { reason }) => rejectTransfer(call, id, reason)),

  serveAct(contract.cancel, transferOf, cancelTransfer),
];
