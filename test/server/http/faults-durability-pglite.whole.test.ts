import { once } from "node:events";
import { readdirSync, rmSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { customer } from "~/contract/customer/customer";
import { publicInquiry } from "~/contract/inquiry/public-inquiry";
import { search } from "~/contract/search/search";
import type { Database } from "~/server/database/database";
import { lockFolder } from "~/server/database/folder-lock";
import { migrate } from "~/server/database/migrate";
import { openDatabase } from "~/server/database/open";
import { testApi } from "~/test/support/api";
import { callerOf } from "~/test/support/caller";
import { makeUser, setSetting } from "~/test/support/factories";
import { patience } from "~/test/support/patience";
import { runProgram } from "~/test/support/run-program";
import { killedBeforeAnswer, preparedFolder, type ServerProcess, startServer } from "~/test/support/server-process";
import { writeSlowMigrations } from "~/test/support/slow-migrations";
import { formOf } from "~/test/support/writers";

const folders: string[] = [];
let processes: { kill(signal: NodeJS.Signals): unknown }[] = [];

/** For tests that leave it as they found it. */
let shared: Awaited<ReturnType<typeof makeFolder>>;

beforeAll(async () => {
  shared = await makeFolder();
});
afterEach(async () => {
  await Promise.all(processes.map((one) => one.kill("SIGKILL")));
  processes = [];
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A data folder with its tables and somebody who writes. */
async function makeFolder(): Promise<{ dataDir: string; token: string }> {
  const dataDir = await preparedFolder();
  folders.push(dataDir);
  return withDatabase(dataDir, async (db) => {
    const { id } = await makeUser(db, { role: "super_admin" });
    return { dataDir, token: await testApi(db).tokenOf(id) };
  });
}

/** Opens a folder that no server holds. */
async function withDatabase<T>(dataDir: string, use: (db: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    return await use(database.db);
  } finally {
    await database.close();
  }
}

async function serverOn(dataDir: string, within?: typeof killedBeforeAnswer): Promise<ServerProcess> {
  const server = await startServer({ dataDir, within });
  processes.push(server);
  return server;
}

test("a form whose server is killed before it has answered is there once, and gets its answer when it is sent again", async () => {
  const { dataDir, token } = shared;
  const form = { key: "sent-after-the-commit", body: formOf("13900000002") };
  const dying = await serverOn(dataDir, killedBeforeAnswer);
  // Leaves a row in the table that a crash empties.
  const find = (url: string) => callerOf(url, token)(search.find, { query: { keyword: "账本" } });
  expect((await find(dying.url)).code).toBe(200);
  await expect(callerOf(dying.url, token)(customer.create, form)).rejects.toThrow();
  expect((await dying.exited).signal).toBe("SIGKILL");
  const server = await serverOn(dataDir);
  const answer = await callerOf(server.url, token)(customer.create, form);
  expect(answer.code).toBe(200);
  expect((await find(server.url)).code).toBe(200);
  await server.kill();
  await withDatabase(dataDir, async (db) => {
    const { rows } = await db.execute(sql`select id::int from customer where phone = ${form.body.phone}`);
    expect(rows).toEqual([{ id: answer.data.id }]);
  });
});

test("an inquiry from the site that was accepted is there when the server is killed at once, and one whose answer was lost is there once", async () => {
  const { dataDir } = shared;
  const [origin, site_key] = ["https://www.example.com", "public-key-of-the-site"];
  await withDatabase(dataDir, async (db) => {
    await setSetting(db, "site.origins", origin);
    await setSetting(db, "site.public_key", site_key);
  });
  const form = { site_key, elapsed_ms: 9_000, kind: "general", platform: "web", phone: "13900000031" };
  const post = async ({ url }: ServerProcess, external_id: string, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ ...form, external_id, content: external_id });
    const reply = await fetch(`${url}${publicInquiry.public.path}`, {
      method: "POST",
      headers: { origin, ...headers },
      body,
    });
    return reply.json();
  };
  const first = await serverOn(dataDir);
  const kept = await post(first, "accepted");
  await first.kill("SIGKILL");
  expect(kept).toMatchObject({ code: 200 });
  // By this header the killer knows whose answer is not to go out.
  const dying = await serverOn(dataDir, killedBeforeAnswer);
  await expect(post(dying, "unanswered", { "idempotency-key": "any-key" })).rejects.toThrow();
  expect((await dying.exited).signal).toBe("SIGKILL");
  const server = await serverOn(dataDir);
  expect((await post(server, "unanswered")).data).toEqual(kept.data);
  expect((await post(server, "accepted")).data).toEqual(kept.data);
  await server.kill();
  await withDatabase(dataDir, async (db) => {
    const { rows } =
      await db.execute(sql`select l.reason from inquiry i left join inquiry_log l on l.inquiry_id = i.id and l.action = 'repeat'
      where i.phone = ${form.phone}`);
    // The second is the same person's within the day: a line of the first, once.
    expect(rows).toEqual([{ reason: "unanswered" }]);
  });
});

test("a folder has one server: another one, and a command, is refused in words; of many who start after a kill one comes up", async () => {
  const { dataDir } = shared;
  const first = await serverOn(dataDir);
  const inUse = `正被另一个进程使用（进程号 ${first.pid}）`;
  await expect(startServer({ dataDir })).rejects.toThrow(inUse);
  const admin = await run("admin", ["somebody@test.local"], { DATA_DIR: dataDir });
  expect(await admin.ended).toBe(1);
  expect(admin.output()).toContain(inUse);
  expect(admin.output()).not.toContain("    at ");
  await first.kill("SIGKILL");
  const starters = await Promise.allSettled([1, 2, 3].map(() => serverOn(dataDir)));
  const refused = starters.filter((one) => one.status === "rejected");
  expect(refused.map(({ reason }) => String(reason))).toEqual([
    expect.stringContaining("正被另一个进程使用"),
    expect.stringContaining("正被另一个进程使用"),
  ]);
  const one = starters.find((starter) => starter.status === "fulfilled");
  expect((await fetch(`${one?.value.url}/readyz`)).status).toBe(200);
});

test("a migration that is killed leaves nothing behind, and the next start makes it whole", async () => {
  const { dataDir } = await makeFolder();
  const rows = 60_000;
  const folder = slowMigrations(rows);
  await withDatabase(dataDir, (db) => db.execute(sql`alter schema drizzle rename to drizzle_aside`));
  const before = sizeOf(join(dataDir, "database/base"));
  const migration = await run("migrate", [dataDir, folder]);
  await vi.waitFor(() => expect(sizeOf(join(dataDir, "database/base"))).toBeGreaterThan(before + 4_000_000), patience);
  migration.kill("SIGKILL");
  await migration.ended;
  expect(migration.output()).toBe("begun\n");
  await withDatabase(dataDir, async (db) => {
    const found = sql`select to_regclass('heavy') as heavy, to_regclass('drizzle.__drizzle_migrations') as journal`;
    expect((await db.execute(found)).rows).toEqual([{ heavy: null, journal: null }]);
    await migrate(db, folder);
    expect((await db.execute(sql`select count(*)::int as count from heavy`)).rows).toEqual([{ count: rows + 1 }]);
    expect((await db.execute(sql`select id from drizzle.__drizzle_migrations`)).rows).toHaveLength(2);
  });
});

test("a server that is told to stop answers what it is doing, takes nothing new, and gives the folder back", async () => {
  const { dataDir, token } = shared;
  const server = await serverOn(dataDir);
  const slow = await halfRequest(server, token);
  const ended = server.kill("SIGTERM");
  await untilItRefuses(server);
  const answer = once(slow.socket, "data");
  slow.finish();
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ended).toEqual({ code: 0, signal: null });
  // The lock files of servers that were killed may lie there still: what counts is that nobody holds the folder.
  await (await lockFolder(dataDir)).release();
  expect(server.output()).not.toContain('"level":50');
});

