import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { currency } from "~/server/database/tables/region/geography";
import { pick } from "~/server/lib/call";

const turn = sql`hashtextextended('estate-prices', 0)`;

/** Keeps the rates of estate prices still until the commit. A change of an estate takes this before its row: the reverse could deadlock. */
export const keepRatesStill = (db: Db) => db.execute(sql`select pg_advisory_xact_lock_shared(${turn})`);

/** Writes the prices of some estates in CNY, at the present rates: after a change of their prices, or of a rate. `which` is a condition on `estate`. */
export async function priceInCny(db: Db, which: SQL): Promise<void> {
  await keepRatesStill(db);
  const inCny = (amount: SQL) =>
    sql`round(${amount} * (select rate_to_cny from ${currency} where code = ${estate.currency}), 2)`;
  const min = inCny(sql`${estate.price_min}`);
  const max = inCny(sql`${estate.price_max}`);
  await db
    .update(estate)
    .set({ price_min_cny: min, price_max_cny: max, updated_at: sql`${estate.updated_at}` })
    .where(sql`${which} and (${estate.price_min_cny}, ${estate.price_max_cny}) is distinct from (${min}, ${max})`);
}

/** Of so many a statement is done within its time. */
const atOnce = 2_000;

/** The prices of all estates of a currency, after its rate has changed. */
export async function priceAtNewRate(db: Db, code: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${turn})`);
  for (let last = 0; ; ) {
    const rows = await pick(db, estate, ["id"], and(eq(estate.currency, code), gt(estate.id, last)), {
      order: estate.id,
      limit: atOnce,
    });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await priceInCny(db, inArray(estate.id, ids));
    if (ids.length < atOnce) return;
    last = ids.at(-1) ?? last;
  }
}
