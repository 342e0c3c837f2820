import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { notification } from "~/contract/notification/notification";
import type { Database } from "~/server/database/database";
import { migrate } from "~/server/database/migrate";
import { openDatabase } from "~/server/database/open";
import { patience } from "~/test/support/patience";
import { preparedFolder, type ServerProcess, signIn, startServer } from "~/test/support/server-process";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";

const readers = 10_000;

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

  async function start() {
    server = await startServer({ dataDir, ...(postgres ? { databaseUrl: postgres.url } : {}) });
    return signIn(server.url);
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

  test("ten thousand readers have one each in their inbox, though the server is killed in the middle", async () => {
    dataDir = await preparedFolder();
    if (kind === "PostgreSQL")
      postgres = await startPostgres({ isDurable: true, settings: ["log_min_messages=panic"] });
    await between(async (db) => {
      await migrate(db);
      await db.execute(sql`insert into customer_user (created_at, updated_at, user_no, nickname, register_platform, registered_at)
        select now(), now(), 'U-' || n, '用户' || n, 'web', now() from generate_series(1, ${readers}) n`);
    });

    const call = await start();
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
    const again = await start();
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
