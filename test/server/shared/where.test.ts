import { beforeEach, describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { requirement } from "~/contract/customer/requirement";
import { type Input, writeQuery } from "~/contract/endpoint";
import { listCount } from "~/contract/shared/list-count";
import type { Where, WhereItem } from "~/contract/where";
import { option } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeCustomer, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const { asAdmin, asMe, me, other } = signedIn(api, {
  admin: { role: "super_admin" },
  me: { role: "sales", team: "一部" },
  other: { role: "sales", team: "二部" },
});

type Query = NonNullable<Input<typeof customer.list>["query"]>;
const and = (...items: WhereItem[]): Where => ({ op: "and", items });
const or = (...items: WhereItem[]): Where => ({ op: "or", items });

async function namesOf(where: Where, query: Query = { view: "mine" }, as = asMe): Promise<string[]> {
  const reply = await as(customer.list, { query: { ...query, where } });
  expect(reply).toMatchObject({ code: 200 });
  return reply.data.list.map(({ name }) => name).sort();
}
/** The message for a filter that is refused. */
async function refusalOf(where: unknown, query: object = {}, as = asAdmin): Promise<unknown> {
  const reply = await as.unchecked(customer.list, { query: { ...query, where } });
  expect(reply).toMatchObject({ status: 422, code: 42200 });
  return (reply.data as unknown as { errors: { message: string }[] }).errors[0]?.message;
}
const mine = (name: string, given: Parameters<typeof makeCustomer>[1] = {}) =>
  makeCustomer(db, { name, owner_id: me.id, ...given });

describe("each comparison", () => {
  beforeEach(async () => {
    await mine("王一", {
      ...{ level: "A", stage: "new", tags: ["vip"], intent_estate_ids: [7], budget_max: "100.50" },
      ...{ is_blacklisted: true, remark: "带看", language: "ja", next_tracking_at: "2026-03-15T23:30:00+08:00" },
    });
    await mine("李二", { level: "B", stage: "contacted", budget_max: "3000", tracking_count: 4 });
    await makeCustomer(db, { name: "王三", owner_id: other.id, level: "A" });
  });

  test.each<[Where["items"][number], string[]]>([
    [{ field: "name", cmp: "contains", value: "王" }, ["王一"]],
    [{ field: "name", cmp: "not_contains", value: "王" }, ["李二"]],
    [{ field: "name", cmp: "eq", value: "李二" }, ["李二"]],
    [{ field: "remark", cmp: "empty" }, ["李二"]],
    [{ field: "remark", cmp: "not_empty" }, ["王一"]],
    [{ field: "remark", cmp: "not_contains", value: "看" }, ["李二"]],
    [{ field: "level", cmp: "in", value: ["A", "C"] }, ["王一"]],
    [{ field: "level", cmp: "not_in", value: ["A"] }, ["李二"]],
    [{ field: "language", cmp: "not_in", value: ["ja"] }, ["李二"]],
    [{ field: "language", cmp: "empty" }, ["李二"]],
    [{ field: "tags", cmp: "in", value: ["vip"] }, ["王一"]],
    [{ field: "tags", cmp: "not_in", value: ["vip"] }, ["李二"]],
    [{ field: "tags", cmp: "empty" }, ["李二"]],
    [{ field: "intent_estate_ids", cmp: "in", value: [7, 8] }, ["王一"]],
    [{ field: "budget_max", cmp: "gte", value: 101 }, ["李二"]],
    [{ field: "budget_max", cmp: "lte", value: "100.50" }, ["王一"]],
    [{ field: "budget_max", cmp: "eq", value: "3000" }, ["李二"]],
    [{ field: "tracking_count", cmp: "between", value: [1, 4] }, ["李二"]],
    [{ field: "idle_days", cmp: "gte", value: 9999 }, []],
    [{ field: "is_blacklisted", cmp: "is", value: true }, ["王一"]],
    [{ field: "is_blacklisted", cmp: "is", value: false }, ["李二"]],
    [{ field: "next_tracking_at", cmp: "empty" }, ["李二"]],
    [{ field: "next_tracking_at", cmp: "between", value: ["2026-03-15", "2026-03-15"] }, ["王一"]],
    [{ field: "next_tracking_at", cmp: "gte", value: "2026-03-16" }, []],
    [{ field: "next_tracking_at", cmp: "lte", value: "2026-03-15" }, ["王一"]],
  ])("%j", async (item, names) => {
    expect(await namesOf(and(item))).toEqual(names);
  });

  test("and, or and one group inside; other filters and the scope hold as well", async () => {
    const wang: WhereItem = { field: "name", cmp: "contains", value: "王" };
    const rich: WhereItem = { field: "budget_max", cmp: "gte", value: 3000 };
    const graded: WhereItem = { field: "level", cmp: "in", value: ["A", "B"] };
    for (const [where, query, names] of [
      [or(wang, rich), undefined, ["李二", "王一"]],
      [and(wang, rich), undefined, []],
      [and(graded, or(wang, rich)), undefined, ["李二", "王一"]],
      [or(wang, rich), { view: "mine", stage: ["new"] }, ["王一"]],
    ] as [Where, Query | undefined, string[]][])
      expect(await namesOf(where, query)).toEqual(names);
    // It finds nothing out of the user's scope.
    const foreign = and({ field: "owner_id", cmp: "in", value: [other.id] });
    expect([await namesOf(foreign, {}), await namesOf(foreign, {}, asAdmin)]).toEqual([[], ["王三"]]);
  });

  test("exports and the pool hold to it", async () => {
    await makeCustomer(db, { name: "公海王", level: "D" });
    await makeCustomer(db, { name: "公海李", level: "D" });
    const where = and({ field: "name", cmp: "contains", value: "王" });
    expect((await asAdmin(customer.pool, { query: { where } })).data.list).toMatchObject([{ name: "公海王" }]);
    await db.insert(option).values({ scene: "export_reason", value: "work", label: "工作" }).onConflictDoNothing();
    const bad = and({ field: "phone", cmp: "contains", value: "138" });
    for (const [one, status] of [
      [where, 200],
      [bad, 422],
    ] as const)
      expect((await asAdmin(customer.exportPool, { query: { where: one, reason: "work" } })).status).toBe(status);
  });
});

describe("days said by their place", () => {
  async function expectNamed(days: Record<string, string[]>) {
    for (const [value, names] of Object.entries(days))
      expect(await namesOf(and({ field: "next_tracking_at", cmp: "within", value })), value).toEqual(names.toSorted());
  }

  test("are those of Asia/Shanghai, also in the hours in which it is another day elsewhere", async () => {
    // Sunday evening in Shanghai, then Monday morning, which still is Sunday in London.
    await mine("周日", { next_tracking_at: "2026-03-15T23:59:00+08:00" });
    await mine("周一", { next_tracking_at: "2026-03-16T00:00:00+08:00" });
    await mine("月初", { next_tracking_at: "2026-03-01T00:00:00+08:00" });
    await mine("去年", { next_tracking_at: "2025-12-31T23:59:00+08:00" });
    api.setClock(new Date("2026-03-15T23:59:30+08:00"));
    await expectNamed({
      ...{ today: ["周日"], tomorrow: ["周一"], this_week: ["周日"] },
      ...{ next_week: ["周一"], "+2d": ["周一", "周日"], "-15d": ["周日", "月初"] },
    });
    api.setClock(new Date("2026-03-16T00:00:30+08:00"));
    const march = ["周一", "周日", "月初"];
    await expectNamed({
      ...{ today: ["周一"], yesterday: ["周日"], last_week: ["周日"] },
      ...{ this_month: march, last_year: ["去年"], this_year: march },
    });
    for (const [item, names] of [
      [{ field: "next_tracking_at", cmp: "lte", value: "-1d" }, ["去年", "周日", "月初"]],
      [{ field: "next_tracking_at", cmp: "between", value: ["-1d", "today"] }, ["周一", "周日"]],
    ] as [WhereItem, string[]][])
      expect(await namesOf(and(item))).toEqual(names.sort());
  });
});

describe("what is refused, with the field's name in Chinese", () => {
  const level: WhereItem = { field: "level", cmp: "in", value: ["A"] };

  test.each<[string, unknown, string]>([
    ["no JSON", "{", "组合条件的格式不正确"],
    ["no condition", { op: "and", items: [] }, "请至少添加一个条件"],
    ["another word between them", { op: "xor", items: [level] }, "组合条件的格式不正确"],
    ["a group in a group in a group", and(and(and(level))), "条件组最多两层"],
    ["eleven conditions", and(...Array.from({ length: 11 }, () => level)), "最多10个条件"],
    ["a field that is masked", and({ field: "phone", cmp: "contains", value: "138" }), "没有可筛选的字段“phone”"],
    [
      "a comparison that the field has not",
      and({ field: "level", cmp: "contains", value: "A" }),
      "“客户等级”不能这样比较",
    ],
    ["a value that is none", and({ field: "level", cmp: "in", value: ["Z"] }), "“客户等级”的值不正确"],
    ["no value", and({ field: "name", cmp: "contains" }), "请填写“客户姓名”的值"],
    ["a day that is none", and({ field: "created_at", cmp: "gte", value: "2026-02-30" }), "“创建时间”的值不正确"],
    ["a period that is none", and({ field: "created_at", cmp: "within", value: "someday" }), "“创建时间”的值不正确"],
    ["a number that is none", and({ field: "budget_max", cmp: "gte", value: "1e9" }), "“预算上限”的值不正确"],
    [
      "a range the other way round",
      and({ field: "budget_max", cmp: "between", value: [5, 1] }),
      "“预算上限”的值不正确",
    ],
    ["what cannot be kept", and({ field: "name", cmp: "contains", value: "王\u0000" }), "“客户姓名”的值不正确"],
  ])("%s", async (_, where, message) => {
    expect(await refusalOf(where)).toBe(message);
  });
});

describe("group", () => {
  beforeEach(async () => {
    await mine("甲", { stage: "new", level: "A" });
    await mine("乙", { stage: "new", level: "B" });
    await mine("丙", { stage: "visited", level: "A" });
    await makeCustomer(db, { name: "别人的", owner_id: other.id, stage: "lost" });
  });

  test("counts the rows by a field's values, within scope and filter, without the field's own filter", async () => {
    const groupsOf = async (query: Query) => (await asMe(customer.list, { query })).data;
    const group = (value: string, count: number) => ({ value, count, count_capped: false });
    const both = [group("new", 2), group("visited", 1)];
    expect(await groupsOf({ group: "stage" })).toMatchObject({ groups: both, total: 3 });
    const chosen = await groupsOf({ group: "stage", stage: ["visited"] });
    expect(chosen).toMatchObject({ groups: both, total: 1, list: [{ name: "丙" }] });
    const where = and({ field: "level", cmp: "in", value: ["B"] });
    expect((await groupsOf({ group: "stage", where })).groups).toEqual([group("new", 1)]);
    expect((await groupsOf({})).groups).toBeUndefined();
    expect((await asMe(requirement.list, { query: { group: "status" } })).data.groups).toEqual([]);
  });

  test("is refused for what is no choice", async () => {
    const refused = refusedAt("group", "不能按该字段分组");
    expect(await asMe(customer.list, { query: { group: "name" } })).toMatchObject(refused);
  });
});

describe("counts of views", () => {
  const list = customer.list.line;
  const search = (query: Query) => writeQuery(query).toString();

  test("are what each list would say, in one call", async () => {
    await mine("甲", { stage: "new" });
    await mine("乙", { stage: "visited" });
    await makeCustomer(db, { name: "别人的", owner_id: other.id, stage: "new" });
    const fresh = search({ stage: ["new"] });
    const where = and({ field: "name", cmp: "contains", value: "乙" });
    // The pool has the same path; users who may see it may count it.
    const queries = ["", fresh, search({ where }), "stage=nonsense", "view=pool"];
    const counted = (total: number) => ({ total, total_capped: false, message: null });
    const wrong = { total: null, total_capped: false, message: expect.stringMatching(/./) };
    expect((await asMe(listCount.count, { body: { list, queries } })).data).toMatchObject([
      ...[counted(2), counted(1), counted(1), wrong, counted(0)],
    ]);
    expect((await asAdmin(listCount.count, { body: { list, queries: [fresh] } })).data).toEqual([counted(2)]);
  });

  test("tell why one is not counted, and are at most six", async () => {
    const where = and({ field: "name", cmp: "gte", value: "甲" } as WhereItem);
    const [wrong] = (await asAdmin(listCount.count, { body: { list, queries: [search({ where })] } })).data;
    expect(wrong).toMatchObject({ total: null, message: expect.stringContaining("姓名") });
    const staff = await asMe(listCount.count, { body: { list: "GET /api/system/user", queries: [""] } });
    expect(staff.data).toMatchObject([{ total: null, message: "没有操作权限" }]);
    expect(await asMe(listCount.count, { body: { list, queries: Array(7).fill("") } })).toMatchObject({ code: 42200 });
    for (const none of ["GET /api/user/profile", "POST /api/auth/login"])
      expect(await asMe(listCount.count, { body: { list: none, queries: [""] } })).toMatchObject({ code: 42200 });
  });
});

whoMay(api, listCount, { count: "any" });
