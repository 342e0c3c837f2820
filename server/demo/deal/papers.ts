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
export interface Papers {
  add(paper: Paper): number;
  /** A file whose bytes are there, such as a spreadsheet. */
  addFile(paper: Omit<Paper, "word">, file: { bytes: Uint8Array; mime: string }): number;
  put(tx: Transaction): Promise<void>;
  /** All files lie where the server reads them. */
  stored(): Promise<void>;
}

export async function beginPapers(tx: Transaction, services: DemoOptions["services"]): Promise<Papers> {
  const { rows } = await tx.execute<{ last: number }>(sql`select coalesce(max(id), 0)::int as last from ${media}`);
  const random = randomFrom(seed);
  const drawn = drawer();
  let last = rows[0]?.last ?? 0;
  let made: MadeFile[] = [];
  const storing: Promise<void>[] = [];
  return {
    add({ word, ...paper }) {
      made.push(fileOf(random, ++last, { ...paper, drawn: drawn(word, random.whole(1, variants)) }));
      return last;
    },
    addFile(paper, { bytes, mime }) {
      const { row, ...file } = fileOf(random, ++last, { ...paper, drawn: { bytes, mime, width: null, height: null } });
      // Of a spreadsheet, which has its creation time.
      made.push({ ...file, row: { ...row, sha256: null } });
      return last;
    },
    async put(tx) {
      const files = made;
      made = [];
      if (files.length === 0) return;
      await insertRows(
        tx,
        media,
        files.map(({ row }) => row),
      );
      const stored = storeFiles(services, files);
      // The one wait at the end reports errors.
      stored.catch(() => undefined);
      storing.push(stored);
    },
    async stored() {
      await Promise.all(storing);
    },
  };
}
