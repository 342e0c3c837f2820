import { eq, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { found, refuse, rowsOf, type SignedCall, setRow } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { leaveAlone } from "~/server/lib/texts-in";
import { selectTrackings } from "./tracking-view";

/** Updates a customer's follow-up counts: how many, the last, and the last valid one, which the pool's clock needs. */
export async function recount(db: Db, customerId: number): Promise<void> {
  const kept = sql`from ${tracking} where ${tracking.customer_id} = ${customerId} and ${tracking.deleted_at} is null`;
  await setRow(db, customer, customerId, {
    tracking_count: sql`(select count(*)::int ${kept})`,
    last_tracking_at: sql`(select max(${tracking.tracked_at}) ${kept})`,
    last_valid_tracking_at: sql`(select max(${tracking.tracked_at}) ${kept} and ${tracking.is_valid})`,
    // A count is no change of the record: an open form does not become stale.
    updated_at: sql`${customer.updated_at}`,
  });
}

export async function lockTracking(call: SignedCall, id: number) {
  const { db, user } = call;
  const [asked] = await db.select({ customerId: tracking.customer_id }).from(tracking).where(eq(tracking.id, id));
  const [about] = await rowsOf(db, customer, eq(customer.id, found(asked).customerId), { lock: "update" });
  const [viewed] = await selectTrackings(db, user).where(isPresent(tracking, id));
  const { tracking: row, isInScope } = found(viewed);
  if (!isInScope) return refuse(40301);
  leaveAlone(call, row);
  return found(about).deleted_at ? refuse(40902) : { row, about: found(about) };
}
