import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { tracking } from "~/contract/customer/tracking";
import { customerChangeLog, customer as customerTable } from "~/server/database/tables/customer/customer";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeTeam, makeTracking, makeUser, setSetting, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
beforeEach(() => resetDatabase(db));

const as = async (role: string, team_id?: number) => api.as((await makeUser(db, { role, team_id })).id);
async function sellerOf() {
  const user = await makeUser(db, { role: "sales" });
  return { user, call: await api.as(user.id) };
}
const names = (reply: { data: { list: { name: string }[] } }) => reply.data.list.map((row) => row.name);

test("the pool shows customers without owner, with their contacts masked, and nobody else", async () => {
  const colleague = await makeUser(db, { role: "sales" });
  await makeCustomer(db, { name: "陈海", phone: "13812345678", last_owner_id: colleague.id });
  await makeCustomer(db, { name: "有主", owner_id: colleague.id });
  await makeCustomer(db, { name: "回收", deleted_at: days(0) });
  const asSales = await as("sales");
  const { data } = await asSales(customer.pool);
  expect(data).toMatchObject({ total: 1, total_capped: false, page: 1, page_size: 20 });
  expect(data.list).toMatchObject([
    {
      name: "陈海",
      phone: "138****5678",
      owner: null,
      last_owner: { id: colleague.id, name: colleague.name },
      pool_reason: "new_unassigned",
      idle_days: null,
      days_to_pool: null,
      can: { view: true, claim: true, edit: false, assign: false, release: false, recycle: false, track: false },
    },
  ]);
});

test("in the pool a manager assigns and recycles, and there is nothing to release or lock", async () => {
  await makeCustomer(db);
  const [row] = (await (await as("sales_manager"))(customer.pool)).data.list;
  expect(row?.can).toMatchObject({ claim: true, assign: true, recycle: true, release: false, lock: false });
});

test("the banner counts the day's claims and the customers held against their limits", async () => {
  const me = await makeUser(db, { role: "sales", customer_cap: 30 });
  const asMe = await api.as(me.id);
  for (const _ of [1, 2])
    await asMe(customer.claim, { params: { id: (await makeCustomer(db)).id }, body: { action: "claim" } });
  await makeCustomer(db, { owner_id: me.id, stage: "lost" });
  expect((await asMe(customer.pool)).data.claim).toEqual({
    claimed_today: 2,
    claim_limit: 20,
    blocked: null,
    customer_count: 2,
    customer_cap: 30,
  });
});

test("each filter narrows the pool", async () => {
  await makeCustomer(db, { name: "甲", level: "A", source: "phone", intent_country_codes: ["JP", "TH"] });
  await makeCustomer(db, { name: "乙", level: "B", source: "ads", pool_reason: "manual" });
  await makeCustomer(db, { name: "丙", level: "C", source: "chat", pool_at: "2026-11-01T23:30:00+08:00" });
  const asSales = await as("sales");
  const list = async (query: object) => names(await asSales(customer.pool, { query: { sort: "name", ...query } }));
  expect(await list({ level: ["A", "C"] })).toEqual(["丙", "甲"]);
  expect(await list({ source: ["ads"] })).toEqual(["乙"]);
  expect(await list({ country: ["TH"] })).toEqual(["甲"]);
  expect(await list({ pool_reason: ["manual"] })).toEqual(["乙"]);
  expect(await list({ pool_to: "2026-11-01" })).toEqual(["丙"]);
  expect(await list({ pool_from: "2026-11-02" })).toEqual(["甲", "乙"]);
});

test("a keyword finds by name, number, whole phone as people write it, or its last four digits", async () => {
  const chen = await makeCustomer(db, { name: "陈一_鸣", phone: "13812345678" });
  await makeCustomer(db, { name: "佐藤", phone_cc: "81", phone: "9012340000" });
  await makeCustomer(db, { name: "陈一二鸣", phone: "13900001111" });
  const asManager = await as("sales_manager");
  const find = async (keyword: string) => names(await asManager(customer.pool, { query: { keyword, sort: "name" } }));
  expect(await find("陈一_")).toEqual(["陈一_鸣"]);
  expect(await find(chen.customer_no.toLowerCase().slice(0, 10))).toContain("陈一_鸣");
  expect(await find("138-1234-5678")).toEqual(["陈一_鸣"]);
  expect(await find("+86 138 1234 5678")).toEqual(["陈一_鸣"]);
  expect(await find("8613812345678")).toEqual(["陈一_鸣"]);
  expect(await find("090-1234-0000")).toEqual(["佐藤"]);
  expect(await find("1111")).toEqual(["陈一二鸣"]);
  expect(await find("1381")).toEqual([]);
});

