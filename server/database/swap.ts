import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { syncPath } from "~/server/database/flush";

const journalName = "restore.json";
const stagingPrefix = "restore-";
const Journal = z.object({ staging: z.string(), former: z.string(), names: z.array(z.string()) });
type Journal = z.output<typeof Journal>;

/** A new folder in a data folder, in which a restore is made ready; what broken-off ones have left is removed. */
export async function makeStaging(dataDir: string, stamp: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir))
    if (name.startsWith(stagingPrefix)) await rm(join(dataDir, name), { recursive: true, force: true });
  await mkdir(join(dataDir, stagingPrefix + stamp), { mode: 0o700 });
  return stagingPrefix + stamp;
}

/** Removes what was made ready, unless a swap has begun, which then needs it. */
export async function dropStaging(dataDir: string, staging: string): Promise<void> {
  if (!existsSync(join(dataDir, journalName))) await rm(join(dataDir, staging), { recursive: true, force: true });
}

/**
 * Moves what is ready in `staging` to its names in the data folder, and what had those names to `former`. The moves are
 * written down first, so that the next process that opens the folder finishes a swap that was broken off.
 */
export async function swapIn(dataDir: string, journal: Journal): Promise<void> {
  await syncPath(join(dataDir, journal.staging));
  const path = join(dataDir, journalName);
  await writeFile(`${path}.part`, JSON.stringify(journal), { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
  await syncPath(dataDir);
  await finishSwap(dataDir);
}

/** Finishes a swap that was broken off, if there is one. The caller holds the lock of the folder. */
export async function finishSwap(dataDir: string): Promise<void> {
  const path = join(dataDir, journalName);
  if (!existsSync(path)) return;
  const { staging, former, names } = Journal.parse(JSON.parse(await readFile(path, "utf8")));
  for (const name of names) {
    const [ready, current, aside] = [staging, "", former].map((folder) => join(dataDir, folder, name));
    // Not there any more: it was moved before the interruption.
    if (!ready || !current || !aside || !existsSync(ready)) continue;
    if (existsSync(current)) {
      await mkdir(join(dataDir, former), { recursive: true, mode: 0o700 });
      await rename(current, aside);
    }
    await rename(ready, current);
  }
  for (const folder of new Set([dataDir, ...names.map((name) => dirname(join(dataDir, name)))])) await syncPath(folder);
  await rm(path);
  await rm(join(dataDir, staging), { recursive: true, force: true });
}
