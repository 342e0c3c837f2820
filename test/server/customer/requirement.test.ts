import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer as customerContract } from "~/contract/customer/customer";
import { requirement } from "~/contract/customer/requirement";
import { customer as customerTable, requirement as requirementTable } from "~/server/database/tables/customer/customer";
import { district } from "~/server/database/tables/region/geography";
import { operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeRequirement, makeUser, testNow } from "~/test/support/factories";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });

const { sales, manager, asSales } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});

const districtsIn = (country: string, level = 1) =>
  db
    .select({ id: district.id, name: district.name_zh })
    .from(district)
    .where(and(eq(district.country_code, country), eq(district.level, level)))
    .orderBy(district.id)
    .limit(12);
const own = (given: object = {}) => makeCustomer(db, { owner_id: sales.id, ...given });
const stored = async (id: number) => (await db.select().from(requirementTable).where(eq(requirementTable.id, id)))[0];
const stageOf = async (id: number) => (await db.select().from(customerTable).where(eq(customerTable.id, id)))[0]?.stage;
const logged = () =>
  db.select().from(operationLog).where(eq(operationLog.target_type, "requirement")).orderBy(operationLog.id);
const fieldsOf = (reply: { data: unknown }) =>
  (reply.data as { errors: { field: string; message: string }[] }).errors.map(({ field, message }) => [field, message]);

/** What may be left out of a form is null on the wire. */
const facts = {
  country_code: "JP",
  completion_from: null,
  completion_to: null,
  station_walk_max: null,
  area_min: null,
  area_max: null,
  price_min: null,
  price_max: null,
  currency: null,
  yield_min: null,
  down_payment: null,
  must_have: null,
  extra: null,
};
const body = (customer_id: number, given: object = {}) => ({ ...facts, customer_id, ...given });
const full = {
  purposes: ["investment" as const],
  timeline: "3m" as const,
  property_types: ["tower" as const],
  layouts: ["1LDK" as const, "2LDK" as const],
  area_min: 40.5,
  area_max: 70,
  price_min: "50000000",
  price_max: "80000000",
  currency: "JPY",
  yield_min: 3.5,
  station_walk_max: 10,
  completion_from: "2027-01-01",
  completion_to: "2027-12-31",
  floor_pref: "high" as const,
  loan: "loan" as const,
  down_payment: "20000000",
  must_have: "近车站",
};

