import { rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerImport } from "~/contract/customer/customer-import";
import { pathOf, writeQuery } from "~/contract/endpoint";
import { notification } from "~/contract/notification/notification";
import { batch } from "~/contract/shared/batch";
import { auth } from "~/contract/sign-in/auth";
import type { Database } from "~/server/database/database";
import { migrate } from "~/server/database/migrate";
import { openDatabase } from "~/server/database/open";
import { callerOf } from "~/test/support/caller";
import { patience } from "~/test/support/patience";
import { admin, preparedFolder, type ServerProcess, signIn, startServer } from "~/test/support/server-process";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";

const rows = 9_000;
const file = [
  "客户姓名,手机号",
  ...Array.from({ length: rows }, (_, n) => `导入${n},136${String(n).padStart(8, "0")}`),
].join("\r\n");
const readers = 10_000;

describe.each(["PGlite", "PostgreSQL"])("%s", (kind) => {
  let server: ServerProcess | undefined;
  let postgres: Postgres | undefined;
  let dataDir = "";

  beforeAll(async () => {
    dataDir = await preparedFolder();
    if (kind === "PostgreSQL")
      postgres = await startPostgres({ isDurable: true, settings: ["log_min_messages=panic"] });
  });
  afterEach(async () => {
    await server?.kill();
    server = undefined;
  });
  afterAll(async () => {
    await postgres?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(): Promise<string> {
    server = await startServer({ dataDir, ...(postgres ? { databaseUrl: postgres.url } : {}) });
    return server.url;
  }

  /** Something done to the database while no server runs on it. */
  async function between<T>(act: (db: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase({ databaseUrl: postgres?.url, dataDir });
    try {
      return await act(database.db);
    } finally {
      await database.close();
    }
  }

  async function tokenAt(url: string): Promise<string> {
    await signIn(url);
    const body = { email: admin.email, password: admin.laterPassword, remember: false };
    return (await callerOf(url)(auth.login, { body })).data.access_token;
  }

  /** A server of PostgreSQL counts as dead after a minute of silence: it passes. */
  async function restart(token: string) {
    if (postgres)
      await between(async (db) => {
        await db.execute(sql`update import_task set beat_at = beat_at - interval '2 minutes'`);
        await db.execute(sql`update batch set undo_result = undo_result || '{"beat_at":"2000-01-01T00:00:00Z"}'
          where undo_result ->> 'status' = 'running'`);
      });
    return callerOf(await start(), token);
  }

  async function send(url: string, token: string): Promise<number> {
    const address = `${url}${pathOf(customerImport.start)}?${writeQuery({ name: "大.csv" })}`;
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(address, { method: "POST", headers, body: file });
    const { data } = await response.json();
    return data.id;
  }

  /** Files of the storage, and of what is on its way into it. */
  async function files(): Promise<string[]> {
    const found = await readdir(join(dataDir, "files"), { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  test("an import that its server leaves is told of as broken off, and is taken back", async () => {
    const url = await start();
    const token = await tokenAt(url);
    const id = await send(url, token);
    const seen = await vi.waitFor(async () => {
      const { data } = await callerOf(url, token)(customerImport.get, { params: { id } });
      expect(data.success).toBeGreaterThan(2_000);
      return data;
    }, patience);
    await server?.kill("SIGKILL");
    expect(seen.status).toBe("running");

    const call = await restart(token);
    const { data: task } = await call(customerImport.get, { params: { id } });
    expect(task).toMatchObject({ status: "failed", message: expect.stringContaining("可撤销后重新导入") });
    expect(task.success).toBeGreaterThanOrEqual(seen.success);
    expect(task.success).toBeLessThan(rows);
    expect((await call(customerImport.recent)).data.list[0]).toMatchObject({ id, status: "failed" });
    const count = async () => (await call(customer.pool)).data.total;
    expect(await count()).toBe(Math.min(task.success, 10_000));
    // An embedded database has no other server: its start has cleared up. Elsewhere a job does so.
    if (!postgres) expect(await files()).toEqual([]);

    const batchId = task.batch_id ?? 0;
    const begun = await call(batch.undo, { params: { id: batchId } });
    expect(begun.data.task).toMatchObject({ status: "running", total: task.success });
    await server?.kill("SIGKILL");
    const again = await restart(token);
    const { data: broken } = await again(batch.get, { params: { id: batchId } });
    if (broken.status !== "done") expect(broken.status).toBe("failed");
    if (broken.status !== "done") await again(batch.undo, { params: { id: batchId } });
    const undone = await vi.waitFor(async () => {
      const { data } = await again(batch.get, { params: { id: batchId } });
      expect(data.status).toBe("done");
      return data;
    }, patience);
    expect(undone).toMatchObject({ success: task.success, failed: 0 });
    expect((await again(customer.pool)).data.total).toBe(0);
  });

  test("ten thousand readers have one each in their inbox, though the server is killed in the middle", async () => {
    await between(async (db) => {
      await migrate(db);
      await db.execute(sql`insert into customer_user (created_at, updated_at, user_no, nickname, register_platform, registered_at)
        select now(), now(), 'U-' || n, '用户' || n, 'web', now() from generate_series(1, ${readers}) n`);
    });

    const call = await signIn(await start());
    const body = { title: "新盘上线", content: "<p>云汀·湾岸塔今日开盘。</p>", audience: "user" as const };
    const made = await call(notification.create, { body: { ...body, channels: ["inbox"] } as never });
    expect(made).toMatchObject({ code: 200 });
    const { id } = made.data;
    expect(await call(notification.send, { params: { id }, body: { version: 1 } })).toMatchObject({ code: 200 });
    const seen = await vi.waitFor(async () => {
      const { data } = await call(notification.get, { params: { id } });
      expect(data.progress.done).toBeGreaterThan(0);
      return data.progress;
    }, patience);
    await server?.kill("SIGKILL");
    expect(seen).toMatchObject({ status: "sending", is_finding: true });
    expect(seen.done).toBeLessThan(readers);

    // The minute passes after which a silent server counts as dead.
    await between((db) => db.execute(sql`update notification set beat_at = beat_at - interval '2 minutes'`));
    const again = await signIn(await start());
    const ended = await vi.waitFor(async () => {
      const { data } = await again(notification.get, { params: { id } });
      expect(data.status).toBe("sent");
      return data;
    }, patience);
    expect(ended).toMatchObject({
      ...{ target_count: readers, sent_count: readers, failed_count: 0, unknown_count: 0 },
      progress: { total: readers, done: readers },
      // Counted anew, of which no person has two: the database's own rule.
      tally: [{ channel: "inbox", total: readers, sent: readers }],
    });
  }, 300_000);
});
