import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { createApp } from "~/server/app";
import { type OpenDatabase, openDatabase } from "~/server/database/open";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";

// A PostgreSQL that takes connections and then says nothing: it hangs, or the network has lost it.

const { db } = testDatabase();
const { services } = testApi(db);
const sockets = new Set<Socket>();
let server: Server | undefined;
let database: OpenDatabase | undefined;

beforeAll(() => db.execute("select 1"), 120_000);
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await database?.close();
  server?.close();
});

const greeting = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", "latin1");
const done = Buffer.from("C\0\0\0\nBEGIN\0Z\0\0\0\x05T", "latin1");

/** Greets where it is told to, and answers so many statements of each connection. */
async function openSilent({ greets, answers = 0 }: { greets: boolean; answers?: number }): Promise<OpenDatabase> {
  server = createServer((socket) => {
    sockets.add(socket);
    let heard = 0;
    socket.on("error", () => undefined);
    socket.on("data", () => {
      if (heard === 0 && greets) socket.write(greeting);
      else if (heard > 0 && heard <= answers) socket.write(done);
      heard += 1;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const databaseUrl = `postgres://somebody@127.0.0.1:${port}/somewhere`;
  database = await openDatabase({ databaseUrl, dataDir: "" }, { connectionTimeout: 200, answerTimeout: 200 });
  return database;
}

async function signIn(own: OpenDatabase) {
  const body = JSON.stringify({ email: "somebody@test.local", password: "Some-password-1", remember: false });
  const headers = { "content-type": "application/json" };
  const app = createApp({ ...services, db: own.db });
  const response = await app.request("/api/auth/login", { method: "POST", headers, body });
  return { status: response.status, ...(await response.json()), isAlive: (await app.request("/healthz")).ok };
}

const refused = { status: 503, code: 50300, message: "系统繁忙，请稍后再试", isAlive: true };

test("a database that takes a connection and says nothing is answered for with 50300", async () => {
  expect(await signIn(await openSilent({ greets: false }))).toMatchObject(refused);
});

test("one that falls silent later as well, and its connection is not used again", async () => {
  const own = await openSilent({ greets: true });
  expect(await signIn(own)).toMatchObject(refused);
  expect(await signIn(own)).toMatchObject(refused);
  // Two each: counting the try, which each server then does by itself, and the sign-in.
  expect(sockets.size).toBe(4);
});

test("a transaction in the middle of which it falls silent ends at once, with its connection", async () => {
  const own = await openSilent({ greets: true, answers: 1 });
  const turn = own.db.transaction((tx) => tx.execute(sql`select 1`));
  await expect(turn).rejects.toThrow();
  expect(own.pool.totalCount).toBe(0);
});

test("a transaction with a limit of its own is waited for", async () => {
  const own = await openSilent({ greets: true, answers: 2 });
  let isOver = false;
  const turn = own.db
    .transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`select 1`);
    })
    .catch(() => {
      isOver = true;
    });
  // Twice over, another connection's silence is noticed meanwhile.
  for (let time = 0; time < 2; time += 1) {
    const other = own.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await tx.execute(sql`select 2`);
    });
    await expect(other).rejects.toThrow();
  }
  expect(isOver).toBe(false);
  for (const socket of sockets) socket.destroy();
  await turn;
  expect(isOver).toBe(true);
});
