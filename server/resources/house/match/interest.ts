import { sql } from "drizzle-orm";
import { tracking as contract } from "~/contract/customer/tracking";
import { mayCall } from "~/contract/endpoint";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { ownedInScope } from "~/server/resources/customer/customer/list/owned-list";
import { wantsEstate } from "~/server/resources/customer/customer/list/pool-list";
import { concernsEstate, trackingScope } from "~/server/resources/customer/tracking/tracking-view";

/** How many of the customers in the caller's scope have an estate in mind, and how many follow-ups that they see are about it; null for those who see none. */
export async function interestIn({ db, user }: Pick<SignedCall, "db" | "user">, id: number) {
  const customers = db.$count(customer, sql`${ownedInScope(user)} and ${wantsEstate(id)}`);
  const trackings = db
    .select({ count: sql<number>`count(*)::int` })
    .from(tracking)
    .innerJoin(customer, sql`${customer.id} = ${tracking.customer_id}`)
    .where(
      sql`${concernsEstate(id)} and ${tracking.deleted_at} is null and ${customer.deleted_at} is null and ${trackingScope(user)}`,
    );
  return {
    customer_count: user.permissions.has("customer:info:view") ? await customers : null,
    tracking_count: mayCall(user, contract.list) ? ((await trackings)[0]?.count ?? 0) : null,
  };
}
