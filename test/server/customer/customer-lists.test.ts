import { and, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import type { TransferStatus } from "~/contract/customer/transfer";
import type { Input } from "~/contract/endpoint";
import {
  customerChangeLog,
  customerOwnerLog,
  customer as customerTable,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import { currency, district } from "~/server/database/tables/region/geography";
import { testApi } from "~/test/support/api";
import { claim, lock } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeTeam, makeUser, setSetting, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });

const { manager, me, colleague, stranger, asManager, asMe, asAdmin } = signedIn(api, {
  manager: { role: "sales_manager", team: "一组" },
  me: { role: "sales", team: "一组" },
  /** Of a team below. */
  colleague: { role: "sales" },
  stranger: { role: "sales" },
  admin: { role: "super_admin" },
});
beforeEach(async () => {
  const { id } = await makeTeam(db, { parent_id: manager.team_id });
  await updateIn("user", colleague.id, { team_id: id });
});

type Query = Input<typeof customer.list>["query"];
/** Names of the rows that a query gives, in its order. */
async function namesOf(as: As, query: Query = {}): Promise<string[]> {
  const reply = await as(customer.list, { query });
  expect(reply).toMatchObject({ code: 200 });
  return reply.data.list.map(({ name }) => name);
}
const sorted = async (as: As, query: Query = {}) => (await namesOf(as, query)).sort();
const mine = (name: string, given: Parameters<typeof makeCustomer>[1] = {}) =>
  makeCustomer(db, { name, owner_id: me.id, ...given });
/** What is found of one's own, in the order of the names. */
async function expectFound(cases: readonly (readonly [Query, readonly string[]])[]) {
  for (const [query, names] of cases) expect(await sorted(asMe, query), JSON.stringify(query)).toEqual(names);
}

describe("whose customers a list holds", () => {
  beforeEach(async () => {
    await mine("我的");
    await makeCustomer(db, { name: "下级", owner_id: colleague.id });
    await makeCustomer(db, { name: "别队", owner_id: stranger.id });
    await makeCustomer(db, { name: "公海" });
    await mine("已删", { deleted_at: days(0) });
  });

  test("is one's scope, without the pool and the recycle bin, on both paths", async () => {
    expect(await namesOf(asMe)).toEqual(["我的"]);
    expect(await sorted(asManager)).toEqual(["下级", "我的"]);
    expect(await sorted(asAdmin)).toEqual(["下级", "别队", "我的"]);
    const onOtherPath = await asManager(customer.poolOwned, { query: { view: "owned" } });
    expect(onOtherPath.data.list.map(({ name }) => name).sort()).toEqual(["下级", "我的"]);
    const pool = await asMe(customer.listPool, { query: { view: "pool" } });
    expect(pool.data).toMatchObject({ list: [{ name: "公海" }], claim: { claimed_today: 0 } });
    expect((await asMe(customer.pool)).data.list).toMatchObject([{ name: "公海" }]);
  });

  test("narrows to one's own and to one's team with those below it", async () => {
    for (const [as, query, names] of [
      [asManager, { view: "mine" }, []],
      [asManager, { view: "team" }, ["下级", "我的"]],
      [asMe, { view: "team" }, ["我的"]],
      [asAdmin, { view: "team" }, []],
      [asAdmin, { owner_id: stranger.id }, ["别队"]],
      [asMe, { owner_id: stranger.id }, []],
    ] as const)
      expect(await sorted(as, query), JSON.stringify(query)).toEqual(names);
  });

  test("shows a number only to the owner", async () => {
    await mine("有号码", { phone: "13812345678" });
    const row = async (as: As) => (await as(customer.list, { query: { keyword: "有号码" } })).data.list[0];
    expect(await row(asMe)).toMatchObject({ phone: "13812345678", can: { reveal: false, merge: false } });
    expect(await row(asManager)).toMatchObject({ phone: "138****5678", can: { reveal: true, merge: true } });
    await makeCustomer(db, { name: "经理自己的", owner_id: manager.id });
    const { data } = await asManager(customer.list, { query: { view: "mine" } });
    expect(data.list).toMatchObject([{ name: "经理自己的", can: { reveal: false } }]);
  });
});

