import { asc, eq, inArray } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addressOf } from "~/contract/endpoint";
import { district } from "~/contract/region/district";
import { option } from "~/contract/shared/option";
import { district as table } from "~/server/database/tables/region/geography";
import { operationLog } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { desk } from "~/test/support/desk";
import { makeCustomer, makeMedia, makeRequirement, makeUser } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";

const { db, api, keeper, asKeeper, lifeOf, logLines } = desk({ keeper: { role: "estate_manager", name: "陈房源" } });

/** Two countries of which the baseline has no districts: nothing of it is changed. */
const ours = ["IS", "FI"];
const clear = () => db.delete(table).where(inArray(table.country_code, ours));
afterAll(clear);

beforeEach(async () => {
  await clear();
});

const send = (body: object) => asKeeper.unchecked(district.create, { body: { country_code: "IS", ...body } });
const add = async (name_zh: string, parent_id: number | null = null, more: object = {}) => {
  const { data, message } = await send({ name_zh, parent_id, ...more });
  if (!data?.id) throw new Error(`${name_zh}: ${message}`);
  return data.id;
};
const get = async (id: number) => (await asKeeper(district.get, { params: { id } })).data;
const list = async (query: object) =>
  (await asKeeper(district.list, { query: { country: "IS", ...query } })).data.list.map(({ name_zh }) => name_zh);
const change = async (id: number, body: object) => {
  const { country_code, name_zh, parent_id, code, version, alias, sort } = await get(id);
  const given = { country_code, name_zh, parent_id, code, version, alias, sort, ...body };
  return asKeeper.unchecked(district.update, { params: { id }, body: given });
};
const rows = () => db.select().from(table).where(eq(table.country_code, "IS")).orderBy(asc(table.path));
const paths = async () => (await rows()).map(({ path }) => path);

/** 首都区 › 雷克雅未克 › 老城, 港口; and 北部. */
async function somePlaces() {
  const capital = await add("首都区", null, { code: "C" });
  const city = await add("雷克雅未克", capital, { name_local: "Reykjavík", name_en: "Reykjavik", code: "RVK" });
  const old = await add("老城", city);
  const harbour = await add("港口", city);
  return { capital, city, old, harbour, north: await add("北部", null, { code: "N" }) };
}

test("a district has its code, letter and path; what is changed is in the log", async () => {
  const { capital, old, harbour } = await somePlaces();
  expect(await get(old)).toMatchObject({
    ...{ code: "RVK-01", level: 3, initial: "L", path: "/is/C/RVK/RVK-01", status: "enabled", version: 1 },
    place: {
      country: { code: "IS" },
      above: [
        { name: "首都区", level: 1 },
        { name: "雷克雅未克", level: 2 },
      ],
    },
    can: { edit: true, disable: true, enable: false, delete: true },
  });
  expect((await get(harbour)).code).toBe("RVK-02");
  expect(await get(capital)).toMatchObject({ child_count: 1, below: { enabled: 3, disabled: 0 }, initial: "S" });

  const picture = await makeMedia(db, { uploader: keeper.id, scene: "cover", is_private: false });
  const facts = {
    alias: ["旧城"],
    avg_unit_price: "5200",
    avg_unit_currency: "EUR",
    cover_id: picture.id,
    lat: 64.14,
    lng: -21.9,
  };
  const changed = await change(old, { name_zh: "旧老城", ...facts });
  expect(changed.data).toMatchObject({ ...facts, avg_unit_price: "5200.00", initial: "J", version: 2 });
  expect(changed.data.cover).toContain(`/api/upload/media/${picture.id}/`);
  const lines = await logLines(eq(operationLog.target_id, old));
  expect(lines[1]?.changes.map(({ label }) => label)).toEqual(
    expect.arrayContaining(["中文名", "别名", "封面", "纬度", "经度", "均价", "均价币种"]),
  );
});

