import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { createApp } from "~/server/app";
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

/** The statements that the API sends for a request, found by answering it once in this process. */
async function statementsOf(pool: pg.Pool, { method, path, token }: Ask): Promise<Statement[]> {
  const heard: Statement[] = [];
  const folder = mkdtempSync(join(tmpdir(), "xinfang-bench-"));
  const app = createApp({
    db: drizzle(pool, { logger: { logQuery: (text, values) => void heard.push({ text, values }) } }),
    log: createLog("error"),
    secret,
    storage: localStorage(folder),
    events: { listen: async () => undefined, close: async () => undefined },
    scenes: tableSources,
    trustsProxy: false,
    now: () => new Date(),
  });
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.fetch(new Request(`http://localhost${path}`, { method, headers }));
  await response.arrayBuffer();
  rmSync(folder, { recursive: true, force: true });
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return heard;
}

/** The statement that reads a list's rows: the longest, since it names every column. */
export async function listStatement(pool: pg.Pool, ask: Ask): Promise<Statement> {
  const [longest] = (await statementsOf(pool, ask)).sort((a, b) => b.text.length - a.text.length);
  if (!longest) throw new Error(`${ask.path}: no statement`);
  return longest;
}
