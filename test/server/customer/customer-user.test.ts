import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerUser } from "~/contract/customer/customer-user";
import { option } from "~/contract/shared/option";
import { blacklist } from "~/server/database/tables/customer/audience";
import { operationLog } from "~/server/database/tables/system/system";
import { logCleanup } from "~/server/jobs/system/log-cleanup";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import {
  days,
  makeBehavior,
  makeCustomer,
  makeCustomerUser,
  makeUser,
  setSetting,
  testNow,
} from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowIn, rowsIn } = rowsOf(db);
const api = testApi(db, { now: testNow });

const {
  seller,
  asService: service,
  asManager: manager,
  asSeller: sales,
} = signedIn(api, {
  service: { role: "customer_service", name: "客服" },
  manager: { role: "sales_manager", team: "一组" },
  seller: { role: "sales", team: "一组" },
});

const stored = (id: number) => rowIn("customerUser", id);
const lines = (id: number) => rowsIn("operationLog", eq(operationLog.target_id, id));
const found = async (query: object) => (await service(customerUser.list, { query })).data.list.map(({ id }) => id);
async function expectFound(cases: readonly (readonly [object, number[]])[]) {
  for (const [query, ids] of cases) expect(await found(query), JSON.stringify(query)).toEqual(ids);
}
const own = (given: object = {}) => makeCustomer(db, { owner_id: seller.id, ...given });
const detail = async (id: number, query: object = {}) =>
  (await service.unchecked(customerUser.get, { params: { id }, query })).data;
const disable = (id: number, reason: string) => service(customerUser.disable, { params: { id }, body: { reason } });
const link = (id: number, customer_id: number) => sales(customerUser.link, { params: { id }, body: { customer_id } });
const unlink = (id: number, customer_id: number) =>
  sales(customerUser.unlink, { params: { id }, body: { customer_id } });

describe("the list", () => {
  test("shows contacts masked, also to those who may do everything else", async () => {
    await makeCustomerUser(db, { nickname: "海风", phone: "13812345678", email: "lin@example.com" });
    const { data } = await service(customerUser.list);
    expect(data.list).toMatchObject([
      { name: "海风", phone: "138****5678", email: "l****@example.com", status: "normal", customer: null },
    ]);
    expect(JSON.stringify(data)).not.toContain("13812345678");
  });

  test("finds by nickname, number, whole e-mail, whole phone or its last four digits, never by parts of a phone", async () => {
    const given = { nickname: "海风", user_no: "U-2611180007", phone: "13812345678", email: "lin@example.com" };
    const { id } = await makeCustomerUser(db, given);
    await makeCustomerUser(db, { nickname: "山月", user_no: "U-2611190001" });
    const whole = ["海", "U-261118", "u-2611180007", "26111800", "LIN@example.com", "5678", "+8613812345678"];
    const parts = ["lin", "1381234", "2345678", "example.com", "_"];
    await expectFound(whole.map((keyword) => [{ keyword }, [id]] as [object, number[]]));
    await expectFound(parts.map((keyword) => [{ keyword }, []] as [object, number[]]));
  });

  test("filters by state, platform, channel, link and days", async () => {
    const registered = { register_platform: "h5", register_channel: "sem" } as const;
    const { id: old } = await makeCustomerUser(db, {
      ...{ ...registered, registered_at: "2026-10-01T23:59:00+08:00", customer_id: (await own()).id },
    });
    const { id: fresh } = await makeCustomerUser(db, {
      ...{ status: "disabled", last_active_at: "2026-11-19T00:00:00+08:00" },
    });
    await expectFound([
      [{}, [fresh, old]],
      [{ platform: ["h5"] }, [old]],
      [{ channel: ["sem", "seo"] }, [old]],
      [{ status: ["disabled"] }, [fresh]],
      [{ linked: true }, [old]],
      [{ linked: false }, [fresh]],
      [{ registered_from: "2026-10-01", registered_to: "2026-10-01" }, [old]],
      [{ active_from: "2026-11-19", active_to: "2026-11-19" }, [fresh]],
      [{ sort: "registered_at" }, [old, fresh]],
    ]);
  });

  test("tells of a linked customer out of the caller's sight only the number", async () => {
    const about = await makeCustomer(db, { name: "王伟", owner_id: (await makeUser(db)).id });
    await makeCustomerUser(db, { customer_id: about.id });
    const rowOf = async (as: As) => (await as(customerUser.list)).data.list[0]?.customer;
    expect(await rowOf(service)).toEqual({ id: about.id, name: "王伟", is_visible: true });
    expect(await rowOf(manager)).toEqual({ id: about.id, name: about.customer_no, is_visible: false });
  });

  test("marks whom the blacklist names, by number or by contact", async () => {
    const byNumber = await makeCustomerUser(db);
    const byPhone = await makeCustomerUser(db, { phone: "13812345678" });
    const past = await makeCustomerUser(db);
    await makeCustomerUser(db);
    const entry = (type: "user" | "phone", value: string, expire_at?: string) =>
      db.insert(blacklist).values({ type, value, reason: "ads", expire_at });
    await entry("user", String(byNumber.id));
    await entry("phone", "+8613812345678");
    await entry("user", String(past.id), days(-1));
    const { data } = await service(customerUser.list);
    const marked = data.list.filter((row) => row.is_blacklisted).map(({ id }) => id);
    expect(marked.sort()).toEqual([byNumber.id, byPhone.id].sort());
  });

  test("says that the manager may not disable", async () => {
    await makeCustomerUser(db);
    expect((await manager(customerUser.list)).data.list[0]?.can).toMatchObject({ disable: false, link: true });
  });
});

