import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DrizzleQueryError, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "~/server/database/migrate";
import { resetDatabase, testConnection, testDatabase } from "~/test/support/database";
import { testFolder } from "~/test/support/test-folder";

// What the product relies on, from PGlite as from PostgreSQL: npm run test:whole runs this file on both.
const { db, pool } = testDatabase();

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(testConnection());
  await client.connect();
  return client;
}

beforeAll(() => pool.query("create table probe (id int primary key, balance int not null default 0)"));
afterAll(() => pool.query("drop table probe"));

describe("two clients", () => {
  test("do not see each other's open transaction", async () => {
    const [writer, reader] = [await connect(), await connect()];
    await writer.query("begin");
    await writer.query("insert into probe values ($1)", [1]);
    const seen = reader.query("select count(*)::int as count from probe where id = $1", [1]);
    await writer.query("rollback");
    expect((await seen).rows).toEqual([{ count: 0 }]);
    await Promise.all([writer.end(), reader.end()]);
  });

  test("keep sums right when many move money at once", async () => {
    await pool.query("insert into probe values (10, 100), (11, 100)");
    const clients = await Promise.all(Array.from({ length: 6 }, connect));
    const sums = await Promise.all(
      clients.map(async (client) => {
        const seen = [];
        for (let round = 0; round < 30; round += 1) {
          await client.query("begin");
          await client.query("update probe set balance = balance - $1 where id = 10", [1]);
          await client.query("update probe set balance = balance + $1 where id = 11", [1]);
          await client.query("commit");
          const { rows } = await client.query("select sum(balance)::int as sum from probe where id >= $1", [10]);
          seen.push(rows[0].sum);
        }
        return seen;
      }),
    );
    expect(new Set(sums.flat())).toEqual(new Set([200]));
    const { rows } = await pool.query("select balance from probe where id = 11");
    expect(rows).toEqual([{ balance: 280 }]);
    await Promise.all(clients.map((client) => client.end()));
  });

  test("have each their own prepared statements, which go with them", async () => {
    const [one, other] = [await connect(), await connect()];
    const [of1, of2] = [
      { name: "probe", text: "select $1::int + 1 as n" },
      { name: "probe", text: "select $1::int * 10 as n" },
    ];
    for (const value of [3, 4]) {
      expect((await one.query({ ...of1, values: [value] })).rows).toEqual([{ n: value + 1 }]);
      expect((await other.query({ ...of2, values: [value] })).rows).toEqual([{ n: value * 10 }]);
    }
    await one.end();
    expect((await other.query({ ...of2, values: [5] })).rows).toEqual([{ n: 50 }]);
    const next = await connect();
    expect((await next.query({ ...of1, values: [5] })).rows).toEqual([{ n: 6 }]);
    expect(
      (await next.query("select name from pg_prepared_statements where name like '%probe'")).rowCount,
    ).toBeLessThan(3);
    await other.end();
    await next.end();
  });

  test("are rid of the transaction of one that vanished", async () => {
    const [vanishing, other] = [await connect(), await connect()];
    vanishing.on("error", () => {});
    await vanishing.query("begin");
    await vanishing.query("insert into probe values (20)");
    const gone = new Promise((resolve) => vanishing.once("end", resolve));
    vanishing.connection.stream.destroy();
    await gone;
    await other.query("insert into probe values (20)");
    expect((await other.query("select count(*)::int as count from probe where id = 20")).rows).toEqual([{ count: 1 }]);
    await other.end();
  });

  test("hear each other's notifications, once committed", async () => {
    const [listener, notifier] = [await connect(), await connect()];
    const heard: unknown[] = [];
    const all = new Promise((resolve) => {
      listener.on("notification", ({ payload }) => {
        heard.push(payload);
        if (payload === "last") resolve(heard);
      });
    });
    await listener.query("listen probe_channel");
    await notifier.query("begin");
    await notifier.query("notify probe_channel, 'rolled back'");
    await notifier.query("rollback");
    await notifier.query("begin");
    await notifier.query("notify probe_channel, 'first'");
    await notifier.query("commit");
    await notifier.query("notify probe_channel, 'last'");
    expect(await all).toEqual(["first", "last"]);
    await Promise.all([listener.end(), notifier.end()]);
  });
});