test("a whole number finds one's own customers, a part none, so that a masked number cannot be found by trying", async () => {
  const { user: me, call: asMe } = await sellerOf();
  const customer_id = (await makeCustomer(db, { name: "公海", phone: "13812345678" })).id;
  await makeTracking(db, { customer_id, user_id: me.id });
  const own = await makeCustomer(db, { name: "自己", phone: "13812345679", owner_id: me.id });
  await makeTracking(db, { customer_id: own.id, user_id: me.id });
  const inPool = async (keyword: string) => names(await asMe(customer.pool, { query: { keyword } }));
  for (const part of ["1381234", "1381234567", "2345678", "3812345678", "13812345678", "+8613812345678"])
    expect(await inPool(part)).toEqual([]);
  expect(await inPool("5678")).toEqual(["公海"]);
  const followedUp = async (keyword: string) =>
    (await asMe(tracking.list, { query: { keyword } })).data.list.map((row) => row.customer.name);
  expect(await followedUp("13812345679")).toEqual(["自己"]);
  for (const keyword of ["1381234", "2345679", "13812345678"]) expect(await followedUp(keyword)).toEqual([]);
});

test("the order is total: stages as they follow each other, equals by id", async () => {
  for (const stage of ["visited", "new", "lost", "contacted"]) await makeCustomer(db, { name: stage, stage });
  await makeCustomer(db, { name: "new again", stage: "new" });
  const asSales = await as("sales");
  const list = async (sort: "stage" | "-stage") => names(await asSales(customer.pool, { query: { sort } }));
  expect(await list("stage")).toEqual(["new", "new again", "contacted", "visited", "lost"]);
  expect(await list("-stage")).toEqual(["lost", "visited", "contacted", "new again", "new"]);
});

test("the count stops at ten thousand, and so do the pages", async () => {
  await db.execute(sql`insert into ${customerTable} (customer_no, name, source, pool_at, created_at, updated_at)
    select 'KH' || g, '客户' || g, 'phone', ${days(0)}::timestamptz, now(), now() from generate_series(1, 10001) g`);
  const asSales = await as("sales");
  const { data } = await asSales(customer.pool, { query: { page: 100, page_size: 100 } });
  expect(data).toMatchObject({ total: 10_000, total_capped: true });
  expect(data.list).toHaveLength(100);
  expect(await asSales(customer.pool, { query: { page: 101, page_size: 100 } })).toMatchObject({
    status: 422,
    code: 42200,
    message: "请缩小筛选范围",
  });
});

test("a word that more than ten thousand have is counted to the end that lists have, and its newest come first", async () => {
  await db.execute(sql`insert into ${customerTable} (customer_no, name, source, pool_at, intent_country_codes, created_at, updated_at)
    select 'KH' || g, case when g % 7 < 6 then '王' || g else '赵' || g end, 'phone', ${days(0)}::timestamptz - g * interval '1 second',
      case when g % 7 < 6 then '["JP"]'::jsonb else '["TH"]' end, now(), now() from generate_series(1, 14000) g`);
  const asSales = await as("sales");
  const first = async (query: object) => {
    const { data } = await asSales(customer.pool, { query });
    return [data.total, data.total_capped, data.list[0]?.name];
  };
  expect(await first({ keyword: "王" })).toEqual([10_000, true, "王1"]);
  expect(await first({ country: ["JP"] })).toEqual([10_000, true, "王1"]);
  // As common for a moment, and then counted: nothing is missing.
  expect(await first({ keyword: "赵" })).toEqual([2_000, false, "赵6"]);
  expect(await first({ country: ["TH"] })).toEqual([2_000, false, "赵6"]);
  expect(await first({ keyword: "王", country: ["TH"] })).toEqual([0, false, undefined]);
});

test("a bad value is refused on its field, an unknown filter is ignored", async () => {
  const token = await api.tokenOf((await makeUser(db, { role: "sales" })).id);
  const get = async (search: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await api.app.request(`/crm/customer/information?${search}`, { headers })).json();
  };
  expect(await get("sort=password_hash")).toMatchObject(refusedAt("sort"));
  expect(await get("level=Z")).toMatchObject(refusedAt("level"));
  expect(await get("pool_from=yesterday&page=0")).toMatchObject({ code: 42200 });
  expect(await get("owner=1")).toMatchObject({ code: 200 });
  expect(await get("keyword=%00a")).toMatchObject(refusedAt("keyword"));
  expect(await get("source=phone,a%00")).toMatchObject(refusedAt("source"));
  for (const day of ["0001-01-01", "1899-12-31", "3000-01-01"])
    expect(await get(`pool_from=${day}`)).toMatchObject(refusedAt("pool_from"));
  expect(await get("pool_from=1900-01-01&pool_to=2999-12-31")).toMatchObject({ code: 200 });
});

