import { existsSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "~/server/database/database";
import { syncPath } from "~/server/database/flush";
import { isoInstant } from "~/server/database/tables/columns";
import { dayOf } from "./list";

/** The folder in DATA_DIR and BACKUP_DIR where heads of the operation log's chain are kept outside the database. */
export const headFolder = "log-heads";

const Head = z.object({ day: z.string(), place: z.number().int(), log_id: z.string(), chain: z.string() });
/** The last seal of the chain at a moment. */
export type Head = z.output<typeof Head>;

const KeptHead = Head.extend({ kept_at: z.string() });
const Restore = z.object({
  restored_at: z.string(),
  /** Name of the backup; null: restored by other means, and noted by hand. */
  backup: z.string().nullable(),
  /** With which the log went on; null: it was empty. */
  head: Head.nullable(),
});

export interface SavedHeads {
  /** With the file that has each, in the order of the chain. */
  heads: (z.output<typeof KeptHead> & { file: string })[];
  /** Restores of the database, which heads that were kept before them may have been lost by. */
  restores: z.output<typeof Restore>[];
  /** Lines that could not be read. */
  unreadable: number;
}

export async function presentHead(db: Db): Promise<Head | undefined> {
  const { rows } = await db.execute<Head>(sql`select day::text as day, place, log_id::text as log_id, chain
    from operation_seal order by operation_seal.day desc, operation_seal.place desc limit 1`);
  return rows[0];
}

export async function isSaved(folder: string, head: Head, now: Date): Promise<boolean> {
  return (await textOf(pathOf(folder, now))).includes(head.chain);
}

/** Adds a head to the day's file in a folder, and waits until it is on the disk; earlier heads are not changed. */
export async function keepHead(folder: string, head: Head, now: Date): Promise<void> {
  const path = pathOf(folder, now);
  await mkdir(join(folder, headFolder), { recursive: true, mode: 0o700 });
  const before = await textOf(path);
  if (before.includes(head.chain)) return;
  // A line that was broken off by a crash stays alone.
  const gap = before && !before.endsWith("\n") ? "\n" : "";
  const kept: z.output<typeof KeptHead> = { ...head, kept_at: isoInstant(now) };
  await appendFile(path, `${gap}${JSON.stringify(kept)}\n`, { mode: 0o600, flush: true });
  await syncPath(join(folder, headFolder));
  await syncPath(folder);
}

/** Writes down in a folder that the database was restored, by which later heads are lost; answers the file's name. */
export async function noteRestore(folder: string, restore: z.output<typeof Restore>): Promise<string> {
  const name = join(headFolder, `restored-${restore.restored_at.replace(/\D/g, "").slice(0, 14)}.jsonl`);
  await mkdir(join(folder, headFolder), { recursive: true, mode: 0o700 });
  await writeFile(join(folder, name), `${JSON.stringify(restore)}\n`, { mode: 0o600, flush: true });
  await syncPath(join(folder, headFolder));
  return name;
}

export async function readHeads(folders: readonly string[]): Promise<SavedHeads> {
  const kept: SavedHeads = { heads: [], restores: [], unreadable: 0 };
  for (const [index, folder] of folders.entries()) {
    for (const path of await filesOf(join(folder, headFolder))) {
      for (const line of (await textOf(path)).split("\n").filter(Boolean)) {
        const value = parsed(line);
        const head = KeptHead.safeParse(value).data;
        const restore = Restore.safeParse(value).data;
        if (head) addHead(kept, { ...head, file: path });
        else if (!restore) kept.unreadable += 1;
        else if (index === 0) kept.restores.push(restore);
      }
    }
  }
  kept.heads.sort(byPlace);
  return kept;
}

function addHead({ heads }: SavedHeads, head: SavedHeads["heads"][number]): void {
  if (!heads.some(({ day, place, chain }) => day === head.day && place === head.place && chain === head.chain))
    heads.push(head);
}

export const byPlace = (a: Pick<Head, "day" | "place">, b: Pick<Head, "day" | "place">): number =>
  a.day === b.day ? a.place - b.place : a.day < b.day ? -1 : 1;

async function filesOf(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(folder, name));
}

const pathOf = (folder: string, now: Date) => join(folder, headFolder, `${dayOf(now)}.jsonl`);

async function textOf(path: string): Promise<string> {
  return existsSync(path) ? readFile(path, "utf8") : "";
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
