import type { PgTable } from "drizzle-orm/pg-core";
import { afterEach, beforeAll } from "vitest";
import type { Database } from "~/server/database/database";

/** Puts the rows of a baseline table back after each test, for a file whose tests change them; nothing may refer to the table by a foreign key. */
export function keepRows<T extends PgTable>(db: Database, table: T): void {
  let kept: T["$inferSelect"][] = [];
  beforeAll(async () => {
    // The builder's own type is too deep for a table that is not named.
    kept = (await db.select().from(table as PgTable)) as T["$inferSelect"][];
  });
  afterEach(async () => {
    await db.delete(table);
    await db.insert(table).values(kept as T["$inferInsert"][]);
  });
}
