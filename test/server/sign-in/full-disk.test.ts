import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { user } from "~/contract/personal/user";
import { auth } from "~/contract/sign-in/auth";
import { loginLog, operationLog, session, user as userTable } from "~/server/database/tables/system/system";
import { writeSignIns } from "~/server/identity/full-disk";
import { hashPassword } from "~/server/identity/password-rule";
import { served } from "~/server/resources/areas";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeCustomer, makeUser, testNow } from "~/test/support/factories";

const { db, pool } = testDatabase();
let isReadOnly = false;
// Its one connection may be replaced.
pool.on("connect", (client) => {
  if (isReadOnly) void client.query("set default_transaction_read_only = on");
});
const password = "Right-horse-9";
const password_hash = await hashPassword(password);
const noRoom = { status: 503, code: 50301 };

/** A server of its own for each test: what it remembers is its process's. */
let api: ReturnType<typeof testApi>;
const apis = Array.from({ length: 12 }, () => testApi(db, { now: testNow }));
let boss: Awaited<ReturnType<typeof makeUser>>;

async function letWrite(): Promise<void> {
  isReadOnly = false;
  await db.execute(sql`set default_transaction_read_only = off`);
}
/** Nothing can be written, and the guard says so: as `pglite-thread.ts` does. */
async function fillDisk(): Promise<void> {
  isReadOnly = true;
  await db.execute(sql`set default_transaction_read_only = on`);
  api.services.isDiskFull = () => true;
}
async function makeRoom(): Promise<void> {
  await letWrite();
  api.services.isDiskFull = () => false;
}
const login = (email: string, given = password) => api.send(auth.login, { body: { email, password: given } });

beforeEach(async () => {
  api = apis.pop() ?? expect.fail();
  await resetDatabase(db);
  boss = await makeUser(db, { role: "super_admin", password_hash });
});
afterEach(makeRoom);

test("a super administrator gets fifteen minutes of reads, which need no write; the log has it once there is room", async () => {
  await makeCustomer(db);
  await fillDisk();
  const { data, code } = await login(boss.email);
  expect([code, data.expires_in]).toEqual([200, 900]);
  const token = data.access_token;
  expect(await api.send(user.profile, {}, token)).toMatchObject({ code: 200, data: { id: boss.id } });
  expect(await api.send(customer.pool, {}, token)).toMatchObject({ code: 200, data: { total: 1 } });

  api.setClock(new Date(testNow.getTime() + 899_000));
  expect((await api.send(user.profile, {}, token)).code).toBe(200);
  api.setClock(new Date(testNow.getTime() + 900_000));
  expect((await api.send(user.profile, {}, token)).code).toBe(40100);
  expect(await db.select().from(session)).toEqual([]);

  // It finds no room yet, and waits.
  await expect(writeSignIns(api.services)).rejects.toThrow();
  await makeRoom();
  await writeSignIns(api.services);
  await writeSignIns(api.services);
  expect(await db.select().from(loginLog)).toMatchObject([{ user_id: boss.id, method: "password", result: "success" }]);
  expect(await db.select().from(operationLog)).toMatchObject([
    { user_id: boss.id, action: "login", summary: expect.stringContaining("磁盘已满期间登录（15分钟，只读）") },
  ]);
});

test("nothing but reads: every other call, and what a GET would write, is refused", async () => {
  await fillDisk();
  const token = (await login(boss.email)).data.access_token;
  // Even where there was room meanwhile that the guard has not seen.
  await letWrite();
  const writing = served.filter(
    ({ endpoint, changes }) => endpoint.permission !== "public" && (endpoint.method !== "GET" || changes),
  );
  expect(writing.length).toBeGreaterThan(300);
  for (const { endpoint } of writing) {
    const response = await api.app.request(`http://test.local${endpoint.path.replace(/\{\w+\}/g, "1")}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(endpoint.method === "GET" ? {} : { body: "{}" }),
    });
    expect([endpoint.line, response.status, (await response.json()).code]).toEqual([endpoint.line, 503, 50301]);
  }
});

test("it ends with the full disk, at once", async () => {
  await fillDisk();
  const token = (await login(boss.email)).data.access_token;
  await makeRoom();
  expect((await api.send(user.profile, {}, token)).code).toBe(40100);
});

test("it is known to the node that gave it, and to no other", async () => {
  await fillDisk();
  const token = (await login(boss.email)).data.access_token;
  const other = apis[0] ?? expect.fail();
  other.services.isDiskFull = () => true;
  expect((await other.send(user.profile, {}, token)).code).toBe(40100);
});

test("nobody else gets one: other roles, the disabled, a wrong password, somebody whom nobody knows", async () => {
  const sales = await makeUser(db, { role: "sales", password_hash });
  const gone = await makeUser(db, { role: "super_admin", password_hash, status: "disabled" });
  const deleted = await makeUser(db, { role: "super_admin", password_hash, deleted_at: testNow.toISOString() });
  await fillDisk();
  expect(await login(sales.email)).toMatchObject(noRoom);
  expect((await login(gone.email)).code).toBe(40102);
  expect((await login(gone.email, "wrong")).code).toBe(40101);
  expect((await login(deleted.email)).code).toBe(40101);
  expect((await login(boss.email, "wrong")).code).toBe(40101);
  expect((await login("nobody@demo.test")).code).toBe(40101);
  await makeRoom();
  await writeSignIns(api.services);
  expect((await db.select().from(loginLog)).map(({ fail_reason }) => fail_reason)).toEqual([
    ...["disabled", "bad_password", "not_found", "bad_password", "not_found"],
  ]);
});

test("one who is disabled, or no longer an administrator, loses it", async () => {
  await fillDisk();
  const token = (await login(boss.email)).data.access_token;
  await letWrite();
  await db.update(userTable).set({ status: "disabled" });
  expect((await api.send(user.profile, {}, token)).code).toBe(40100);
});

test("tries are counted, of an account and of a household, also at once, and the right password then comes too late", async () => {
  await fillDisk();
  const codes = (await Promise.all(Array.from({ length: 9 }, () => login(boss.email, "wrong")))).map(
    ({ code }) => code,
  );
  expect(codes.filter((code) => code === 40101)).toHaveLength(5);
  expect(codes.filter((code) => code === 42900)).toHaveLength(4);
  expect((await login(boss.email)).code).toBe(42900);
  const others = await Promise.all(Array.from({ length: 30 }, (_, n) => login(`somebody${n}@demo.test`)));
  expect(others.filter(({ code }) => code === 40101)).toHaveLength(10);
});

test("a lock from before holds", async () => {
  for (let n = 0; n < 5; n++) await login(boss.email, "wrong");
  await fillDisk();
  expect((await login(boss.email)).code).toBe(40302);
});

test("with room, or without a guard, the usual way is the only one", async () => {
  expect((await login(boss.email)).data.expires_in).toBeGreaterThan(900);
  expect(await db.select().from(session)).toHaveLength(1);
});
