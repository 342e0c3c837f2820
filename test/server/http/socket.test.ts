import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { pathOf } from "~/contract/endpoint";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeUser, testNow } from "~/test/support/factories";
import { listening } from "~/test/support/listening";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const { portOf } = listening(api.app.fetch);
const tokens = { admin: "", nobody: "" };

beforeAll(async () => {
  await resetDatabase(db);
  tokens.admin = await api.tokenOf((await makeUser(db, { role: "super_admin" })).id);
  tokens.nobody = await api.tokenOf((await makeUser(db, { permissions: [] })).id);
});

interface Asked {
  method?: string;
  as?: keyof typeof tokens;
  body?: string;
  headers?: Record<string, string>;
  agent?: Agent;
}

/** A request over a connection, as a browser or a proxy sends it. */
async function ask(path: string, { method = "GET", as, body, headers = {}, agent }: Asked = {}) {
  const outgoing = request({
    ...{ host: "127.0.0.1", port: portOf(), path, method, agent },
    headers: { ...(as ? { authorization: `Bearer ${tokens[as]}` } : {}), ...headers },
  });
  // A body that is not read to its end ends in an error, after the answer.
  outgoing.on("error", () => undefined);
  outgoing.end(body);
  const [response]: IncomingMessage[] = await once(outgoing, "response");
  return { status: response?.statusCode, headers: response?.headers ?? {}, text: response ? await text(response) : "" };
}

function expectGuarded(headers: IncomingHttpHeaders): void {
  expect(headers["strict-transport-security"]).toMatch(/^max-age=\d{7,}/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  // A preview is in a frame of the desk.
  expect(headers["x-frame-options"]).toMatch(/^(DENY|SAMEORIGIN)$/);
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["content-security-policy"]).toBeTruthy();
  expect(headers["cache-control"]).toBeTruthy();
}

const list = pathOf(customer.list);

test.each<[status: number, path: string, asked: Asked]>([
  [200, "/healthz", {}],
  [200, "/readyz", {}],
  [200, "/api/openapi.json", { as: "admin" }],
  [200, "/api/docs", {}],
  [200, list, { as: "admin" }],
  [200, "/api/public/config", {}],
  [400, "/api/auth/login", { method: "POST", body: "{" }],
  [400, "/api\\customer", {}],
  [401, list, {}],
  [401, "/api/openapi.json", {}],
  [403, list, { as: "nobody" }],
  [404, "/api/nothing", {}],
  [404, "/crm/nothing", {}],
  [404, "/nothing", {}],
  [404, "/p/nothing", {}],
  [404, "/s/nothing", {}],
  [404, "/api/public/article/nothing", {}],
  [404, "/api/customer/information/999999", { as: "admin" }],
  [413, "/api/auth/login", { method: "POST", body: "x".repeat(2_000_000) }],
  [422, "/api/auth/login", { method: "POST", body: "{}" }],
  [422, `${list}?page=x`, { as: "admin" }],
  [431, list, { headers: { "x-long": "x".repeat(20_000) } }],
])("%i from %s carries the headers that keep a page safe, compressed or not", async (status, path, asked) => {
  for (const encoding of ["identity", "gzip"]) {
    const headers = { ...asked.headers, "accept-encoding": encoding };
    const answer = await ask(path, { ...asked, headers });
    expect(answer.status).toBe(status);
    expectGuarded(answer.headers);
    // A kept answer is sent again without being made.
    if (path.startsWith("/api/public/")) expect(answer.headers["access-control-allow-origin"]).toBe("*");
  }
});

test("what is no HTTP at all is refused with them too", async () => {
  const socket = connect(portOf(), "127.0.0.1");
  socket.end("nonsense\r\n\r\n");
  const heard = await text(socket);
  for (const name of ["strict-transport-security", "x-content-type-options", "content-security-policy"])
    expect(heard).toContain(`\r\n${name}: `);
});

test.each<[what: string, path: string, asked: Asked]>([
  ["too long a body", "/api/auth/login", {}],
  ["a long body of a stranger", pathOf(customer.create), {}],
  ["a long body to nowhere", "/api/nothing", {}],
])(
  "an answer to %s says that the connection ends, and the next request gets one that works",
  async (_, path, asked) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const refused = await ask(path, { ...asked, method: "POST", body: "x".repeat(5_000_000), agent });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.headers.connection).toBe("close");
    for (let n = 0; n < 3; n++) expect(await ask("/healthz", { agent })).toMatchObject({ status: 200, text: "ok" });
    agent.destroy();
  },
);

test("an answer to a request that was read keeps its connection", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const refused = await ask("/api/auth/login", { method: "POST", body: "{}", agent });
  expect(refused.headers.connection).toBe("keep-alive");
  agent.destroy();
});
