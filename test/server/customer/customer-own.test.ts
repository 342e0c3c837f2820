import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import type { TransferStatus } from "~/contract/customer/transfer";
import type { Input } from "~/contract/endpoint";
import { transferRequest } from "~/server/database/tables/customer/customer";
import { currency, district } from "~/server/database/tables/region/geography";
import { user } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeTeam, setSetting, testNow } from "~/test/support/factories";
import { tableRows } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowsIn, setIn } = tableRows(db);
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
  await setIn(user, colleague.id, { team_id: id });
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
    const [other] = await rowsIn(district, and(eq(district.country_code, "TH"), eq(district.level, 1)));
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
    const [yen] = await rowsIn(currency, eq(currency.code, "JPY"));
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

test("the pool is narrowed by stage and by the day of making", async () => {
  await makeCustomer(db, { name: "旧", stage: "lost", created_at: days(-9) });
  await makeCustomer(db, { name: "新" });
  const found = async (query: Input<typeof customer.pool>["query"]) =>
    (await asMe(customer.pool, { query })).data.list.map(({ name }) => name);
  expect(await found({ stage: ["lost"] })).toEqual(["旧"]);
  expect(await found({ created_from: "2026-11-20" })).toEqual(["新"]);
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