test("what lies below follows a new code and a move to another parent, which keeps the level", async () => {
  const { capital, city, old, north } = await somePlaces();
  expect((await change(capital, { code: "CAP" })).code).toBe(200);
  expect(await paths()).toEqual(["/is/CAP", "/is/CAP/RVK", "/is/CAP/RVK/RVK-01", "/is/CAP/RVK/RVK-02", "/is/N"]);
  expect((await change(city, { parent_id: north })).data).toMatchObject({ path: "/is/N/RVK", level: 2 });
  expect(await paths()).toEqual(["/is/CAP", "/is/N", "/is/N/RVK", "/is/N/RVK/RVK-01", "/is/N/RVK/RVK-02"]);
  for (const [id, parent_id] of [
    [north, capital],
    [city, null],
    [city, old],
    [city, city],
    [old, capital],
  ] as const)
    expect(await change(id, { parent_id })).toMatchObject(refusedAt("parent_id"));
  expect(await change(north, { country_code: "FI" })).toMatchObject(refusedAt("country_code", "国家/地区不能更改"));
});

test("bad input is refused on its field, what is taken as a whole", async () => {
  const { old, city } = await somePlaces();
  const foreign = await makeMedia(db, { uploader: keeper.id, scene: "tracking" });
  const [tokyo] = await db.select().from(table).where(eq(table.country_code, "JP")).limit(1);
  const cases: [object, string][] = [
    [{ name_zh: " " }, "name_zh"],
    [{ country_code: "XX" }, "country_code"],
    [{ parent_id: old }, "parent_id"],
    [{ parent_id: 987654321 }, "parent_id"],
    [{ parent_id: found(tokyo).id }, "parent_id"],
    [{ code: "a/b" }, "code"],
    [{ code: "a_b" }, "code"],
    [{ lat: 91, lng: 1 }, "lat"],
    [{ lat: 64 }, "lng"],
    [{ avg_unit_price: "1" }, "avg_unit_currency"],
    [{ avg_unit_price: "1.50", avg_unit_currency: "JPY" }, "avg_unit_price"],
    [{ cover_id: foreign.id }, "cover_id"],
    [{ sort: 10_000 }, "sort"],
    [{ intro: "长".repeat(501) }, "intro"],
  ];
  for (const [body, field] of cases)
    expect(await send({ name_zh: "新区", ...body }), field).toMatchObject(refusedAt(field));
  expect(await send({ name_zh: "新区", code: "RVK" })).toMatchObject({ code: 40900, message: "数据已存在：代码" });
  expect(await send({ name_zh: "首都区" })).toMatchObject({ code: 40900 });
  expect(await send({ name_zh: "首都区", parent_id: city })).toMatchObject({ code: 200 });
});

test("out of use goes everything below; back comes one by itself, or with all below it, never under a closed one", async () => {
  const { capital, city, old, harbour } = await somePlaces();
  await asKeeper(district.disable, { params: { id: harbour } });
  expect((await asKeeper(district.disable, { params: { id: capital } })).data).toMatchObject({
    ...{ status: "disabled", below: { enabled: 0, disabled: 3 } },
  });
  expect(await asKeeper(district.disable, { params: { id: capital } })).toMatchObject({ code: 40902 });
  const enable = (id: number, with_below = false) =>
    asKeeper(district.enable, { params: { id }, body: { with_below } });
  expect(await enable(city)).toMatchObject({ code: 40902, message: "请先启用上级区域“首都区”" });
  expect(await send({ name_zh: "新区", parent_id: capital })).toMatchObject({ code: 42200 });
  // Not offered any more, still named where it is held.
  const asked = (query: object) => asKeeper(option.community, { query: { scenes: ["districts"], ...query } });
  expect((await asked({ country: ["IS"] })).data.districts?.map(({ label }) => label)).toEqual(["北部"]);
  expect((await asked({ ids: [old] })).data.districts?.[0]?.label).toBe("首都区 雷克雅未克 老城");
  expect((await enable(capital)).data.below).toEqual({ enabled: 0, disabled: 3 });
  expect((await enable(city, true)).data.below).toEqual({ enabled: 2, disabled: 0 });
  expect(new Set((await rows()).map(({ status }) => status))).toEqual(new Set(["enabled"]));
});

