import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type OpenDatabase, openDatabase, openThread } from "~/server/database/open";
import { requireSyncs } from "~/server/database/pglite-files.mjs";
import { postgresMajor, prepareFolder } from "~/server/database/pglite-folder";
import { startPgliteThread } from "~/server/database/pglite-thread";
import { templateFile } from "~/test/support/database-setup";
import { patience } from "~/test/support/patience";
import { preparedFolder } from "~/test/support/server-process";
import { testFolder } from "~/test/support/test-folder";

const endless = sql`select count(*) from generate_series(1, 2000000000)`;

describe("PGlite in a data folder", () => {
  const errors: string[] = [];
  let dataDir = "";
  let database: OpenDatabase;

  beforeAll(async () => {
    dataDir = await preparedFolder();
    database = await openDatabase(
      { databaseUrl: undefined, dataDir },
      // A busy machine takes longer to start PGlite anew than a request would wait.
      { statementTimeout: 2000, connectionTimeout: 60_000, onError: (error) => errors.push(error.message) },
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

  test("is opened by one process at a time", async () => {
    await expect(openDatabase({ databaseUrl: undefined, dataDir })).rejects.toThrow(`进程号 ${process.pid}`);
  });

  test("syncs its commits, and says which PGlite wrote it", async () => {
    const settings = ["fsync", "wal_sync_method", "synchronous_commit", "full_page_writes"];
    const { rows } = await database.pool.query("select name, setting from pg_settings where name = any($1)", [
      settings,
    ]);
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: "on",
      wal_sync_method: "fsync",
      synchronous_commit: "on",
      full_page_writes: "on",
    });
    const [version] = (await database.pool.query("show server_version_num")).rows;
    expect(Math.floor(version.server_version_num / 10_000)).toBe(Number(postgresMajor));
    const pglite = JSON.parse(readFileSync("node_modules/@electric-sql/pglite/package.json", "utf8"));
    expect(readFileSync(join(dataDir, "database/PGLITE_VERSION"), "utf8").trim()).toBe(pglite.version);
  });

  test("lets a transaction take longer that asks for it, as PostgreSQL does", async () => {
    const long = sql`select pg_sleep(2.3)`;
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(long);
    });
    await expect(database.db.execute(long)).rejects.toMatchObject({ cause: { code: "57014" } });
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

  test("is refused while PostgreSQL cannot go on, and there again when it can", async () => {
    await database.pool.query("insert into probe values (3)");
    const log = join(dataDir, "database/pg_wal");
    renameSync(log, `${log}.away`);
    // A second segment of the log is begun for it, for which there is no folder: PostgreSQL's own answer to that is a PANIC.
    const panic = database.pool.query("select pg_logical_emit_message(true, 'test', repeat('x', 40000000))");
    await expect(panic).rejects.toMatchObject({ code: "58000", message: expect.stringMatching(/^PANIC: /) });
    await expect(database.pool.query("select 1")).rejects.toMatchObject({ code: "58000" });
    renameSync(`${log}.away`, log);
    const rows = await vi.waitFor(
      async () => (await database.pool.query("select id from probe order by id")).rows,
      patience,
    );
    expect(rows).toEqual([{ id: 1 }, { id: 3 }]);
  });
});

test("a transaction that waits too long for its client is ended, and the others go on", async () => {
  const template = await templateFile();
  const thread = await startPgliteThread({ dataDir: "memory://", template, idleTransactionTimeout: 50 });
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
});

test("what runs in the background has a connection of its own, and lets requests in between its transactions", async () => {
  const database = await openThread(await startPgliteThread({ dataDir: "memory://", template: await templateFile() }));
  const request = await database.pool.connect();
  const order: string[] = [];
  const batches = (async () => {
    for (const batch of ["first batch", "second batch"])
      await database.background.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        order.push(batch);
      });
  })();
  const asked = request.query("select 1").then(() => order.push("request"));
  await Promise.all([batches, asked]);
  expect(order.at(-1)).toBe("second batch");
  request.release();
  await database.close();
});

describe("The folder of the embedded database", () => {
  const root = testFolder();

  function folderOf(name: string, files: Record<string, string>): string {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, name, path, ".."), { recursive: true });
      writeFileSync(join(root, name, path), text);
    }
    return join(root, name);
  }

  test("of another PostgreSQL is refused untouched, and the way out named", async () => {
    const dataDir = folderOf("older", {
      "database/PG_VERSION": "17\n",
      "database/PGLITE_VERSION": "0.3.14\n",
      "backups/backup-20260101-043000.tar.gz": "",
      "backups/backup-20260102-043000.tar.gz": "",
      "backups/backup-20260103-043000.tar.gz.part": "",
    });
    const refused = openDatabase({ databaseUrl: undefined, dataDir });
    await expect(refused).rejects.toThrow("由 PostgreSQL 17（PGlite 0.3.14）写成，本程序内嵌的是 PostgreSQL 18");
    await expect(refused).rejects.toThrow(
      `npm run restore -- ${join(dataDir, "backups/backup-20260102-043000.tar.gz")}`,
    );
    expect(readdirSync(join(dataDir, "database")).sort()).toEqual(["PGLITE_VERSION", "PG_VERSION"]);
    // The lock has been given back.
    expect(readdirSync(dataDir).sort()).toEqual(["backups", "database"]);
  });

  test("with something else in it is refused", async () => {
    const dataDir = folderOf("foreign", { "database/letter.txt": "hello" });
    await expect(prepareFolder({ dataDir })).rejects.toThrow("没有完整的数据库");
    expect(readdirSync(join(dataDir, "database"))).toEqual(["letter.txt"]);
  });

  test("is made whole beside and then renamed: what a broken-off attempt left is thrown away", async () => {
    const dataDir = folderOf("broken-off", { "database.new/PG_VERSION": "18\n", "database.new/base/half": "x" });
    const folder = await prepareFolder({ dataDir });
    expect(readdirSync(dataDir)).toEqual(["database"]);
    expect(existsSync(join(folder, "base/half"))).toBe(false);
    expect(existsSync(join(folder, "PGLITE_VERSION"))).toBe(true);
  });

  test("is refused where commits do not reach the disk", async () => {
    const dataDir = await preparedFolder();
    // PGlite as it comes.
    const plain = await PGlite.create({ fs: new NodeFS(join(dataDir, "database")) });
    await expect(requireSyncs(plain, { syncs: 0 })).rejects.toThrow("没有落到磁盘");
    await plain.close();
    rmSync(dataDir, { recursive: true });
  });
});
