import { beforeEach, expect, test } from "vitest";
import { estate } from "~/contract/house/estate";
import { room } from "~/contract/house/room";
import { estateFacts } from "~/test/support/estate";
import { days } from "~/test/support/factories";
import { wardOf } from "~/test/support/mansion-application";
import { refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, asNew, rowIn, rowsIn } = setUp({ connections: 10 });
let draft: number;

const { keeper, asKeeper: as } = signedIn(api, { keeper: { role: "estate_manager", name: "陈房源" } });

beforeEach(async () => {
  draft = (await make.estate({ audit_status: "draft", publish_status: "offline", name: "云汀" })).id;
});

const plan = async (given: object = {}) => {
  const row = { uploader: keeper.id, scene: "album", is_private: false, created_at: days(0), ...given };
  return (await make.media(row)).id;
};
const facts = (floor_plan_id: number, given: object = {}) => ({
  ...{ name: "A1", layout: "2LDK" as const, area_sqm: 62.5, floor_plan_id },
  ...{ price_min: "60000000", price_max: "70000000", ...given },
});
// What a caller might send, right or wrong.
const add = async (given: object = {}, id = draft) =>
  as(room.create, { params: { id }, body: facts(await plan(), given) });
const list = async (id = draft) => (await as(room.list, { params: { id } })).data;
const get = async (id = draft) => (await as(estate.get, { params: { id } })).data;

test("rooms are added, changed and removed; the estate's prices, layouts and areas follow, and its form does not change them", async () => {
  const { data: first } = await add({ expected_rent: "300000", management_fee: "20000" });
  expect(first.is_pending).toBe(false);
  expect((await list())[0]).toMatchObject({
    ...{ name: "A1", currency: "JPY", price_min: "60000000.00", gross_yield: 6, net_yield: 4.41, pending: null },
    floor_plan: { thumb: expect.stringContaining("/api/upload/media/") },
    has_units: false,
  });
  const { data: second } = await add({ name: "B", layout: "1K", area_sqm: 25.1, price_min: "31000000", sort: 1 });
  expect((await list()).map(({ name }) => name)).toEqual(["B", "A1"]);
  const derived = { price_min: "31000000.00", price_max: "70000000.00", layouts: ["1K", "2LDK"], area_min: 25.1 };
  const shown = await get();
  expect(shown).toMatchObject({ ...derived, area_max: 62.5, room_count: 2 });
  // (65,000,000 + 50,500,000) ÷ (62.5 + 25.1) ㎡; nobody has said how many are for sale.
  expect(shown.of_rooms).toEqual({ unit_price_avg: "1318493.15", available: null });
  expect(Number(shown.price_min_cny)).toBeCloseTo((Number(shown.price_max_cny) * 31) / 70, 0);

  const { id: room_id } = second;
  const changed = facts((await list())[0]?.floor_plan_id ?? 0, { name: "B", layout: "studio", price_min: "32000000" });
  const { data: studio } = await as(room.update, { params: { id: draft, room_id }, body: changed });
  expect(studio).toMatchObject({ layout: "studio", price_min: "32000000.00", sort: 100 });
  // The form that was open meanwhile is saved: rooms are another act.
  const prices = { price_min: "1", price_max: "2" };
  const body = { ...estateFacts(await wardOf(db)), name: "云汀", ...prices, developer: "远帆" };
  const save = (more: object) => as.unchecked(estate.update, { params: { id: draft }, body: { ...body, ...more } });
  const remaining = { price_min: "32000000.00", layouts: ["studio", "2LDK"], version: 2 };
  expect((await save({ version: 1 })).data).toMatchObject(remaining);
  expect(await save({ currency: "CNY", version: 2 })).toMatchObject(refusedAt("currency", "已有户型，不能修改币种"));
  expect((await as(room.remove, { params: { id: draft, room_id } })).data).toEqual({ is_pending: false });
  expect(await get()).toMatchObject({ price_min: "60000000.00", layouts: ["2LDK"], area_min: 62.5 });
  await as(room.remove, { params: { id: draft, room_id: first.id } });
  expect(await get()).toMatchObject({ price_min: "60000000.00", layouts: [], area_min: null });
  const lines = await rowsIn("operationLog");
  expect(lines.map(({ summary }) => summary.split(" ").slice(0, 2).join(" "))).toEqual([
    ...["新增户型 A1", "新增户型 B", "编辑户型 B", expect.stringContaining("编辑房源"), "删除户型 B", "删除户型 A1"],
  ]);
  expect(lines[2]?.changes).toContainEqual({ field: "layout", label: "户型", before: "1K", after: "单间/1R" });
});