test("what has districts below it, or is referred to, is not deleted", async () => {
  const { capital, city, old, harbour, north } = await somePlaces();
  const customer = await makeCustomer(db, { district_id: north, intent_district_ids: [old, north] });
  await makeRequirement(db, { customer_id: customer.id, district_ids: [old] });
  const remove = (id: number) => asKeeper(district.remove, { params: { id } });
  expect(await remove(capital)).toMatchObject({ code: 40904, message: "存在关联数据，不能删除（下级区域 1）" });
  expect(await remove(old)).toMatchObject({ code: 40904, message: "存在关联数据，不能删除（客户 1、客户需求 1）" });
  expect(await remove(north)).toMatchObject({ code: 40904, message: "存在关联数据，不能删除（客户 1）" });
  expect(await remove(harbour)).toMatchObject({ code: 200 });
  expect(await remove(city)).toMatchObject({ code: 40904 });
});

describe("the order of siblings", () => {
  const sort = (ids: number[], parent_id: number | null = null) =>
    asKeeper(district.sort, { body: { country: "IS", parent_id, ids } });

  test("is given whole or in part, and what is no sibling any more is refused", async () => {
    const ids: number[] = [];
    for (const name of ["甲", "乙", "丙", "丁"]) ids.push(await add(name));
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    expect((await sort([d, c, b, a])).data.count).toBe(4);
    expect(await list({})).toEqual(["丁", "丙", "乙", "甲"]);
    // Of a page: they take each other's places, the rest stays.
    await sort([a, c]);
    expect(await list({})).toEqual(["丁", "甲", "乙", "丙"]);
    expect((await sort([d, a, b, c])).data.count).toBe(0);
    const child = await add("子", a);
    expect(await sort([a, child])).toMatchObject({ code: 40902 });
    expect(await sort([a, a])).toMatchObject({ code: 42200 });
    expect(await list({ sort: "-name_zh" })).toHaveLength(5);
  });

  test("holds all siblings once when several sort, add and move at the same time", async () => {
    const ids: number[] = [];
    for (const name of ["甲", "乙", "丙", "丁", "戊"]) ids.push(await add(name));
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids;
    const replies = await Promise.all([sort([e, d, c, b, a]), sort([b, a]), send({ name_zh: "己" }), sort([d, e])]);
    expect(replies.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    const order = await rows();
    const named = order.filter(({ name_zh }) => name_zh !== "己").map((row) => row.sort);
    expect(new Set(named).size).toBe(5);
    expect(order).toHaveLength(6);
  });
});

test("the list is narrowed by level, what lies above, words and marks, and says where it stands", async () => {
  const { capital, city } = await somePlaces();
  expect(await list({ level: 1 })).toEqual(["首都区", "北部"]);
  expect(await list({ level: 3, parent_id: capital })).toEqual(["老城", "港口"]);
  expect(await list({ parent_id: city })).toEqual(["老城", "港口"]);
  for (const keyword of ["reykjavík", "RVK", "lkywk", "leikeyaweike", "雅未"])
    expect(await list({ keyword, level: 2 }), keyword).toEqual(["雷克雅未克"]);
  await change(city, { name_zh: "圣·彼得 新城", alias: ["ＳＰＢ"] });
  for (const keyword of ["圣•彼得", "圣.彼得新城", "彼得 新城", "spb"])
    expect(await list({ keyword, level: 2 }), keyword).toEqual(["圣·彼得 新城"]);
  await change(city, { name_zh: "雷克雅未克", alias: [] });
  await change(city, { is_hot: true });
  expect(await list({ is_hot: true })).toEqual(["雷克雅未克"]);
  await asKeeper(district.disable, { params: { id: city } });
  expect(await list({ status: ["disabled"], sort: "code" })).toEqual(["雷克雅未克", "老城", "港口"]);
  const { data } = await asKeeper(district.list, { query: { parent_id: city } });
  expect(data.place).toMatchObject({ country: { code: "IS", level_names: ["一级区域", "二级区域", "三级区域"] } });
  expect(data.place.above.map(({ name }) => name)).toEqual(["首都区", "雷克雅未克"]);
  // Nobody has said which: the first in which business is done.
  expect((await asKeeper(district.list)).data.place.country.code).toBe("JP");
  expect(await asKeeper(district.list, { query: { country: "FI", parent_id: city } })).toMatchObject({ code: 40400 });
});

test("a picker finds by pinyin and by names of two levels, what begins with the word first", async () => {
  const asked = async (keyword: string, country = ["JP"]) => {
    const { data } = await asKeeper(option.community, { query: { scenes: ["districts"], keyword, country } });
    return data.districts?.map(({ label }) => label) ?? [];
  };
  expect((await asked("djd"))[0]).toBe("东京都");
  expect((await asked("13103"))[0]).toBe("东京都 港区");
  expect(await asked("东京 港区")).toEqual(["东京都 港区"]);
  expect(await asked("みなとく")).toContain("东京都 港区");
  expect(await asked("没有这里")).toEqual([]);
  // As readers see it: in any width, with any dot, and with a blank or none.
  for (const keyword of ["１３１０３", "ミナトク", "ﾐﾅﾄｸ", "港 区", "东京　港区"])
    expect(await asked(keyword), keyword).toContain("东京都 港区");
});

test("the tree comes level by level to anybody, with the numbers of children, and is kept by the browser", async () => {
  const { capital, city, old } = await somePlaces();
  await asKeeper(district.disable, { params: { id: old } });
  const asSales = await api.as((await makeUser(db, { role: "sales" })).id);
  const nodes = async (query: object) => {
    const { data } = await asSales(district.tree, { query: { country: "IS", ...query } });
    return data.list.map(({ name_zh, child_count }) => `${name_zh} ${child_count}`);
  };
  expect(await nodes({})).toEqual(["首都区 1", "北部 0"]);
  expect(await nodes({ depth: 3 })).toEqual(["首都区 1", "北部 0", "雷克雅未克 1", "港口 0"]);
  expect(await nodes({ parent_id: capital, depth: 3 })).toEqual(["雷克雅未克 1", "港口 0"]);
  expect(await nodes({ parent_id: city, with_disabled: true })).toEqual(["老城 0", "港口 0"]);
  expect(await asSales(district.tree, { query: { country: "FI", parent_id: city } })).toMatchObject({ code: 40400 });

  const token = await api.tokenOf(keeper.id);
  const ask = (mark?: string) =>
    api.app.request(addressOf(district.tree, { query: { country: "IS" } }), {
      headers: { authorization: `Bearer ${token}`, ...(mark ? { "if-none-match": mark } : {}) },
    });
  const first = await ask();
  const mark = found(first.headers.get("etag"));
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const again = await ask(mark);
  expect([again.status, await again.text()]).toEqual([304, ""]);
  await add("南部");
  expect((await ask(mark)).status).toBe(200);
});

const keepers = "EM SE" as const;
lifeOf(district, {
  by: asKeeper,
  facts: { country_code: "IS", name_zh: "北部", code: "N" },
  shown: { status: "enabled" },
  change: { name_zh: "北冰区", alias: ["北地"] },
  query: { country: "IS" },
  named: "区域 北部（N）",
  namedAfter: "区域 北冰区（N）",
  changes: [
    ["中文名", "北部", "北冰区"],
    ["别名", null, "北地"],
  ],
  roles: {
    ...{ tree: "any", list: keepers, get: keepers, sort: keepers },
    ...{ create: keepers, update: keepers, remove: keepers, enable: keepers, disable: keepers },
  },
});
