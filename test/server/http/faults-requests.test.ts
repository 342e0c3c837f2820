import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { customer } from "~/contract/customer/customer";
import { pathOf } from "~/contract/endpoint";
import { upload } from "~/contract/shared/upload";
import { insertRows } from "~/server/database/insert-rows";
import { customer as customerTable } from "~/server/database/tables/customer/customer";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeCustomer, makeUser, testNow } from "~/test/support/factories";
import { listening } from "~/test/support/listening";
import { patience } from "~/test/support/patience";

const { db, pool } = testDatabase();
const api = testApi(db, { now: testNow });
const { server, portOf, urlOf } = listening(api.app.fetch);
let token = "";
beforeAll(async () => {
  await resetDatabase(db);
  token = await api.tokenOf((await makeUser(db, { role: "super_admin" })).id);
});

interface Said {
  status: number;
  /** Of the envelope. */
  code: unknown;
  message: unknown;
  data: unknown;
}

/** What comes back for these very bytes, up to the end of the connection. */
async function say(...parts: (string | Uint8Array)[]): Promise<Said> {
  const socket = connect(portOf(), "127.0.0.1");
  let heard = "";
  socket.setEncoding("utf8").on("data", (text) => {
    heard += text;
  });
  socket.on("error", () => undefined);
  for (const part of parts) {
    if (socket.destroyed) break;
    if (!socket.write(part)) await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => undefined);
  }
  if (!socket.closed) await once(socket, "close");
  const [head = "", body = ""] = heard.split(/\r\n\r\n/, 2);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  return { status, ...JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? "{}") };
}

const signedIn = () => `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`;

/** Sends a body to where customers are created. */
function post(
  body: string | Uint8Array,
  headers = "Content-Type: application/json\r\n",
  path = pathOf(customer.create),
) {
  return say(
    `POST ${path} HTTP/1.1\r\n${signedIn()}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
    body,
  );
}

const tooLarge = { status: 413, code: 41300, message: "文件超过1MB" };
const malformed = { status: 400, code: 40000, message: "请求格式错误" };
const invalid = { status: 422, code: 42200 };

test("a body of 10 MB is 41300, and the connection does not hang", async () => {
  expect(await post("x".repeat(10_000_000))).toMatchObject(tooLarge);
});

test("so it is to a proxy that hears nothing before it has sent all", async () => {
  const body = "x".repeat(10_000_000);
  const socket = connect(portOf(), "127.0.0.1");
  const head = `POST ${pathOf(customer.create)} HTTP/1.1\r\n${signedIn()}Content-Length: ${body.length}\r\n\r\n`;
  await new Promise<void>((sent, failed) => {
    socket.once("error", failed);
    socket.write(head + body, () => sent());
  });
  let heard = "";
  for await (const part of socket.setEncoding("utf8")) heard += part;
  expect(heard).toContain(tooLarge.message);
});

test("so is one that does not say its length, and it is not kept in memory", async () => {
  const chunk = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
  const before = process.memoryUsage().rss;
  const chunks = Array.from({ length: 500 }, () => chunk);
  const said = await say(
    `POST ${pathOf(customer.create)} HTTP/1.1\r\n${signedIn()}Transfer-Encoding: chunked\r\n\r\n`,
    ...chunks,
  );
  expect(said).toMatchObject(tooLarge);
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

test.each([
  ["cut off", '{"name":"陈'],
  ["of 100,000 brackets", "[".repeat(100_000)],
  ["of 100,000 closed brackets", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["an array", '[{"name":"陈海"}]'],
  ["a text", '"name"'],
  ["a number", "1e999"],
  ["null", "null"],
  ["in UTF-16", Buffer.from('{"name":"陈海"}', "utf16le")],
  ["in Latin-1 with a wrong byte inside a key", Buffer.from([0x7b, 0xff, 0x22, 0x7d])],
  ["a form", "name=%E9%99%88&phone=138"],
  ["NUL", "\0"],
])("a body that is %s is 40000", async (_name, body) => {
  expect(await post(body)).toMatchObject(malformed);
});

test.each([
  ["nested 50,000 deep within a field", `{"name":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`],
  ["nested 100,000 deep within a list", `{"tags":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
  ["with __proto__", '{"__proto__":{"name":"陈海","phone":"13812345678"}}'],
  ["with constructor", '{"constructor":{"prototype":{"name":"陈海"}},"name":{"toString":1}}'],
  ["with a number beyond all", '{"name":"陈海","phone_cc":"86","phone":"13812345678","birth_year":1e400}'],
  [
    "with a whole number beyond all",
    '{"name":"陈海","phone_cc":"86","phone":"13812345678","district_id":9007199254740993}',
  ],
  ["with NUL characters", '{"name":"陈\\u0000海","phone_cc":"86","phone":"13812345678"}'],
  ["with half a surrogate", '{"name":"陈\\ud800","phone_cc":"86","phone":"138\\udc00"}'],
  ["with lists for texts", '{"name":["陈海"],"phone":["13812345678"],"source":{}}'],
  ["with a list as long as it may be", `{"name":"陈海","tags":[${Array(60_000).fill('"a"').join()}]}`],
])("a body %s is 42200", async (_name, body) => {
  expect(await post(body)).toMatchObject(invalid);
});

test("a text that is not UTF-8 is 40000 instead of being kept as question marks", async () => {
  const gbk = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xb3, 0xc2, 0xba, 0xa3]), Buffer.from('"}')]);
  expect(await post(gbk, "Content-Type: application/json; charset=gbk\r\n")).toMatchObject(malformed);
});

