import { existsSync } from "node:fs";
import { mkdir, open, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Config } from "~/server/config";
import type { Db, Transaction } from "~/server/database/database";
import { syncPath } from "~/server/database/flush";
import { lockFolder } from "~/server/database/folder-lock";
import { type OpenDatabase, openDatabase } from "~/server/database/open";
import { isoInstant } from "~/server/database/tables/columns";
import { headFolder, noteRestore, presentHead } from "~/server/lib/log-heads";
import { dropStaging, finishSwap, makeStaging, swapIn } from "../database/swap";
import { entriesOf, verifyArchive } from "./archive";
import { countMissing, requireSameBucket } from "./bucket";
import { entry, fingerprintOf, type Manifest, stampOf } from "./format";
import { loadBackup, requireEmpty, requireKnownMigrations } from "./load";

interface RestoreOptions {
  now: Date;
  /** Restores although the key is another one than the backup's. */
  withOtherKey?: boolean;
  /** Restores although the files are in another bucket than the configured one, or in none. */
  withOtherBucket?: boolean;
  onProgress?: (what: string, done: number, total: number) => void;
}

/** What a restore has done. */
export interface Restored {
  manifest: Manifest;
  /** Where the former database and files are; absent if there were none. */
  former: string | undefined;
  /** How many files the bucket has not; absent without a bucket, or when it could not be asked. */
  missing: number | undefined;
}

/** With the name of the folder in which the former database and files are set aside. */
type Options = RestoreOptions & { former: string };
type Place = Pick<Config, "dataDir" | "databaseUrl" | "secretKey"> & Partial<Pick<Config, "bucket">>;
type Missing = Restored["missing"];

/** Puts a backup in the place of database and files, once it is proved; throws an Error in Chinese words, and leaves all as it was, when that cannot be. */
export async function restoreBackup(config: Place, file: string, options: RestoreOptions): Promise<Restored> {
  const manifest = await verifyArchive(file);
  requireKnownMigrations(manifest);
  if (!options.withOtherKey) await requireSameKey(config, manifest);
  if (!options.withOtherBucket) requireSameBucket(config.bucket, manifest);
  const former = `former-${stampOf(options.now)}`;
  const restore = config.databaseUrl ? restorePostgres : restoreEmbedded;
  const missing = await restore(config, file, manifest, { ...options, former });
  const aside = join(config.dataDir, former);
  return { manifest, former: existsSync(aside) ? aside : undefined, missing };
}

async function requireSameKey(config: Place, manifest: Manifest): Promise<void> {
  const comesAlong = manifest.has_secret && !config.databaseUrl && !config.secretKey;
  if (comesAlong) return;
  const secret =
    config.secretKey ?? (await readFile(join(config.dataDir, "secret-key"), "utf8").catch(() => "")).trim();
  if (secret && fingerprintOf(secret) === manifest.secret_fingerprint) return;
  const wayOut = manifest.has_secret
    ? "请把 SECRET_KEY 设为备份中的密钥（tar -xzOf 备份文件 secret-key）"
    : "请把 SECRET_KEY 设为备份时所用的密钥";
  throw new Error(
    `当前的密钥与备份时的不同，恢复后需求附件将无法打开，所有人须重新登录。\n${wayOut}；确实要换密钥时加上 --other-key`,
  );
}

/** Prepared in a separate folder, then swapped in. */
async function restoreEmbedded(config: Place, file: string, manifest: Manifest, options: Options): Promise<Missing> {
  const { dataDir } = config;
  let missing: Missing;
  let note = "";
  const lock = await lockFolder(dataDir);
  try {
    await finishSwap(dataDir);
    await inStaging(dataDir, options, async (staging) => {
      const place = join(dataDir, staging);
      await unpackFiles(file, place, manifest, options);
      const fresh = { databaseUrl: undefined, dataDir: place };
      const database = await openDatabase(fresh, { statementTimeout: 0, isLocked: true });
      await closing(database, async () => {
        await loadBackup(database.db, file, manifest, options);
        missing = await missingIn(config, database, join(place, "files"));
        note = await noteHead(database.db, dataDir, place, file, options);
      });
      const key = manifest.has_secret && !config.secretKey ? [entry.secret] : [];
      const names = ["database", "files", ...key, note];
      await swapIn(dataDir, { staging, former: options.former, names });
    });
    return missing;
  } finally {
    await lock.release();
  }
}

/** Makes the note ready of where the operation log goes on, without which heads that were kept after the backup would look like a cut log. */
async function noteHead(db: Db, dataDir: string, staging: string, file: string, { now }: Options): Promise<string> {
  await mkdir(join(dataDir, headFolder), { recursive: true, mode: 0o700 });
  const head = (await presentHead(db)) ?? null;
  return noteRestore(staging, { restored_at: isoInstant(now), backup: basename(file), head });
}

/** The rows are loaded: a bucket that does not answer now is no reason to have them not. */
function missingIn({ bucket }: Place, { db }: OpenDatabase, folder: string): Promise<Missing> {
  return bucket ? countMissing(db, bucket, folder).catch(() => undefined) : Promise.resolve(undefined);
}

/** In one transaction, which ends with the files in their place. */
async function restorePostgres(config: Place, file: string, manifest: Manifest, options: Options): Promise<Missing> {
  const { dataDir } = config;
  let missing: Missing;
  const database = await openDatabase(config);
  await closing(database, async () => {
    await requireEmpty(database.db);
    await finishSwap(dataDir);
    await inStaging(dataDir, options, async (staging) => {
      await unpackFiles(file, join(dataDir, staging), manifest, options);
      const beforeCommit = async (tx: Transaction) => {
        const note = await noteHead(tx, dataDir, join(dataDir, staging), file, options);
        await swapIn(dataDir, { staging, former: options.former, names: ["files", note] });
      };
      await loadBackup(database.db, file, manifest, { ...options, beforeCommit });
    });
    missing = await missingIn(config, database, join(dataDir, "files"));
  });
  return missing;
}

async function inStaging(dataDir: string, { now }: Options, work: (staging: string) => Promise<void>): Promise<void> {
  const staging = await makeStaging(dataDir, stampOf(now));
  try {
    await work(staging);
  } finally {
    await dropStaging(dataDir, staging);
  }
}

async function closing(database: OpenDatabase, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await database.close();
  }
}

/** Writes the stored files into `files` of a folder, and the key next to it. */
async function unpackFiles(file: string, folder: string, manifest: Manifest, { onProgress }: Options): Promise<void> {
  const folders = new Set([join(folder, "files")]);
  await mkdir(join(folder, "files"), { mode: 0o700 });
  let done = 0;
  for await (const one of entriesOf(file)) {
    const { name } = one.header;
    if (!entry.keyOf(name) && name !== entry.secret) {
      one.resume();
      continue;
    }
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    folders.add(dirname(path));
    const target = await open(path, "wx", 0o600);
    await pipeline(one, target.createWriteStream({ flush: true }));
    if (name === entry.secret) continue;
    done += 1;
    onProgress?.("files", done, manifest.files.count);
  }
  for (const one of folders) await syncPath(one);
}
