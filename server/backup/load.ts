import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Database, Db, Transaction } from "~/server/database/database";
import { beforeFirstRelease, isBeforeFirstRelease, isLastBeforeFirstRelease } from "~/server/database/first-release";
import { migrate, migrationsFolder } from "~/server/database/migrate";
import { bytesOf, entriesOf } from "./archive";
import { countRows, isEmpty, readBrakes, readTables, type Table } from "./catalog";
import { entry, type Manifest } from "./format";

interface LoadOptions {
  /** Of this program, unless a test has others. */
  migrations?: string;
  onProgress?: (what: string, done: number, total: number) => void;
  /** The last act before the commit. */
  beforeCommit?: (tx: Transaction) => Promise<void>;
}

/** Throws an Error in Chinese words when a backup has seen migrations that this program does not know, but for the last before 1.0.0. */
export function requireKnownMigrations(manifest: Manifest, migrations = migrationsFolder): void {
  if (isLastBeforeFirstRelease(manifest.migrations)) return;
  if (isBeforeFirstRelease(manifest.migrations)) throw new Error(beforeFirstRelease);
  const known = readMigrationFiles({ migrationsFolder: migrations });
  if (manifest.migrations.length > known.length) throw new Error("备份来自更新的程序：请升级程序后再恢复");
  for (const [index, { hash, when }] of manifest.migrations.entries()) {
    if (known[index]?.hash !== hash || known[index]?.folderMillis !== when)
      throw new Error(
        `备份中的第 ${index + 1} 个数据库迁移与程序中的不一致：请用写出它的程序版本（${manifest.version}）恢复`,
      );
  }
}

/** Throws an Error in Chinese words when there is anything in the database. */
export async function requireEmpty(db: Db): Promise<void> {
  const isFree = await db.transaction((tx) => isEmpty(tx));
  if (!isFree) throw new Error("数据库不是空的：请新建一个空数据库，把 DATABASE_URL 指向它，再恢复");
}

/**
 * Loads a proved backup into an empty database, all or nothing: the migrations that the backup has seen, its rows, then the newer
 * migrations, as if the database had been here all the time. One of before 1.0.0 is loaded into the schema of 1.0.0.
 */
export async function loadBackup(
  db: Database,
  file: string,
  manifest: Manifest,
  options: LoadOptions = {},
): Promise<void> {
  const folder = options.migrations ?? migrationsFolder;
  await db.transaction(async (tx) => {
    await tx.execute(withoutLimits);
    await requireEmpty(tx);
    await migrate(tx, folder, isLastBeforeFirstRelease(manifest.migrations) ? 1 : manifest.migrations.length);
    await loadRows(tx, file, manifest, options);
    await migrate(tx, folder);
    await options.beforeCommit?.(tx);
  });
  await db.transaction(async (tx) => {
    await tx.execute(withoutLimits);
    await tx.execute(sql`analyze`);
  });
}

const withoutLimits = sql`select set_config(name, '0', true)
  from (values ('statement_timeout'), ('idle_in_transaction_session_timeout')) as setting (name)`;

/**
 * Browsers and caches keep a public file by its number for a year. What was uploaded since the backup is gone, and what comes next must not be taken
 * for it.
 */
const fileNumbers = "media_id_seq";
const skippedNumbers = 1_000_000;

async function loadRows(tx: Transaction, file: string, manifest: Manifest, { onProgress }: LoadOptions): Promise<void> {
  const tables = (isLastBeforeFirstRelease(manifest.migrations) ? tablesInBoth : requireSameTables)(
    await readTables(tx),
    manifest,
  );
  const saved = manifest.tables.filter(({ name }) => tables.has(name));
  const brakes = await readBrakes(tx);
  for (const statement of brakes.off) await tx.execute(sql.raw(statement));
  // A migration may have brought rows of its own, which the backup has as they became.
  await tx.execute(
    sql`truncate ${sql.join(
      [...tables.keys()].map((name) => sql.identifier(name)),
      sql`, `,
    )}`,
  );
  const totals = new Map(saved.map(({ name, rows }) => [name, rows]));
  const done = new Map<string, number>();
  for await (const one of entriesOf(file)) {
    const table = tables.get(entry.tableOf(one.header.name) ?? "");
    if (table) {
      const count = await insert(tx, table, (await bytesOf(one)).toString());
      done.set(table.name, (done.get(table.name) ?? 0) + count);
      onProgress?.(table.name, done.get(table.name) ?? 0, totals.get(table.name) ?? 0);
    } else if (entry.keyOf(one.header.name)) break;
    else one.resume();
  }
  for (const statement of brakes.on) await tx.execute(sql.raw(statement));
  for (const { name, value } of manifest.sequences) {
    const skipped = name === fileNumbers ? skippedNumbers : 0;
    await tx.execute(sql`select setval(oid::regclass, ${value}::bigint + ${skipped}::bigint) from pg_class
      where relname = ${name} and relkind = 'S' and relnamespace = 'public'::regnamespace`);
  }
  await requireCounts(tx, saved);
}

function requireSameTables(present: Table[], manifest: Manifest): Map<string, Table> {
  const said = manifest.tables.map(({ name, columns }) => [name, ...columns].join());
  const made = present.map(({ name, columns }) => [name, ...columns.map((column) => column.name)].join());
  const differing = said.find((one) => !made.includes(one)) ?? made.find((one) => !said.includes(one));
  if (differing) throw new Error(`备份中的表与程序中的不一致：${differing.split(",")[0]}`);
  return new Map(present.map((table) => [table.name, table]));
}

/** Of a backup of before 1.0.0: what has gone since is left out, what has come has its default. */
function tablesInBoth(present: Table[], manifest: Manifest): Map<string, Table> {
  const saved = new Map(manifest.tables.map(({ name, columns }) => [name, new Set(columns)]));
  return new Map(
    present
      .filter(({ name }) => saved.has(name))
      .map((table) => [
        table.name,
        { ...table, columns: table.columns.filter((one) => saved.get(table.name)?.has(one.name)) },
      ]),
  );
}

async function insert(tx: Transaction, { name, columns, month_key }: Table, lines: string): Promise<number> {
  const rows = `[${lines.trimEnd().replaceAll("\n", ",")}]`;
  if (month_key)
    await tx.execute(sql`select make_months(${name}, min(moment), max(moment))
      from json_array_elements(${rows}::json) line, cast(line ->> ${month_key} as timestamptz) moment`);
  const names = columns.map((column) => sql.identifier(column.name));
  const types = columns.map(
    (column) => sql`${sql.identifier(column.name)} ${sql.raw(column.isText ? "text" : column.type)}`,
  );
  const values = columns.map((column) => sql`${sql.identifier(column.name)}::${sql.raw(column.type)}`);
  const { rowCount } = await tx.execute(sql`insert into ${sql.identifier(name)} (${sql.join(names, sql`, `)})
    overriding system value
    select ${sql.join(values, sql`, `)} from json_to_recordset(${rows}::json) as line (${sql.join(types, sql`, `)})`);
  return rowCount ?? 0;
}

async function requireCounts(tx: Transaction, saved: Manifest["tables"]): Promise<void> {
  const counts = await countRows(tx, saved);
  const wrong = saved.find(({ name, rows }) => counts.get(name) !== rows);
  if (wrong) throw new Error(`表 ${wrong.name} 应有 ${wrong.rows} 行，恢复后有 ${counts.get(wrong.name)} 行`);
}
