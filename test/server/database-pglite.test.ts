import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenDatabase, openDatabase, openThread } from "~/server/database/open";
import { startPgliteThread } from "~/server/database/pglite-thread";

const endless = sql`select count(*) from generate_series(1, 2000000000)`;

describe("PGlite in a data folder", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "xinfang-pglite-"));
  const errors: string[] = [];
  let database: OpenDatabase;

  beforeAll(async () => {
    database = await openDatabase(
      { databaseUrl: undefined, dataDir },
      { statementTimeout: 1000, onError: (error) => errors.push(error.message) },
    );
  });

  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  test("keeps what is written", async () => {
    await database.pool.query("create table probe (id int primary key)");
    await database.pool.query("insert into probe values (0)");
    expect((await database.pool.query("delete from probe returning id")).rows).toEqual([{ id: 0 }]);
  });

  test("ends a statement that runs too long, and lets the event loop and those who wait go on", async () => {
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 10);
    const runaway = database.db.execute(endless);
    const waiting = database.db.execute(sql`select 1 as answer`);
    await expect(runaway).rejects.toMatchObject({ cause: { code: "57014" } });
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(0);
    expect((await waiting).rows).toEqual([{ answer: 1 }]);
    expect(errors).toContain("PGlite was restarted: canceling statement due to statement timeout");
  });

  test("keeps what was committed and drops the transaction that ran too long", async () => {
    await database.pool.query("insert into probe values (1)");
    const runaway = database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into probe values (2)`);
      await tx.execute(endless);
    });
    await expect(runaway).rejects.toMatchObject({ cause: { code: "57014" } });
    expect((await database.pool.query("select id from probe")).rows).toEqual([{ id: 1 }]);
  });

  test("ends a listener with the backend, so that it knows to listen again", async () => {
    const listener = await database.connect();
    const ended = new Promise((resolve) => listener.once("end", () => resolve("ended")));
    await listener.query("listen probe_channel");
    await expect(database.db.execute(endless)).rejects.toMatchObject({ cause: { code: "57014" } });
    expect(await ended).toBe("ended");
  });

  test("is there again after a restart of the server", async () => {
    await database.close();
    database = await openDatabase({ databaseUrl: undefined, dataDir });
    expect((await database.pool.query("select id from probe")).rows).toEqual([{ id: 1 }]);
  });
});

test("a transaction that waits too long for its client is ended, and the others go on", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "xinfang-idle-"));
  const thread = await startPgliteThread({ dataDir, idleTransactionTimeout: 50 });
  const database = await openThread(thread);
  const [idle, other] = [await database.connect(), await database.connect()];
  const ended = new Promise((resolve) => idle.once("end", () => resolve("ended")));
  await idle.query("create table probe (id int)");
  await idle.query("begin");
  await idle.query("insert into probe values (1)");
  expect((await other.query("select count(*)::int as count from probe")).rows).toEqual([{ count: 0 }]);
  expect(await ended).toBe("ended");
  await other.end();
  await database.close();
  rmSync(dataDir, { recursive: true });
});
