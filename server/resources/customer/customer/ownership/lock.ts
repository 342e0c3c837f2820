import { and, eq } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { found, Refusal, refuse } from "~/server/lib/refusal";
import { auditCustomer, type CustomerRecord, lockCustomerRow, nextVersion } from "../row";
import type { Viewer } from "../view";
import { lockedBy, lockHolder } from "./limits";

/** Keeps a customer from being released by the clock or by their owner; the owner has only so many locks (domain C.1.5). */
export async function lockCustomer(call: SignedCall, id: number, { settings, now }: Viewer): Promise<void> {
  const { db } = call;
  const [asked] = await db.select({ owner: customer.owner_id }).from(customer).where(eq(customer.id, id));
  const owner = found(asked).owner;
  // The holder's turn comes before the row's, everywhere, so that two acts never wait for each other.
  if (owner) await lockHolder(db, owner);
  const { row, isLocked } = await lockCustomerRow(call, id);
  if (!owner || row.owner_id !== owner) return refuse(40902);
  if (isLocked) return refuse(40916);
  const limit = settings["customer.lock_limit"];
  if ((await lockedBy(db, owner, now)) >= limit) throw new Refusal(42200, `锁定客户已达上限（${limit}）`);
  const until = isoInstant(now.getTime() + settings["customer.lock_days"] * 86_400_000);
  await setLock(call, row, until, now);
}

export async function unlockCustomer(call: SignedCall, id: number, { now }: Viewer): Promise<void> {
  const { row, isLocked } = await lockCustomerRow(call, id);
  return isLocked ? setLock(call, row, null, now) : refuse(40902);
}

async function setLock(call: SignedCall, row: CustomerRecord, until: string | null, now: Date): Promise<void> {
  const { db, user } = call;
  const at = isoInstant(now);
  await db
    .update(customer)
    .set({ is_locked: until !== null, locked_until: until, version: nextVersion, ...changedBy(call) })
    .where(and(eq(customer.id, row.id)));
  const action = until ? "lock" : "unlock";
  const changes = [
    {
      field: "locked_until",
      label: "锁定至",
      before: row.locked_until?.slice(0, 10) ?? null,
      after: until?.slice(0, 10) ?? null,
    },
  ];
  await db.insert(customerChangeLog).values({ customer_id: row.id, action, changes, by: user.id, at });
  const summary = `${until ? "锁定" : "解除锁定"}客户${row.customer_no}`;
  await auditCustomer(call, row, { action: "update", summary, changes });
}
