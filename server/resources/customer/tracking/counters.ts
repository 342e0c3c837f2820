import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { customer, tracking } from "~/server/database/tables/customer/customer";

/** Updates a customer's follow-up counts: how many, the last, and the last valid one, which the pool's clock needs. */
export async function recount(db: Database | Transaction, customerId: number): Promise<void> {
  const kept = sql`from ${tracking} where ${tracking.customer_id} = ${customerId} and ${tracking.deleted_at} is null`;
  await db
    .update(customer)
    .set({
      tracking_count: sql`(select count(*)::int ${kept})`,
      last_tracking_at: sql`(select max(${tracking.tracked_at}) ${kept})`,
      last_valid_tracking_at: sql`(select max(${tracking.tracked_at}) ${kept} and ${tracking.is_valid})`,
      // A count is no change of the record: an open form does not become stale.
      updated_at: sql`${customer.updated_at}`,
    })
    .where(eq(customer.id, customerId));
}
