import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const keptDays = 7;
const keptWeeks = 4;
/** Left by a process that was killed while it wrote. */
const deadAfter = 24 * 3_600_000;

const automatic = /^backup-(\d{4})(\d\d)(\d\d)-\d{6}\.tar\.gz$/;
const unfinished = /^\.backup-.*\.part$/;

/** The backups that the server itself has made in a folder, newest first. */
export async function automaticBackups(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder);
  return names.filter((name) => automatic.test(name)).sort((a, b) => (a < b ? 1 : -1));
}

/** Of backups, newest first, those that nobody needs: kept are the newest of each of the last seven days and four weeks that have one. */
export function surplus(names: readonly string[]): string[] {
  const newestOf = (spanOf: (name: string) => number, count: number) => {
    const spans = new Map<number, string>();
    for (const name of names) if (!spans.has(spanOf(name))) spans.set(spanOf(name), name);
    return [...spans.values()].slice(0, count);
  };
  const kept = new Set([...newestOf(dayOf, keptDays), ...newestOf(weekOf, keptWeeks)]);
  return names.filter((name) => !kept.has(name));
}

/** Removes what is not needed any more, and what was left unfinished. */
export async function rotate(folder: string, now: Date): Promise<number> {
  const old = surplus(await automaticBackups(folder));
  for (const name of old) await rm(join(folder, name), { force: true });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (unfinished.test(name) && now.getTime() - (await stat(path)).mtimeMs > deadAfter)
      await rm(path, { force: true });
  }
  return old.length;
}

/** Days since 1970. */
function dayOf(name: string): number {
  const [, year = "", month = "", day = ""] = automatic.exec(name) ?? [];
  return Date.parse(`${year}-${month}-${day}`) / 86_400_000;
}

/** Weeks begin on Monday; the first day of 1970 was a Thursday. */
const weekOf = (name: string) => Math.floor((dayOf(name) + 3) / 7);
