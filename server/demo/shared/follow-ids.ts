import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "~/server/database/database";

/** Moves the sequences past the ids that were written by hand. */
export async function followIds(tx: Transaction, tables: PgTable[]): Promise<void> {
  for (const table of tables) {
    const name = `"${getTableName(table)}"`;
    await tx.execute(sql`select setval(pg_get_serial_sequence(${name}, 'id'), (select max(id) from ${table}))`);
  }
}