test("a second signal ends it at once", async () => {
  const { dataDir, token } = shared;
  const server = await serverOn(dataDir);
  const { socket } = await halfRequest(server, token);
  const ended = server.kill("SIGINT");
  await untilItRefuses(server);
  const again = setInterval(() => void server.kill("SIGINT"), 100);
  expect(await ended).toEqual({ code: 1, signal: null });
  clearInterval(again);
  socket.destroy();
});

/** A program of the repository, which ends with its test at the latest. */
async function run(name: "admin" | "migrate", args: string[], env?: Record<string, string>) {
  const program = await runProgram(name, args, env);
  processes.push(program);
  return program;
}

/** Two migrations, of which the first takes a while. */
function slowMigrations(rows: number): string {
  const folder = writeSlowMigrations(rows);
  folders.push(folder);
  return folder;
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}

/** A request whose body has come half. */
async function halfRequest(server: ServerProcess, token: string): Promise<{ socket: Socket; finish(): void }> {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  const body = JSON.stringify({ name: "半个请求", phone_cc: "86", phone: "13900009999", source: "import" });
  const half = Math.floor(Buffer.byteLength(body) / 2);
  const head = [
    "POST /api/customer/information HTTP/1.1",
    "host: test.local",
    `authorization: Bearer ${token}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "expect: 100-continue",
  ];
  // The server says "continue" once the request is its own.
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await once(socket, "data");
  socket.write(Buffer.from(body).subarray(0, half));
  return { socket, finish: () => void socket.write(Buffer.from(body).subarray(half)) };
}

/** Waits until nobody is let in any more. */
function untilItRefuses({ url }: ServerProcess): Promise<void> {
  return vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow(), patience);
}
