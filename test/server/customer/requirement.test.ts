import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer as customerContract } from "~/contract/customer/customer";
import { requirement } from "~/contract/customer/requirement";
import { district } from "~/server/database/tables/region/geography";
import { operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeRequirement, makeUser, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowIn, rowsIn } = rowsOf(db);
const api = testApi(db, { now: testNow });

const { sales, asSales, asManager, asAdmin } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
  admin: { role: "super_admin" },
});

const districtsIn = (country: string, level = 1) =>
  db
    .select({ id: district.id, name: district.name_zh })
    .from(district)
    .where(and(eq(district.country_code, country), eq(district.level, level)))
    .orderBy(district.id)
    .limit(12);
const own = (given: object = {}) => makeCustomer(db, { owner_id: sales.id, ...given });
const stored = (id: number) => rowIn("requirement", id);
const of = async (given: object, customer: object = {}) =>
  makeRequirement(db, { ...given, customer_id: (await own(customer)).id });
const logged = () => rowsIn("operationLog", eq(operationLog.target_type, "requirement"));
const create = (customer_id: number, given: object = {}) =>
  asSales.unchecked(requirement.create, { body: { country_code: "JP", customer_id, ...given } });
const update = (id: number, version: number, given: object = {}) =>
  asSales.unchecked(requirement.update, { params: { id }, body: { country_code: "JP", ...given, version } });
const close = (id: number, as = asSales) => as(requirement.close, { params: { id }, body: { action: "close" } });
const reopen = (id: number) => asSales(requirement.reopen, { params: { id }, body: { action: "reopen" } });
const amounts = { price_min: "50000000", price_max: "80000000", down_payment: "20000000" };
const full = {
  ...{ purposes: ["investment"], timeline: "3m", property_types: ["tower"], layouts: ["1LDK", "2LDK"] },
  ...{ area_min: 40.5, area_max: 70, ...amounts, currency: "JPY", yield_min: 3.5, station_walk_max: 10 },
  ...{ completion_from: "2027-01-01", completion_to: "2027-12-31", floor_pref: "high", loan: "loan" },
  must_have: "近车站",
};

describe("a requirement", () => {
  test("is written, read, changed, closed and opened again, each in the log", async () => {
    const { id: customer_id } = await own({ name: "王伟" });
    const [tokyo] = await districtsIn("JP");
    const { id, requirement_no } = (await create(customer_id, { ...full, district_ids: [tokyo?.id] })).data;
    expect(requirement_no).toMatch(/^XQ261120\d{4}$/);
    expect((await asSales(requirement.get, { params: { id } })).data).toMatchObject({
      ...full,
      ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, `${amount}.00`])),
      ...{ customer: { id: customer_id, name: "王伟" }, districts: [{ id: tokyo?.id }], annex_count: 0, version: 1 },
      ...{ title: `日本 · ${tokyo?.name} · 1LDK/2LDK · 5,000–8,000万日元`, status: "open", platform: "manual" },
      can: { edit: true, close: true, reopen: false },
    });
    const changed = { layouts: ["2LDK"], district_ids: [] };
    expect((await update(id, 1, { ...full, ...changed })).data).toMatchObject({ ...changed, version: 2 });
    const closed = { status: "closed", can: { edit: false, close: false, reopen: true } };
    expect((await close(id)).data).toMatchObject(closed);
    expect((await reopen(id)).data.status).toBe("open");

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
    for (const { id } of [fresh, visited, lost]) await create(id);
    expect((await rowsIn("customer")).map(({ stage }) => stage)).toEqual(["qualified", "visited", "lost"]);
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
    const { id } = (await create((await own()).id, full)).data;
    expect((await update(id, 1, full)).data.version).toBe(1);
    expect(await logged()).toHaveLength(1);
  });

  test("that somebody saved meanwhile is 40901 with the present one", async () => {
    const { id } = await of({ version: 3, must_have: "朝南" });
    expect(await update(id, 2)).toMatchObject({ status: 409, code: 40901, data: { version: 3, must_have: "朝南" } });
  });

  test("that is closed cannot be edited or closed, one that is open not opened: 40902", async () => {
    const { id } = await of({ status: "closed" });
    for (const reply of [await update(id, 1), await close(id), await reopen((await of({})).id)])
      expect(reply.code).toBe(40902);
    expect(await stored(id)).toMatchObject({ status: "closed", version: 1 });
  });

  test("that was matched may be edited and closed, and is opened again as an open one", async () => {
    const { id } = await of({ status: "matched" });
    const edited = await update(id, 1, { country_code: "TH" });
    expect(edited.data).toMatchObject({ status: "matched", country_code: "TH" });
    await close(id);
    expect((await reopen(id)).data.status).toBe("open");
  });
});