describe("the tabs", () => {
  test("hold what their names say, and count what calls for something", async () => {
    await mine("今晚", { next_tracking_at: "2026-11-20T23:59:00+08:00" });
    await mine("过期", { next_tracking_at: days(-3) });
    await mine("明天", { next_tracking_at: "2026-11-21T00:00:00+08:00" });
    await mine("快掉", { assigned_at: days(-13) });
    await mine("锁定", { assigned_at: days(-14), is_locked: true, locked_until: days(9) });
    await mine("锁过", { is_locked: true, locked_until: days(-1) });
    await mine("流失", { stage: "lost" });
    await expectFound([
      [{ view: "today" }, ["今晚", "过期"]],
      [{ view: "warning" }, ["快掉"]],
      [{ view: "locked" }, ["锁定"]],
      [{ view: "lost" }, ["流失"]],
    ]);
    expect((await asMe(customer.list)).data.counts).toEqual({ today: 2, warning: 1, transfer: 0 });
    await setSetting(db, "pool.enabled", false);
    expect(await namesOf(asMe, { view: "warning" })).toEqual([]);
  });

  test("count the inbox for those who handle it, else one's own requests", async () => {
    const { id } = await makeCustomer(db, { owner_id: colleague.id });
    const far = await makeCustomer(db, { owner_id: stranger.id });
    const ask = (customer_id: number, owner_id: number, status: TransferStatus = "pending") =>
      db.insert(transferRequest).values({ customer_id, owner_id, applicant_id: me.id, reason: "老客户", status });
    await ask(id, colleague.id);
    await ask(id, colleague.id, "rejected");
    await ask(far.id, stranger.id);
    const waiting = async (as: As) => (await as(customer.list)).data.counts.transfer;
    expect([await waiting(asMe), await waiting(asManager), await waiting(asAdmin)]).toEqual([2, 1, 2]);
  });

  test("count no further than 99", async () => {
    for (let n = 0; n < 101; n++) await mine(`今日${n}`, { next_tracking_at: days(0) });
    expect((await asMe(customer.list)).data).toMatchObject({ counts: { today: 99 }, total: 101 });
  });
});

describe("a filter", () => {
  test("takes several levels, stages, sources, countries and tags", async () => {
    await mine("甲", { level: "A", stage: "visited", source: "event", intent_country_codes: ["JP"], tags: ["vip"] });
    await mine("乙", { level: "B", source: "phone", intent_country_codes: ["TH", "SG"], tags: ["urgent"] });
    await mine("丙", { level: "C" });
    await expectFound([
      [{ level: ["A", "B"] }, ["乙", "甲"]],
      [{ stage: ["visited"] }, ["甲"]],
      [{ source: ["event", "phone"], level: ["A", "B"] }, ["乙", "甲"]],
      [{ country: ["JP", "SG"] }, ["乙", "甲"]],
      [{ tag: ["vip", "urgent"] }, ["乙", "甲"]],
      [{ tag: ["vip"] }, ["甲"]],
      [{ keyword: "丙" }, ["丙"]],
    ]);
  });

  test("by district finds who lives or wants to live there, or in a part of it", async () => {
    const [part] = await db.select().from(district).where(eq(district.level, 2)).orderBy(district.id).limit(1);
    if (!part?.parent_id) throw new Error("the baseline has districts of level 2");
    const [other] = await rowsIn("district", and(eq(district.country_code, "TH"), eq(district.level, 1)));
    const elsewhere = other?.id ?? 0;
    await mine("住", { district_id: part.id });
    await mine("想", { intent_district_ids: [part.id] });
    await mine("别处", { intent_district_ids: [elsewhere], district_id: elsewhere });
    await expectFound([
      [{ district_id: part.id }, ["住", "想"]],
      [{ district_id: part.parent_id }, ["住", "想"]],
      [{ district_id: elsewhere }, ["别处"]],
    ]);
  });

  test("by budget takes what overlaps, in one currency or over all of them in CNY", async () => {
    const [yen] = await rowsIn("currency", eq(currency.code, "JPY"));
    const cny = (amount: number) => String(Math.round(amount * Number(yen?.rate_to_cny)));
    await mine("日元", { budget_min: "30000000.00", budget_max: "50000000.00", budget_currency: "JPY" });
    await mine("起步", { budget_min: "2000000.00", budget_currency: "CNY" });
    await mine("没有预算");
    await expectFound([
      [{ budget_min: "40000000", budget_max: "60000000", budget_currency: "JPY" }, ["日元"]],
      [{ budget_min: "50000001", budget_currency: "JPY" }, []],
      [{ budget_max: "30000000", budget_currency: "JPY" }, ["日元"]],
      [{ budget_currency: "CNY" }, ["起步"]],
      [{ budget_min: cny(40_000_000), budget_max: "2500000" }, ["日元", "起步"]],
      [{ budget_min: "9000000" }, ["起步"]],
      [{ budget_max: cny(20_000_000) }, []],
    ]);
    expect((await asMe(customer.list, { query: { budget_min: "一百" } })).code).toBe(42200);
  });

  test("by idle days and days of making, following up and the next date", async () => {
    const tracked = { last_valid_tracking_at: days(-10), last_tracking_at: days(-2) };
    await mine("久", { created_at: days(-30), assigned_at: days(-30), ...tracked });
    await mine("新", { assigned_at: days(-1), next_tracking_at: days(5) });
    await expectFound([
      [{ idle_days_min: 10 }, ["久"]],
      [{ idle_days_min: 11 }, []],
      [{ created_to: "2026-10-31" }, ["久"]],
      [{ tracked_from: "2026-11-18", tracked_to: "2026-11-18" }, ["久"]],
      [{ next_from: "2026-11-25" }, ["新"]],
    ]);
  });
});