describe("the detail", () => {
  test("sums the behaviours up and gives the parts that are asked for", async () => {
    const { id } = await makeCustomerUser(db);
    const did = (type: string, given: object = {}) => makeBehavior(db, { customer_user_id: id, type, ...given });
    await did("view_estate", { target_type: "estate", target_id: 1, target_name: "海景苑", at: days(-3) });
    await did("view_estate", { target_type: "estate", target_id: 1, target_name: "海景苑", at: days(-2) });
    await did("view_estate", { target_type: "estate", target_id: 2, target_name: "湖心居", at: days(-1) });
    await did("search", { keyword: "东京塔楼" });
    await did("login", { ip: "203.0.113.7" });
    await makeBehavior(db, { customer_user_id: (await makeCustomerUser(db)).id, type: "login" });
    const bare = await detail(id);
    expect(bare.summary).toEqual({
      counts: { view_estate: 3, search: 1, login: 1 },
      viewed: [
        { name: "海景苑", count: 2 },
        { name: "湖心居", count: 1 },
      ],
      searched: [{ name: "东京塔楼", count: 1 }],
    });
    expect(bare.behavior).toBeUndefined();
    const full = await detail(id, { include: ["behavior", "logins"], page_size: 10, page: 1 });
    expect(full.behavior).toMatchObject({ total: 5, page_size: 10 });
    expect(full.logins).toMatchObject({ total: 1, list: [{ ip: "203.0.113.7" }] });
  });

  test("counts as a favourite what was not taken back afterwards", async () => {
    const { id } = await makeCustomerUser(db);
    for (const [type, target_id, day] of [
      ["favorite", 1, -5],
      ["favorite", 2, -4],
      ["unfavorite", 2, -3],
      ["unfavorite", 3, -5],
      ["favorite", 3, -2],
    ] as const)
      await makeBehavior(db, { customer_user_id: id, type, target_type: "estate", target_id, at: days(day) });
    const { favorites } = await detail(id, { include: ["favorites"] });
    expect(favorites).toMatchObject({ total: 2, list: [{ target_id: 3 }, { target_id: 1 }] });
  });
});

