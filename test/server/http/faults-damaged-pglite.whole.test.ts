import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { preparedFolder, startServer } from "~/test/support/server-process";

const backupDir = mkdtempSync(join(tmpdir(), "xinfang-backups-"));
const made: string[] = [backupDir];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

const newest = "backup-20261122-043000.tar.gz";
for (const name of ["backup-20261121-043000.tar.gz", newest, ".backup-20261123-043000.tar.gz.part"])
  writeFileSync(join(backupDir, name), "");

function garble(path: string): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(statSync(path).size, 0x5a));
  closeSync(file);
}

/** The files of the product's own tables. */
const ownTables = (database: string) =>
  readdirSync(join(database, "base/5")).filter((name) => Number.parseInt(name, 10) >= 16_384);

test.each<[string, (database: string) => void]>([
  ["another control file", (database) => garble(join(database, "global/pg_control"))],
  ["no log", (database) => rmSync(join(database, "pg_wal"), { recursive: true })],
  ["a changed catalog", (database) => garble(join(database, "base/5/1259"))],
  [
    "no tables",
    (database) => {
      for (const name of ownTables(database)) rmSync(join(database, "base/5", name));
    },
  ],
  [
    "changed tables",
    (database) => {
      for (const name of ownTables(database)) garble(join(database, "base/5", name));
    },
  ],
  ["an empty version", (database) => writeFileSync(join(database, "PG_VERSION"), "")],
])("With %s the start names the newest backup and the command, in one line", async (_what, damage) => {
  const dataDir = await preparedFolder();
  made.push(dataDir);
  mkdirSync(join(dataDir, "backups"));
  writeFileSync(join(dataDir, "backups", "backup-20261001-043000.tar.gz"), "");
  damage(join(dataDir, "database"));
  const failure = await startServer({ dataDir, env: { BACKUP_DIR: backupDir } }).then(
    () => "it started",
    (error: Error) => error.message,
  );
  const [first, said = "", ...more] = failure.trim().split("\n");
  expect(first).toBe("the server ended (1):");
  expect(said).toMatch(/^[^{].*(损坏|没有完整的数据库)/);
  expect(said.endsWith(`npm run restore -- ${join(backupDir, newest)}`), said).toBe(true);
  expect(more).toEqual([]);
});