test("of a key that stands twice the last one counts", async () => {
  const body = '{"scene":"avatar","filename":"a.png","size":1,"mime":"image/png","size":999999999}';
  expect(await post(body, undefined, pathOf(upload.token))).toMatchObject({ status: 413, code: 41300 });
});

test.each(["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/xml", "nonsense", ""])(
  "a body of the type %j is read as JSON or refused",
  async (type) => {
    expect(await post("--x\r\n", `Content-Type: ${type}\r\n`)).toMatchObject(malformed);
    expect(await post("{}", `Content-Type: ${type}\r\n`)).toMatchObject(invalid);
  },
);

const list = pathOf(customer.list);
/** A request without a body, by its first line. */
const ask = (line: string, headers = "") => say(`${line} HTTP/1.1\r\n${signedIn()}${headers}\r\n`);

test.each(["TRACE", "OPTIONS", "PROPFIND", "PURGE", "DELETE", "PATCH"])("%s on a list is 40400", async (verb) => {
  expect(await ask(`${verb} ${list}`)).toMatchObject({ status: 404, code: 40400 });
});

test.each([
  ["a verb that nobody knows", "BREW /api/customer/pool"],
  ["a backslash in its path", "GET /api\\customer"],
  ["a space in its path", "GET /api/customer information"],
  ["a control character in its path", "GET /api/\u0001"],
])("%s is 40000", async (_name, line) => {
  expect(await ask(line)).toMatchObject(malformed);
});

test("headers beyond all limits are refused in the envelope", async () => {
  expect(await ask(`GET ${list}`, `X-Long: ${"x".repeat(20_000)}\r\n`)).toMatchObject({ ...malformed, status: 431 });
  expect(await ask(`GET ${list}?keyword=${"x".repeat(17_000)}`)).toMatchObject({ ...malformed, status: 431 });
  expect(await say("GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n")).toMatchObject(malformed);
  expect(await say("\0\u0001\u0002\r\n\r\n")).toMatchObject(malformed);
});

test("an address of 8,000 characters is answered", async () => {
  expect(await ask(`GET ${list}?keyword=${"x".repeat(8_000)}`)).toMatchObject(invalid);
  expect(await ask(`GET /api/${"x".repeat(8_000)}`)).toMatchObject({ status: 404, code: 40400 });
});

const garbage = "% %zz %00 %c0%af %E9%99 ..%2f..%2fetc%2fpasswd 1%00 999999999999999 -1 1e3 １ 1x";
test.each(garbage.split(" "))("%s where a row's number stands is 40400", async (garbage) => {
  expect(await ask(`GET /api/customer/information/${encodeURI(garbage).replaceAll("%25", "%")}`)).toMatchObject({
    status: 404,
    code: 40400,
  });
});

