import { beforeEach, expect, test } from "vitest";
import type { Input } from "~/contract/endpoint";
import { mansion } from "~/contract/house/mansion";
import { option } from "~/contract/shared/option";
import { coreOf, likeness, plain, plainAddress } from "~/server/resources/house/mansion/names";
import { districtOf } from "~/test/support/estate";
import { lifeOf } from "~/test/support/life-of";
import { refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";

const { db, api, make, asNew, updateIn, insertIn } = setUp({ connections: 10 });
let minato: number;

const { keeper, asKeeper } = signedIn(api, { keeper: { role: "estate_manager", name: "陈房源" } });

beforeEach(async () => {
  minato = await districtOf(db, "JP", "13103");
});

const facts = () => ({
  name: "云汀·湾岸塔",
  name_local: "クラウドベイ タワー",
  country_code: "JP",
  district_id: minato,
  address: "芝浦3丁目2番1号",
  built_at: "2024-03",
});
// What a caller might send, right or wrong.
const create = (body: object = {}) => asKeeper.unchecked(mansion.create, { body: { ...facts(), ...body } });
const get = async (id: number) => (await asKeeper(mansion.get, { params: { id } })).data;
const list = async (query: object = {}) => (await asKeeper(mansion.list, { query })).data.list.map(({ name }) => name);

const full = {
  alias: ["Cloud Bay", "cloud bay", "云汀湾岸塔"],
  property_type: "tower",
  lat: 35.64123449,
  lng: 139.75,
  stations: [
    { line: "山手线", station: "田町", walk_min: 9, bus_min: null },
    { line: "百合海鸥线", station: "芝浦埠头", walk_min: 4, bus_min: null },
  ],
  structure: "RC",
  floors_above: 32,
  total_units: 420,
  currency: "JPY",
  avg_unit_price: "1850000",
  gross_yield: 3.75,
  facilities: ["concierge", "gym"],
  pet_allowed: "yes",
} satisfies Partial<Input<typeof mansion.create>["body"]>;

test("a building is put into another district, but none that is out of use", async () => {
  const { id } = (await create()).data;
  const change = (district_id: number) =>
    asKeeper.unchecked(mansion.update, { params: { id }, body: { ...facts(), district_id, version: 1 } });
  const shibuya = await districtOf(db, "JP", "13113");
  const closed = (status: "enabled" | "disabled") => updateIn("district", shibuya, { status });
  await closed("disabled");
  const refused = await change(shibuya);
  await closed("enabled");
  expect(refused).toMatchObject(refusedAt("district_id", expect.stringContaining("不能选择")));
  expect((await change(shibuya)).data.district).toBe("东京都 涩谷区");
});

test("the same name at the same address in a district stands once, however it is written", async () => {
  const first = (await create()).data;
  const again = { name: "云汀湾岸塔", address: "芝浦 ３－２－１" };
  const refused = await create(again);
  expect(refused).toMatchObject({ code: 40900, message: "数据已存在：同名同址的楼栋 LD2611200001" });
  expect(refused.data).toMatchObject({ id: first.id, mansion_no: "LD2611200001" });
  expect(await create({ ...again, address: "芝浦32-1" })).toMatchObject({ code: 200 });
  const other = (await create({ name: "远帆公馆" })).data;
  const renamed = { ...facts(), version: 1 };
  expect(await asKeeper(mansion.update, { params: { id: other.id }, body: renamed })).toMatchObject({ code: 40900 });
  const both = await Promise.all([create({ name: "双生塔" }), create({ name: "双生 塔" })]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 40900]);
  await asKeeper(mansion.remove, { params: { id: first.id } });
  expect(await create(again)).toMatchObject({ code: 200 });
});

test("a viewer is offered nothing", async () => {
  await create();
  const asViewer = await asNew({ permissions: ["house:mansion:view"] });
  const [row] = (await asViewer(mansion.list)).data.list;
  expect(Object.values(row?.can ?? {})).toEqual(Array(5).fill(false));
});

test("what something refers to is not deleted", async () => {
  const { id } = (await create()).data;
  const by = { applicant_type: "staff", applicant_name: "王伟", search_text: "" } as const;
  const about = { type: "claim", mansion_id: id, payload: {}, mansion_name: "云汀" } as const;
  const [wish] = await insertIn("mansionApplication", { application_no: "LS1", ...about, ...by });
  const application_id = wish?.id ?? 0;
  await insertIn("mansionOwner", { mansion_id: id, room_no: "101", application_id, owner_type: "user", name: "王伟" });
  expect(await asKeeper(mansion.remove, { params: { id } })).toMatchObject({
    code: 40904,
    message: "存在关联数据，不能删除（申请1、已认领业主1）",
  });
  expect(await get(id)).toMatchObject({ application_count: 1, owner_count: 1 });
});

