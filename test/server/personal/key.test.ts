import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { tracking } from "~/contract/customer/tracking";
import type { Endpoint } from "~/contract/endpoint";
import { isForKeys, isReachableByKey } from "~/contract/key-reach";
import { type Permission, permissions } from "~/contract/permissions";
import { key } from "~/contract/personal/key";
import { user } from "~/contract/personal/user";
import { managedKey } from "~/contract/system/key";
import { staff } from "~/contract/system/staff";
import { target } from "~/contract/system/target";
import { apiCall, apiKey, role, userRole, user as userTable } from "~/server/database/tables/system/system";
import { hashPassword } from "~/server/identity/password-rule";
import { logCleanup } from "~/server/jobs/system/log-cleanup";
import { served } from "~/server/resources/areas";
import { desk } from "~/test/support/desk";
import { makeCustomer, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";

const { db, api, admin, asAdmin, sales, asSales, logLines, whoMay } = desk({
  admin: { role: "super_admin", name: "郑主管" },
  sales: { role: "sales", name: "林顾问" },
});

const password = "Xinfang-2026-desk";
let hash: string | undefined;
beforeEach(async () => {
  api.setClock(testNow);
  hash ??= await hashPassword(password);
  await db.update(userTable).set({ password_hash: hash });
});

const reading: Permission[] = ["customer:info:view", "customer:pool:view", "customer:tracking:view"];
const facts = { name: "报表脚本", expires_days: 5, may_write: false, permissions: reading, password };
const create = (more: object = {}, as = asSales) => as.unchecked(key.create, { body: { ...facts, ...more } });
async function make(more: object = {}, as = asSales) {
  const { data } = await create(more, as);
  return { ...data, asKey: api.callerBy(() => data.secret) };
}
const days = (n: number) => new Date(testNow.getTime() + n * 86_400_000);
const list = async () => (await asSales(key.list)).data;

describe("making a key", () => {
  test("it is shown once and kept as a hash", async () => {
    const { secret, id } = await make();
    expect(secret).toMatch(/^xf_[\w-]{43}$/);
    expect(await list()).toMatchObject([
      { id, name: "报表脚本", hint: secret.slice(-4), state: "living", may_write: false, last_used_at: null },
    ]);
    const kept = JSON.stringify([await db.select().from(apiKey), await logLines(), await list()]);
    expect(kept).not.toContain(secret.slice(3, 30));
    expect((await logLines()).at(-1)).toMatchObject({
      ...{ module: "personal", action: "create", target_type: "key", target_name: "报表脚本" },
      summary: "新增密钥：报表脚本，只读，权限3项，有效5天",
    });
  });

  test("the password is asked, and wrong ones are counted", async () => {
    expect((await create({ password: "wrong" })).code).toBe(40105);
    expect((await logLines()).at(-1)).toMatchObject({ summary: "新增密钥失败：原密码错误", result: "failed" });
    for (let n = 0; n < 4; n++) await create({ password: "wrong" });
    expect((await create()).code).toBe(40302);
    expect(await list()).toEqual([]);
  });

  test.each([
    ["permissions", { permissions: ["customer:info:assign"] }],
    ["permissions", { permissions: ["customer:phone:view"] }],
    ["permissions", { permissions: [] }],
    ["expires_days", { expires_days: 366 }],
    ["expires_days", { expires_days: 0 }],
    ["name", { name: " " }],
  ])("refused at %s", async (field, more) => {
    expect(await create(more)).toMatchObject(refusedAt(field));
  });

  test("ten living ones, each with a name of its own", async () => {
    await make();
    expect((await create()).code).toBe(40900);
    for (let n = 2; n <= 10; n++) await make({ name: `脚本${n}`, expires_days: n });
    expect(await create({ name: "脚本11" })).toMatchObject({ code: 40902, message: /10个/ });
    api.setClock(days(2));
    expect((await create({ name: "脚本11" })).code).toBe(200);
  });
});

describe("what a key does", () => {
  test("it reads as its owner, and no further than was chosen", async () => {
    const { id } = await makeCustomer(db, { owner_id: sales.id });
    const theirs = await makeCustomer(db, { owner_id: admin.id });
    const { asKey } = await make();
    const [mine, shown] = [await asSales(customer.list), await asKey(customer.list)];
    // What one can do with them is less.
    const read = ({ data }: typeof mine) => data.list.map(({ can: _, ...facts }) => facts);
    expect(read(shown)).toEqual(read(mine));
    expect(shown.data.list).toMatchObject([{ id, can: { view: true, edit: false, lock: false } }]);
    expect(shown.headers.get("authorization")).toBeNull();
    expect((await asKey(customer.get, { params: { id: theirs.id } })).code).toBe(
      (await asSales(customer.get, { params: { id: theirs.id } })).code,
    );
    expect((await asKey(user.profile)).data.permissions.sort()).toEqual([...reading].sort());
    const { asKey: narrow } = await make({ name: "跟进", permissions: ["customer:tracking:view"] });
    expect((await narrow(customer.get, { params: { id } })).code).toBe(40300);
  });

  test("it writes only where that was chosen, and the log names it", async () => {
    const { id } = await makeCustomer(db, { owner_id: sales.id });
    const wanted: Permission[] = [...reading, "customer:tracking:create", "customer:info:lock"];
    const [reader, writer] = [
      await make({ permissions: wanted }),
      await make({ name: "写", permissions: wanted, may_write: true }),
    ];
    expect((await reader.asKey(customer.lock, { params: { id } })).code).toBe(40300);
    expect((await logLines()).at(-1)).toMatchObject({
      ...{ user_id: sales.id, result: "failed", target_type: "key", target_id: reader.id },
      summary: `调用被拒绝：锁定客户，没有操作权限（密钥“报表脚本”，编号${reader.id}）`,
    });
    expect((await writer.asKey(customer.lock, { params: { id } })).code).toBe(200);
    expect((await logLines()).at(-1)).toMatchObject({
      ...{ user_id: sales.id, target_type: "customer", target_id: id },
      summary: expect.stringMatching(new RegExp(`（密钥“写”，编号${writer.id}）$`)),
    });
  });

  test("it loses what its owner loses, at the next call", async () => {
    const { asKey } = await make();
    expect((await asKey(customer.list)).code).toBe(200);
    await db.delete(userRole).where(eq(userRole.user_id, sales.id));
    expect((await asKey(customer.list)).code).toBe(40300);
    const [finance] = await db.select().from(role).where(eq(role.code, "finance"));
    await db.insert(userRole).values({ user_id: sales.id, role_id: finance?.id ?? 0 });
    const shown = (await asKey(user.profile)).data.permissions;
    for (const code of shown) expect(reading).toContain(code);
  });
});

describe("the end of a key", () => {
  const ends: [string, (id: number) => Promise<unknown>][] = [
    ["its owner revokes it", (id) => asSales(key.remove, { params: { id } })],
    ["an administrator revokes it", (id) => asAdmin(managedKey.remove, { params: { id } })],
    ["it expires", async () => api.setClock(days(5))],
    ["other devices are signed out", () => asSales(user.endOtherSessions)],
    ["its owner is disabled", () => asAdmin(staff.disable, { params: { id: sales.id } })],
    ["its owner is signed out by force", () => asAdmin(staff.kick, { params: { id: sales.id } })],
    [
      "the password is reset",
      () => asAdmin(staff.resetPassword, { params: { id: sales.id }, body: { password: null } }),
    ],
    [
      "the password is changed",
      () => asSales(user.changePassword, { body: { old_password: password, new_password: "Another-2026-desk" } }),
    ],
    [
      "its owner leaves",
      () => asAdmin(staff.handover, { params: { id: sales.id }, body: { to: "pool", target_user_id: null } }),
    ],
  ];
  test.each(ends)("%s", async (_, end) => {
    const { id, asKey } = await make();
    expect((await asKey(customer.list)).code).toBe(200);
    await end(id);
    const refused = await asKey(customer.list);
    expect([refused.status, refused.code]).toEqual([401, 40100]);
    expect((await logLines()).at(-1)).toMatchObject({
      ...{ user_id: sales.id, result: "failed", target_type: "key", target_id: id },
      summary: `调用被拒绝：${customer.list.summary}，密钥已失效（密钥“报表脚本”，编号${id}）`,
    });
    const before = (await logLines()).length;
    await asKey(customer.list);
    expect(await logLines()).toHaveLength(before);
    expect((await asAdmin(managedKey.days, { query: { key_id: id, result: ["refused"] } })).data.list).toMatchObject([
      { code: 40100, count: 2 },
    ]);
  });

  test("enabled again, its owner makes a new one", async () => {
    const { asKey } = await make();
    await asAdmin(staff.disable, { params: { id: sales.id } });
    await asAdmin(staff.enable, { params: { id: sales.id } });
    expect((await asKey(customer.list)).code).toBe(40100);
  });

  test("nobody ends another's, and none twice", async () => {
    const { id } = await make();
    expect((await asAdmin(key.remove, { params: { id } })).code).toBe(40400);
    expect((await asAdmin(key.calls, { params: { id } })).code).toBe(40400);
    expect((await asSales(key.remove, { params: { id } })).code).toBe(200);
    expect((await asSales(key.remove, { params: { id } })).code).toBe(40902);
    expect((await logLines()).at(-1)).toMatchObject({ action: "delete", summary: "撤销密钥：报表脚本" });
  });

  test("a key that does not exist is nobody", async () => {
    for (const secret of ["xf_", `xf_${"a".repeat(43)}`])
      expect((await api.send(user.profile, {}, secret)).code).toBe(40100);
  });
});

describe("calls", () => {
  test("are counted per key, tool, day and result; the last fifty are kept", async () => {
    const { id, asKey } = await make();
    for (let n = 0; n < 3; n++) await asKey(customer.list);
    await asKey(customer.assign, { params: { id: 1 }, body: { user_id: 1 } });
    await asKey.unchecked(customer.list, { query: { page_size: 7 } });
    api.setClock(days(1));
    for (let n = 0; n < 50; n++) await asKey(tracking.list);
    const { last, days: counted } = (await asSales(key.calls, { params: { id } })).data;
    expect(last).toHaveLength(50);
    expect(last.every(({ tool, code }) => tool === tracking.list.line && code === 200)).toBe(true);
    expect(await db.$count(apiCall)).toBe(50);
    expect(counted.map(({ day, tool, code, count }) => [day, tool, code, count])).toEqual([
      ["2026-11-21", tracking.list.line, 200, 50],
      ["2026-11-20", customer.list.line, 200, 3],
      ["2026-11-20", customer.assign.line, 40300, 1],
      ["2026-11-20", customer.list.line, 42200, 1],
    ]);
    expect((await list())[0]?.last_used_at).toBe("2026-11-21T12:00:00.000+08:00");
    const managed = await asAdmin(managedKey.days, { query: { day_to: "2026-11-20", result: ["done"] } });
    expect(managed.data.list).toMatchObject([
      {
        count: 3,
        title: customer.list.summary,
        key: { id, name: "报表脚本" },
        owner: { id: sales.id, name: "林顾问" },
      },
    ]);
  });

  test("and keys that are over go after ninety days", async () => {
    const { asKey } = await make();
    await asKey(customer.list);
    const run = (at: Date) => logCleanup.run({ services: api.services, at, signal: new AbortController().signal });
    await run(days(94));
    expect(await db.$count(apiKey)).toBe(1);
    await run(days(96));
    expect([await db.$count(apiKey), await db.$count(apiCall)]).toEqual([0, 0]);
  });
});

describe("a key of somebody who may do everything", () => {
  const all = permissions.filter(isForKeys);
  const told = ({ method, path }: Endpoint) => `${method} ${path}`;
  /** Ways to what a key never does, by their addresses and what they do, by hand (domain A.2.2). */
  const isShut = ({ method, path }: Endpoint) =>
    (/^\/api\/(auth|system|upload|download)\//.test(path) && path !== target.list.path) ||
    /^\/api\/user\/(key|password|binding|sessions|login-log|events|editing|menus)/.test(path) ||
    /\/(export|import|phone|bank|force|merge)(\/|$)/.test(path) ||
    /^\/api\/(deal\/billing|clue\/statement|agent\/account)/.test(path) ||
    method === "DELETE";
  const closed = served
    .map(({ endpoint }) => endpoint)
    .filter((one) => one.permission !== "public" && !isReachableByKey(one));

  test("has no code of the system, of money, of taking out, destroying or revealing", () => {
    expect(permissions.filter((code) => !isForKeys(code)).filter((code) => !/^system:/.test(code))).toEqual([
      "dashboard:target:manage",
      "agent:account:manage",
      "agent:unregister:audit",
      "inquiry:inquiry:export",
      "customer:info:delete",
      "customer:info:export",
      "customer:recycle:destroy",
      "customer:phone:view",
      "customer:tracking:delete",
      "customer:tracking:export",
      "customer:unregister:audit",
      "deal:deal:review",
      "deal:deal:cancel",
      "deal:deal:export",
      "deal:billing:view",
      "deal:billing:create",
      "deal:billing:confirm",
      "deal:commission:view",
      "clue:clue:export",
      "clue:statement:view",
      "clue:statement:create",
      "clue:statement:send",
      "clue:statement:confirm",
      "clue:statement:pay",
      "clue:statement:void",
      "content:media:destroy",
    ]);
  });

  test("reaches none of what is shut", async () => {
    const { secret } = await make({ permissions: all, may_write: true }, asAdmin);
    const wrong: string[] = [];
    for (const one of closed) if ((await codeOf(one, secret)) !== 40300) wrong.push(told(one));
    expect(wrong).toEqual([]);
    const open = served
      .map(({ endpoint }) => endpoint)
      .filter((one) => one.permission !== "public" && isReachableByKey(one) && isShut(one));
    expect(open.map(told)).toEqual([]);
  });

  test("is answered elsewhere what its owner is, and never what only the owner may", async () => {
    const { secret } = await make({ permissions: all, may_write: true }, asAdmin);
    const token = await api.tokenOf(admin.id);
    const differs: string[] = [];
    for (const { endpoint, changes } of served) {
      // A write would be done by the first, and found done by the second.
      if (endpoint.permission === "public" || changes || !isReachableByKey(endpoint)) continue;
      const [own, byKey] = [await answerOf(endpoint, token), await answerOf(endpoint, secret)];
      if (own !== byKey) differs.push(endpoint.line);
    }
    // They say what the caller may, or have figures of money.
    expect(differs.sort()).toEqual(["GET /api/figures/dashboard", "GET /api/figures/trend/agent", user.profile.line]);
  });

  test("reads alone where nothing else was chosen: it changes nothing anywhere", async () => {
    const { secret } = await make({ permissions: all }, asAdmin);
    const wrong: string[] = [];
    for (const { endpoint, changes } of served)
      if (endpoint.permission !== "public" && changes && (await codeOf(endpoint, secret)) !== 40300)
        wrong.push(told(endpoint));
    expect(wrong).toEqual([]);
  });

  async function responseOf({ method, path, select }: Endpoint, token: string) {
    const filled = path.replace(/\{(?:id|\w+_id)\}/g, "999999999").replace(/\{\w+\}/g, "none");
    const body = select ? { action: select.toString().includes("action") ? "none" : "" } : {};
    return api.app.request(`http://test.local${filled}`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
    });
  }
  const answerOf = async (one: Endpoint, token: string) => (await responseOf(one, token)).text();
  const codeOf = async (one: Endpoint, token: string) => JSON.parse(await answerOf(one, token)).code;
});

whoMay({ ...key }, { all: "any" });
whoMay({ ...managedKey }, { all: "SA" });