describe("a requirement", () => {
  test("is written, read, changed, closed and opened again, each in the log", async () => {
    const { id: customer_id } = await own({ name: "王伟" });
    const [tokyo] = await districtsIn("JP");
    const created = await asSales(requirement.create, {
      body: body(customer_id, { ...full, district_ids: [tokyo?.id] }),
    });
    expect(created.data.requirement_no).toMatch(/^XQ261120\d{4}$/);
    const { id } = created.data;
    const { data } = await asSales(requirement.get, { params: { id } });
    expect(data).toMatchObject({
      ...full,
      price_min: "50000000.00",
      price_max: "80000000.00",
      down_payment: "20000000.00",
      customer: { id: customer_id, name: "王伟" },
      districts: [{ id: tokyo?.id }],
      status: "open",
      platform: "manual",
      annex_count: 0,
      version: 1,
      can: { edit: true, close: true, reopen: false },
    });
    expect(data.title).toBe(`日本 · ${tokyo?.name} · 1LDK/2LDK · 5,000–8,000万日元`);

    const other = { ...facts, ...full, layouts: ["2LDK" as const], version: 1 };
    const changed = await asSales(requirement.update, { params: { id }, body: other });
    expect(changed.data).toMatchObject({ layouts: ["2LDK"], district_ids: [], version: 2 });
    expect((await asSales(requirement.close, { params: { id }, body: { action: "close" } })).data).toMatchObject({
      status: "closed",
      can: { edit: false, close: false, reopen: true },
    });
    expect((await asSales(requirement.reopen, { params: { id }, body: { action: "reopen" } })).data.status).toBe(
      "open",
    );

    const lines = await logged();
    expect(lines.map(({ action }) => action)).toEqual(["create", "update", "update", "update"]);
    expect(lines[1]?.changes).toEqual([
      { field: "district_ids", label: "区域", before: tokyo?.name, after: null },
      { field: "layouts", label: "户型", before: "1LDK、2LDK", after: "2LDK" },
    ]);
    expect(lines[2]?.summary).toContain("关闭需求");
  });

  test("moves the customer on to 需求明确, in his history, and never back", async () => {
    const fresh = await own({ stage: "new" });
    const visited = await own({ stage: "visited" });
    const lost = await own({ stage: "lost", lost_reason: "price" });
    for (const { id } of [fresh, visited, lost]) await asSales(requirement.create, { body: body(id) });
    expect(await Promise.all([fresh, visited, lost].map(({ id }) => stageOf(id)))).toEqual([
      "qualified",
      "visited",
      "lost",
    ]);
    const history = await asSales(customerContract.audit, { params: { id: fresh.id } });
    expect(history.data.list[0]).toMatchObject({
      action: "update",
      changes: [
        { label: "客户阶段", before: "新客户", after: "需求明确" },
        { label: "意向国家/地区", before: null, after: "日本" },
      ],
    });
  });

  test("saved unchanged is no new version and no line", async () => {
    const { id: customer_id } = await own();
    const { id } = (await asSales(requirement.create, { body: body(customer_id, full) })).data;
    const same = { ...facts, ...full, version: 1 };
    expect((await asSales(requirement.update, { params: { id }, body: same })).data.version).toBe(1);
    expect(await logged()).toHaveLength(1);
  });

  test("that somebody saved meanwhile is 40901 with the present one", async () => {
    const { id: customer_id } = await own();
    const { id } = await makeRequirement(db, { customer_id, version: 3, must_have: "朝南" });
    const reply = await asSales(requirement.update, { params: { id }, body: { ...facts, version: 2 } });
    expect(reply).toMatchObject({ status: 409, code: 40901, data: { version: 3, must_have: "朝南" } });
  });

  test("that is closed cannot be edited or closed, one that is open not opened: 40902", async () => {
    const { id: customer_id } = await own();
    const closed = await makeRequirement(db, { customer_id, status: "closed" });
    const open = await makeRequirement(db, { customer_id });
    const edit = await asSales(requirement.update, { params: { id: closed.id }, body: { ...facts, version: 1 } });
    expect(edit.code).toBe(40902);
    expect((await asSales(requirement.close, { params: { id: closed.id }, body: { action: "close" } })).code).toBe(
      40902,
    );
    expect((await asSales(requirement.reopen, { params: { id: open.id }, body: { action: "reopen" } })).code).toBe(
      40902,
    );
    expect(await stored(closed.id)).toMatchObject({ status: "closed", version: 1 });
  });

  test("that was matched may be edited and closed, and is opened again as an open one", async () => {
    const { id: customer_id } = await own();
    const { id } = await makeRequirement(db, { customer_id, status: "matched" });
    const edited = await asSales(requirement.update, {
      params: { id },
      body: { ...facts, country_code: "TH", version: 1 },
    });
    expect(edited.data).toMatchObject({ status: "matched", country_code: "TH" });
    await asSales(requirement.close, { params: { id }, body: { action: "close" } });
    expect((await asSales(requirement.reopen, { params: { id }, body: { action: "reopen" } })).data.status).toBe(
      "open",
    );
  });
});

