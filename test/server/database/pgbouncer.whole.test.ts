import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { customer } from "~/contract/customer/customer";
import { writeBaseline } from "~/server/database/baseline";
import { migrate } from "~/server/database/migrate";
import { type OpenDatabase, openDatabase } from "~/server/database/open";
import { eventHub } from "~/server/lib/events";
import { createLog } from "~/server/lib/log";
import { startPostgres } from "../../../scripts/postgres.mjs";
import { testApi } from "../../support/api";
import { requireProgram } from "../../support/debian-program";
import { makeUser } from "../../support/factories";
import { patience } from "../../support/patience";
import { spawnForFile } from "../../support/running";

// Debian's PgBouncer in transaction mode, before a PostgreSQL of its own: as it is in production, but for its passwords.

const [desk, reader] = ["xinfang", "xinfang_lists"];
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let folder: string;
let stop: () => Promise<unknown>;
let admin: pg.Client;

beforeAll(async () => {
  requireProgram("pgbouncer", "pgbouncer");
  postgres = await startPostgres();
  admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`create role ${desk} login; create role ${reader} login in role pg_read_all_data`);
  await admin.query(`create database xinfang owner ${desk} template template0 encoding 'UTF8'`);
  await admin.end();
  admin = new pg.Client({ connectionString: directUrl() });
  await admin.connect();
  await admin.query("create extension pg_trgm");
  ({ folder, stop } = await startBouncer(new URL(postgres.url).searchParams.get("host") ?? ""));
});
afterAll(async () => {
  await admin.end();
  await stop();
  await postgres.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Two connections to PostgreSQL for all of ours, so that each statement may meet another one; checked before each use, since the test ends some. */
async function startBouncer(host: string) {
  // It runs as somebody else than PostgreSQL.
  chmodSync(host, 0o755);
  const place = mkdtempSync(join(tmpdir(), "xinfang-pgbouncer-"));
  chmodSync(place, 0o777);
  writeFileSync(join(place, "users"), [desk, reader].map((name) => `"${name}" ""\n`).join(""));
  writeFileSync(
    join(place, "ini"),
    [
      `[databases]\nxinfang = host=${host} port=5432 dbname=xinfang pool_size=2`,
      `[pgbouncer]\npool_mode = transaction\nlisten_port = 6432\nunix_socket_dir = ${place}\nauth_type = trust`,
      `auth_file = ${join(place, "users")}\nignore_startup_parameters = extra_float_digits,options,statement_timeout\nquery_wait_timeout = 5\nserver_check_delay = 0`,
    ].join("\n"),
  );
  // It refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const bouncer = spawnForFile("pgbouncer", ["-q", join(place, "ini")], {
    stdio: "ignore",
    ...nobody,
  });
  const ended = new Promise((resolve) => bouncer.once("exit", resolve));
  const url = urlFor(desk, place);
  await vi.waitFor(async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
  }, patience);
  return {
    folder: place,
    stop: () => {
      bouncer.kill();
      return ended;
    },
  };
}

const urlFor = (role: string, place = folder) =>
  `postgres://${role}@localhost:6432/xinfang?host=${encodeURIComponent(place)}`;

const directUrl = () => postgres.url.replace(/\/postgres\?/, "/xinfang?");

const open = (): Promise<OpenDatabase> =>
  openDatabase({
    databaseUrl: urlFor(desk),
    dataDir: "",
    pooler: { listsUrl: urlFor(reader), directUrl: directUrl().replace("postgres@", `${desk}@`) },
  });

test("without limits of its roles the start is refused, with what to do", async () => {
  await expect(open()).rejects.toThrow(
    [
      "经 PgBouncer 连接时，限制须设在数据库角色上。请执行：",
      `  alter role "${desk}" set statement_timeout = '10s';`,
      `  alter role "${desk}" set idle_in_transaction_session_timeout = '10s';`,
    ].join("\n"),
  );
});

test("with them both limits hold, nothing is prepared by name, and changes are heard", async () => {
  await admin.query(`alter role ${desk} set statement_timeout = '10s'`);
  await admin.query(`alter role ${desk} set idle_in_transaction_session_timeout = '10s'`);
  await admin.query(`alter role ${reader} set statement_timeout = '3s'`);
  await admin.query(`alter role ${reader} set default_transaction_read_only = on`);
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where usename like 'xinfang%'");
  const { db, lists, connect, close } = await open();
  try {
    const limit = async (of: typeof db) => {
      const { rows } = await of.execute<{ limit: string; readOnly: string }>(
        sql`select current_setting('statement_timeout') as limit, current_setting('transaction_read_only') as "readOnly"`,
      );
      return rows[0];
    };
    expect(await limit(db)).toEqual({ limit: "10s", readOnly: "off" });
    expect(lists && (await limit(lists))).toEqual({ limit: "3s", readOnly: "on" });
    await expect(lists?.execute(sql`create table written ()`)).rejects.toThrow();
    await migrate(db);
    await db.transaction((tx) => writeBaseline(tx));
    const api = testApi(db);
    api.services.lists = lists;
    api.services.events = eventHub({ connect, log: createLog("silent") });
    const heard: string[] = [];
    await api.services.events.listen({ hear: ({ topic }) => heard.push(topic), end: () => undefined });
    const { id } = await makeUser(db, { role: "sales" });
    const as = await api.as(id);
    const pages = await Promise.all(Array.from({ length: 30 }, () => as(customer.list, {})));
    expect(new Set(pages.map(({ code }) => code))).toEqual(new Set([200]));
    await db.execute(sql`select pg_notify('events', '{"topic":"here"}')`);
    await expect.poll(() => heard).toContain("here");
    const { rows } = await db.execute(sql`select name from pg_prepared_statements`);
    expect(rows).toEqual([]);
    await api.services.events.close();
  } finally {
    await close();
  }
});
