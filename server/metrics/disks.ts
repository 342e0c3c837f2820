import { statfs } from "node:fs/promises";
import type { Installation } from "~/server/lib/services";

/** The disks of the installation's folders that are there: bytes free for this server, and bytes in all. */
export async function disksOf({ dataDir, backupDir }: Pick<Installation, "dataDir" | "backupDir">) {
  const disks = Object.entries({ data: dataDir, backups: backupDir }).map(async ([folder, path]) => {
    const disk = path && (await statfs(path).catch(() => undefined));
    return disk ? [{ folder, free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize }] : [];
  });
  return (await Promise.all(disks)).flat();
}
