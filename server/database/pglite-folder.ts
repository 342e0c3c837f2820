import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { lacksRoom } from "./lacks-room";
import { type DatabasePlace, restoreCommand } from "./newest-backup";
import { startPgliteThread } from "./pglite-thread";
import { syncPath } from "./sync-path.mjs";

/** The PostgreSQL inside PGlite; a test compares it with what PGlite says. */
export const postgresMajor = "18";
/** A file next to PostgreSQL's own PG_VERSION: the PGlite version that last opened the folder. */
const markerName = "PGLITE_VERSION";

/** The folder of the embedded database in a data folder, which the caller has locked: made if it is absent, refused if another PostgreSQL wrote it. */
export async function prepareFolder(place: DatabasePlace): Promise<string> {
  const folder = join(place.dataDir, "database");
  if (isEmpty(folder)) await createFolder(folder);
  const major = readText(join(folder, "PG_VERSION"));
  if (!major) throw new Error(`${folder} 里没有完整的数据库：请移走该文件夹，或从备份恢复${restoreCommand(place)}`);
  if (major !== postgresMajor) throw new Error(otherMajor(place, folder, major));
  mark(folder);
  return folder;
}

function otherMajor(place: DatabasePlace, folder: string, major: string): string {
  const writer = readText(join(folder, markerName));
  const wrote = writer ? `（PGlite ${writer}）` : "";
  return [
    `${folder} 由 PostgreSQL ${major}${wrote}写成，本程序内嵌的是 PostgreSQL ${postgresMajor}（PGlite ${pgliteVersion()}），不能直接打开；其中的数据没有改动。`,
    `请从备份恢复${restoreCommand(place)}`,
    "恢复时旧文件夹会改名保留。最新的修改若不在备份里，先用写成它的旧版本程序运行 npm run backup，再用本程序恢复。",
  ].join("\n");
}

/** Made in another folder, renamed when whole and on the disk: so a folder of that name is never half a database. */
async function createFolder(folder: string): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const thread = await startPgliteThread({ dataDir: unfinished });
  await thread.close();
  mark(unfinished);
  await syncAll(unfinished);
  renameSync(unfinished, folder);
  syncPath(dirname(folder));
}

function mark(folder: string): void {
  const marker = join(folder, markerName);
  if (readText(marker) === pgliteVersion()) return;
  try {
    writeFileSync(marker, `${pgliteVersion()}\n`, { mode: 0o600 });
  } catch (error) {
    // The next start writes it.
    if (!lacksRoom(error)) throw error;
  }
}

function pgliteVersion(): string {
  // The package does not export its package.json, which is above what it exports.
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const manifest: { version: string } = JSON.parse(readFileSync(join(dirname(entry), "../package.json"), "utf8"));
  return manifest.version;
}

/** Many at a time, since the file system writes what waits together: twenty times as quick as one by one. */
async function syncAll(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))];
  while (paths.length) {
    await Promise.all(
      paths.splice(0, 64).map(async (path) => {
        const file = await open(path, "r");
        await file.sync().finally(() => file.close());
      }),
    );
  }
}

const isEmpty = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0;

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}
