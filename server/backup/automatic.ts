import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "~/server/config";
import type { Database } from "~/server/database/database";
import type { Services } from "~/server/lib/services";
import { readManifest } from "./archive";
import { type Backup, type BackupSource, createBackup, positionOf } from "./create";
import { backupName } from "./format";
import { automaticBackups, rotate } from "./rotation";

/** The backups that the server makes by itself. */
export interface AutomaticBackups {
  /** Makes a backup and removes old ones. A failure keeps the old ones. */
  make(signal?: AbortSignal): Promise<Backup>;
  /** On the way out: makes one if anything was written since the last, and if there is time for it. Never throws. */
  makeLast(): Promise<void>;
}

/** Of the seconds that stopping may take, requests and jobs have used some. */
const lastLimit = 12_000;
/** More cannot be written in that time. */
const lastBytes = 1024 ** 3;

/** Backups into the configured folder. Absent: PostgreSQL, and no folder is named. */
export function automaticBackupsOf(
  services: Services,
  config: BackupSource["config"] & Pick<Config, "backupDir">,
  kind: BackupSource["kind"],
): AutomaticBackups | undefined {
  const { backupDir } = config;
  if (!backupDir) return undefined;
  const { db, log, secret, now } = services;
  const source: BackupSource = { db, kind, config, secret };

  async function write(signal?: AbortSignal): Promise<Backup> {
    const moment = now();
    const file = join(backupDir ?? "", backupName(moment));
    const backup = await createBackup(source, file, { now: moment, ...(signal ? { signal } : {}) });
    await rotate(backupDir ?? "", moment);
    return backup;
  }

  return {
    make: write,
    async makeLast() {
      if (kind !== "pglite") return;
      try {
        const [newest] = await automaticBackups(backupDir);
        if (!newest || (await isWanted(db, join(backupDir, newest)))) await write(AbortSignal.timeout(lastLimit));
      } catch (error) {
        log.warn({ err: error }, "no backup was made at the end");
      }
    },
  };
}

/** Whether another one is due after this: something was written since, and it is not too large for the time that is left. */
async function isWanted(db: Database, newest: string): Promise<boolean> {
  if ((await stat(newest)).size > lastBytes) return false;
  const last = await readManifest(newest).catch(() => undefined);
  return last?.database.position !== (await positionOf(db));
}
