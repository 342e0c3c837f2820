import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { listQuery, page } from "~/contract/common";
import { endpoint } from "~/contract/endpoint";
import type { Database } from "~/server/database/database";
import { type OpenDatabase, openDatabase } from "~/server/database/open";
import { createLog } from "~/server/lib/log";
import { type Served, serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { mounted } from "~/test/support/mounted";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";

const { db: anyDatabase } = testDatabase();
const { services } = testApi(anyDatabase);
const narrower = { code: 42200, message: "请缩小筛选范围", data: null };

const list = endpoint("GET /api/slow", "慢列表", "public", {
  query: listQuery({}, ["id"], "id"),
  reply: page(z.object({ id: z.number() })),
});
const record = endpoint("GET /api/slow/record", "慢记录", "public", { reply: z.object({ id: z.number() }) });

/** What a list and a record answer that read for so many seconds, as a list's own reads do. */
function slowApi(
  { db, lists, log = services.log }: Pick<Services, "db" | "lists"> & Partial<Pick<Services, "log">>,
  read: (db: Pick<Database, "execute">) => Promise<unknown>,
) {
  const handlers: Served[] = [
    serve(list, async ({ db }) => {
      await read(db);
      return { list: [], total: 0, total_capped: false, page: 1, page_size: 20 };
    }),
    serve(record, async ({ db }) => {
      await read(db);
      return { id: 1 };
    }),
  ];
  const app = mounted(handlers, { ...services, db, lists, log });
  return async (path: string) => {
    const response = await app.request(path);
    return response.json();
  };
}

describe("a list on PostgreSQL", () => {
  let postgres: Postgres;
  let database: OpenDatabase;

  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase({ databaseUrl: postgres.url, dataDir: "" });
  });
  afterAll(async () => {
    await database?.close();
    await postgres?.remove();
  });

  it("ends with 42200 where a statement takes too long, and what is no list does not", async () => {
    const limits: unknown[] = [];
    const ask = slowApi(database, async (db) => {
      limits.push(...(await db.execute(sql`show statement_timeout`)).rows);
      if (limits.length === 1) await db.execute(sql`select pg_sleep(3.3)`);
    });
    expect(await ask("/api/slow")).toEqual(narrower);
    expect(await ask("/api/slow/record")).toMatchObject({ code: 200 });
    expect(limits).toEqual([{ statement_timeout: "3s" }, { statement_timeout: "10s" }]);
  });

  it("writes nothing", async () => {
    const ask = slowApi({ ...database, log: createLog("silent") }, (db) =>
      db.execute(sql`create table written (id int)`),
    );
    expect(await ask("/api/slow")).toMatchObject({ code: 50301 });
    const { rows } = await database.pool.query("select to_regclass('written') as written");
    expect(rows).toEqual([{ written: null }]);
  });
});

it("a list that PGlite's own limit ended says so as well; a record is out of service", async () => {
  const ask = slowApi({ db: anyDatabase }, async () => {
    throw Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
  });
  expect(await ask("/api/slow")).toEqual(narrower);
  expect(await ask("/api/slow/record")).toMatchObject({ code: 50300 });
});
