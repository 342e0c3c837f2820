import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, expect } from "vitest";
import {
  addressOf,
  ageHeader,
  type Endpoint,
  type Input,
  keyHeader,
  type LooseInput,
  type Reply,
} from "~/contract/endpoint";
import { createApp } from "~/server/app";
import type { Database } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { session, user as userTable } from "~/server/database/tables/system/system";
import { signToken } from "~/server/identity/token";
import { eventHub } from "~/server/lib/events";
import { createLog } from "~/server/lib/log";
import type { Served } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { localStorage } from "~/server/lib/storage";
import { ofCustomer, tableSources } from "~/server/resources/areas";
import { testConnection } from "./database";
import { mounted } from "./mounted";

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

/** The form's `Idempotency-Key`, where it has one, and what it says of how many seconds ago it was written. */
type Key = { key?: string | undefined; age?: number | string };
type Parts<E extends Endpoint> = Partial<Input<E>> & Key;
type UncheckedInput = Omit<LooseInput, "query"> & { query?: object } & Key;

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

interface ApiOptions extends Pick<Services, "places"> {
  now?: Date;
  ahead?: number;
  /** Endpoints of the test's own, in place of the product's. */
  handlers?: readonly Served[];
}

/** The real app in this process on a test database, with a clock that the test may set, or that is `ahead` of the machine's by so many milliseconds. */
export function testApi(db: Database, options: ApiOptions = {}) {
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
    optionSources: tableSources,
    ofCustomer,
    trustsProxy: false,
    ...(options.places ? { places: options.places } : {}),
    now: () => clock ?? new Date(Date.now() + (options.ahead ?? 0)),
  };
  const app = options.handlers ? mounted(options.handlers, services) : createApp(services);

  /** A token for a user, with its own session row: quicker than a password. */
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

  /** Calls an endpoint as the wire does, with what a caller might send, right or wrong. */
  const request = async (endpoint: Endpoint, { query, key, age, ...input }: UncheckedInput, token?: string) =>
    app.request(`http://test.local${addressOf(endpoint, { ...input, query: { ...query } })}`, {
      method: endpoint.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key === undefined ? {} : { [keyHeader]: key }),
        ...(age === undefined ? {} : { [ageHeader]: String(age) }),
        "content-type": endpoint.bytes ? "application/octet-stream" : "application/json",
      },
      ...(endpoint.method !== "GET" && {
        // What a caller of such an endpoint gives is a file's bytes.
        body: endpoint.bytes ? (input.body as BodyInit) : JSON.stringify(input.body ?? {}),
      }),
    });

  /** The same; gives what came back, success or not. */
  async function sendUnchecked<E extends Endpoint>(
    endpoint: E,
    input: UncheckedInput,
    token?: string,
  ): Promise<Wire<Reply<E>>> {
    const response = await request(endpoint, input, token);
    const isJson = response.headers.get("content-type")?.includes("application/json");
    const body: { code: number; message: string; data: Reply<E> } = isJson
      ? await response.json()
      : { code: response.status, message: "", data: undefined };
    return { ...body, status: response.status, headers: response.headers };
  }

  const send = <E extends Endpoint>(endpoint: E, input: Parts<E> = {}, token?: string) =>
    sendUnchecked(endpoint, { ...input, params: { ...input.params } }, token);

  /** A caller whose token exists by the time of the call. */
  const callerBy = (token: () => string | undefined) =>
    Object.assign(<E extends Endpoint>(endpoint: E, input: Parts<E> = {}) => send(endpoint, input, token()), {
      unchecked: <E extends Endpoint>(endpoint: E, input: UncheckedInput) => sendUnchecked(endpoint, input, token()),
      /** A file as it is answered. */
      file: (endpoint: Endpoint, input: UncheckedInput = {}) => request(endpoint, input, token()),
    });

  return {
    app,
    services,
    tokenOf,
    send,
    callerBy,
    /** A caller bound to one user. */
    async as(userId: number) {
      const token = await tokenOf(userId);
      return callerBy(() => token);
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
