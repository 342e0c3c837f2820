import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { customer } from "~/server/database/tables/customer/customer";

/** Customers that count toward a person's cap (domain F.1): deal customers, lost and invalid ones do not. */
export const countsTowardCap = sql`${customer.deleted_at} is null and ${customer.stage} not in ('contracted', 'completed', 'lost', 'invalid')`;

/** How many of these somebody holds. */
export const heldBy = (person: AnyColumn | SQL): SQL<number> =>
  sql<number>`(select count(*)::int from ${customer} where ${customer.owner_id} = ${person} and ${countsTowardCap})`;