describe("answers", () => {
  test("come as node-postgres gives them", async () => {
    const { rows } = await pool.query(
      "select 1::int4 as int, 9007199254740993::int8 as big, count(*), 1.50::numeric as number, timestamptz '2026-11-20 12:00+08' as at, '{\"a\":[1]}'::jsonb as json, array['一','二'] as list, true as yes, null as nothing",
    );
    expect(rows).toEqual([
      {
        int: 1,
        big: "9007199254740993",
        count: "1",
        number: "1.50",
        at: new Date("2026-11-20T04:00:00Z"),
        json: { a: [1] },
        list: ["一", "二"],
        yes: true,
        nothing: null,
      },
    ]);
  });

  test("arrive whole at 100,000 rows", async () => {
    const { rows } = await pool.query(
      "select g as id, repeat('房', 20) as text from generate_series(1, $1::int) g",
      [100_000],
    );
    expect(rows).toHaveLength(100_000);
    expect(rows.at(-1)).toEqual({ id: 100_000, text: "房".repeat(20) });
    expect((await pool.query("select 1 as next")).rows).toEqual([{ next: 1 }]);
  });

  test("arrive by pages through a cursor", async () => {
    const pages = await db.transaction(async (tx) => {
      await tx.execute(sql`declare pages cursor for select g as id from generate_series(1, 250) g`);
      const lengths = [];
      for (;;) {
        const { rows } = await tx.execute(sql`fetch 100 from pages`);
        if (!rows.length) return lengths;
        lengths.push(rows.length);
      }
    });
    expect(pages).toEqual([100, 100, 50]);
  });

  test("arrive by pages through the protocol's own cursor, while another client waits", async () => {
    const [client, other] = [await connect(), await connect()];
    const rows: unknown[] = [];
    const config = { text: "select g as id from generate_series(1, 250) g", values: [], rows: 100 };
    const query = new pg.Query(config);
    const ended = new Promise((resolve, reject) => query.on("end", resolve).on("error", reject));
    query.on("row", (row) => rows.push(row));
    client.query(query);
    const answer = other.query("select $1::int as id", [7]);
    await ended;
    expect(rows).toHaveLength(250);
    expect((await answer).rows).toEqual([{ id: 7 }]);
    expect((await client.query("select 8 as id")).rows).toEqual([{ id: 8 }]);
    await Promise.all([client.end(), other.end()]);
  });

  test("say what constraint was broken", async () => {
    await pool.query("insert into probe values (30)");
    const broken = db.execute(sql`insert into probe values (${30})`);
    await expect(broken).rejects.toBeInstanceOf(DrizzleQueryError);
    await expect(broken).rejects.toMatchObject({
      cause: { code: "23505", constraint: "probe_pkey", table: "probe", detail: "Key (id)=(30) already exists." },
    });
    await expect(db.execute(sql`select * from nowhere`)).rejects.toMatchObject({ cause: { code: "42P01" } });
    await expect(db.execute(sql`insert into probe values (31, null)`)).rejects.toMatchObject({
      cause: { code: "23502", column: "balance" },
    });
  });

  test("find Chinese text by trigram", async () => {
    await pool.query("create extension if not exists pg_trgm");
    expect(
      (await pool.query("select '北京市朝阳区新房' ilike '%朝阳%' as found, show_trgm('ab') is not null as has")).rows,
    ).toEqual([{ found: true, has: true }]);
  });
});

