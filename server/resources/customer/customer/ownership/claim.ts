import { and, eq, isNull } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { emit } from "~/server/lib/emit";
import { changedBy } from "~/server/lib/entity";
import { found, refuse } from "~/server/lib/refusal";
import { assignedEvent, auditCustomer, type CustomerRecord, nextVersion } from "../row";
import type { Viewer } from "../view";
import { capOf, claimedToday, lockHolder, ownedBy } from "./limits";
import { logOwner, wasReleasedBy } from "./ownership";

/** Takes a customer out of the pool for the caller. First come, first served: the update itself decides. */
export async function claimCustomer(call: SignedCall, id: number, viewer: Viewer): Promise<void> {
  const { db, user } = call;
  const { now } = viewer;
  const holder = found(await lockHolder(db, user.id));
  const [row] = await db.select().from(customer).where(eq(customer.id, id));
  const asked = found(row);
  if (asked.destroyed_at) return refuse(40400);
  if (asked.deleted_at || asked.owner_id === user.id) return refuse(40902);
  if (asked.owner_id) return refuse(40903);
  await checkLimits(call, asked, viewer, capOf(holder, viewer.settings));
  const at = isoInstant(now);
  const [claimed] = await db
    .update(customer)
    .set({
      owner_id: user.id,
      assigned_at: at,
      assigned_by: user.id,
      pool_at: null,
      pool_reason: null,
      version: nextVersion,
      ...changedBy(call),
    })
    .where(and(eq(customer.id, id), isNull(customer.owner_id), isNull(customer.deleted_at)))
    .returning({ id: customer.id });
  if (!claimed) return refuse(40903);
  await logOwner(db, now, asked, user.id, { action: "claim", by: user.id });
  await auditCustomer(call, asked, { action: "claim", summary: `领取客户${asked.customer_no}` });
  await emit(db, now, "customer.assigned", assignedEvent(asked, user.name));
}

async function checkLimits({ db, user }: SignedCall, row: CustomerRecord, { settings, now }: Viewer, cap: number) {
  if (row.is_blacklisted) return refuse(40918);
  const [released] = await db
    .select({ isRecent: wasReleasedBy(user.id, settings, now) })
    .from(customer)
    .where(eq(customer.id, row.id));
  if (released?.isRecent) return refuse(40915, { days: settings["pool.reclaim_days"] });
  if ((await claimedToday(db, user.id, now)) >= settings["pool.claim_daily_limit"]) return refuse(40914);
  if ((await ownedBy(db, user.id)) >= cap) return refuse(40913, { n: cap });
}
