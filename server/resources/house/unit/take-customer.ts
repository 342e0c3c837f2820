import { eq, sql } from "drizzle-orm";
import { labelOf } from "~/contract/field";
import { UnitWait } from "~/contract/house/unit";
import { customer } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { refuseFields } from "~/server/lib/refusal";
import { reachableBy } from "~/server/resources/customer/customer/customer-scope";

/** A customer the caller wants a unit for, locked before the estate and its units, as a merge does. Ends unless the caller may act on them. */
export async function takeCustomer({ db, user }: SignedCall, id: number): Promise<{ name: string }> {
  const [row] = await db
    .select({ name: customer.name, isReached: sql<boolean>`${reachableBy(user)}` })
    .from(customer)
    .where(eq(customer.id, id))
    .for("key share");
  if (row?.isReached) return row;
  const label = labelOf(UnitWait.shape.customer_id, "customer_id");
  return refuseFields([{ field: "customer_id", label, message: "客户不存在，或不在您名下" }]);
}
