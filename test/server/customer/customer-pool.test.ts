import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerChangeLog, customer as customerTable } from "~/server/database/tables/customer/customer";
import { testApi } from "~/test/support/api";
import { claim, lock } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeUser, setSetting, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const { sales, manager, asSales, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});

const names = async (query: object, as = asSales) =>
  (await as.unchecked(customer.pool, { query })).data.list.map(({ name }) => name);
const detail = async (as: As, id: number) => (await as(customer.get, { params: { id } })).data;

test("the pool shows customers without owner, with their contacts masked, and nobody else", async () => {
  const colleague = await makeUser(db, { role: "sales" });
  await makeCustomer(db, { name: "陈海", phone: "13812345678", last_owner_id: colleague.id });
  await makeCustomer(db, { name: "有主", owner_id: colleague.id });
  await makeCustomer(db, { name: "回收", deleted_at: days(0) });
  const { data } = await asSales(customer.pool);
  expect(data).toMatchObject({ total: 1, total_capped: false, page: 1, page_size: 20 });
  expect(data.list).toMatchObject([
    {
      ...{ name: "陈海", phone: "138****5678", owner: null, last_owner: { id: colleague.id, name: colleague.name } },
      ...{ pool_reason: "new_unassigned", idle_days: null, days_to_pool: null },
      can: { view: true, claim: true, edit: false, assign: false, release: false, recycle: false, track: false },
    },
  ]);
});

test("in the pool a manager assigns and recycles, and there is nothing to release or lock", async () => {
  await makeCustomer(db);
  const [row] = (await asManager(customer.pool)).data.list;
  expect(row?.can).toMatchObject({ claim: true, assign: true, recycle: true, release: false, lock: false });
});

test("the banner counts the day's claims and the customers held against their limits", async () => {
  const me = await makeUser(db, { role: "sales", customer_cap: 30 });
  const asMe = await api.as(me.id);
  for (const _ of [1, 2]) await claim(asMe, (await makeCustomer(db)).id);
  await makeCustomer(db, { owner_id: me.id, stage: "lost" });
  expect((await asMe(customer.pool)).data.claim).toEqual({
    ...{ claimed_today: 2, claim_limit: 20, blocked: null, customer_count: 2, customer_cap: 30 },
  });
});

test("each filter narrows the pool", async () => {
  await makeCustomer(db, { name: "甲", level: "A", source: "phone", intent_country_codes: ["JP", "TH"] });
  await makeCustomer(db, { name: "乙", level: "B", source: "ads", pool_reason: "manual" });
  await makeCustomer(db, { name: "丙", level: "C", source: "chat", pool_at: "2026-11-01T23:30:00+08:00" });
  for (const [query, found] of [
    [{ level: ["A", "C"] }, ["丙", "甲"]],
    [{ source: ["ads"] }, ["乙"]],
    [{ country: ["TH"] }, ["甲"]],
    [{ pool_reason: ["manual"] }, ["乙"]],
    [{ pool_to: "2026-11-01" }, ["丙"]],
    [{ pool_from: "2026-11-02" }, ["甲", "乙"]],
  ] as const)
    expect(await names({ sort: "name", ...query }), JSON.stringify(query)).toEqual(found);
});

test("a keyword finds by name, by the beginning of a number, and by the end of a phone", async () => {
  const { customer_no } = await makeCustomer(db, { name: "陈一_鸣", phone: "13812345678" });
  await makeCustomer(db, { name: "佐藤", phone_cc: "81", phone: "9012340000" });
  await makeCustomer(db, { name: "陈一二鸣", phone: "13900001111" });
  for (const [keyword, found] of [
    ["陈一_", ["陈一_鸣"]],
    ["090-1234-0000", ["佐藤"]],
    ["1111", ["陈一二鸣"]],
  ] as const)
    expect(await names({ keyword, sort: "name" }, asManager), keyword).toEqual(found);
  expect(await names({ keyword: customer_no.toLowerCase().slice(0, 10) })).toContain("陈一_鸣");
});

test("the order is total: stages as they follow each other, equals by id", async () => {
  for (const stage of ["visited", "new", "lost", "contacted"]) await makeCustomer(db, { name: stage, stage });
  await makeCustomer(db, { name: "new again", stage: "new" });
  const sorted = ["new", "new again", "contacted", "visited", "lost"];
  expect(await names({ sort: "stage" })).toEqual(sorted);
  expect(await names({ sort: "-stage" })).toEqual(sorted.toReversed());
});

