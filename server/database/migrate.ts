import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Db, Transaction } from "./database";
import { beforeFirstRelease, isBeforeFirstRelease } from "./first-release";
import { liftLimits } from "./lift-limits";

/** The migrations of this program: next to this file in the sources, next to the bundle in the build. */
export const migrationsFolder = join(import.meta.dirname, "migrations");

/** Any fixed number: servers that start at once take turns by it. */
const lock = 7_203_114;

type Journal = { entries: { tag: string; when: number }[] };

/**
 * Brings the database up to date in one transaction. Not drizzle's own migrator, which has no lock, passes over a
 * migration that is older than the last one applied, and does not notice that an applied one was edited.
 * With `count` only the first so many are brought in, as a backup of an older program needs.
 */
export async function migrate(db: Db, folder = migrationsFolder, count?: number): Promise<void> {
  refuseUnordered(folder);
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  await db.transaction(async (tx) => {
    await liftLimits(tx);
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
    const applied = await readApplied(tx);
    if (isBeforeFirstRelease(applied)) throw new Error(beforeFirstRelease);
    for (const [index, row] of applied.entries()) {
      const migration = migrations[index];
      if (!migration) throw new Error(newerDatabase(applied.length, migrations.length));
      if (migration.hash !== row.hash || migration.folderMillis !== Number(row.created_at)) {
        throw new Error(`已执行过的第 ${index + 1} 个数据库迁移与程序中的不一致，请勿修改已发布的迁移`);
      }
    }
    const missing = migrations.slice(applied.length, count);
    // Nothing is written then: the disk may be full.
    if (missing.length === 0) return;
    await tx.execute(sql`create schema if not exists drizzle`);
    // The same table as drizzle-kit's.
    await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
    for (const migration of missing) {
      for (const statement of migration.sql) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
        values (${migration.hash}, ${migration.folderMillis})`);
    }
  });
}

/** The migrations that the database has seen, oldest first. */
async function readApplied(tx: Transaction): Promise<{ hash: string; created_at: string }[]> {
  const found = await tx.execute<{ is_there: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`,
  );
  if (!found.rows[0]?.is_there) return [];
  const { rows } = await tx.execute<{ hash: string; created_at: string }>(
    sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows;
}

const newerDatabase = (applied: number, known: number) =>
  `数据库比程序新（它执行过 ${applied} 个迁移，本程序只有 ${known} 个），没有改动任何数据：请用写成它的版本或更新的版本启动；要退回本版本，请恢复升级前的备份：npm run restore -- 备份文件`;

function refuseUnordered(folder: string): void {
  const journal: Journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8"));
  let last = 0;
  for (const { tag, when } of journal.entries) {
    if (when <= last) throw new Error(`数据库迁移 ${tag} 的时间不晚于前一个，请重新生成`);
    last = when;
  }
}
