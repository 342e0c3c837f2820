import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { createApp } from "~/server/app";
import type { OpenDatabase } from "~/server/database/open";
import { createLog } from "~/server/lib/log";
import { localStorage } from "~/server/lib/storage";
import { tableSources } from "~/server/resources/areas";
import type { Ask } from "./load";
import { secret } from "./server";

/** A statement as it was sent, with its values. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** A request answered in this process. */
interface Captured {
  status: number;
  text: string;
  statements: Statement[];
}

interface Captures {
  database: Pick<OpenDatabase, "pool"> & Partial<Pick<OpenDatabase, "lists">>;
  /** The moment of its clocks; absent: now. */
  at?: Date;
}

/** Answers requests in this process, each with the statements that the API sends for it; one at a time. */
export function openCapture({ database: { pool, lists = drizzle(pool) }, at }: Captures) {
  let heard: Statement[] = [];
  const logger = { logQuery: (text: string, values: unknown[]) => void heard.push({ text, values }) };
  const folder = mkdtempSync(join(tmpdir(), "xinfang-bench-"));
  const app = createApp({
    db: drizzle(pool, { logger }),
    lists: drizzle(lists.$client, { logger }),
    log: createLog("error"),
    secret,
    storage: localStorage(folder),
    events: { listen: async () => undefined, close: async () => undefined },
    scenes: tableSources,
    trustsProxy: false,
    now: () => at ?? new Date(),
  });
  return {
    async answer({ method, path, token }: Ask): Promise<Captured> {
      heard = [];
      const headers = { authorization: `Bearer ${token}` };
      const response = await app.fetch(new Request(`http://localhost${path}`, { method, headers }));
      const text = await response.text();
      return { status: response.status, text, statements: heard };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The statement that reads a list's rows: the longest, since it names every column. */
export async function listStatement(pool: pg.Pool, ask: Ask): Promise<Statement> {
  const capture = openCapture({ database: { pool } });
  const { status, statements } = await capture.answer(ask);
  capture.close();
  if (status !== 200) throw new Error(`${ask.path}: ${status}`);
  const [longest] = statements.sort((a, b) => b.text.length - a.text.length);
  if (!longest) throw new Error(`${ask.path}: no statement`);
  return longest;
}