test("sorts, absent values last", async () => {
  const [yuan, yen] = ["CNY", "JPY"].map((budget_currency) => ({ budget_currency }));
  const first = { level: "B", stage: "lost", budget_max: "1000000.00", ...yuan };
  const second = { level: "A", stage: "new", budget_max: "9000000.00", ...yen };
  await mine("甲", { ...first, created_at: days(-3), assigned_at: days(-3), next_tracking_at: days(2) });
  await mine("乙", { ...second, created_at: days(-2), assigned_at: days(-9), last_tracking_at: days(-1) });
  const orders = {
    甲乙: ["created_at", "-budget_max", "idle_days", "next_tracking_at", "-next_tracking_at"],
    乙甲: [undefined, "level", "stage", "-idle_days", "-last_tracking_at"],
  } as const;
  // What few hold is put in order, of all the order's index is walked.
  for (const as of [asMe, asAdmin])
    for (const [names, sorts] of Object.entries(orders))
      for (const sort of sorts) expect((await namesOf(as, { sort })).join(""), sort).toBe(names);
  expect((await asMe(customer.list, { query: { page: 600, page_size: 20 } })).message).toBe("请缩小筛选范围");
});

test("budgets of all currencies lie in one order, those without one last", async () => {
  await mine("三十万日元", { budget_max: "300000.00", budget_currency: "JPY" });
  await mine("没有");
  await mine("一百万", { budget_max: "1000000.00", budget_currency: "CNY" });
  await mine("十亿日元", { budget_max: "1000000000.00", budget_currency: "JPY" });
  await mine("只有下限", { budget_min: "1000000.00", budget_currency: "CNY" });
  await makeCustomer(db, { name: "公海", budget_max: "1000000.00", budget_currency: "CNY" });
  const most = ["十亿日元", "一百万", "三十万日元"];
  for (const as of [asMe, asAdmin]) {
    expect(await namesOf(as, { sort: "-budget_max" })).toEqual([...most, "只有下限", "没有"]);
    expect(await namesOf(as, { sort: "budget_max" })).toEqual([...most.toReversed(), "没有", "只有下限"]);
    expect(await namesOf(as, { sort: "-budget_max", keyword: "日元" })).toEqual(["十亿日元", "三十万日元"]);
  }
});

// The pool.

const poolNames = async (query: object, as = asMe) =>
  (await as.unchecked(customer.pool, { query })).data.list.map(({ name }) => name);
const detail = async (as: As, id: number) => (await as(customer.get, { params: { id } })).data;

test("the pool shows customers without owner, with their contacts masked, and nobody else", async () => {
  await makeCustomer(db, { name: "陈海", phone: "13812345678", last_owner_id: colleague.id });
  await makeCustomer(db, { name: "有主", owner_id: colleague.id });
  await makeCustomer(db, { name: "回收", deleted_at: days(0) });
  const { data } = await asMe(customer.pool);
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
  const seller = await makeUser(db, { role: "sales", customer_cap: 30 });
  const asSeller = await api.as(seller.id);
  for (const _ of [1, 2]) await claim(asSeller, (await makeCustomer(db)).id);
  await makeCustomer(db, { owner_id: seller.id, stage: "lost" });
  expect((await asSeller(customer.pool)).data.claim).toEqual({
    ...{ claimed_today: 2, claim_limit: 20, blocked: null, customer_count: 2, customer_cap: 30 },
  });
});

