import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { Hono } from "hono";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { listQuery, page } from "~/contract/common";
import { endpoint } from "~/contract/endpoint";
import type { Database } from "~/server/database/database";
import { type Environment, errorResponse, mountAll } from "~/server/http/mount";
import { deviceOf } from "~/server/identity/device";
import { type Served, serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { type Postgres, requirePrograms, startPostgres } from "../../../scripts/postgres.mjs";

const { db: anyDatabase } = testDatabase();
const { services } = testApi(anyDatabase);
const narrower = { code: 42200, message: "请缩小筛选范围", data: null };

const list = endpoint("GET /api/slow", {
  summary: "慢列表",
  permission: "public",
  query: listQuery({}, ["id"], "id"),
  reply: page(z.object({ id: z.number() })),
});
const record = endpoint("GET /api/slow/record", {
  summary: "慢记录",
  permission: "public",
  reply: z.object({ id: z.number() }),
});

/** What a list and a record answer that read for so many seconds, as a list's own reads do. */
function slowApi(own: Partial<Services>, read: (db: Pick<Database, "execute">) => Promise<unknown>) {
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
  const mine = { ...services, ...own };
  const app = new Hono<Environment>();
  app.use(async (c, next) => {
    c.set("origin", { id: "test", ip: "", ua: "", device: deviceOf(c, services.secret) });
    await next();
  });
  app.route("/", mountAll(handlers, mine));
  app.onError((error, c) => errorResponse(c, error, mine));
  return async (path: string) => {
    const response = await app.request(path);
    return response.json();
  };
}

function hasPrograms(): boolean {
  try {
    requirePrograms();
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasPrograms())("a list on PostgreSQL", () => {
  let postgres: Postgres;
  let pool: pg.Pool;

  beforeAll(async () => {
    postgres = await startPostgres();
    pool = new pg.Pool({ connectionString: postgres.url });
    // Of those that rest when the database goes.
    pool.on("error", () => undefined);
    // One that is just ending hears of the server's end.
    pool.on("connect", (client) => client.on("error", () => undefined));
  });
  afterAll(async () => {
    await pool?.end();
    await postgres?.remove();
  });

  it("ends with 42200 where a statement takes too long, and what is no list does not", async () => {
    const ask = slowApi({ db: drizzle(pool), listTimeout: 20 }, (db) => db.execute(sql`select pg_sleep(0.3)`));
    expect(await ask("/api/slow")).toEqual(narrower);
    expect(await ask("/api/slow/record")).toMatchObject({ code: 200 });
    // The connection is as it was.
    const { rows } = await pool.query("show statement_timeout");
    expect(rows).toEqual([{ statement_timeout: "0" }]);
  });

  it("writes nothing", async () => {
    const ask = slowApi({ db: drizzle(pool), listTimeout: 5_000 }, async (db) => {
      const { rows } = await db.execute(sql`show transaction_read_only`);
      expect(rows).toEqual([{ transaction_read_only: "on" }]);
    });
    expect(await ask("/api/slow")).toMatchObject({ code: 200 });
  });
});

it("a list that PGlite's own limit ended says so as well; a record is out of service", async () => {
  const ask = slowApi({ db: anyDatabase }, async () => {
    throw Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
  });
  expect(await ask("/api/slow")).toEqual(narrower);
  expect(await ask("/api/slow/record")).toMatchObject({ code: 50300 });
});