test("the list is narrowed by each filter and by words, and sorted", async () => {
  const roppongi = await districtOf(db, "JP", "13103-01");
  const tokyo = await districtOf(db, "JP", "13");
  const watthana = await districtOf(db, "TH", "watthana");
  const { id } = (await create(full)).data;
  const old = { address: "六本木6-1", built_at: "1998-12", structure: "SRC" };
  await create({ name: "远帆公馆", name_local: "", district_id: roppongi, ...old });
  const thai = { country_code: "TH", district_id: watthana, address: "Sukhumvit 39", built_at: "2010-01" };
  await create({ name: "素坤逸之光", name_local: "", ...thai });
  const third = (await asKeeper(mansion.list, { query: { keyword: "sukhumvit" } })).data.list[0];
  await asKeeper(mansion.disable, { params: { id: third?.id ?? 0 } });
  const picture = await make.media({ uploader: keeper.id, scene: "album", is_private: false });
  const entry = { owner_type: "mansion", owner_id: id, category: "exterior" } as const;
  await insertIn("album", { ...entry, media_id: picture.id, sort: 0, is_cover: true });

  expect(await list()).toEqual(["素坤逸之光", "远帆公馆", "云汀·湾岸塔"]);
  expect(await list({ sort: "built_at" })).toEqual(["远帆公馆", "素坤逸之光", "云汀·湾岸塔"]);
  expect(await list({ sort: "-mansion_no" })).toEqual(["素坤逸之光", "远帆公馆", "云汀·湾岸塔"]);
  for (const query of [{ country: ["JP"], page_size: 10 }, { district_id: [tokyo] }, { district_id: [minato] }])
    expect(await list(query)).toEqual(["远帆公馆", "云汀·湾岸塔"]);
  expect(await list({ district_id: [roppongi, watthana] })).toEqual(["素坤逸之光", "远帆公馆"]);
  expect(await list({ built_min: 1998, built_max: 1998 })).toEqual(["远帆公馆"]);
  expect(await list({ built_min: 2011 })).toEqual(["云汀·湾岸塔"]);
  expect(await list({ structure: ["SRC", "W"] })).toEqual(["远帆公馆"]);
  expect(await list({ source: ["application"] })).toEqual([]);
  expect(await list({ status: ["disabled"] })).toEqual(["素坤逸之光"]);
  for (const keyword of ["ld2611200001", "田町", "CLOUD", "ベイ"])
    expect(await list({ keyword })).toEqual(["云汀·湾岸塔"]);
  const first = (await asKeeper(mansion.list, { query: { keyword: "云汀" } })).data;
  expect(first).toMatchObject({ total: 1, list: [{ district: "东京都 港区", currency: "JPY" }] });
  expect(first.list[0]?.cover).toContain(`/api/upload/media/${picture.id}/`);
  expect(await asKeeper(mansion.list, { query: { page: 101, page_size: 100 } })).toMatchObject({ code: 42200 });

  const offered = (await asKeeper(option.community, { query: { scenes: ["mansions"], keyword: "云汀" } })).data;
  expect(offered.mansions).toEqual([{ value: id, label: "云汀·湾岸塔 东京都 港区" }]);
  const all = (await asKeeper(option.community, { query: { scenes: ["mansions"] } })).data.mansions;
  expect(all?.map(({ label }) => label.split(" ")[0])).toEqual(["远帆公馆", "云汀·湾岸塔"]);
});

test("similar buildings are found by any of their names or by their place, the likeliest first", async () => {
  const here = { lat: 35.64, lng: 139.75 };
  // 0.001° of latitude are 111 m.
  await create({ ...here, lat: 35.641 });
  await create({ name: "远帆公馆", name_local: null, address: "芝浦3-9", ...here, lat: 35.6402 });
  await create({ name: "雲汀湾岸大厦", name_local: null, address: "芝浦4-1", lat: 35.7, lng: 139.75 });
  await create({ name: "青叶公寓", name_local: null, address: "芝浦5-1", lat: 35.6415, lng: 139.75 });
  const similar = async (query: object) =>
    (await asKeeper.unchecked(mansion.similar, { query })).data.map(
      ({ name, similarity, distance }) => `${name} ${similarity} ${distance}`,
    );
  const alike = ["云汀·湾岸塔 1 111", "远帆公馆 0 22", "雲汀湾岸大厦 0.81 6672"];
  expect(await similar({ name: "云汀 湾岸塔", ...here })).toEqual(alike);
  expect(await similar({ name: "くらうどべい" })).toEqual(["云汀·湾岸塔 0.94 null"]);
  expect(await similar({ name: "云汀湾岸", country: "TH" })).toEqual([]);
  expect(await similar({ name: "无人知晓" })).toEqual([]);
  const [found] = (await asKeeper.unchecked(mansion.similar, { query: { name: "青叶" } })).data;
  expect(found).toMatchObject({ name: "青叶公寓", district: "东京都 港区", similarity: 0.88 });
  const id = found?.id ?? 0;
  expect(await similar({ name: "青叶", exclude_id: id })).toEqual([]);
  await asKeeper(mansion.disable, { params: { id } });
  expect(await similar({ name: "青叶" })).toEqual([]);
  expect(await asKeeper.unchecked(mansion.similar, { query: { name: "" } })).toMatchObject({ code: 42200 });
});