describe("what cannot be right is said at its field", () => {
  const bad: [string, object, string, string][] = [
    ["area", { area_min: 80, area_max: 60 }, "area_max", "面积上限不能小于面积下限"],
    ["area with three decimals", { area_min: 10.125 }, "area_min", "面积下限最多两位小数"],
    ["price", { price_min: "900", price_max: "800", currency: "JPY" }, "price_max", "预算上限不能小于预算下限"],
    ["price without currency", { price_max: "800" }, "currency", "请选择币种"],
    ["down payment without currency", { down_payment: "800" }, "currency", "请选择币种"],
    ["yen with cents", { price_max: "800.50", currency: "JPY" }, "price_max", "日元金额不能有小数"],
    [
      "days",
      { completion_from: "2028-01-01", completion_to: "2027-01-01" },
      "completion_to",
      "交房时间的结束不能早于开始",
    ],
    ["a day of another age", { completion_from: "0001-01-01" }, "completion_from", "交房时间从应在1900年至2999年之间"],
    ["country", { country_code: "ZZ" }, "country_code", "国家/地区含有不能选择的选项"],
    ["district", { district_ids: [999_999_999] }, "district_ids", "区域含有不能选择的选项"],
    ["floor", { floor_pref: "roof" }, "floor_pref", "请选择楼层偏好"],
    ["yield", { yield_min: 31 }, "yield_min", "最低回报率不能大于30"],
  ];
  test.each(bad)("%s", async (_, given, field, message) => {
    const { id } = await own();
    const reply = await asSales(requirement.create, { body: body(id, given) });
    expect(reply.code).toBe(42200);
    expect(fieldsOf(reply)).toContainEqual([field, message]);
  });

  test("a district of another country, and more than ten", async () => {
    const { id } = await own();
    const [thai] = await districtsIn("TH");
    const many = (await districtsIn("JP")).slice(0, 11).map((one) => one.id);
    const foreign = await asSales(requirement.create, { body: body(id, { district_ids: [thai?.id] }) });
    expect(fieldsOf(foreign)).toEqual([["district_ids", "区域不在所选国家/地区内"]]);
    expect(fieldsOf(await asSales(requirement.create, { body: body(id, { district_ids: many }) }))).toEqual([
      ["district_ids", "区域最多选10项"],
    ]);
  });

  test("dollars may have cents", async () => {
    const { id } = await own();
    expect((await asSales(requirement.create, { body: body(id, { price_max: "800.50", currency: "USD" }) })).code).toBe(
      200,
    );
  });
});

describe("who may", () => {
  test("the customer's scope is the requirement's in lists", async () => {
    const mine = await makeRequirement(db, { customer_id: (await own()).id });
    const other = await makeUser(db, { role: "sales" });
    await makeRequirement(db, { customer_id: (await own({ owner_id: other.id })).id });
    expect((await asSales(requirement.list)).data.list.map(({ id }) => id)).toEqual([mine.id]);
    expect((await (await api.as(manager.id))(requirement.list)).data.list.map(({ id }) => id)).toEqual([mine.id]);
    const service = await makeUser(db, { role: "customer_service" });
    expect((await (await api.as(service.id))(requirement.list)).data.total).toBe(2);
  });

  test("who may only read is told so", async () => {
    const { id } = await makeRequirement(db, { customer_id: (await own()).id });
    const reader = await api.as(
      (await makeUser(db, { permissions: ["customer:requirement:view", "customer:info:view"], scope: "all" })).id,
    );
    expect((await reader(requirement.get, { params: { id } })).data.can).toEqual({
      edit: false,
      close: false,
      reopen: false,
    });
  });

  test("in the recycle bin nothing is written, and the list leaves it out", async () => {
    const recycled = await own({ owner_id: null, last_owner_id: sales.id, deleted_at: days(-1) });
    const { id } = await makeRequirement(db, { customer_id: recycled.id });
    const boss = await api.as(manager.id);
    expect((await boss(requirement.create, { body: body(recycled.id) })).code).toBe(40902);
    expect((await boss(requirement.close, { params: { id }, body: { action: "close" } })).code).toBe(40902);
    expect((await boss(requirement.list)).data.total).toBe(0);
  });

  test("a list counts what it shows, in every scope and with either code", async () => {
    const other = await makeUser(db);
    const of = async (must_have: string, given: object) =>
      makeRequirement(db, { must_have, customer_id: (await makeCustomer(db, given)).id });
    await of("自己的", { owner_id: sales.id });
    await of("别队的", { owner_id: other.id });
    await of("公海的", {});
    await of("回收站的", { owner_id: sales.id, deleted_at: days(0) });
    const admin = await api.as((await makeUser(db, { role: "super_admin" })).id);
    const reader = async (...codes: ("customer:info:view" | "customer:pool:view")[]) => {
      const permissions = ["customer:requirement:view", ...codes] as const;
      return api.as((await makeUser(db, { permissions, scope: "all" })).id);
    };
    const shown = async (as: typeof asSales) => {
      const { list, total } = (await as(requirement.list)).data;
      expect(total).toBe(list.length);
      return list.map((row) => row.must_have).sort();
    };
    expect(await shown(asSales)).toEqual(["公海的", "自己的"]);
    expect(await shown(await api.as(manager.id))).toEqual(["公海的", "自己的"]);
    expect(await shown(admin)).toEqual(["公海的", "别队的", "自己的"]);
    expect(await shown(await reader("customer:info:view"))).toEqual(["别队的", "自己的"]);
    expect(await shown(await reader("customer:pool:view"))).toEqual(["公海的"]);
    expect(await shown(await reader())).toEqual([]);
  });

  test("what is not there is 40400", async () => {
    expect((await asSales(requirement.get, { params: { id: 987_654 } })).code).toBe(40400);
    expect((await asSales(requirement.close, { params: { id: 987_654 }, body: { action: "close" } })).code).toBe(40400);
    expect((await asSales(requirement.create, { body: body(987_654) })).code).toBe(40400);
  });
});