describe("transactions", () => {
  test("roll back whole, and an inner one alone", async () => {
    await db
      .transaction(async (tx) => {
        await tx.execute(sql`insert into probe values (40)`);
        throw new Error("no");
      })
      .catch(() => {});
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into probe values (41)`);
      await tx
        .transaction(async (inner) => {
          await inner.execute(sql`insert into probe values (42)`);
          await inner.execute(sql`insert into probe values (41)`);
        })
        .catch(() => {});
    });
    expect((await pool.query("select id from probe where id between 40 and 49")).rows).toEqual([{ id: 41 }]);
  });
});

describe("migrations", () => {
  const folder = testFolder();

  function write(migrations: { tag: string; when: number; sql: string }[]): string {
    mkdirSync(join(folder, "meta"), { recursive: true });
    const entries = migrations.map(({ tag, when }, idx) => ({ idx, version: "7", when, tag, breakpoints: true }));
    writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ version: "7", dialect: "postgresql", entries }));
    for (const { tag, sql } of migrations) writeFileSync(join(folder, `${tag}.sql`), sql);
    return folder;
  }

  const first = {
    tag: "0000_first",
    when: 1,
    sql: "create table migrated (id int);--> statement-breakpoint\ninsert into migrated values (1);",
  };
  const second = { tag: "0001_second", when: 2, sql: "insert into migrated values (2);" };

  /** The bookkeeping of the real migrations steps aside meanwhile. */
  async function apart(probe: () => Promise<void>): Promise<void> {
    await pool.query("alter schema drizzle rename to drizzle_aside");
    try {
      await probe();
    } finally {
      await pool.query("drop schema if exists drizzle cascade");
      await pool.query("drop table if exists migrated");
      await pool.query("alter schema drizzle_aside rename to drizzle");
    }
  }

  const migrated = async () => (await pool.query("select id from migrated order by id")).rows.map((row) => row.id);

  test("run once, and only those that are new", () =>
    apart(async () => {
      await migrate(db, write([first]));
      await migrate(db, folder);
      expect(await migrated()).toEqual([1]);
      await migrate(db, write([first, second]));
      expect(await migrated()).toEqual([1, 2]);
    }));

  test("run once when two servers start together", () =>
    apart(async () => {
      const other = new pg.Pool({ ...testConnection(), max: 1 });
      write([first, second]);
      await Promise.all([migrate(db, folder), migrate(drizzle(other), folder)]);
      await other.end();
      expect(await migrated()).toEqual([1, 2]);
    }));

  test("leave nothing behind when one fails", () =>
    apart(async () => {
      await expect(migrate(db, write([first, { ...second, sql: "select * from nowhere" }]))).rejects.toThrow();
      expect((await pool.query("select to_regclass('migrated') as name")).rows).toEqual([{ name: null }]);
    }));

  test("refuse a journal out of order, an edited file and a newer database", () =>
    apart(async () => {
      await expect(migrate(db, write([second, first]))).rejects.toThrow("0000_first");
      await migrate(db, write([first, second]));
      await expect(migrate(db, write([first, { ...second, sql: "select 2" }]))).rejects.toThrow("第 2 个数据库迁移");
      await expect(migrate(db, write([first]))).rejects.toThrow("数据库比程序新");
    }));

  test("refuse a database of before 1.0.0 with what to do", () =>
    apart(async () => {
      await migrate(db, write([first]));
      await pool.query("update drizzle.__drizzle_migrations set hash = $1", [
        "fc27e97b9a61877f7f59d59a69c8c0bd2cd3271bc44b9f208800ed458d18a10b",
      ]);
      await expect(migrate(db, folder)).rejects.toThrow("请用 1.0.0 之前的最后一个版本");
    }));
});

test("a reset leaves no row of ours", async () => {
  await pool.query("insert into probe values (90)");
  await resetDatabase(db);
  expect((await pool.query("select count(*)::int as count from probe")).rows).toEqual([{ count: 0 }]);
});