test("the pool shows only what one may claim now, and nothing at the cap or the day's limit", async () => {
  const released = await makeCustomer(db, { name: "刚释放" });
  const release = { action: "release", from_user: me.id, by: me.id } as const;
  await db.insert(customerOwnerLog).values({ ...release, customer_id: released.id, at: days(-1) });
  await makeCustomer(db, { name: "黑名单", is_blacklisted: true });
  await makeCustomer(db, { name: "可领取" });
  const names = async (as: As) =>
    (await as(customer.pool, { query: { claimable: true } })).data.list.map(({ name }) => name).sort();
  expect(await names(asMe)).toEqual(["可领取"]);
  expect(await names(asManager)).toEqual(["刚释放", "可领取"]);
  expect((await asMe(customer.pool, { query: { claimable: false } })).data.total).toBe(3);
  await setSetting(db, "pool.claim_daily_limit", 1);
  await claim(asMe, (await makeCustomer(db)).id);
  expect(await names(asMe)).toEqual([]);
  expect(await names(asManager)).toHaveLength(2);
  await updateIn("user", manager.id, { customer_cap: 0 });
  expect(await names(asManager)).toEqual([]);
});

test("each filter narrows the pool", async () => {
  await makeCustomer(db, { name: "甲", level: "A", source: "phone", intent_country_codes: ["JP", "TH"] });
  await makeCustomer(db, { name: "乙", level: "B", stage: "lost", source: "ads", pool_reason: "manual" });
  const old = { created_at: days(-30), pool_at: "2026-11-01T23:30:00+08:00" };
  await makeCustomer(db, { name: "丙", level: "C", source: "chat", ...old });
  for (const [query, found] of [
    [{ level: ["A", "C"] }, ["丙", "甲"]],
    [{ source: ["ads"] }, ["乙"]],
    [{ country: ["TH"] }, ["甲"]],
    [{ pool_reason: ["manual"] }, ["乙"]],
    [{ stage: ["lost"] }, ["乙"]],
    [{ created_from: "2026-11-20" }, ["甲", "乙"]],
    [{ pool_to: "2026-11-01" }, ["丙"]],
    [{ pool_from: "2026-11-02" }, ["甲", "乙"]],
  ] as const)
    expect(await poolNames({ sort: "name", ...query }), JSON.stringify(query)).toEqual(found);
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
    expect(await poolNames({ keyword, sort: "name" }, asManager), keyword).toEqual(found);
  expect(await poolNames({ keyword: customer_no.toLowerCase().slice(0, 10) })).toContain("陈一_鸣");
});

test("the order is total: stages as they follow each other, equals by id", async () => {
  for (const stage of ["visited", "new", "lost", "contacted"]) await makeCustomer(db, { name: stage, stage });
  await makeCustomer(db, { name: "new again", stage: "new" });
  const sorted = ["new", "new again", "contacted", "visited", "lost"];
  expect(await poolNames({ sort: "stage" })).toEqual(sorted);
  expect(await poolNames({ sort: "-stage" })).toEqual(sorted.toReversed());
});

test("the count stops at ten thousand, and so do the pages; of a common word the newest come first", async () => {
  await db.execute(sql`insert into ${customerTable} (customer_no, name, source, pool_at, intent_country_codes, created_at, updated_at)
    select 'KH' || g, case when g % 7 < 6 then '王' || g else '赵' || g end, 'phone', ${days(0)}::timestamptz - g * interval '1 second',
      case when g % 7 < 6 then '["JP"]'::jsonb else '["TH"]' end, now(), now() from generate_series(1, 14000) g`);
  const paged = (page: number) => asMe(customer.pool, { query: { page, page_size: 100 } });
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
    const found = (await asMe.unchecked(customer.pool, { query })).data;
    expect([found.total, found.total_capped, found.list[0]?.name]).toEqual([total, isCapped, first]);
  }
});

test("a bad value is refused on its field, an unknown filter is ignored", async () => {
  const authorization = `Bearer ${await api.tokenOf(me.id)}`;
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
  const { id } = await makeCustomer(db, { owner_id: me.id, phone: "13812345678", wechat: "haichen88" });
  expect(await detail(asMe, id)).toMatchObject({ phone: "13812345678", is_masked: false });
  const masked = { phone: "138****5678", wechat: "ha****8", is_masked: true };
  expect(await detail(asManager, id)).toMatchObject(masked);
});