describe("the list", () => {
  const found = async (query: object) =>
    (await asSales(requirement.list, { query })).data.list.map(({ requirement_no }) => requirement_no);

  test("is filtered by number, customer, state, country, purpose and day, the last changed first", async () => {
    const wang = await own({ name: "王伟明" });
    const li = await own({ name: "李娜娜" });
    const at = (count: number) => ({ created_at: days(count), updated_at: days(count) });
    await makeRequirement(db, {
      ...at(-3),
      customer_id: wang.id,
      requirement_no: "XQ2611170001",
      purposes: ["self_use"],
    });
    await makeRequirement(db, { ...at(-2), customer_id: li.id, requirement_no: "XQ2611180001", country_code: "TH" });
    await makeRequirement(db, { ...at(-1), customer_id: li.id, requirement_no: "XQ2611190001", status: "closed" });
    expect(await found({})).toEqual(["XQ2611190001", "XQ2611180001", "XQ2611170001"]);
    expect(await found({ sort: "requirement_no" })).toEqual(["XQ2611170001", "XQ2611180001", "XQ2611190001"]);
    expect(await found({ keyword: "xq261118" })).toEqual(["XQ2611180001"]);
    expect(await found({ keyword: "王伟" })).toEqual(["XQ2611170001"]);
    expect(await found({ keyword: li.customer_no })).toHaveLength(2);
    expect(await found({ customer_id: wang.id })).toEqual(["XQ2611170001"]);
    expect(await found({ status: ["closed"] })).toEqual(["XQ2611190001"]);
    expect(await found({ country: ["TH"] })).toEqual(["XQ2611180001"]);
    expect(await found({ purpose: ["self_use", "education"] })).toEqual(["XQ2611170001"]);
    expect(await found({ updated_from: "2026-11-18", updated_to: "2026-11-18" })).toEqual(["XQ2611180001"]);
  });
});

whoMay(
  api,
  requirement,
  {
    list: "SM SR CS",
    get: "SM SR CS",
    create: "SM SR CS",
    update: "SM SR CS",
    close: { roles: "SM SR CS", body: { action: "close" } },
    reopen: { roles: "SM SR CS", body: { action: "reopen" } },
    match: { roles: "SM SR CS", body: { action: "match" } },
  },
  { "/customer/requirementInput": "SM SR CS" },
);
