import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { SignedCall } from "./call";
import { keyOf, tidyText } from "./text";

interface Named {
  column: AnyPgColumn;
  name: string;
  /** What it was: what an edit leaves alone is not asked. */
  before?: string | undefined;
  /** The rows that may not bear it. */
  others: SQL | undefined;
}

/** Whether another row has a name, however written (`keyOf`). Locks the table's names until the commit, so that two alike cannot both be new. */
export async function isNameTaken({ db }: Pick<SignedCall, "db">, { column, name, before, others }: Named) {
  if (before !== undefined && tidyText(before) === tidyText(name)) return false;
  const { table } = column;
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`names of ${column.uniqueName ?? column.name}`}, 0))`,
  );
  const rows = await db
    .select({ name: sql<string>`${column}` })
    .from(table)
    .where(others);
  const key = keyOf(name);
  return rows.some((row) => keyOf(row.name) === key);
}
