import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerUser } from "~/contract/customer/customer-user";
import { option } from "~/contract/shared/option";
import { blacklist, userBehavior, customerUser as userTable } from "~/server/database/tables/customer/audience";
import { customer as customerTable } from "~/server/database/tables/customer/customer";
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
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });

let salesId: number;

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

beforeEach(async () => {
  salesId = seller.id;
});

const stored = async (id: number) => (await db.select().from(userTable).where(eq(userTable.id, id)))[0];
const lines = (id: number) =>
  db.select().from(operationLog).where(eq(operationLog.target_id, id)).orderBy(operationLog.id);
const found = async (query: object) => (await service(customerUser.list, { query })).data.list.map(({ id }) => id);

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
    const whole = [
      "海",
      "U-261118",
      "u-2611180007",
      "26111800",
      "LIN@example.com",
      "5678",
      "138 1234 5678",
      "+8613812345678",
    ];
    for (const keyword of whole) expect([keyword, await found({ keyword })]).toEqual([keyword, [id]]);
    for (const keyword of ["lin", "1381234", "2345678", "example.com", "_"])
      expect([keyword, await found({ keyword })]).toEqual([keyword, []]);
  });

  test("filters by state, platform, channel, link and days", async () => {
    const about = await makeCustomer(db, { owner_id: salesId });
    const old = await makeCustomerUser(db, {
      register_platform: "h5",
      register_channel: "sem",
      registered_at: "2026-10-01T23:59:00+08:00",
      customer_id: about.id,
    });
    const fresh = await makeCustomerUser(db, { status: "disabled", last_active_at: "2026-11-19T00:00:00+08:00" });
    expect(await found({})).toEqual([fresh.id, old.id]);
    expect(await found({ platform: ["h5"] })).toEqual([old.id]);
    expect(await found({ channel: ["sem", "seo"] })).toEqual([old.id]);
    expect(await found({ status: ["disabled"] })).toEqual([fresh.id]);
    expect(await found({ linked: true })).toEqual([old.id]);
    expect(await found({ linked: false })).toEqual([fresh.id]);
    expect(await found({ registered_from: "2026-10-01", registered_to: "2026-10-01" })).toEqual([old.id]);
    expect(await found({ active_from: "2026-11-19", active_to: "2026-11-19" })).toEqual([fresh.id]);
    expect(await found({ sort: "registered_at" })).toEqual([old.id, fresh.id]);
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
    const bare = await service(customerUser.get, { params: { id } });
    expect(bare.data.summary).toEqual({
      counts: { view_estate: 3, search: 1, login: 1 },
      viewed: [
        { name: "海景苑", count: 2 },
        { name: "湖心居", count: 1 },
      ],
      searched: [{ name: "东京塔楼", count: 1 }],
    });
    expect(bare.data.behavior).toBeUndefined();
    const full = await service(customerUser.get, {
      params: { id },
      query: { include: ["behavior", "logins"], page_size: 10, page: 1 },
    });
    expect(full.data.behavior).toMatchObject({ total: 5, page_size: 10 });
    expect(full.data.logins).toMatchObject({ total: 1, list: [{ ip: "203.0.113.7" }] });
  });

  test("counts as a favourite what was not taken back afterwards", async () => {
    const { id } = await makeCustomerUser(db);
    const did = (type: string, target_id: number, day: number) =>
      makeBehavior(db, { customer_user_id: id, type, target_type: "estate", target_id, at: days(day) });
    await did("favorite", 1, -5);
    await did("favorite", 2, -4);
    await did("unfavorite", 2, -3);
    await did("unfavorite", 3, -5);
    await did("favorite", 3, -2);
    const { data } = await service(customerUser.get, { params: { id }, query: { include: ["favorites"] } });
    expect(data.favorites?.list.map(({ target_id }) => target_id)).toEqual([3, 1]);
    expect(data.favorites?.total).toBe(2);
  });

  test("answers 40400 for nobody", async () => {
    expect(await service(customerUser.get, { params: { id: 999 } })).toMatchObject({ code: 40400 });
  });
});

describe("disable and enable", () => {
  test("bars with a reason and lets in again, each with its line in the log", async () => {
    const { id, user_no } = await makeCustomerUser(db);
    const off = await service(customerUser.disable, { params: { id }, body: { reason: "恶意刷单" } });
    expect(off.data).toMatchObject({ status: "disabled", can: { disable: false, enable: true } });
    expect(await stored(id)).toMatchObject({ status: "disabled", status_reason: "恶意刷单" });
    const on = await service(customerUser.enable, { params: { id }, body: { reason: "误判" } });
    expect(on.data).toMatchObject({ status: "normal" });
    expect(await stored(id)).toMatchObject({ status_reason: null });
    expect(await lines(id)).toMatchObject([
      {
        summary: `禁用注册用户${user_no}`,
        reason: "恶意刷单",
        changes: [{ field: "status", before: "正常", after: "已禁用" }],
      },
      { summary: `启用注册用户${user_no}`, reason: "误判" },
    ]);
  });

  test("refuses what no transition leads to", async () => {
    const reason = "恶意刷单";
    for (const status of ["disabled", "unregistering", "unregistered"]) {
      const { id } = await makeCustomerUser(db, { status });
      expect(await service(customerUser.disable, { params: { id }, body: { reason } })).toMatchObject({ code: 40902 });
      expect(await stored(id)).toMatchObject({ status });
    }
    for (const status of ["normal", "unregistering", "unregistered"]) {
      const { id } = await makeCustomerUser(db, { status });
      expect(await service(customerUser.enable, { params: { id } })).toMatchObject({ code: 40902 });
    }
  });

  test("needs a reason of two characters", async () => {
    const { id } = await makeCustomerUser(db);
    const reply = await service(customerUser.disable, { params: { id }, body: { reason: "乱" } });
    expect(reply).toMatchObject({ code: 42200, data: { errors: [{ field: "reason", label: "禁用原因" }] } });
  });
});

