import { eq } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import type { Database } from "~/server/database/database";
import { currency } from "~/server/database/tables/region/geography";

/** For a file that sets rates of its own: puts back those that it found. */
export function keepRates(db: Database): void {
  let found: (typeof currency.$inferSelect)[] = [];
  beforeAll(async () => {
    found = await db.select().from(currency);
  });
  afterAll(async () => {
    for (const row of found) await db.update(currency).set(row).where(eq(currency.code, row.code));
  });
}