test("bad input, a name twice, a room with units are refused", async () => {
  const { id } = (await add()).data;
  const params = { id: draft, room_id: id };
  const cases: [object, string][] = [
    [{ name: "" }, "name"],
    [{ area_sqm: 9 }, "area_sqm"],
    [{ price_min: "1.5" }, "price_min"],
    [{ price_max: "1" }, "price_max"],
    [{ floor_from: 9, floor_to: 3 }, "floor_to"],
    [{ total_count: 3, available_count: 4 }, "available_count"],
    [{ floor_plan_id: await plan({ created_at: days(-3) }) }, "floor_plan_id"],
    [{ floor_plan_id: await plan({ scene: "tracking" }) }, "floor_plan_id"],
    [{ floor_plan_id: await plan({ scene: "film", kind: "video" }) }, "floor_plan_id"],
    [{ floor_plan_id: await plan({ status: "uploading" }) }, "floor_plan_id"],
    [{ floor_plan_id: 987654321 }, "floor_plan_id"],
  ];
  for (const [given, field] of cases) expect(await add({ name: "C", ...given }), field).toMatchObject(refusedAt(field));
  expect(await add()).toMatchObject({ code: 40900, message: "数据已存在：户型 A1" });
  const both = await Promise.all([add({ name: "D" }), add({ name: "D" })]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 40900]);

  await make.unit({ estate_id: draft, room_id: id });
  expect(await as(room.remove, { params })).toMatchObject({ code: 40904, message: "存在关联数据，不能删除（房号1）" });
  const counted = facts((await list())[0]?.floor_plan_id ?? 0, { total_count: 99, available_count: 9, bedrooms: 2 });
  const { data } = await as(room.update, { params, body: counted });
  expect(data).toMatchObject({ bedrooms: 2, total_count: null, available_count: null, has_units: true });
  const submitted = await make.estate({ audit_status: "pending", publish_status: "offline" });
  expect(await add({}, submitted.id)).toMatchObject({ code: 40902 });
  const asSales = await asNew({ role: "sales" });
  expect((await asSales(room.list, { params: { id: draft } })).data).toHaveLength(2);
});

test("a plan that no room shows any more is given up, unless an album shows it", async () => {
  const { id } = (await add()).data;
  const [before] = await list();
  const next = await plan();
  await as(room.update, { params: { id: draft, room_id: id }, body: facts(next) });
  const statusOf = async (one = 0) => (await rowIn("media", one)).status;
  expect(await statusOf(before?.floor_plan_id)).toBe("removed");
  await as(room.create, { params: { id: draft }, body: facts(next, { name: "A2" }) });
  await as(room.remove, { params: { id: draft, room_id: id } });
  expect(await statusOf(next)).toBe("ready");
});

whoMay(api, room, { list: "SM SR CM EM CE SE CS", create: "EM", update: "EM", remove: "EM" });

test("how many are left is told of the live layouts, else of what the estate itself says, beside the day's rate", async () => {
  const other = await make.estate({ name: "远帆", currency: "CNY", sale_units: 12, total_units: 40 });
  const supplies = async () => {
    const { data } = await as(estate.list, { query: { sort: "estate_no", state: "all" } });
    return Object.fromEntries(data.list.map(({ name, supply }) => [name, supply]));
  };
  expect(await supplies()).toEqual({ 云汀: null, 远帆: { available: 12, total: 40 } });
  await add({ total_count: 20, available_count: 6 });
  await add({ name: "B", total_count: 10, available_count: 3 });
  expect(await supplies()).toEqual({ 云汀: { available: 9, total: 30 }, 远帆: { available: 12, total: 40 } });
  expect(await get()).toMatchObject({
    supply: { available: 9, total: 30 },
    rate: { to_cny: expect.stringMatching(/^0\.0\d+$/), at: expect.any(String) },
  });
  expect((await get(other.id)).rate).toBeNull();
  // Sold out is sold out, whatever the layouts say.
  const over = await make.estate({ name: "栖云", sale_status: "sold_out", sale_units: 3 });
  expect((await get(over.id)).supply).toBeNull();
  // What an editor would add to a live estate is not for sale yet.
  const live = await make.estate({ name: "曦岸" });
  await make.room({ estate_id: live.id, total_count: 5, available_count: 5, is_proposed: true });
  expect((await supplies()).曦岸).toBeNull();
});
