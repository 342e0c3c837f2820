import { eq } from "drizzle-orm";
import type { z } from "zod";
import { Release } from "~/contract/customer/customer";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import type { Done } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { changedBy } from "~/server/lib/entity";
import { notify } from "~/server/lib/notify";
import { found, refuse } from "~/server/lib/refusal";
import { closeTransfers } from "../../transfer/close";
import { isManager } from "../customer-scope";
import { openBusiness } from "../open-business";
import { auditCustomer, type CustomerRecord, customerLink, lockCustomerRow, nextVersion } from "../row";
import { changeSchedules, ownershipOf, toPool } from "./ownership";

type Reason = z.output<typeof Release>;

export const releaseLabels = (call: SignedCall, { reason }: Reason) => choiceLabel(call, Release, "reason", reason);

/** Gives an owned customer back to the pool; a locked one only by a manager. */
export async function releaseCustomer(
  call: SignedCall,
  id: number,
  { reason, note }: Reason,
  words: string,
): Promise<Done> {
  const { db, user } = call;
  const now = call.services.now();
  const { row, isLocked } = await lockCustomerRow(call, id);
  if (!row.owner_id) return refuse(40902);
  if (isLocked && !isManager(user)) return refuse(40916);
  if ((await openBusiness(db, id)).liveDeals > 0) return refuse(40917);
  const done = await toPool(db, now, row, "manual", { action: "release", by: user.id, reason, note });
  const why = [words, note].filter(Boolean).join("：");
  await auditCustomer(call, row, { action: "release", summary: `释放客户${row.customer_no}到公海`, reason: why });
  await notify(db, now, user.id, [
    {
      user_id: row.owner_id,
      category: "customer",
      title: "您的客户已释放到公海",
      content: `${user.name}将客户【${row.customer_no}】${row.name}释放到公海，原因：${why}。`,
      ...customerLink(id),
    },
  ]);
  return done;
}

/** Puts a customer into the recycle bin, from an owner or from the pool. */
export async function recycleCustomer(call: SignedCall, id: number, reason: string): Promise<Done> {
  return recycleRow(call, (await lockCustomerRow(call, id)).row, reason);
}

/** The same for one whose row the caller has locked, and who is not asked whether they may. */
export async function recycleRow(call: SignedCall, row: CustomerRecord, reason: string): Promise<Done> {
  const { db, user } = call;
  const { id } = row;
  const now = call.services.now();
  const open = await openBusiness(db, id);
  if (open.liveDeals > 0 || open.openVisaCases > 0) return refuse(40917);
  const at = isoInstant(now);
  const [recycled] = await db
    .update(customer)
    .set({
      owner_id: null,
      last_owner_id: row.owner_id ?? row.last_owner_id,
      is_locked: false,
      locked_until: null,
      next_tracking_at: null,
      deleted_at: at,
      deleted_by: user.id,
      delete_reason: reason,
      version: nextVersion,
      ...changedBy(call),
    })
    .where(eq(customer.id, id))
    .returning({ version: customer.version });
  const schedules = await changeSchedules(db, now, { customerId: id }, { status: "cancelled" });
  await closeTransfers(db, now, user.id, id, null);
  await db.insert(customerChangeLog).values({ customer_id: id, action: "recycle", reason, by: user.id, at });
  await auditCustomer(call, row, { action: "delete", summary: `将客户${row.customer_no}移入回收站`, reason });
  return { before: ownershipOf(row, schedules), version_after: found(recycled).version };
}