test("a customer's contacts are whole for his owner, and masked for the owner's manager", async () => {
  const east = await makeTeam(db);
  const below = await makeTeam(db, { parent_id: east.id });
  const owner = await makeUser(db, { role: "sales", team_id: below.id });
  const { id } = await makeCustomer(db, { owner_id: owner.id, phone: "13812345678", wechat: "haichen88" });
  const read = async (call: Awaited<ReturnType<typeof api.as>>) => call(customer.get, { params: { id } });
  expect((await read(await api.as(owner.id))).data).toMatchObject({ phone: "13812345678", is_masked: false });
  expect((await read(await as("sales_manager", east.id))).data).toMatchObject({
    phone: "138****5678",
    wechat: "ha****8",
    is_masked: true,
  });
});

test("a recycled customer is seen, and no more", async () => {
  const team = await makeTeam(db);
  const owner = await makeUser(db, { role: "sales", team_id: team.id });
  const { id } = await makeCustomer(db, { last_owner_id: owner.id, deleted_at: days(0) });
  const asManager = await as("sales_manager", team.id);
  const { can } = (await asManager(customer.get, { params: { id } })).data;
  const { view, reveal, ...acts } = can;
  expect([view, reveal]).toEqual([true, true]);
  expect(Object.entries(acts).filter(([, may]) => may)).toEqual([]);
});

test("the history tells changes of facts and of the owner together, newest first, by pages", async () => {
  const team = await makeTeam(db);
  const manager = await makeUser(db, { role: "sales_manager", team_id: team.id });
  const sales = await makeUser(db, { role: "sales", team_id: team.id });
  const { id } = await makeCustomer(db);
  const [asManager, asSales] = [await api.as(manager.id), await api.as(sales.id)];
  const step = (minutes: number) => api.setClock(new Date(testNow.getTime() + minutes * 60_000));
  await asSales(customer.claim, { params: { id }, body: { action: "claim" } });
  step(1);
  await asSales(customer.lock, { params: { id } });
  step(2);
  await asManager(customer.release, { params: { id }, body: { reason: "no_intent", note: "半年内不看房" } });
  api.setClock(testNow);
  const history = await asSales(customer.audit, { params: { id }, query: { page: 1, page_size: 2 } });
  expect(history.data).toMatchObject({ total: 3, page: 1, page_size: 2 });
  expect(history.data.list).toMatchObject([
    {
      operator: manager.name,
      action: "release",
      reason: "暂无意向：半年内不看房",
      changes: [{ field: "owner_id", label: "跟进人", before: sales.name, after: null }],
      at: "2026-11-20T12:02:00.000+08:00",
    },
    { operator: sales.name, action: "lock" },
  ]);
  const rest = await asSales(customer.audit, { params: { id }, query: { page: 2, page_size: 2 } });
  expect(rest.data.list).toMatchObject([{ action: "claim", changes: [{ before: null, after: sales.name }] }]);
});

test("of changes of one instant the history tells the one written later first", async () => {
  const { user: me, call: asMe } = await sellerOf();
  const { id: customer_id } = await makeCustomer(db, { owner_id: me.id });
  const written = [9, 10, 11].map((id) => ({ id, customer_id, action: `${id}`, by: me.id, at: days(0) }));
  await db.insert(customerChangeLog).values(written);
  const { data } = await asMe(customer.audit, { params: { id: customer_id } });
  expect(data.list.map(({ action }) => action)).toEqual(["11", "10", "9"]);
});

test("a row says whether the pool is about to take it, by the setting", async () => {
  const { user: me, call: asMe } = await sellerOf();
  const { id } = await makeCustomer(db, { owner_id: me.id, assigned_at: days(-13), created_at: days(-13) });
  const isWarned = async () => (await asMe(customer.get, { params: { id } })).data.is_warned;
  expect(await isWarned()).toBe(true);
  await setSetting(db, "pool.warn_days", 1);
  expect(await isWarned()).toBe(false);
  await makeCustomer(db);
  expect((await asMe(customer.pool)).data.list).toMatchObject([{ is_warned: false }]);
});
