import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { Hono } from "hono";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { customer } from "~/contract/customer/customer";
import { writeBaseline } from "~/server/database/baseline";
import { migrate } from "~/server/database/migrate";
import { openDatabase } from "~/server/database/open";
import type { Environment } from "~/server/http/environment";
import { errorResponse } from "~/server/http/mount";
import { deviceOf } from "~/server/identity/device";
import { jobsOf } from "~/server/jobs/jobs";
import { every, type Job } from "~/server/jobs/scheduler";
import { createLog } from "~/server/lib/log";
import type { Services } from "~/server/lib/services";
import { testApi } from "~/test/support/api";
import { callerOf } from "~/test/support/caller";
import { makeUser } from "~/test/support/factories";
import { patience } from "~/test/support/patience";
import { runProgram } from "~/test/support/run-program";
import { killedBeforeAnswer, type ServerProcess, startServer } from "~/test/support/server-process";
import { writeSlowMigrations } from "~/test/support/slow-migrations";
import { findLosses, formOf, startWriters } from "~/test/support/writers";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";

const busy = { status: 503, code: 50300, message: "系统繁忙，请稍后再试" };

describe("PostgreSQL", () => {
  let postgres: Postgres;
  let server: ServerProcess | undefined;

  beforeAll(async () => {
    postgres = await startPostgres({ isDurable: true, settings: ["log_min_messages=panic"] });
    const { client, db } = await connect("postgres");
    await migrate(db);
    await writeBaseline(db);
    await client.end();
  });
  afterAll(() => postgres?.remove());
  afterEach(async () => {
    await server?.kill();
    server = undefined;
  });

  const urlOf = (name: string) => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;

  async function connect(name: string) {
    const client = new pg.Client({ connectionString: urlOf(name) });
    client.on("error", () => undefined);
    await client.connect();
    return { client, db: drizzle(client) };
  }

  /** A database with its tables, and in it somebody who writes. */
  async function makeDatabase(name: string) {
    const { client } = await connect("template1");
    await client.query(`create database ${name} template postgres`);
    await client.end();
    const own = await connect(name);
    const { id } = await makeUser(own.db, { role: "super_admin" });
    const token = await testApi(own.db).tokenOf(id);
    await own.client.end();
    return { token, url: urlOf(name) };
  }

  /** It does not start while processes of the killed one still end. */
  const startAgain = () => vi.waitFor(() => postgres.start(), patience);

  const statusOf = async (url: string, path: string) => (await fetch(`${url}${path}`)).status;

  test("who crashes it ends also what is busy with a query", async () => {
    const { client } = await connect("postgres");
    const [busyWith] = await Promise.allSettled([
      client.query("select count(*) from generate_series(1, 500000000)"),
      postgres.stop("SIGKILL"),
    ]);
    expect(busyWith.status).toBe("rejected");
    await startAgain();
  });

  test("who starts it twice still ends the one that runs", async () => {
    await postgres.start();
    await postgres.stop("SIGKILL");
    await expect(connect("postgres")).rejects.toThrow();
    await startAgain();
  });

  test("an API server that is killed while it writes loses nothing that it has acknowledged, and leaves nothing half", async () => {
    const { token, url } = await makeDatabase("api_killed");
    const ledger: { id: number; phone: string }[] = [];
    for (const enough of [20, 60]) {
      server = await startServer({ databaseUrl: url });
      const writers = startWriters(server.url, token);
      await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(enough), patience);
      await server.kill("SIGKILL");
      await writers.stop();
      ledger.push(...writers.acknowledged);
    }
    const { client } = await connect("api_killed");
    expect(await findLosses(client, ledger)).toEqual({ lost: [], torn: [] });
    await client.end();
  });

  test("a form whose server is killed makes one row, before the commit and after it, also when it is sent to another node meanwhile", async () => {
    const { token, url } = await makeDatabase("form_killed");
    const { client } = await connect("form_killed");
    // A transaction sees no connection that came after its first look.
    const { client: holder } = await connect("form_killed");
    const customers = async () => (await client.query("select id::int, phone from customer order by id")).rows;
    const [early, late] = [
      { key: "sent-before-the-commit", body: formOf("13900000001") },
      { key: "sent-after-the-commit", body: formOf("13900000002") },
    ];
    server = await startServer({ databaseUrl: url });
    const other = await startServer({ databaseUrl: url });
    const at = callerOf(other.url, token);
    try {
      // Both wait: the one for the table, with its key written, the other for the key.
      await holder.query("begin; lock table customer in share row exclusive mode");
      const unanswered = callerOf(server.url, token)(customer.create, early).catch(() => "no answer");
      const waiting = (count: number) =>
        vi.waitFor(async () => {
          const { rows } = await client.query("select from pg_stat_activity where wait_event_type = 'Lock'");
          expect(rows).toHaveLength(count);
        }, patience);
      await waiting(1);
      const again = at(customer.create, early);
      await waiting(2);
      await server.kill("SIGKILL");
      expect(await unanswered).toBe("no answer");
      await holder.query("commit");
      const first = await again;
      expect(first.code).toBe(200);
      expect(await customers()).toEqual([{ id: first.data.id, phone: early.body.phone }]);

      server = await startServer({ databaseUrl: url, within: killedBeforeAnswer });
      await expect(callerOf(server.url, token)(customer.create, late)).rejects.toThrow();
      expect((await server.exited).signal).toBe("SIGKILL");
      const made = await customers();
      expect(made).toHaveLength(2);
      expect((await at(customer.create, late)).data.id).toBe(made[1]?.id);
      expect(await customers()).toEqual(made);
      expect(await findLosses(client, made)).toEqual({ lost: [], torn: [] });
    } finally {
      await Promise.all([client.end(), holder.end()]);
      await other.kill();
    }
  });

  test("a PostgreSQL that is killed or restarted under load loses nothing, is answered for with 50300, and is found again", async () => {
    const { token, url } = await makeDatabase("pg_killed");
    server = await startServer({ databaseUrl: url });
    const { url: at } = server;
    const writers = startWriters(at, token);
    const untilMore = (list: readonly unknown[], by: number) => {
      const before = list.length;
      return vi.waitFor(() => expect(list.length).toBeGreaterThan(before + by), patience);
    };
    for (const signal of ["SIGKILL", "SIGINT"] as const) {
      await untilMore(writers.acknowledged, 20);
      const isRefused = untilMore(writers.refused, 10);
      await postgres.stop(signal);
      await isRefused;
      expect(await statusOf(at, "/readyz")).toBe(503);
      expect(await statusOf(at, "/healthz")).toBe(200);
      await startAgain();
      await vi.waitFor(async () => expect(await statusOf(at, "/readyz")).toBe(200), patience);
    }
    await untilMore(writers.acknowledged, 20);
    await writers.stop();
    expect(new Set(writers.refused.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(busy)]));
    expect(writers.seen().broken).toBe(0);
    expect(writers.seen().slowest).toBeLessThan(30_000);
    // The log names nobody.
    expect(server.output()).not.toContain("账本");
    expect(server.output()).not.toContain("Failed query");
    const { client } = await connect("pg_killed");
    expect(await findLosses(client, writers.acknowledged)).toEqual({ lost: [], torn: [] });
    await client.end();
  });

  test("beyond the connections that the database gives, callers are refused with 50300 and come through later", async () => {
    const { token, url } = await makeDatabase("few_connections");
    const { client } = await connect("few_connections");
    // A superuser is exempt from the limit.
    await client.query("create role few login connection limit 2");
    await client.query("grant all on all tables in schema public, drizzle to few");
    await client.query("grant all on all sequences in schema public, drizzle to few");
    await client.query("grant all on schema public, drizzle to few; grant create on database few_connections to few");
    server = await startServer({ databaseUrl: Object.assign(new URL(url), { username: "few" }).href });
    const writers = startWriters(server.url, token, 12);
    await vi.waitFor(() => expect(writers.refused.length).toBeGreaterThan(10), patience);
    await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(20), patience);
    await writers.stop();
    expect(new Set(writers.refused.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(busy)]));
    expect(await findLosses(client, writers.acknowledged)).toEqual({ lost: [], torn: [] });
    await client.end();
  });

  test("a migration that is killed leaves nothing behind, and the next start makes it whole", async () => {
    const { url } = await makeDatabase("migration_killed");
    const { client, db } = await connect("migration_killed");
    await client.query("alter schema drizzle rename to drizzle_aside");
    const rows = 20_000;
    const folder = writeSlowMigrations(rows);
    const migration = await runProgram("migrate", ["", folder], { DATABASE_URL: url });
    const busyWith = sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and query like '%heavy%' and pid <> pg_backend_pid()`;
    await vi.waitFor(async () => expect((await db.execute(busyWith)).rows).toEqual([{ count: 1 }]), patience);
    migration.kill("SIGKILL");
    await migration.ended;
    expect(migration.output()).toBe("begun\n");
    // Its turn comes once PostgreSQL has noticed the end of the killed one.
    await migrate(db, folder);
    expect((await db.execute(sql`select count(*)::int as count from heavy`)).rows).toEqual([{ count: rows + 1 }]);
    expect((await db.execute(sql`select id from drizzle.__drizzle_migrations`)).rows).toHaveLength(2);
    await client.end();
    rmSync(folder, { recursive: true });
  });

  test("of two who wait for each other one is told that the state has changed", async () => {
    await makeDatabase("deadlock");
    const { client, db } = await connect("deadlock");
    const other = await connect("deadlock");
    const [first, second] = [await makeUser(db), await makeUser(db)];
    const hold = (one: pg.Client, { id }: { id: number }) =>
      one.query(`update "user" set name = name where id = ${id}`);
    const answered: unknown[] = [];
    const say = (error: unknown) => void answered.push(error);
    await client.query("begin");
    await other.client.query("begin");
    await hold(client, first);
    await hold(other.client, second);
    await Promise.all([hold(client, second).catch(say), hold(other.client, first).catch(say)]);
    const [error] = answered;
    expect(error).toMatchObject({ code: "40P01" });
    expect(await answerTo(error)).toMatchObject({ status: 409, code: 40902 });
    await client.end();
    await other.client.end();
  });

  test("jobs outlive a PostgreSQL that is killed in the middle of one", async () => {
    const { url } = await makeDatabase("jobs");
    const database = await openDatabase({ databaseUrl: url, dataDir: "" });
    const { services } = testApi(database.db);
    const silent = { ...services, log: createLog("silent") };
    let turns = 0;
    const job: Job = {
      name: "counts",
      lastTurn: every(1),
      async run({ services: { db } }) {
        turns++;
        if (turns === 1) {
          await postgres.stop("SIGKILL");
          // What serves a connection may live a moment longer.
          await vi.waitFor(() => expect(db.execute(sql`select 1`)).rejects.toThrow(), patience);
        }
        await db.execute(sql`select 1`);
        return "counted";
      },
    };
    const jobs = jobsOf(silent, [job]);
    const now = Date.now();
    await expect(jobs.runDue(new Date(now))).rejects.toThrow();
    await expect(jobs.runDue(new Date(now + 60_000))).rejects.toThrow();
    await startAgain();
    await jobs.runDue(new Date(now + 120_000));
    expect(turns).toBe(2);
    const { rows } = await database.db.execute(sql`select result from job_run where ended_at is not null`);
    expect(rows).toEqual([{ result: "done: counted" }]);
    await jobs.stop();
    await database.close();
  });
});

/** What the API answers when an error occurs. */
async function answerTo(error: unknown): Promise<object> {
  const app = new Hono<Environment>();
  app.get("/", (c) => {
    c.set("origin", { id: "a-request", ip: "", ua: "", device: deviceOf(c, "secret") });
    throw error;
  });
  const services: Pick<Services, "log"> = { log: createLog("silent") };
  app.onError((thrown, c) => errorResponse(c, thrown, services));
  const response = await app.request("/");
  return { status: response.status, ...(await response.json()) };
}