describe("disable and enable", () => {
  test("bars with a reason and lets in again, each with its line in the log", async () => {
    const { id, user_no } = await makeCustomerUser(db);
    const disabled = { status: "disabled", can: { disable: false, enable: true } };
    expect((await disable(id, "恶意刷单")).data).toMatchObject(disabled);
    expect(await stored(id)).toMatchObject({ status: "disabled", status_reason: "恶意刷单" });
    const on = await service(customerUser.enable, { params: { id }, body: { reason: "误判" } });
    expect(on.data).toMatchObject({ status: "normal" });
    expect(await stored(id)).toMatchObject({ status_reason: null });
    const changes = [{ field: "status", before: "正常", after: "已禁用" }];
    expect(await lines(id)).toMatchObject([
      { summary: `禁用注册用户${user_no}`, reason: "恶意刷单", changes },
      { summary: `启用注册用户${user_no}`, reason: "误判" },
    ]);
  });

  test("refuses what no transition leads to", async () => {
    for (const status of ["disabled", "unregistering", "unregistered"]) {
      const { id } = await makeCustomerUser(db, { status });
      expect(await disable(id, "恶意刷单")).toMatchObject({ code: 40902 });
      expect(await stored(id)).toMatchObject({ status });
    }
    for (const status of ["normal", "unregistering", "unregistered"]) {
      const { id } = await makeCustomerUser(db, { status });
      expect(await service(customerUser.enable, { params: { id } })).toMatchObject({ code: 40902 });
    }
  });

  test("needs a reason of two characters", async () => {
    const { id } = await makeCustomerUser(db);
    const errors = [{ field: "reason", label: "禁用原因" }];
    expect(await disable(id, "乱")).toMatchObject({ code: 42200, data: { errors } });
  });
});

describe("link and unlink", () => {
  test("says that a user is a customer, in both logs, and leaves source and version of the customer alone", async () => {
    const about = await own({ name: "王伟", source: "referral" });
    const params = { id: about.id };
    const { id, user_no } = await makeCustomerUser(db, { nickname: "海风", register_channel: "sem" });
    const linked = { customer: { ...params, name: "王伟" }, can: { link: false, unlink: true } };
    expect((await link(id, about.id)).data).toMatchObject(linked);
    expect(await rowIn("customer", about.id)).toMatchObject({ source: "referral", version: about.version });
    expect((await sales(customer.get, { params })).data.customer_user).toEqual({ id, name: "海风" });
    await unlink(id, about.id);
    expect(await stored(id)).toMatchObject({ customer_id: null, register_channel: "sem" });
    const name = `海风（${user_no}）`;
    expect((await sales(customer.audit, { params })).data.list).toMatchObject([
      { action: "unlink", changes: [{ label: "注册用户", before: name, after: null }] },
      { action: "link", changes: [{ label: "注册用户", before: null, after: name }] },
    ]);
    const both = ["customer", "customer_user"];
    expect((await rowsIn("operationLog")).map(({ target_type }) => target_type)).toEqual([...both, ...both]);
  });

  test("refuses either side that is linked already with 40900", async () => {
    const [first, second] = [await own(), await own()];
    const taken = await makeCustomerUser(db, { customer_id: first.id });
    const free = await makeCustomerUser(db);
    expect(await link(taken.id, second.id)).toMatchObject({ code: 40900, message: "数据已存在：该注册用户已关联客户" });
    expect(await link(free.id, first.id)).toMatchObject({ code: 40900, message: "数据已存在：该客户已关联注册用户" });
    expect(await link(taken.id, first.id)).toMatchObject({ code: 40900 });
  });

  test("a blacklisted user makes his customer a blacklisted one for as long as they are linked", async () => {
    const about = await own();
    const { id } = await makeCustomerUser(db);
    await db.insert(blacklist).values({ type: "user", value: String(id), reason: "ads" });
    await link(id, about.id);
    expect((await rowIn("customer", about.id)).is_blacklisted).toBe(true);
    await unlink(id, about.id);
    expect((await rowIn("customer", about.id)).is_blacklisted).toBe(false);
  });

  test("two at once: one customer gets one user", async () => {
    const about = await own();
    const users = [await makeCustomerUser(db), await makeCustomerUser(db)];
    const replies = await Promise.all(users.map(({ id }) => link(id, about.id)));
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 40900]);
  });

  test("refuses a user who has left, and a link that is not there", async () => {
    const about = await own();
    const left = await makeCustomerUser(db, { status: "unregistered", phone: null });
    expect(await link(left.id, about.id)).toMatchObject({ code: 40902 });
    const { id } = await makeCustomerUser(db);
    expect(await unlink(id, about.id)).toMatchObject({ code: 40902 });
    expect(await link(id, 0)).toMatchObject(refusedAt("customer_id"));
  });
});

