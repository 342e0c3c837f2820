import { rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerImport } from "~/contract/customer/customer-import";
import { pathOf, writeQuery } from "~/contract/endpoint";
import { batch } from "~/contract/shared/batch";
import { auth } from "~/contract/sign-in/auth";
import { callerOf } from "~/test/support/caller";
import { patience } from "~/test/support/patience";
import { admin, preparedFolder, type ServerProcess, signIn, startServer } from "~/test/support/server-process";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";

const rows = 9_000;
const file = [
  "客户姓名,手机号",
  ...Array.from({ length: rows }, (_, n) => `导入${n},136${String(n).padStart(8, "0")}`),
].join("\r\n");

describe.each(["PGlite", "PostgreSQL"])("%s", (kind) => {
  let server: ServerProcess | undefined;
  let postgres: Postgres | undefined;
  let dataDir = "";

  afterEach(async () => {
    await server?.kill();
    server = undefined;
  });
  afterAll(async () => {
    await postgres?.remove();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(): Promise<string> {
    server = await startServer({ dataDir, ...(postgres ? { databaseUrl: postgres.url } : {}) });
    return server.url;
  }

  async function tokenAt(url: string): Promise<string> {
    await signIn(url);
    const body = { email: admin.email, password: admin.laterPassword, remember: false };
    return (await callerOf(url)(auth.login, { body })).data.access_token;
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
    dataDir = await preparedFolder();
    if (kind === "PostgreSQL")
      postgres = await startPostgres({ isDurable: true, settings: ["log_min_messages=panic"] });
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

    const call = callerOf(await start(), token);
    if (postgres) await passTime(postgres.url);
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
    const again = callerOf(await start(), token);
    if (postgres) await passTime(postgres.url);
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
});

/** Lets the minute pass after which a silent server counts as dead. */
async function passTime(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("update import_task set beat_at = beat_at - interval '2 minutes'");
  await client.query(`update batch set undo_result = undo_result || '{"beat_at":"2000-01-01T00:00:00Z"}'
    where undo_result ->> 'status' = 'running'`);
  await client.end();
}
