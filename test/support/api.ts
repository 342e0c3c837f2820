import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, expect } from "vitest";
import { type Endpoint, type Input, pathOf, type Reply, writeQuery } from "~/contract/endpoint";
import { createApp } from "~/server/app";
import type { Database } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { session, user as userTable } from "~/server/database/tables/system/system";
import { signToken } from "~/server/identity/token";
import { eventHub } from "~/server/lib/events";
import { createLog } from "~/server/lib/log";
import type { Services } from "~/server/lib/services";
import { localStorage } from "~/server/lib/storage";
import { tableSources } from "~/server/resources/areas";
import { testConnection } from "./database";

/** The secret of every test server. */
const testSecret = "a secret of thirty-two bytes or more, for tests";

/** A reply as the wire carries it. */
export interface Wire<T> {
  status: number;
  code: number;
  message: string;
  data: T;
  headers: Headers;
}

type Parts<E extends Endpoint> = Partial<Input<E>>;

/** Events as in the product; the connection is made when a test first listens. */
function testEvents(log: Services["log"]): Services["events"] {
  const connect = async () => {
    const client = new pg.Client(testConnection());
    await client.connect();
    return client;
  };
  const events = eventHub({ connect, log });
  afterAll(() => events.close());
  return events;
}

/** The real app in this process on a test database, with a clock that the test may set. */
export function testApi(db: Database, options: { now?: Date } = {}) {
  let clock = options.now;
  const logged: string[] = [];
  // What the server logs as an error fails the test.
  afterEach(() => expect(logged.splice(0)).toEqual([]));
  const log = createLog("error", { write: (line) => void logged.push(line) });
  const services: Services = {
    db,
    log,
    secret: testSecret,
    storage: localStorage(mkdtempSync(path.join(tmpdir(), "files-"))),
    events: testEvents(log),
    scenes: tableSources,
    trustsProxy: false,
    now: () => clock ?? new Date(),
  };
  const app = createApp(services);

  /** A token for a user, through a session row of its own: quicker than a password. */
  async function tokenOf(userId: number): Promise<string> {
    const [row] = await db.select().from(userTable).where(eq(userTable.id, userId));
    if (!row) throw new Error(`no user ${userId}`);
    const id = randomUUID();
    const now = services.now();
    await db.insert(session).values({
      id,
      user_id: userId,
      method: "password",
      created_at: isoInstant(now),
      expires_at: isoInstant(now.getTime() + 7 * 86_400_000),
    });
    return signToken(testSecret, { userId, sessionId: id, name: row.name }, 7 * 86_400, now);
  }

  /** Calls an endpoint as the wire does and gives what came back, success or not. */
  async function send<E extends Endpoint>(endpoint: E, input: Parts<E> = {}, token?: string): Promise<Wire<Reply<E>>> {
    const search = writeQuery({ ...input.query }).toString();
    const url = `http://test.local${pathOf(endpoint, { ...input.params })}${search ? `?${search}` : ""}`;
    const response = await app.request(url, {
      method: endpoint.method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), "content-type": "application/json" },
      ...(endpoint.method === "GET" ? {} : { body: JSON.stringify(input.body ?? {}) }),
    });
    const isJson = response.headers.get("content-type")?.includes("application/json");
    const body: { code: number; message: string; data: Reply<E> } = isJson
      ? await response.json()
      : { code: response.status, message: "", data: undefined };
    return { ...body, status: response.status, headers: response.headers };
  }

  return {
    app,
    services,
    tokenOf,
    send,
    /** A caller bound to one user. */
    async as(userId: number) {
      const token = await tokenOf(userId);
      return <E extends Endpoint>(endpoint: E, input: Parts<E> = {}) => send(endpoint, input, token);
    },
    setClock(now: Date | undefined) {
      clock = now;
    },
    /** The clock as the test's file set it. */
    resetClock() {
      clock = options.now;
    },
  };
}