describe("what cannot be right is said at its field", () => {
  const period = { completion_from: "2028-01-01" };
  const bad: [string, object, string, string][] = [
    ["area", { area_min: 80, area_max: 60 }, "area_max", "面积上限不能小于面积下限"],
    ["area with three decimals", { area_min: 10.125 }, "area_min", "面积下限最多两位小数"],
    ["price", { price_min: "900", price_max: "800", currency: "JPY" }, "price_max", "预算上限不能小于预算下限"],
    ["price without currency", { price_max: "800" }, "currency", "请选择币种"],
    ["down payment without currency", { down_payment: "800" }, "currency", "请选择币种"],
    ["yen with cents", { price_max: "800.50", currency: "JPY" }, "price_max", "日元金额不能有小数"],
    ["days", { ...period, completion_to: "2027-01-01" }, "completion_to", "交房时间的结束不能早于开始"],
    ["a day of another age", { completion_from: "0001-01-01" }, "completion_from", "交房时间从应在1900年至2999年之间"],
    ["country", { country_code: "ZZ" }, "country_code", "国家/地区含有不能选择的选项"],
    ["district", { district_ids: [999_999_999] }, "district_ids", "区域含有不能选择的选项"],
    ["floor", { floor_pref: "roof" }, "floor_pref", "请选择楼层偏好"],
    ["yield", { yield_min: 31 }, "yield_min", "最低回报率不能大于30"],
  ];
  test.each(bad)("%s", async (_, given, field, message) => {
    expect(await create((await own()).id, given)).toMatchObject({
      ...{ code: 42200, data: { errors: expect.arrayContaining([expect.objectContaining({ field, message })]) } },
    });
  });

  test("a district of another country, and more than ten", async () => {
    const { id } = await own();
    const [thai] = await districtsIn("TH");
    const many = (await districtsIn("JP")).slice(0, 11).map((one) => one.id);
    for (const [district_ids, message] of [
      [[thai?.id], "区域不在所选国家/地区内"],
      [many, "区域最多选10项"],
    ])
      expect(await create(id, { district_ids })).toMatchObject(refusedAt("district_ids", String(message)));
  });

  test("dollars may have cents", async () => {
    expect((await create((await own()).id, { price_max: "800.50", currency: "USD" })).code).toBe(200);
  });
});

describe("who may", () => {
  const asNew = async (given: Parameters<typeof makeUser>[1]) => api.as((await makeUser(db, given)).id);

  test("who may only read is told so", async () => {
    const { id } = await of({});
    const reader = await asNew({ permissions: ["customer:requirement:view", "customer:info:view"], scope: "all" });
    const can = { edit: false, close: false, reopen: false };
    expect((await reader(requirement.get, { params: { id } })).data.can).toEqual(can);
  });

  test("a list counts what it shows, in every scope and with either code", async () => {
    const other = await makeUser(db);
    await of({ must_have: "自己的" });
    await of({ must_have: "别队的" }, { owner_id: other.id });
    await of({ must_have: "公海的" }, { owner_id: null });
    await of({ must_have: "回收站的" }, { deleted_at: days(0) });
    const reader = async (...codes: ("customer:info:view" | "customer:pool:view")[]) => {
      return asNew({ permissions: ["customer:requirement:view", ...codes], scope: "all" });
    };
    const shown = async (as: typeof asSales) => {
      const { list, total } = (await as(requirement.list)).data;
      expect(total).toBe(list.length);
      return list.map((row) => row.must_have).sort();
    };
    expect(await shown(asSales)).toEqual(["公海的", "自己的"]);
    expect(await shown(asManager)).toEqual(["公海的", "自己的"]);
    expect(await shown(await asNew({ role: "customer_service" }))).toContain("别队的");
    expect(await shown(asAdmin)).toEqual(["公海的", "别队的", "自己的"]);
    expect(await shown(await reader("customer:info:view"))).toEqual(["别队的", "自己的"]);
    expect(await shown(await reader("customer:pool:view"))).toEqual(["公海的"]);
    expect(await shown(await reader())).toEqual([]);
  });
});

describe("the list", () => {
  const found = async (query: object) =>
    (await asSales(requirement.list, { query })).data.list.map(({ requirement_no }) => requirement_no);

  test("is filtered by number, customer, state, country, purpose and day, the last changed first", async () => {
    const wang = await own({ name: "王伟明" });
    const li = await own({ name: "李娜娜" });
    const at = (count: number) => ({ created_at: days(count), updated_at: days(count) });
    const [first, second, third] = ["XQ2611170001", "XQ2611180001", "XQ2611190001"] as const;
    const put = (requirement_no: string, { id }: { id: number }, given: object) =>
      makeRequirement(db, { customer_id: id, requirement_no, ...given });
    await put(first, wang, { ...at(-3), purposes: ["self_use"] });
    await put(second, li, { ...at(-2), country_code: "TH" });
    await put(third, li, { ...at(-1), status: "closed" });
    for (const [query, numbers] of [
      [{}, [third, second, first]],
      [{ sort: "requirement_no" }, [first, second, third]],
      [{ keyword: "xq261118" }, [second]],
      [{ keyword: "王伟" }, [first]],
      [{ keyword: li.customer_no }, [third, second]],
      [{ customer_id: wang.id }, [first]],
      [{ status: ["closed"] }, [third]],
      [{ country: ["TH"] }, [second]],
      [{ purpose: ["self_use", "education"] }, [first]],
      [{ updated_from: "2026-11-18", updated_to: "2026-11-18" }, [second]],
    ] as const)
      expect(await found(query), JSON.stringify(query)).toEqual(numbers);
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
