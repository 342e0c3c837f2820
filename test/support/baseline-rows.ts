import { sql } from "drizzle-orm";
import { baselineTables } from "~/server/database/baseline";
import type { Database, Transaction } from "~/server/database/database";
import { seed } from "./seed";

const name = (table: string) => sql.raw(`"${table}"`);

/**
 * Keeps the baseline rows aside, in a schema of the tests' own, so that a reset can put back those that a test has changed. They are
 * written anew in an order drawn from the seed, so that no test leans on an order that it does not ask for.
 */
export async function keepBaseline(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`create schema kept`);
    await tx.execute(sql`create table kept.changed (name text not null)`);
    await tx.execute(sql`create function kept.note() returns trigger language plpgsql as
      $$ begin insert into kept.changed values (tg_table_name); return null; end $$`);
    for (const table of baselineTables) {
      await tx.execute(
        sql`create table kept.${name(table)} as select * from ${name(table)} order by md5(ctid::text || ${seed}::text)`,
      );
      await restoreRows(tx, table);
      await tx.execute(sql`create trigger kept_note after insert or update or delete or truncate on ${name(table)}
        for each statement execute function kept.note()`);
    }
  });
}

/** Puts back the baseline rows that have been changed, in a transaction in which foreign keys and triggers are off (`resetDatabase`). */
export async function restoreBaseline(tx: Transaction, tables: readonly string[]): Promise<void> {
  for (const table of tables) await restoreRows(tx, table);
  await tx.execute(sql`delete from kept.changed`);
}

async function restoreRows(tx: Transaction, table: string): Promise<void> {
  await tx.execute(sql`delete from ${name(table)}`);
  await tx.execute(sql`insert into ${name(table)} overriding system value select * from kept.${name(table)}`);
}
