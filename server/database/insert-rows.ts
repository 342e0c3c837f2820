import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./database";
import { withSearchTexts } from "./search-texts";

/** Rows per statement: a statement has a time limit, and a text of some megabytes is parsed quickest. */
const chunkSize = 4_000;

/**
 * Inserts many rows that all name the same columns. They travel as one JSON text per statement: several times quicker than
 * a parameter per value, and without the limit of 65,535 parameters. `skip` leaves out rows whose natural key is taken.
 */
export async function insertRows<T extends PgTable>(
  db: Db,
  table: T,
  rows: readonly T["$inferInsert"][],
  { skip = false } = {},
): Promise<void> {
  const filled = rows.map((row) => withSearchTexts(table, row));
  const [first] = filled;
  if (!first) return;
  const columns = getTableColumns(table);
  const names = Object.keys(first).map((key) => {
    const column = columns[key];
    if (!column) throw new Error(`No column ${key}`);
    return sql.identifier(column.name);
  });
  const list = sql.join(names, sql`, `);
  for (let start = 0; start < filled.length; start += chunkSize) {
    const chunk = JSON.stringify(filled.slice(start, start + chunkSize));
    await db.execute(sql`insert into ${table} (${list})
      select ${list} from json_populate_recordset(null::${table}, ${chunk}::json)
      ${skip ? sql`on conflict do nothing` : sql``}`);
  }
}
