import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { media } from "~/server/database/tables/system/system";
import { drawer, fileOf, type MadeFile, storeFiles } from "../shared/files";
import { randomFrom } from "../shared/random";
import type { DemoOptions } from "../terms";

const seed = 20_261_141;
const variants = 6;

interface Paper {
  scene: "deal" | "voucher" | "statement" | "report";
  /** The text on it, in the letters that the drawing knows. */
  word: string;
  name: string;
  by: number;
  at: number;
}

/** Papers of deals, bills, statements and reports: rows that are put before what refers to them, files that are stored at the same time. */
export type Papers = Awaited<ReturnType<typeof beginPapers>>;

export async function beginPapers(tx: Transaction, services: DemoOptions["services"]) {
  const { rows } = await tx.execute<{ last: number }>(sql`select coalesce(max(id), 0)::int as last from ${media}`);
  const random = randomFrom(seed);
  const drawn = drawer();
  let last = rows[0]?.last ?? 0;
  let made: MadeFile[] = [];
  const storing: Promise<void>[] = [];
  return {
    add({ word, ...paper }: Paper): number {
      made.push(fileOf(random, ++last, { ...paper, drawn: drawn(word, random.whole(1, variants)) }));
      return last;
    },
    /** A file whose bytes are there, such as a spreadsheet. */
    addFile(paper: Omit<Paper, "word">, { bytes, mime }: { bytes: Uint8Array; mime: string }): number {
      const { row, ...file } = fileOf(random, ++last, { ...paper, drawn: { bytes, mime, width: null, height: null } });
      // Of a spreadsheet, which has its creation time.
      made.push({ ...file, row: { ...row, sha256: null } });
      return last;
    },
    async put(tx: Transaction): Promise<void> {
      const files = made;
      made = [];
      const mediaRows = files.map(({ row }) => row);
      await insertRows(tx, media, mediaRows);
      const stored = storeFiles(services, files);
      // The one wait at the end reports errors.
      stored.catch(() => undefined);
      storing.push(stored);
    },
    /** All files lie where the server reads them. */
    async stored(): Promise<void> {
      await Promise.all(storing);
    },
  };
}
