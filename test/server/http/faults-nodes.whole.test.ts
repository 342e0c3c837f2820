import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { pathOf, writeQuery } from "~/contract/endpoint";
import { user } from "~/contract/personal/user";
import { auth } from "~/contract/sign-in/auth";
import { setting } from "~/contract/system/setting";
import { writeBaseline } from "~/server/database/baseline";
import { migrate } from "~/server/database/migrate";
import { operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { callerOf } from "~/test/support/caller";
import { makeUser } from "~/test/support/factories";
import { admin, type ServerProcess, signIn, startServer } from "~/test/support/server-process";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";

/** Megabytes of heap: enough for the server and a chunk of rows; one that gathered the cells of 100,000 rows ends of it. */
const heapLimit = 136;
const movedClock = join(import.meta.dirname, "../../support/moved-clock.mjs");

describe("Servers on one PostgreSQL", () => {
  let postgres: Postgres;
  const servers: ServerProcess[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.kill("SIGKILL")));
  });

  async function onDatabase<T extends pg.QueryResultRow>(name: string, text: string): Promise<T[]> {
    const connectionString = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows } = await client.query<T>(text).finally(() => client.end());
    return rows;
  }

  async function newDatabase(name: string): Promise<URL> {
    await onDatabase("postgres", `create database ${name}`);
    return Object.assign(new URL(postgres.url), { pathname: `/${name}` });
  }

  test("a first start writes its demo although its transaction pauses for longer than a transaction may wait", async () => {
    const url = await newDatabase("busy");
    // Less than its pictures are drawn in (some seconds), more than a busy machine takes from one statement to the next.
    url.searchParams.set("idle_in_transaction_session_timeout", "1000");
    servers.push(await startServer({ databaseUrl: url.href, env: { DEMO: "1" } }));
    const [row] = await onDatabase<{ n: number }>("busy", "select count(*)::int as n from customer");
    expect(row?.n).toBe(1200);
  });

  test("whose clocks are twenty minutes apart write the database's time and judge by it", async () => {
    const { href: databaseUrl } = await newDatabase("apart");
    const startAt = (minutes: number) =>
      startServer({
        databaseUrl,
        env: { MOVE_CLOCK_BY: String(minutes * 60_000) },
        within: ([node = "", ...args]) => [node, "--import", movedClock, ...args],
      });
    const fast = await startAt(10);
    servers.push(fast);
    const slow = await startAt(-10);
    servers.push(slow);
    // What one node opens, the other knows.
    for (const [one, other] of [
      [fast, slow],
      [slow, fast],
    ] as const) {
      await signIn(one.url);
      const login = await callerOf(one.url)(auth.login, {
        body: { email: admin.email, password: admin.laterPassword, remember: false },
      });
      expect(await callerOf(other.url, login.data.access_token)(user.profile)).toMatchObject({ code: 200 });
    }
    // What one has shut stays shut at the other, however early that is.
    const guess = (server: ServerProcess) =>
      callerOf(server.url)(auth.login, { body: { email: "nobody@test.local", password: "wrong", remember: false } });
    for (let tries = 0; tries < 5; tries++) await guess(slow);
    const [shut, elsewhere] = [await guess(slow), await guess(fast)];
    expect(shut.code).toBe(40302);
    expect(elsewhere.message).toBe(shut.message);
    const moments = await onDatabase<{ what: string; off: number }>(
      "apart",
      `select what, max(abs(extract(epoch from at - clock_timestamp())))::int as off from (
        select 'session' as what, created_at as at from session union all select 'user', updated_at from "user"
        union all select 'log', created_at from operation_log union all select 'try', at from login_attempt) as moment
        group by what order by what`,
    );
    expect(moments.map(({ what }) => what)).toEqual(["log", "session", "try", "user"]);
    for (const { what, off } of moments) expect(off, what).toBeLessThan(300);
    expect(fast.output()).toContain("this machine's clock is off");
  });

  test("with little memory one exports 100,000 rows, which it never holds all at once", async () => {
    const rows = 100_000;
    const { href: databaseUrl } = await newDatabase("large");
    const client = new pg.Client({ connectionString: databaseUrl });
    // After a test that failed, the cluster ends before it.
    client.on("error", () => undefined);
    await client.connect();
    const db = drizzle(client);
    await migrate(db);
    await writeBaseline(db);
    const token = await testApi(db).tokenOf((await makeUser(db, { role: "super_admin" })).id);
    await db.execute(sql`insert into customer
      (customer_no, name, source, level, intent_country_codes, pool_at, pool_reason, created_at, updated_at)
      select 'KH' || g, repeat('客户', 20) || g, 'phone', 'A', '["JP","TH","US","GB","AU","CA"]', now(), 'auto_no_follow', now(), now()
      from generate_series(1, ${rows}) g`);
    const within = ([node = "", ...args]: string[]) => [node, `--max-old-space-size=${heapLimit}`, ...args];
    const server = await startServer({ databaseUrl, within });
    servers.push(server);
    const items = [{ key: "export.max_rows" as const, value: 200_000 }];
    expect(await callerOf(server.url, token)(setting.update, { body: { items } })).toMatchObject({ code: 200 });
    const response = await fetch(`${server.url}${pathOf(customer.exportPool)}?${writeQuery({ reason: "report" })}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    // The zip's last words: a file that broke off has none.
    expect(bytes.subarray(-22, -18).toString("latin1")).toBe("PK\x05\x06");
    const [line] = await db.select().from(operationLog).where(eq(operationLog.action, "export"));
    expect(line?.summary).toBe(`导出公海客户${rows}条`);
    await client.end();
  });
});
