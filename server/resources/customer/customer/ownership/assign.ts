import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Assignment } from "~/contract/customer/customer";
import type { FieldError } from "~/contract/errors";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import type { user as userTable } from "~/server/database/tables/system/system";
import { holds, holdsCode } from "~/server/identity/scope";
import type { Done } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { emit } from "~/server/lib/emit";
import { type Message, notify } from "~/server/lib/notify";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { assignedEvent, auditCustomer, type CustomerRecord, customerLink, lockCustomerRow } from "../row";
import type { Viewer } from "../view";
import { capOf, lockHolder, ownedBy } from "./limits";
import { changeSchedules, givenTo, logOwner, ownershipOf } from "./ownership";

export type Target = typeof userTable.$inferSelect;
type Input = z.output<typeof Assignment>;

const asked = { field: "user_id", label: "跟进人" };
const targetError = (message: string, of = asked): FieldError[] => [{ ...of, message }];

/** The person that customers are to go to: at work, a seller, taking customers, and inside the caller's scope. Their turn is taken until the commit. */
export async function targetOf(call: SignedCall, userId: number, field = asked): Promise<Target> {
  const target = await lockHolder(call.db, userId);
  if (!target || target.deleted_at || target.status !== "enabled")
    return refuseFields(targetError("该员工不存在或已停用", field));
  if (!(await holds(call.db, call.user, "customer", target.id))) return refuse(40301);
  const { rows } = await call.db.execute(
    sql`select 1 where ${holdsCode(sql`${target.id}::bigint`, "customer:pool:claim")}`,
  );
  if (rows.length === 0) return refuseFields(targetError("该员工不能跟进客户", field));
  return target.accept_inquiry ? target : refuseFields(targetError("该员工已关闭接单", field));
}

/** Gives a customer of the pool, or somebody's, to the target. A lock ends with it. */
export async function assignCustomer(
  call: SignedCall,
  id: number,
  { reason, force }: Pick<Input, "reason" | "force">,
  target: Target,
  { settings, now }: Viewer,
): Promise<Done> {
  const { db, user } = call;
  const { row } = await lockCustomerRow(call, id);
  if (row.owner_id === target.id) return refuseFields(targetError("该客户已由此人跟进"));
  if (row.owner_id && !reason) return refuseFields([{ field: "reason", label: "转移原因", message: "请输入转移原因" }]);
  const cap = capOf(target, settings);
  if ((await ownedBy(db, target.id)) >= (force ? cap + Math.floor(cap / 10) : cap)) return refuse(40913, { n: cap });
  const [assigned] = await db
    .update(customer)
    .set(givenTo(target.id, user.id, isoInstant(now)))
    .where(eq(customer.id, id))
    .returning({ version: customer.version });
  const schedules = row.owner_id
    ? await changeSchedules(db, now, { customerId: id, userId: row.owner_id }, { user_id: target.id })
    : [];
  const inquiries = await call.services.ofCustomer.inquiry.handOver(call, id, row.owner_id, target);
  const action = row.owner_id ? "transfer" : "assign";
  await logOwner(db, now, row, target.id, { action, by: user.id, reason });
  const verb = row.owner_id ? "转移" : "分配";
  await auditCustomer(call, row, {
    action: "assign",
    summary: `${verb}客户${row.customer_no}给${target.name}`,
    reason,
  });
  await notify(
    db,
    now,
    user.id,
    messagesOf(row, target, `${user.name}将客户【${row.customer_no}】${row.name}${verb}给`, reason),
  );
  await emit(db, now, "customer.assigned", assignedEvent(row, target.name));
  return { before: ownershipOf(row, schedules, inquiries), version_after: found(assigned).version };
}

function messagesOf(row: CustomerRecord, target: Target, sentence: string, reason: string | null): Message[] {
  const because = reason ? `，原因：${reason}` : "";
  const base = { category: "customer" as const, ...customerLink(row.id) };
  return [
    { ...base, user_id: target.id, title: "您有新的客户", content: `${sentence}您${because}。` },
    ...(row.owner_id
      ? [{ ...base, user_id: row.owner_id, title: "您的客户已转移", content: `${sentence}${target.name}${because}。` }]
      : []),
  ];
}
