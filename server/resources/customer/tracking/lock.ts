import { eq } from "drizzle-orm";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { found, refuse } from "~/server/lib/refusal";
import { leaveAlone } from "~/server/lib/texts-in";
import { selectTrackings } from "./tracking-view";

export async function lockTracking(call: SignedCall, id: number) {
  const { db, user } = call;
  const [asked] = await db.select({ customerId: tracking.customer_id }).from(tracking).where(eq(tracking.id, id));
  const [about] = await db
    .select()
    .from(customer)
    .where(eq(customer.id, found(asked).customerId))
    .for("update");
  const [viewed] = await selectTrackings(db, user).where(isPresent(tracking, id));
  const { tracking: row, isInScope } = found(viewed);
  if (!isInScope) return refuse(40301);
  leaveAlone(call, row);
  return found(about).deleted_at ? refuse(40902) : { row, about: found(about) };
}
