import { eq } from "drizzle-orm";
import { customerUserStatuses } from "~/contract/customer/customer-user";
import { customerUser } from "~/server/database/tables/customer/audience";
import { audit } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { found, refuse } from "~/server/lib/refusal";
import { setRow } from "~/server/lib/row";
import { type CustomerUserRecord, nameOfUser } from "./view";

export async function lockUser({ db }: SignedCall, id: number): Promise<CustomerUserRecord> {
  const [row] = await db.select().from(customerUser).where(eq(customerUser.id, id)).for("update");
  return found(row);
}

export function auditUser(
  call: SignedCall,
  row: Pick<CustomerUserRecord, "id" | "nickname" | "user_no">,
  line: Pick<Parameters<typeof audit>[1], "summary" | "changes" | "reason">,
): Promise<void> {
  const target = { type: "customer_user", id: row.id, name: nameOfUser(row) };
  return audit(call, { module: "customer", action: "update", target, ...line });
}

/** Bars a registered user from the site. One who is leaving, or has left, is not barred. */
export const disableUser = (call: SignedCall, id: number, { reason }: { reason: string }) =>
  move(call, id, { from: "normal", to: "disabled", verb: "禁用", reason });

export const enableUser = (call: SignedCall, id: number, { reason }: { reason: string | null }) =>
  move(call, id, { from: "disabled", to: "normal", verb: "启用", reason });

interface Move {
  from: "normal" | "disabled";
  to: "normal" | "disabled";
  verb: string;
  reason: string | null;
}

async function move(call: SignedCall, id: number, { from, to, verb, reason }: Move): Promise<void> {
  const row = await lockUser(call, id);
  if (row.status !== from) return refuse(40902);
  await setRow(call.db, customerUser, id, {
    status: to,
    status_reason: to === "disabled" ? reason : null,
    ...changedBy(call),
  });
  const changes = [
    { field: "status", label: "状态", before: customerUserStatuses[from], after: customerUserStatuses[to] },
  ];
  await auditUser(call, row, { summary: `${verb}注册用户${row.user_no}`, changes, reason });
}
