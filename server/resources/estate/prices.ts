import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { estate } from "~/server/database/tables/estate";
import { currency } from "~/server/database/tables/geography";

/** Writes the prices of some estates in CNY, at the present rates: after a change of their prices, or of a rate. `which` is a condition on `estate`. */
export async function priceInCny(db: Database | Transaction, which: SQL): Promise<void> {
  const inCny = (amount: SQL) =>
    sql`round(${amount} * (select rate_to_cny from ${currency} where code = ${estate.currency}), 2)`;
  const min = inCny(sql`${estate.price_min}`);
  const max = inCny(sql`${estate.price_max}`);
  await db
    .update(estate)
    .set({ price_min_cny: min, price_max_cny: max, updated_at: sql`${estate.updated_at}` })
    .where(sql`${which} and (${estate.price_min_cny}, ${estate.price_max_cny}) is distinct from (${min}, ${max})`);
}
