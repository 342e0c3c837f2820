import { gunzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { signToken, tokenReader } from "~/server/identity/token";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeCustomer, makeUser, testNow } from "~/test/support/factories";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
let token = "";

beforeAll(async () => {
  await resetDatabase(db);
  token = await api.tokenOf((await makeUser(db)).id);
  for (let n = 0; n < 10; n++) await makeCustomer(db);
});

const get = (path: string, encoding: string) =>
  api.app.request(path, { headers: { authorization: `Bearer ${token}`, "accept-encoding": encoding } });
const list = "/crm/customer/information";
const short = "/api/user/view?list=customer-pool";

it("compresses a long reply for those who read gzip", async () => {
  const response = await get(list, "gzip, deflate, br");
  expect(response.headers.get("content-encoding")).toBe("gzip");
  expect(response.headers.get("vary")).toBe("Accept-Encoding");
  expect(response.headers.get("content-type")).toBe("application/json");
  const body = JSON.parse(gunzipSync(Buffer.from(await response.arrayBuffer())).toString());
  expect(body).toMatchObject({ code: 200, message: "success", data: { total: 10 } });
});

it.each(["", "identity", "gzip;q=0, identity"])("leaves a long reply as it is for %j", async (encoding) => {
  const response = await get(list, encoding);
  expect(response.headers.has("content-encoding")).toBe(false);
  expect((await response.json()).data.list).toHaveLength(10);
});

it("sends a short reply with its length, uncompressed", async () => {
  const response = await get(short, "gzip");
  const bytes = await response.arrayBuffer();
  expect(response.headers.has("content-encoding")).toBe(false);
  expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
  expect(response.headers.get("x-request-id")).toMatch(/^[\w-]{8,}$/);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

it("reads a token of ours until its end, also one that it has read before", async () => {
  const read = tokenReader("a secret of thirty-two bytes or more, for tests");
  const claims = { userId: 7, sessionId: "one", name: "王伟" };
  const mine = await signToken("a secret of thirty-two bytes or more, for tests", claims, 60, testNow);
  const foreign = await signToken("another secret of thirty-two bytes or more", claims, 60, testNow);
  const after = (seconds: number) => new Date(testNow.getTime() + seconds * 1000);
  expect(await read(mine, testNow)).toMatchObject(claims);
  expect(await read(mine, after(59))).toMatchObject(claims);
  expect(await read(mine, after(60))).toBeUndefined();
  expect(await read(foreign, testNow)).toBeUndefined();
  expect(await read(`${mine.slice(0, -2)}xx`, testNow)).toBeUndefined();
});