describe("the full number", () => {
  test("is told for a reason, counted against the day's limit and left in the log", async () => {
    await setSetting(db, "customer.reveal_daily_limit", 2);
    const { id, nickname } = await makeCustomerUser(db, { phone: "13812345678", email: "lin@example.com" });
    const ask = () => service(customerUser.phone, { params: { id }, query: { reason: "verify" } });
    expect((await ask()).data).toEqual({ phone: "13812345678", email: "lin@example.com", left: 1 });
    expect((await ask()).data.left).toBe(0);
    expect(await ask()).toMatchObject({ code: 42901 });
    expect(await lines(id)).toMatchObject([
      { action: "unmask", target_type: "customer_user", target_name: nickname, reason: "核实客户身份" },
      { action: "unmask" },
    ]);
  });

  test("is refused without sight of registered users, and for a reason that there is not", async () => {
    const { id } = await makeCustomerUser(db);
    const ask = (as: As, reason = "verify") => as(customerUser.phone, { params: { id }, query: { reason } });
    const blind = await makeUser(db, { permissions: ["customer:phone:view"], scope: "all" });
    expect(await ask(await api.as(blind.id))).toMatchObject({ code: 40300 });
    expect(await ask(service, "nonsense")).toMatchObject(refusedAt("reason"));
    expect(await lines(id)).toEqual([]);
  });
});

test("pickers offer registered users to those who see them; others learn what they link, by name, or the number alone", async () => {
  const { id, user_no } = await makeCustomerUser(db, { nickname: "海风", phone: "13812345678" });
  const gone = await makeCustomerUser(db, { nickname: "离开", status: "unregistered" });
  const scene = async (as: As, query: object) =>
    (await as(option.community, { query: { scenes: ["customer_users"], ...query } })).data.customer_users;
  expect(await scene(service, { keyword: "5678" })).toEqual([{ value: id, label: `海风 ${user_no}` }]);
  expect(await scene(service, { keyword: "离开" })).toEqual([]);
  expect(await scene(service, { ids: [gone.id] })).toMatchObject([{ value: gone.id, disabled: true }]);
  expect(await scene(sales, { keyword: "海" })).toEqual([]);
  expect(await scene(sales, { ids: [id] })).toEqual([{ value: id, label: `海风 ${user_no}` }]);
  const editor = await api.as((await makeUser(db, { role: "content_editor" })).id);
  expect(await scene(editor, { ids: [id] })).toEqual([{ value: id, label: user_no }]);
});

test("behaviours older than 180 days go at night, the counters that the site wrote stay", async () => {
  const { id } = await makeCustomerUser(db, { view_count: 7 });
  await makeBehavior(db, { customer_user_id: id, type: "login", at: days(-181) });
  const kept = await makeBehavior(db, { customer_user_id: id, type: "login", at: days(-179) });
  await logCleanup.run({ services: api.services, at: testNow, signal: new AbortController().signal });
  expect(await rowsIn("userBehavior")).toMatchObject([{ id: kept.id }]);
  expect(await stored(id)).toMatchObject({ view_count: 7 });
});

whoMay(
  api,
  customerUser,
  { list: "SM CS", get: "SM CS", disable: "CS", enable: "CS", link: "SM SR CS", unlink: "SM SR CS", phone: "SM CS" },
  { "/customer/register": "SM CS" },
);