test("names and addresses are compared without what says nothing", () => {
  expect(plain("ＡＢＣ　Tower・がーでん")).toBe("abctowerガーデン");
  expect(plain("Café 東雲")).toBe("cafe东云");
  expect(plain("อาคารวัฒนา")).toBe("อาคารวัฒนา");
  expect(plain("***")).toBe("***");
  expect(["云汀大厦", "雲汀マンション", "云汀公寓"].map(coreOf)).toEqual(["云汀", "云汀", "云汀"]);
  // Words within longer words, and a name of nothing else, stay.
  expect(["ビルズ青山", "タワー"].map(coreOf)).toEqual(["ビルズ青山", "タワー"]);
  expect(["港区芝浦三丁目２−１", "港区 芝浦3丁目2番1号", "港区芝浦3-2-1"].map(plainAddress)).toEqual(
    Array(3).fill("港区芝浦3-2-1"),
  );
  expect(plainAddress("十二丁目3")).toBe("12-3");
  expect(plainAddress("芝浦32-1")).not.toBe(plainAddress("芝浦3-21"));
  expect(likeness("abcd", "abcd")).toBe(1);
  expect(likeness("abcd", "abxd")).toBeCloseTo(1 / 3);
  expect(likeness("aaa", "aa")).toBeCloseTo(2 / 3);
  expect(likeness("a", "b")).toBe(0);
});

lifeOf(api, mansion, {
  by: asKeeper,
  facts: async () => ({ ...facts(), ...full }),
  shown: {
    ...{ mansion_no: "LD2611200001", source: "manual", status: "enabled", application_count: 0, merged_to: null },
    // A duplicate, or the name itself, is kept once.
    ...{ alias: ["Cloud Bay"], lat: 35.641234, avg_unit_price: "1850000.00" },
    can: { edit: true, enable: false, disable: true, merge: true, delete: true },
  },
  change: {
    stations: [{ line: "东横线", station: "代官山", bus_min: 8 }],
    facilities: ["gym"],
  },
  shownAfter: { stations: [{ line: "东横线", station: "代官山", walk_min: null, bus_min: 8 }] },
  module: "house",
  named: "楼栋 LD2611200001 云汀·湾岸塔",
  changes: [
    ["交通", "山手线 田町 步行9分、百合海鸥线 芝浦埠头 步行4分", "东横线 代官山 巴士8分"],
    ["配套", "礼宾前台、健身房", "健身房"],
  ],
  wrong: async () => {
    const tokyo = await districtOf(db, "JP", "13");
    const watthana = await districtOf(db, "TH", "watthana");
    return [
      [{ name: " " }, "name", "请输入楼栋名"],
      [{ country_code: "XX" }, "country_code", "不能选择"],
      [{ district_id: 987654321 }, "district_id", "不能选择"],
      [{ district_id: tokyo }, "district_id", "二级或三级"],
      [{ district_id: watthana }, "district_id", "不在所选国家"],
      [{ address: "" }, "address", "请输入地址"],
      [{ built_at: "2024-13" }, "built_at", "年月"],
      [{ lat: 35.6, lng: null }, "lng", "一起填写"],
      [{ lat: 91, lng: 1 }, "lat", "-90至90"],
      [{ stations: [{ line: "", station: "田町" }] }, "stations.0.line", "线路"],
      [{ stations: Array.from({ length: 7 }, () => ({ line: "A", station: "B" })) }, "stations", "最多6条"],
      [{ avg_unit_price: "100", currency: null }, "currency", "币种"],
      [{ avg_unit_price: "100.50", currency: "JPY" }, "avg_unit_price", "不能有小数"],
      [{ currency: "XXX" }, "currency", "不能选择"],
      [{ floors_above: 201 }, "floors_above", "不能大于200"],
      [{ facilities: ["casino"] }, "facilities", "配套"],
      [{ alias: Array.from({ length: 11 }, (_, index) => `别名${index}`) }, "alias", "最多10个"],
    ];
  },
  roles: { all: "EM" },
  pages: { "/house/mansion-management": "EM" },
});