describe("link and unlink", () => {
  test("says that a user is a customer, in both logs, and leaves source and version of the customer alone", async () => {
    const about = await makeCustomer(db, { name: "王伟", owner_id: salesId, source: "referral" });
    const user = await makeCustomerUser(db, { nickname: "海风", register_channel: "sem" });
    const body = { customer_id: about.id };
    const linked = await sales(customerUser.link, { params: { id: user.id }, body });
    expect(linked.data).toMatchObject({ customer: { id: about.id, name: "王伟" }, can: { link: false, unlink: true } });
    const [kept] = await db.select().from(customerTable).where(eq(customerTable.id, about.id));
    expect(kept).toMatchObject({ source: "referral", version: about.version });
    expect((await sales(customer.get, { params: { id: about.id } })).data.customer_user).toEqual({
      id: user.id,
      name: "海风",
    });
    await sales(customerUser.unlink, { params: { id: user.id }, body });
    expect(await stored(user.id)).toMatchObject({ customer_id: null, register_channel: "sem" });
    const history = (await sales(customer.audit, { params: { id: about.id } })).data.list;
    expect(history).toMatchObject([
      { action: "unlink", changes: [{ label: "注册用户", before: `海风（${user.user_no}）`, after: null }] },
      { action: "link", changes: [{ label: "注册用户", before: null, after: `海风（${user.user_no}）` }] },
    ]);
    const log = await db.select().from(operationLog).orderBy(operationLog.id);
    expect(log.map(({ target_type }) => target_type)).toEqual([
      "customer",
      "customer_user",
      "customer",
      "customer_user",
    ]);
  });

  test("refuses either side that is linked already with 40900", async () => {
    const [first, second] = [
      await makeCustomer(db, { owner_id: salesId }),
      await makeCustomer(db, { owner_id: salesId }),
    ];
    const taken = await makeCustomerUser(db, { customer_id: first.id });
    const free = await makeCustomerUser(db);
    const link = (id: number, customer_id: number) =>
      sales(customerUser.link, { params: { id }, body: { customer_id } });
    expect(await link(taken.id, second.id)).toMatchObject({ code: 40900, message: "数据已存在：该注册用户已关联客户" });
    expect(await link(free.id, first.id)).toMatchObject({ code: 40900, message: "数据已存在：该客户已关联注册用户" });
    expect(await link(taken.id, first.id)).toMatchObject({ code: 40900 });
  });

  test("a blacklisted user makes his customer a blacklisted one for as long as they are linked", async () => {
    const about = await makeCustomer(db, { owner_id: salesId });
    const { id } = await makeCustomerUser(db);
    await db.insert(blacklist).values({ type: "user", value: String(id), reason: "ads" });
    const body = { customer_id: about.id };
    const flag = async () => (await sales(customer.get, { params: { id: about.id } })).data.is_blacklisted;
    await sales(customerUser.link, { params: { id }, body });
    expect(await flag()).toBe(true);
    await sales(customerUser.unlink, { params: { id }, body });
    expect(await flag()).toBe(false);
  });

  test("two at once: one customer gets one user", async () => {
    const about = await makeCustomer(db, { owner_id: salesId });
    const users = [await makeCustomerUser(db), await makeCustomerUser(db)];
    const replies = await Promise.all(
      users.map(({ id }) => sales(customerUser.link, { params: { id }, body: { customer_id: about.id } })),
    );
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 40900]);
  });

  test("refuses a user who has left, and a link that is not there", async () => {
    const about = await makeCustomer(db, { owner_id: salesId });
    const body = { customer_id: about.id };
    const left = await makeCustomerUser(db, { status: "unregistered", phone: null });
    expect(await sales(customerUser.link, { params: { id: left.id }, body })).toMatchObject({ code: 40902 });
    const { id } = await makeCustomerUser(db);
    expect(await sales(customerUser.unlink, { params: { id }, body })).toMatchObject({ code: 40902 });
    const bad = await sales(customerUser.link, { params: { id }, body: { customer_id: 0 } });
    expect(bad).toMatchObject({ code: 42200, data: { errors: [{ field: "customer_id" }] } });
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
    expect(await ask(service, "nonsense")).toMatchObject({ code: 42200, data: { errors: [{ field: "reason" }] } });
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
  expect(await db.select().from(userBehavior)).toMatchObject([{ id: kept.id }]);
  expect(await stored(id)).toMatchObject({ view_count: 7 });
});

whoMay(
  api,
  customerUser,
  {
    list: "SM CS",
    get: "SM CS",
    disable: "CS",
    enable: "CS",
    link: "SM SR CS",
    unlink: "SM SR CS",
    phone: "SM CS",
  },
  { "/customer/register": "SM CS" },
);