test("a recycled customer is seen, and no more", async () => {
  const { id } = await makeCustomer(db, { last_owner_id: me.id, deleted_at: days(0) });
  const can = Object.entries((await detail(asManager, id)).can);
  expect(can.flatMap(([act, may]) => (may ? act : [])).sort()).toEqual(["reveal", "view"]);
});

test("the history tells changes of facts and of the owner together, newest first, by pages", async () => {
  const { id } = await makeCustomer(db);
  const step = (minutes: number) => api.setClock(new Date(testNow.getTime() + minutes * 60_000));
  await claim(asMe, id);
  step(1);
  await lock(asMe, id);
  step(2);
  await asManager(customer.release, { params: { id }, body: { reason: "no_intent", note: "半年内不看房" } });
  api.setClock(testNow);
  const paged = async (page: number) =>
    (await asMe(customer.audit, { params: { id }, query: { page, page_size: 2 } })).data;
  expect(await paged(1)).toMatchObject({
    ...{ total: 3, page: 1, page_size: 2 },
    list: [
      {
        ...{ operator: manager.name, action: "release", reason: "暂无意向：半年内不看房" },
        changes: [{ field: "owner_id", label: "跟进人", before: me.name, after: null }],
        at: "2026-11-20T12:02:00.000+08:00",
      },
      { operator: me.name, action: "lock" },
    ],
  });
  const { list } = await paged(2);
  expect(list).toMatchObject([{ action: "claim", changes: [{ before: null, after: me.name }] }]);
});

test("of changes of one instant the history tells the one written later first", async () => {
  const { id: customer_id } = await makeCustomer(db, { owner_id: me.id });
  const lines = [9, 10, 11].map((id) => ({ id, customer_id, action: `${id}`, by: me.id, at: days(0) }));
  await db.insert(customerChangeLog).values(lines);
  const { data } = await asMe(customer.audit, { params: { id: customer_id } });
  expect(data.list.map(({ action }) => action)).toEqual(["11", "10", "9"]);
});

test("a row says whether the pool is about to take it, by the setting", async () => {
  const { id } = await makeCustomer(db, { owner_id: me.id, assigned_at: days(-13), created_at: days(-13) });
  expect((await detail(asMe, id)).is_warned).toBe(true);
  await setSetting(db, "pool.warn_days", 1);
  expect((await detail(asMe, id)).is_warned).toBe(false);
  await makeCustomer(db);
  expect((await asMe(customer.pool)).data.list).toMatchObject([{ is_warned: false }]);
});

whoMay(
  api,
  customer,
  {
    pool: "SM SR",
    poolOwned: { roles: "SM SR FI CS", query: { view: "mine" } },
    poolTrashed: { roles: "SM", query: { trashed: "only" } },
    list: "SM SR FI CS",
    listPool: { roles: "SM SR", query: { view: "pool" } },
    trashed: { roles: "SM", query: { trashed: "only" } },
    get: "SM SR FI CS",
    update: "SM SR CS",
    audit: "SM SR FI CS",
    remove: "SM SR",
    recycle: "SM SR",
    lock: "SM SR",
    unlock: "SM SR",
    claim: { roles: "SM SR", body: { action: "claim" } },
    assign: "SM",
    claimBatch: { roles: "SM SR", body: { action: "claim" } },
    assignBatch: "SM",
    spreadBatch: "SM",
    release: "SM SR",
    releaseBatch: "SM SR",
    moveBatch: "SM SR",
    create: "SM SR CS",
    check: "SM SR CS",
    merge: "SM",
    phone: "SM CS",
    restore: "SM",
    destroy: "SA",
    destroyBatch: "SA",
    recycleBatch: "SM SR",
    restoreBatch: "SM",
    tagBatch: "SM SR CS",
    quick: "SM SR CS",
    editBatch: "SM SR CS",
    assignAll: { roles: "SM", query: {} },
    transferAll: { roles: "SM", query: { view: "mine" } },
    releaseAll: "SM SR",
    tagAll: "SM SR CS",
    exportPool: "SM",
    export: { roles: "SM", query: { view: "mine" } },
  },
  { "/customer/publicCustomer": "SM SR", "/customer/customerInfor": "SM SR FI CS", "/customer/deleteCustomer": "SM" },
);
