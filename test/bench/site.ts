import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { writeBaseline } from "~/server/database/baseline";
import { migrate } from "~/server/database/migrate";
import { type OpenDatabase, openDatabase } from "~/server/database/open";
import { startPostgres } from "../../scripts/postgres.mjs";
import { filesUnder, root } from "../../scripts/run.mjs";
import { startProduct } from "../support/product";
import { emailOf, generate, password } from "./generate";
import { type Line, openLine, signIn } from "./load";
import type { Role } from "./requests";

/** Filling a million rows is one statement after another of minutes. */
const options = { statementTimeout: 60 * 60_000 };
/** Seconds. */
const mostOfJobs = 1_200;

/** The built server on a generated database. */
export interface Embedded {
  rows: number;
  line: Line;
  tokens: Record<Role, string>;
  close(): Promise<void>;
}

/** The same on PostgreSQL, whose jobs have had their turn. */
export interface Site extends Embedded {
  url: string;
  pool: pg.Pool;
}

/** A PostgreSQL of its own, whose commits are durable. With `isKept` its files stay, with all databases that were filled for the present code. */
export async function startCluster(isKept: boolean, more: readonly string[] = []) {
  const keepIn = isKept ? join(tmpdir(), "xinfang-bench") : "";
  const asked = { isDurable: true, settings: ["shared_buffers=1GB", "max_wal_size=8GB", ...more], keepIn };
  // It knows what a letter is, as a database of the business would; not every system has it.
  const postgres = await startPostgres({ ...asked, locale: "C.UTF-8" }).catch(() => startPostgres(asked));
  process.once("SIGINT", () => void postgres.remove().then(() => process.exit(130)));
  return postgres;
}

/** A database of the cluster with so many customers, and its server. */
export async function openSite(cluster: string, rows: number): Promise<Site> {
  const url = new URL(cluster);
  url.pathname = await createDatabase(cluster, rows);
  const database = await openDatabase({ databaseUrl: url.href, dataDir: "" }, options);
  await fill(database, rows);
  const site = await serve(rows, { DATABASE_URL: url.href });
  const { pool } = database;
  await jobsEnded(pool);
  return { ...site, url: url.href, pool, close: () => site.close().then(() => database.close()) };
}

/** The same on the embedded database, which is filled before the server has it. */
export async function openEmbedded(rows: number): Promise<Embedded> {
  const dataDir = mkdtempSync(join(tmpdir(), "xinfang-bench-"));
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, options);
  await fill(database, rows);
  await database.close();
  return serve(rows, {}, dataDir);
}

/** The name says what the rows are made of: other migrations, other data. */
async function createDatabase(cluster: string, rows: number): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [...filesUnder("server/database"), "test/bench/generate.ts"])
    hash.update(readFileSync(join(root, file)));
  const name = `bench_${rows}_${hash.digest("hex").slice(0, 8)}`;
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
  if (!rowCount) await client.query(`create database ${name}`);
  await client.end();
  return name;
}

async function fill({ db, pool }: OpenDatabase, rows: number): Promise<void> {
  await migrate(db);
  await writeBaseline(db);
  if ((await pool.query("select from customer limit 1")).rowCount) return;
  const began = performance.now();
  await generate(db, rows);
  // As after years: without it autovacuum would run during the first measurements.
  await pool.query("vacuum (analyze)");
  console.error(`${rows} customers generated in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

/** The built server as in production, its log of requests included. */
async function serve(rows: number, env: Record<string, string>, dataDir?: string): Promise<Embedded> {
  const production = {
    NODE_ENV: "production",
    DEMO: "0",
    LOG_LEVEL: "info",
    SECRET_KEY: randomBytes(48).toString("hex"),
  };
  const { baseUrl, stop } = await startProduct({ name: `bench-${rows}`, env: { ...production, ...env }, dataDir });
  const line = openLine(baseUrl, Number.POSITIVE_INFINITY);
  const tokenOf = (role: Role) => signIn(baseUrl, emailOf(role), password);
  const [super_admin, sales] = [await tokenOf("super_admin"), await tokenOf("sales")];
  const tokens = { super_admin, sales, sales_manager: await tokenOf("sales_manager") };
  const close = async () => {
    line.agent.destroy();
    await stop();
  };
  return { rows, line, tokens, close };
}

/** Half a minute after a start each job makes up for the turn that it has missed; the figures of the dashboard are summed up by one. */
async function jobsEnded(pool: pg.Pool): Promise<void> {
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1_000;
  for (let isRunning = true; isRunning || passed() < 35; await sleep(1_000)) {
    isRunning = Boolean((await pool.query("select from job_run where ended_at is null")).rowCount);
    if (passed() > mostOfJobs) return console.error("measured beside jobs that still run");
  }
  console.error(`jobs ended after ${passed().toFixed(0)} s`);
}
