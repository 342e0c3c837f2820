import { eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "~/server/database/database";
import { found } from "~/server/lib/refusal";

// The table is a parameter, whose columns drizzle cannot follow: hence `never`.

/** Puts one row into a table, past the product, and gives it as it is kept. */
export async function putRow<T extends PgTable>(db: Database, table: T, values: T["$inferInsert"]) {
  const plain: PgTable = table;
  const rows: unknown[] = await db
    .insert(plain)
    .values(values as never)
    .returning();
  return found(rows[0]) as T["$inferSelect"];
}

/** Changes the row of this number, past the product. */
export async function setRow<T extends PgTable & { id: PgColumn }>(
  db: Database,
  table: T,
  id: number,
  values: Partial<T["$inferSelect"]>,
): Promise<void> {
  const plain: PgTable = table;
  await db
    .update(plain)
    .set(values as never)
    .where(eq(table.id, id));
}
