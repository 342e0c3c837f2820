import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { bundleServer } from "../../scripts/bundle-server.mjs";
import { filesUnder, root } from "../../scripts/run.mjs";

/** The programs that tests run in processes of their own. */
const entries = {
  server: "test/support/server-entry.ts",
  migrate: "test/support/migrate-entry.ts",
  admin: "server/commands/admin.ts",
  backup: "server/commands/backup.ts",
  restore: "server/commands/restore.ts",
  "verify-log": "server/commands/verify-log.ts",
} as const;

const cache = join(root, ".cache");
/** A parallel run may use another state of the sources. */
const keptFor = 60 * 60_000;

let made: Promise<string> | undefined;

/** The file of a program, ready for node: bundled once per state of the sources, since read as they are each start takes seconds. */
export async function programFile(name: keyof typeof entries): Promise<string> {
  made ??= bundle();
  return join(await made, entries[name].replace(/^.*\/(.*)\.ts$/, "$1.js"));
}

async function bundle(): Promise<string> {
  const hash = createHash("sha256");
  const sources = [...["contract", "server"].flatMap(filesUnder), ...Object.values(entries), "package-lock.json"];
  for (const path of sources) hash.update(path).update(readFileSync(join(root, path)));
  const folder = join(cache, `programs-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}-${threadId}`;
  await bundleServer(Object.values(entries), unfinished);
  for (const name of readdirSync(cache)) {
    const other = join(cache, name);
    if (/^programs-/.test(name) && other !== unfinished && Date.now() - statSync(other).mtimeMs > keptFor)
      rmSync(other, { recursive: true, force: true });
  }
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // The other worker was quicker.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}
