import { sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { customer, tracking } from "~/server/database/tables/customer/customer";
import { setRow } from "~/server/lib/row";

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
