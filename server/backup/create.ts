import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import type { Config } from "~/server/config";
import type { Database, Db, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { placeOfBucket } from "~/server/lib/bucket-config";
import { version } from "../../package.json";
import { type ArchiveWriter, writeArchive } from "./archive";
import { countRows, readMigrations, readSequences, readTables, type Table } from "./catalog";
import { filesIn, requireRoom, type StoredFile } from "./files";
import { entry, fingerprintOf, formatVersion, type Manifest } from "./format";

/** What a backup is made of. */
export interface BackupSource {
  db: Database;
  kind: "pglite" | "postgres";
  config: Pick<Config, "dataDir" | "secretKey"> & Partial<Pick<Config, "bucket">>;
  /** The one in use. */
  secret: string;
}

interface BackupOptions {
  now: Date;
  /** Gives up, and leaves nothing behind. */
  signal?: AbortSignal;
  /** Told what is being written, and how much of it. */
  onProgress?: (what: string, done: number, total: number) => void;
}

/** A backup as it was written. */
export interface Backup {
  file: string;
  bytes: number;
  manifest: Manifest;
}

/** Bytes of text in a part, about. */
const partBytes = 512 * 1024;
const firstRows = 100;
const mostRows = 5_000;

/**
 * Writes database and files into one file, in flat memory, from one snapshot. On an embedded database everybody waits until its rows are
 * written; the files come after that.
 */
export async function createBackup(source: BackupSource, file: string, options: BackupOptions): Promise<Backup> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await requireRoom(dirname(file), await sizeOf(source));
  let manifest: Manifest | undefined;
  const bytes = await writeArchive(
    file,
    async (archive) => {
      const snapshot = await source.db.transaction((tx) => writeRows(tx, archive, source, options), {
        isolationLevel: "repeatable read",
        accessMode: "read only",
      });
      manifest = snapshot.manifest;
      await writeFiles(archive, source, snapshot.files, options);
    },
    options.signal,
  );
  if (!manifest) throw new Error("the archive was finished without its manifest");
  return { file, bytes, manifest };
}

/** What a backup will take at most: text of rows packs to less than a quarter of their tables and indexes. */
async function sizeOf({ db, config }: BackupSource): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`);
  const files = await filesIn(join(config.dataDir, "files"));
  return Number(rows[0]?.bytes) / 4 + sumOf(files);
}

const sumOf = (files: readonly StoredFile[]) => files.reduce((sum, one) => sum + one.bytes, 0);

async function writeRows(tx: Transaction, archive: ArchiveWriter, source: BackupSource, options: BackupOptions) {
  // No limit cuts a long backup, and every value reads the same wherever it is loaded.
  await tx.execute(sql`select set_config(name, value, true) from (values ('statement_timeout', '0'),
    ('idle_in_transaction_session_timeout', '0'), ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'),
    ('bytea_output', 'hex'), ('extra_float_digits', '1')) as setting (name, value)`);
  const tables = await readTables(tx);
  const manifest = await describe(tx, tables, source, options.now);
  // Listed after the snapshot has been taken: a file is there before the row that names it.
  const files = await filesIn(join(source.config.dataDir, "files"));
  manifest.files = { count: files.length, bytes: sumOf(files) };
  await archive.add(entry.manifest, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  for (const [index, table] of tables.entries()) {
    const total = manifest.tables[index]?.rows ?? 0;
    if (total) await writeTable(tx, archive, table, total, options);
  }
  return { manifest, files };
}

async function describe(tx: Transaction, tables: Table[], source: BackupSource, now: Date): Promise<Manifest> {
  const counts = await countRows(tx, tables);
  const { rows } = await tx.execute<{ version: string }>(sql`select current_setting('server_version') as version`);
  return {
    product: "xinfang-desk",
    format: formatVersion,
    version,
    created_at: isoInstant(now),
    database: {
      kind: source.kind,
      version: rows[0]?.version ?? "",
      ...(source.kind === "pglite" ? { position: await positionOf(tx) } : {}),
    },
    migrations: await readMigrations(tx),
    tables: tables.map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => column.name),
      rows: counts.get(name) ?? 0,
    })),
    sequences: await readSequences(tx),
    files: { count: 0, bytes: 0 },
    ...(source.config.bucket ? { bucket: placeOfBucket(source.config.bucket) } : {}),
    secret_fingerprint: fingerprintOf(source.secret),
    has_secret: hasGeneratedSecret(source),
  };
}

/** The position of an embedded database: the cluster, and the number of its next writing transaction. */
export async function positionOf(db: Db): Promise<string> {
  const { rows } = await db.execute<{ position: string }>(sql`select (select system_identifier from pg_control_system())
    || '/' || pg_snapshot_xmax(pg_current_snapshot()) as position`);
  return rows[0]?.position ?? "";
}

const hasGeneratedSecret = ({ kind, config }: BackupSource) => kind === "pglite" && !config.secretKey;

async function writeTable(
  tx: Transaction,
  archive: ArchiveWriter,
  { name, columns }: Table,
  total: number,
  { signal, onProgress }: BackupOptions,
): Promise<void> {
  const list = columns.map((column) => sql`${sql.identifier(column.name)}${column.isText ? sql`::text` : sql``}`);
  await tx.execute(sql`declare part no scroll cursor for
    select row_to_json(line)::text as line from (select ${sql.join(list, sql`, `)} from ${sql.identifier(name)}) as line`);
  let wanted = firstRows;
  let done = 0;
  for (let number = 1; done < total; number += 1) {
    signal?.throwIfAborted();
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${wanted} from part`));
    const part = Buffer.from(rows.map((row) => `${row.line}\n`).join(""));
    await archive.add(entry.part(name, number), part);
    done += rows.length;
    onProgress?.(name, done, total);
    wanted = Math.max(1, Math.min(mostRows, Math.round((wanted * partBytes) / part.length)));
  }
  await tx.execute(sql`close part`);
}

async function writeFiles(
  archive: ArchiveWriter,
  source: BackupSource,
  files: StoredFile[],
  { signal, onProgress }: BackupOptions,
): Promise<void> {
  if (hasGeneratedSecret(source)) await archive.add(entry.secret, Buffer.from(`${source.secret}\n`));
  for (const [index, { key }] of files.entries()) {
    signal?.throwIfAborted();
    await writeFile(archive, join(source.config.dataDir, "files", key), entry.file(key));
    onProgress?.("files", index + 1, files.length);
  }
}

/** A file that has been removed since is left out: nothing refers to it any more. */
async function writeFile(archive: ArchiveWriter, path: string, name: string): Promise<void> {
  const file = await open(path, "r").catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!file) return;
  try {
    const { size } = await file.stat();
    await archive.addFile(name, file.createReadStream({ autoClose: false, end: Math.max(0, size - 1) }), size);
  } finally {
    await file.close();
  }
}