test.each(["%", "%zz", "%00", "%E9%99", "%c0%af", "%F0%9F"])("%s in a query is answered", async (garbage) => {
  const { status } = await ask(`GET ${list}?keyword=${garbage}&level=${garbage}&page=${garbage}`);
  expect([200, 422]).toContain(status);
});

test("a body on a GET does no harm", async () => {
  expect(await ask(`GET ${list}`, `Content-Length: 2\r\n\r\n{}`)).toMatchObject({ status: 200, code: 200 });
});

test("a caller who goes away in the middle of his body or his answer leaves no trace in the log", async () => {
  const heads = ['Content-Length: 1000\r\n\r\n{"name":', 'Transfer-Encoding: chunked\r\n\r\n8\r\n{"name":\r\n'];
  for (const head of heads) {
    const socket = connect(portOf(), "127.0.0.1");
    const arrived = once(server, "request");
    socket.write(`POST ${pathOf(customer.create)} HTTP/1.1\r\n${signedIn()}${head}`);
    const [, response] = await arrived;
    socket.destroy();
    await once(response, "close");
  }
  // What it would log comes before this answer.
  expect(await ask(`GET ${list}`)).toMatchObject({ status: 200 });
});

test("a caller who goes away during an export ends it", async () => {
  await makeManyCustomers(6_000);
  const path = `${pathOf(customer.exportPool)}?reason=report`;
  const asked = vi.spyOn(pool, "query");
  const file = await fetch(urlOf() + path, { headers: { authorization: `Bearer ${token}` } });
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
  const whole = asked.mock.calls.length;
  asked.mockClear();
  const socket = connect(portOf(), "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\n${signedIn()}\r\n`);
  await once(socket, "data");
  socket.destroy();
  let seen = 0;
  await vi.waitFor(() => {
    const before = seen;
    seen = asked.mock.calls.length;
    expect(seen).toBe(before);
  }, patience);
  expect(seen).toBeLessThan(whole);
  expect(await ask(`GET ${list}`)).toMatchObject({ status: 200 });
});

async function makeManyCustomers(count: number): Promise<void> {
  const { id: _id, customer_no: _no, ...one } = await makeCustomer(db);
  const rows = Array.from({ length: count }, (_, index) => ({ ...one, customer_no: `KH${index}` }));
  await insertRows(db, customerTable, rows);
}

test("whoever is slow is not waited for without end", () => {
  expect(server.headersTimeout).toBeLessThanOrEqual(30_000);
  expect(server.requestTimeout).toBeGreaterThan(0);
  expect(server.requestTimeout).toBeLessThanOrEqual(3_600_000);
  expect(server.timeout).toBeGreaterThan(30_000);
  expect(server.timeout).toBeLessThanOrEqual(300_000);
});

describe("a body that comes a byte at a time", () => {
  const impatient = listening(api.app.fetch, 50);

  /** A connection over which a POST has begun: its head, and as much of the body as is given. */
  function begin(path: string, header: string, length: number, first: string) {
    const socket = connect(impatient.portOf(), "127.0.0.1");
    socket.on("error", () => undefined);
    const type = "Content-Type: application/json\r\n";
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${header}${type}Content-Length: ${length}\r\n\r\n${first}`);
    return socket;
  }

  test.each([
    ["without a token", "/api/auth/login", ""],
    ["with a token that is none", pathOf(customer.create), "Authorization: Bearer guessed\r\n"],
  ])("%s holds its connection no longer than the limit", async (_, path, header) => {
    const socket = begin(path, header, 99, "{");
    socket.resume();
    await once(socket, "close");
    expect(socket.bytesWritten).toBeGreaterThan(0);
  });

  test("with a right token is waited for", async () => {
    const body = JSON.stringify({ name: "王先生", phone: "13800001234" });
    const header = `Authorization: Bearer ${token}\r\nConnection: close\r\n`;
    const mine = begin(pathOf(customer.create), header, Buffer.byteLength(body), body.slice(0, 5));
    const stranger = begin("/api/auth/login", "", 99, "{");
    await once(stranger, "close");
    mine.write(body.slice(5));
    const [answer] = await once(mine, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 (200|422)/);
    await once(mine, "close");
  });
});
