import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBaseline } from "~/server/database/baseline";
import { migrate } from "~/server/database/migrate";
import { openDatabase } from "~/server/database/open";
import { listStatement } from "./capture";
import { type Case, dashboards, details, firstPages, lastPages, type Role, searches } from "./cases";
import { generate } from "./generate";
import { type Ask, answerOf, type Line, latencyOf, openLine, rateOf } from "./load";
import type { BenchOptions, BenchRow, BenchTable } from "./report";
import { startServer } from "./server";
import { askOf, clients, onSignal, tokensOf } from "./site";

const generationTimeout = 30 * 60_000;

interface Sizes {
  customers: number;
  times: number;
  seconds: number;
}

const fullSize: Sizes = { customers: 100_000, times: 15, seconds: 2 };
const quickSize: Sizes = { customers: 2_000, times: 5, seconds: 1 };

/** The API on the embedded database, beside the same statements sent to it alone. */
export async function* measurePglite({ isQuick }: BenchOptions): AsyncGenerator<BenchTable> {
  const sizes = isQuick ? quickSize : fullSize;
  const dataDir = mkdtempSync(join(tmpdir(), "xinfang-bench-"));
  onSignal(async () => rmSync(dataDir, { recursive: true, force: true }));
  try {
    const filled = await fill(dataDir, sizes);
    const began = performance.now();
    const server = await startServer({ name: "pglite", dataDir });
    const started = performance.now() - began;
    const line = openLine(server.origin, clients);
    try {
      const memory = server.memory().now;
      yield await rateTable(line, filled, sizes);
      yield await latencyTable(line, filled, sizes);
      yield ownTable(started, memory, server.memory().peak);
    } finally {
      line.agent.destroy();
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Filled {
  tokens: Record<Role, string>;
  phone: string;
  /** How often in a second the list's statement alone is answered, by case. */
  raw: Map<string, number>;
}

/** Generates the customers in this process, and measures here what the database does without the API; only one process may have it open. */
async function fill(dataDir: string, { customers, seconds }: Sizes): Promise<Filled> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, { statementTimeout: generationTimeout });
  try {
    await migrate(database.db);
    await writeBaseline(database.db);
    await generate(database.db, { customers });
    const tokens = await tokensOf(database);
    const raw = new Map<string, number>();
    for (const one of firstPages) {
      const statement = await listStatement(database.pool, askOf(one, tokens));
      raw.set(one.what, await rateOf(1, seconds, () => database.pool.query(statement)));
    }
    const { rows } = await database.pool.query<{ phone: string }>("select phone from customer where id = 1");
    return { tokens, phone: rows[0]?.phone ?? "", raw };
  } finally {
    await database.close();
  }
}

async function rateTable(line: Line, { tokens, raw }: Filled, { customers, seconds }: Sizes): Promise<BenchTable> {
  const rows: BenchRow[] = [];
  for (const one of firstPages) {
    const ask = askOf(one, tokens);
    const value = await rateOf(clients, seconds, () => answerOf(line, ask)).catch(() => 0);
    const limitValue = raw.get(one.what) ?? Number.NaN;
    rows.push({ what: one.what, value, unit: "/s", limit: "SQL", limitValue, ratio: value / limitValue });
  }
  return {
    title: `第一页 first pages a second, ${customers.toLocaleString("en-US")} customers, ${clients} clients`,
    note: "The limit is the list's own statement, sent by one client; the database has one connection.",
    rows,
  };
}

async function latencyTable(line: Line, { tokens, phone }: Filled, { times }: Sizes): Promise<BenchTable> {
  const cases: Case[] = [...firstPages, ...searches(phone), ...details, ...lastPages, ...dashboards];
  const rows: BenchRow[] = [];
  for (const one of cases)
    rows.push({ what: one.what, unit: "ms", ...(await waitOf(line, times, askOf(one, tokens))) });
  return { title: "等待 waits, 1 client", note: "", rows };
}

/** What is refused, such as by the statement time-out, takes for ever. */
async function waitOf(line: Line, times: number, ask: Ask): Promise<{ value: number; p95?: number }> {
  const taken = await latencyOf(line, times, () => ask).catch(() => undefined);
  return taken ? { value: taken.median, p95: taken.p95 } : { value: Number.POSITIVE_INFINITY };
}

function ownTable(started: number, memory: number, peak: number): BenchTable {
  const rows: BenchRow[] = [
    { what: "启动 start, until it listens", value: started, unit: "ms" },
    { what: "启动后内存 memory after the start", value: memory, unit: "MB", limit: "bare PGlite", limitValue: 450 },
    { what: "最高内存 peak memory", value: peak, unit: "MB" },
  ];
  return { title: "进程 process", note: "The limit is what a bare PGlite took when it was measured alone.", rows };
}