test("the count stops at ten thousand, and so do the pages; of a common word the newest come first", async () => {
  await db.execute(sql`insert into ${customerTable} (customer_no, name, source, pool_at, intent_country_codes, created_at, updated_at)
    select 'KH' || g, case when g % 7 < 6 then '王' || g else '赵' || g end, 'phone', ${days(0)}::timestamptz - g * interval '1 second',
      case when g % 7 < 6 then '["JP"]'::jsonb else '["TH"]' end, now(), now() from generate_series(1, 14000) g`);
  const paged = (page: number) => asSales(customer.pool, { query: { page, page_size: 100 } });
  const { data } = await paged(100);
  expect(data).toMatchObject({ total: 10_000, total_capped: true });
  expect(data.list).toHaveLength(100);
  expect(await paged(101)).toMatchObject({ status: 422, code: 42200, message: "请缩小筛选范围" });
  for (const [query, total, isCapped, first] of [
    [{ keyword: "王" }, 10_000, true, "王1"],
    [{ country: ["JP"] }, 10_000, true, "王1"],
    // As common for a moment, and then counted: nothing is missing.
    [{ keyword: "赵" }, 2_000, false, "赵6"],
    [{ country: ["TH"] }, 2_000, false, "赵6"],
    [{ keyword: "王", country: ["TH"] }, 0, false, undefined],
  ] as const) {
    const found = (await asSales.unchecked(customer.pool, { query })).data;
    expect([found.total, found.total_capped, found.list[0]?.name]).toEqual([total, isCapped, first]);
  }
});

test("a bad value is refused on its field, an unknown filter is ignored", async () => {
  const authorization = `Bearer ${await api.tokenOf(sales.id)}`;
  const get = async (search: string) =>
    (await api.app.request(`/crm/customer/information?${search}`, { headers: { authorization } })).json();
  for (const [search, field] of [
    ["sort=password_hash", "sort"],
    ["level=Z", "level"],
    ["keyword=%00a", "keyword"],
    ["source=phone,a%00", "source"],
    ...["0001-01-01", "1899-12-31", "3000-01-01"].map((day) => [`pool_from=${day}`, "pool_from"]),
  ] as [string, string][])
    expect(await get(search)).toMatchObject(refusedAt(field));
  expect(await get("pool_from=yesterday&page=0")).toMatchObject({ code: 42200 });
  for (const search of ["owner=1", "pool_from=1900-01-01&pool_to=2999-12-31"])
    expect(await get(search)).toMatchObject({ code: 200 });
});

test("a customer's contacts are whole for his owner, and masked for the owner's manager", async () => {
  const { id } = await makeCustomer(db, { owner_id: sales.id, phone: "13812345678", wechat: "haichen88" });
  expect(await detail(asSales, id)).toMatchObject({ phone: "13812345678", is_masked: false });
  const masked = { phone: "138****5678", wechat: "ha****8", is_masked: true };
  expect(await detail(asManager, id)).toMatchObject(masked);
});

test("a recycled customer is seen, and no more", async () => {
  const { id } = await makeCustomer(db, { last_owner_id: sales.id, deleted_at: days(0) });
  const can = Object.entries((await detail(asManager, id)).can);
  expect(can.flatMap(([act, may]) => (may ? act : [])).sort()).toEqual(["reveal", "view"]);
});

test("the history tells changes of facts and of the owner together, newest first, by pages", async () => {
  const { id } = await makeCustomer(db);
  const step = (minutes: number) => api.setClock(new Date(testNow.getTime() + minutes * 60_000));
  await claim(asSales, id);
  step(1);
  await lock(asSales, id);
  step(2);
  await asManager(customer.release, { params: { id }, body: { reason: "no_intent", note: "半年内不看房" } });
  api.setClock(testNow);
  const paged = async (page: number) =>
    (await asSales(customer.audit, { params: { id }, query: { page, page_size: 2 } })).data;
  expect(await paged(1)).toMatchObject({
    ...{ total: 3, page: 1, page_size: 2 },
    list: [
      {
        ...{ operator: manager.name, action: "release", reason: "暂无意向：半年内不看房" },
        changes: [{ field: "owner_id", label: "跟进人", before: sales.name, after: null }],
        at: "2026-11-20T12:02:00.000+08:00",
      },
      { operator: sales.name, action: "lock" },
    ],
  });
  const { list } = await paged(2);
  expect(list).toMatchObject([{ action: "claim", changes: [{ before: null, after: sales.name }] }]);
});

test("of changes of one instant the history tells the one written later first", async () => {
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  const lines = [9, 10, 11].map((id) => ({ id, customer_id, action: `${id}`, by: sales.id, at: days(0) }));
  await db.insert(customerChangeLog).values(lines);
  const { data } = await asSales(customer.audit, { params: { id: customer_id } });
  expect(data.list.map(({ action }) => action)).toEqual(["11", "10", "9"]);
});

test("a row says whether the pool is about to take it, by the setting", async () => {
  const { id } = await makeCustomer(db, { owner_id: sales.id, assigned_at: days(-13), created_at: days(-13) });
  expect((await detail(asSales, id)).is_warned).toBe(true);
  await setSetting(db, "pool.warn_days", 1);
  expect((await detail(asSales, id)).is_warned).toBe(false);
  await makeCustomer(db);
  expect((await asSales(customer.pool)).data.list).toMatchObject([{ is_warned: false }]);
});
