import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, expect, inject } from "vitest";
import { baselineTables } from "~/server/database/baseline";
import type { Database } from "~/server/database/database";
import { restoreBaseline } from "./baseline-rows";

/** How pg reaches the database of this worker. */
export function testConnection(): pg.ClientConfig {
  const address = inject("database");
  const worker = process.env.VITEST_POOL_ID;
  if (address.kind === "postgres")
    return { connectionString: `${new URL(address.url)}`.replace(/xinfang_test_/, `$&${worker}`) };
  return { host: address.dir, port: address.firstPort + Number(worker), user: "postgres", database: "postgres" };
}

/**
 * This worker's database for one test file, called at the file's top; rows of earlier files are still in it (`resetDatabase`).
 * Acts truly meet in the database where they have as many connections as on the server (10).
 */
export function testDatabase(connections = 1): { db: Database; pool: pg.Pool } {
  const pool = new pg.Pool({ ...testConnection(), max: connections, connectionTimeoutMillis: 60_000 });
  afterAll(() => pool.end());
  return { db: drizzle(pool), pool };
}

/** As many connections as the server has, so that acts truly meet in the database; no act of the file may end in a deadlock. */
export async function racingDatabase(db: Database): Promise<{ db: Database; pool: pg.Pool }> {
  const deadlocks = async () => {
    const { rows } = await db.execute<{ n: number }>(
      sql`select deadlocks::int as n from pg_stat_database where datname = current_database()`,
    );
    return rows[0]?.n;
  };
  const before = await deadlocks();
  const pool = new pg.Pool({ ...testConnection(), max: 10 });
  afterAll(async () => {
    // A connection tells its count when it ends.
    await pool.end();
    expect(await deadlocks()).toBe(before);
  });
  return { db: drizzle(pool), pool };
}

/** Tests read them in the order in which they were written, which holds while no row's place is used again. */
const isLog = (name: string) => /^(months\.operation_log_\w+|operation_seal|login_log)$/.test(name);

/** Empties every table but the baseline ones, and puts back the baseline rows that have been changed; for beforeAll or beforeEach. Foreign keys and triggers are off meanwhile. */
export async function resetDatabase(db: Database): Promise<void> {
  const touched = await db.execute<{ name: string; is_kept: boolean }>(
    sql`select replace(c.oid::regclass::text, '"', '') as name, false as is_kept from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'months') and c.relkind = 'r' and pg_relation_size(c.oid) > 0
      union select name, true from kept.changed`,
  );
  const changed = touched.rows.filter((row) => row.is_kept).map((row) => row.name);
  const names = touched.rows.map((row) => row.name).filter((name) => !baselineTables.includes(name));
  if (!names.length && !changed.length) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    const quoted = (name: string) => `"${name.replace(".", '"."')}"`;
    const empty = (name: string) => `${isLog(name) ? "truncate" : "delete from"} ${quoted(name)}`;
    if (names.length) await tx.execute(sql.raw(names.map(empty).join(";")));
    if (changed.length) await restoreBaseline(tx, changed);
  });
}
