import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import pg from "pg";
import { writeBaseline } from "~/server/database/baseline";
import { migrate } from "~/server/database/migrate";
import { type OpenDatabase, openDatabase } from "~/server/database/open";
import { isoInstant } from "~/server/database/tables/columns";
import { session, user } from "~/server/database/tables/system/system";
import { signToken } from "~/server/identity/token";
import { startPostgres } from "../../scripts/postgres.mjs";
import { filesUnder, root } from "../../scripts/run.mjs";
import { startProduct } from "../support/product";
import { emailOf, generate } from "./generate";
import { type Line, openLine } from "./load";
import type { Role } from "./requests";

const secret = randomBytes(48).toString("base64url");
/** Filling a million rows is one statement after another of minutes. */
const fillTimeout = 60 * 60_000;
/** Seconds. */
const mostOfJobs = 1_200;

/** A generated database with the built server on it, whose jobs have had their turn. */
export interface Site {
  rows: number;
  url: string;
  pool: pg.Pool;
  line: Line;
  tokens: Record<Role, string>;
  close(): Promise<void>;
}

/** A PostgreSQL of its own, whose commits are durable. With `isKept` its files stay, with all databases that were filled for the present code. */
export async function startCluster(isKept: boolean) {
  const keepIn = isKept ? join(tmpdir(), "xinfang-bench") : "";
  const options = { isDurable: true, settings: ["shared_buffers=1GB", "max_wal_size=8GB"], keepIn };
  // It knows what a letter is, as a database of the business would; not every system has it.
  const postgres = await startPostgres({ ...options, locale: "C.UTF-8" }).catch(() => startPostgres(options));
  process.once("SIGINT", () => void postgres.remove().then(() => process.exit(130)));
  return postgres;
}

/** A database of the cluster with so many customers, and its server. */
export async function openSite(cluster: string, rows: number): Promise<Site> {
  const url = new URL(cluster);
  url.pathname = await createDatabase(cluster, rows);
  const database = await openDatabase({ databaseUrl: url.href, dataDir: "" }, { statementTimeout: fillTimeout });
  await fillOnce(database, rows);
  return serve(rows, database, { DATABASE_URL: url.href });
}

/** The same on the embedded database, which is filled before the server has it. */
export async function openEmbedded(rows: number): Promise<Omit<Site, "pool" | "url">> {
  const dataDir = mkdtempSync(join(tmpdir(), "xinfang-bench-"));
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, { statementTimeout: fillTimeout });
  await fillOnce(database, rows);
  const tokens = await tokensOf(database);
  await database.close();
  const { line, stop } = await startServer(rows, { SECRET_KEY: secret }, dataDir);
  return { rows, line, tokens, close: stop };
}

/** The name says what the rows are made of: other migrations, other data. */
async function createDatabase(cluster: string, rows: number): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [...filesUnder("server/database"), "test/bench/generate.ts", "test/bench/words.ts"])
    hash.update(readFileSync(join(root, file)));
  const name = `bench_${rows}_${hash.digest("hex").slice(0, 8)}`;
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
  if (!rowCount) await client.query(`create database ${name}`);
  await client.end();
  return name;
}

async function fillOnce({ db, pool }: OpenDatabase, rows: number): Promise<void> {
  await migrate(db);
  await writeBaseline(db);
  const began = performance.now();
  const { rowCount } = await pool.query("select from customer limit 1");
  if (rowCount) return;
  await generate(db, { customers: rows });
  // As after years: without it autovacuum would run beside the first measurements.
  await pool.query("vacuum (analyze)");
  console.error(`${rows} customers generated in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function serve(rows: number, database: OpenDatabase, env: { DATABASE_URL: string }): Promise<Site> {
  const { pool } = database;
  const tokens = await tokensOf(database);
  const { line, stop } = await startServer(rows, { ...env, SECRET_KEY: secret });
  await jobsEnded(pool);
  await pool.query("vacuum (analyze)");
  const close = async () => {
    await stop();
    await database.close();
  };
  return { rows, url: env.DATABASE_URL, pool, line, tokens, close };
}

/** The built server as in production, its log of requests included. */
async function startServer(rows: number, env: Record<string, string>, dataDir?: string) {
  const production = { NODE_ENV: "production", DEMO: "0", LOG_LEVEL: "info" };
  const product = await startProduct({ name: `bench-${rows}`, env: { ...production, ...env }, dataDir });
  const line = openLine(product.baseUrl, Number.POSITIVE_INFINITY);
  const stop = async () => {
    line.agent.destroy();
    await product.stop();
  };
  return { line, stop };
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

/** A token of each role, with a session of its own. */
async function tokensOf({ db }: OpenDatabase): Promise<Record<Role, string>> {
  const tokenOf = async (role: Role) => {
    const now = new Date();
    const [person] = await db
      .select({ id: user.id, name: user.name })
      .from(user)
      .where(eq(user.email, emailOf(role)));
    if (!person) throw new Error(`there is no ${role}`);
    const one = { id: randomUUID(), user_id: person.id, method: "password" as const };
    await db.insert(session).values({ ...one, expires_at: isoInstant(now.getTime() + 36_000_000) });
    return signToken(secret, { userId: person.id, sessionId: one.id, name: person.name }, 36_000, now);
  };
  const [super_admin, sales, sales_manager] = [
    await tokenOf("super_admin"),
    await tokenOf("sales"),
    await tokenOf("sales_manager"),
  ];
  return { super_admin, sales, sales_manager };
}
