import { eq, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "~/server/database/database";
import { found } from "~/server/lib/call";

type Numbered = PgTable & { id: PgColumn };
const isNumbered = (table: PgTable): table is Numbered => "id" in table;

/** Changes the row of this number, past the product. */
export async function setRow<T extends Numbered>(
  db: Database,
  table: T,
  id: number,
  values: Partial<T["$inferInsert"]>,
): Promise<void> {
  await db
    .update(table as Numbered)
    .set(values as object)
    .where(eq(table.id, id));
}

/** Reads and changes the rows of any table. */
export function tableRows(db: Database) {
  /** All, or those that a condition finds, in the order in which they were made, where they have numbers. */
  const rowsIn = async <T extends PgTable>(table: T, where?: SQL) => {
    const asked = db
      .select()
      .from(table as PgTable)
      .where(where);
    return (await (isNumbered(table) ? asked.orderBy(table.id) : asked)) as T["$inferSelect"][]; // the rows of that table
  };

  return {
    rowsIn,
    rowIn: async <T extends Numbered>(table: T, id: number) => found((await rowsIn(table, eq(table.id, id)))[0]),
    setIn: <T extends Numbered>(table: T, id: number, values: Partial<T["$inferInsert"]>) =>
      setRow(db, table, id, values),
  };
}
