import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Where an embedded database and its backups are. */
export interface DatabasePlace {
  /** Absolute. */
  dataDir: string;
  /** Absent: in the data folder. */
  backupDir?: string | undefined;
}

/** The command that restores the newest backup, as the end of a sentence. */
export function restoreCommand({ dataDir, backupDir }: DatabasePlace): string {
  const backups = backupDir ?? join(dataDir, "backups");
  const names = existsSync(backups) ? readdirSync(backups) : [];
  const newest = names
    .filter((name) => /^backup-[\d-]+(manual)?\.tar\.gz$/.test(name))
    .sort()
    .at(-1);
  return newest
    ? `：npm run restore -- ${join(backups, newest)}`
    : `：npm run restore -- 备份文件（${backups} 中还没有备份）`;
}
