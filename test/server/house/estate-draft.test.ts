import { afterEach, beforeEach, expect, test } from "vitest";
import { album, picturesOf } from "~/contract/house/album";
import { estate } from "~/contract/house/estate";
import { estateAudit } from "~/contract/house/estate-audit";
import { demandedFields } from "~/contract/house/estate-record";
import { match } from "~/contract/house/match";
import { room } from "~/contract/house/room";
import { search } from "~/contract/search/search";
import { share } from "~/contract/share/share";
import { option } from "~/contract/shared/option";
import { districtOf, estateFacts, givePictures } from "~/test/support/estate";
import { days } from "~/test/support/factories";
import { errorsOf, refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";

const { db, api, make, rowsIn, updateIn } = setUp();
const {
  keeper,
  asKeeper: as,
  asEditor,
  asAdmin,
} = signedIn(api, {
  keeper: { role: "estate_manager" },
  admin: { role: "super_admin" },
  editor: { permissions: ["house:estate:view", "house:estate:create", "house:estate:edit"] },
});
let minato: number;

beforeEach(async () => {
  minato = await districtOf(db, "JP", "13103");
});

// Geography stays from test to test.
afterEach(async () => {
  await updateIn("currency", { code: "THB" }, { status: "enabled" });
  await updateIn("country", { code: "JP" }, { currency_code: "JPY" });
});

const begin = (body: object = {}, by = as) =>
  by.unchecked(estate.create, { body: { name: "汐见云庭", country_code: "JP", district_id: minato, ...body } });
const get = async (id: number) => (await as(estate.get, { params: { id } })).data;
const change = async (id: number, body: object, by = as) => {
  const { rules, ...record } = await get(id);
  return by.unchecked(estate.update, { params: { id }, body: { ...record, ...rules, ...body } });
};
const submit = (id: number) => as(estate.submit, { params: { id } });
const lacking = async (id: number) => (await get(id)).completeness.flatMap(({ key, is_met }) => (is_met ? [] : key));
const plan = (given: object = {}) => make.media({ uploader: keeper.id, scene: "album", created_at: days(0), ...given });
const roomFacts = (floor_plan_id: number, body: object = {}) => ({
  ...{ name: "A1", layout: "2LDK" as const, area_sqm: 62.5, price_min: "61000000", price_max: "72000000" },
  ...{ floor_plan_id, ...body },
});
const pictures = async (id: number, proposed = false) =>
  (await as(album.ofEstate, { params: { id }, query: proposed ? { proposed: true } : {} })).data;

test("a draft needs its name and place, and has the currency of its country", async () => {
  const { id } = (await begin({}, asEditor)).data;
  const made = await get(id);
  expect(made).toMatchObject({ name: "汐见云庭", audit_status: "draft", currency: "JPY", slug: "xi-jian-yun-ting" });
  for (const name of demandedFields) expect(made[name], name).toBeNull();
  expect(made).toMatchObject({ gross_yield: null, price_min_cny: null, district: "东京都 港区" });
  const watthana = await districtOf(db, "TH", "watthana");
  const abroad = (await begin({ country_code: "TH", district_id: watthana })).data.id;
  expect((await get(abroad)).currency).toBe("THB");
  expect((await get((await begin({ name: "双子", currency: "USD" })).data.id)).currency).toBe("USD");
  const { data } = await as(option.community, { query: { scenes: ["country_currencies"] } });
  expect(data.country_currencies).toContainEqual({ value: "TH", label: "THB" });

  for (const name of ["name", "country_code", "district_id"])
    expect(await begin({ name: "别处", [name]: undefined }), name).toMatchObject(refusedAt(name));
  await updateIn("currency", { code: "THB" }, { status: "disabled" });
  const thai = await begin({ name: "别处", country_code: "TH", district_id: watthana });
  expect(thai).toMatchObject(refusedAt("country_code", expect.stringContaining("没有可用的币种")));
  await updateIn("country", { code: "JP" }, { currency_code: null });
  expect(await begin({ name: "别处" })).toMatchObject(refusedAt("country_code"));
});

test("its submission names each field that is missing; what was submitted keeps them", async () => {
  const { id } = (await begin()).data;
  expect(await submit(id)).toMatchObject({
    code: 42200,
    message: expect.stringMatching(
      /^还不能提交审核，还缺：物业类型、销售状态、.*总价上限、至少一张外观、至少一张平面图/,
    ),
    data: { errors: [...demandedFields, "exterior", "floor_plan"].map((field) => ({ field })) },
  });
  await givePictures(db, id);
  const facts = estateFacts(minato);
  for (const name of demandedFields) {
    await change(id, { ...facts, [name]: null });
    expect(await lacking(id), name).toEqual([name, "approved", "coords"]);
    expect(await submit(id), name).toMatchObject(refusedAt(name));
  }
  await change(id, { ...facts, tenure: "leasehold" });
  expect(await submit(id)).toMatchObject(refusedAt("tenure_years"));
  await change(id, { ...facts, tenure: "leasehold", tenure_years: 70 });
  expect(await submit(id)).toMatchObject({ code: 200, data: { audit_status: "pending" } });

  const approved = await make.estate();
  for (const by of [as, asEditor])
    expect(errorsOf(await change(approved.id, { address: "", total_units: null }, by))).toMatchObject([
      { field: "total_units", message: "请填写总户数" },
      { field: "address", message: "请填写地址" },
    ]);
  await expect(updateIn("estate", approved.id, { price_min: null })).rejects.toThrow();
  // Prices that contradict each other are refused whether or not the rest is there.
  const { id: other } = (await begin({ name: "双子" })).data;
  expect(await change(other, { price_min: "2", price_max: "1" })).toMatchObject(refusedAt("price_max"));
});

test("lists, search, share, likeness, matching and reviews bear what a draft does not say", async () => {
  const { id, estate_no } = (await begin()).data;
  const priced = (price_min: string, price_max: string, completion_at: string) =>
    make.estate({ price_min, price_max, completion_at });
  const cheap = await priced("10000000.00", "20000000.00", "2025-01");
  const dear = await priced("90000000.00", "95000000.00", "2029-01");
  const ids = async (sort: string) =>
    (await as.unchecked(estate.list, { query: { sort, state: "all" } })).data.list.map((row: { id: number }) => row.id);
  for (const name of ["price_min", "completion_at"]) {
    expect(await ids(name)).toEqual([cheap.id, dear.id, id]);
    expect(await ids(`-${name}`)).toEqual([dear.id, cheap.id, id]);
  }
  const { list } = (await as(estate.list, { query: { keyword: estate_no, state: "draft" } })).data;
  expect(list).toMatchObject([{ id, price_min: null, sale_status: null, completion_at: null, nearest: null }]);
  expect((await as(estate.list, { query: { price_min: "1", currency: "JPY" } })).data.list).toHaveLength(2);
  expect((await as(search.find, { query: { keyword: "汐见" } })).data.estates).toMatchObject([
    { id, sale_status: null },
  ]);
  expect((await as(share.preview, { body: { kind: "estate", estate_ids: [id] } })).data.text).toBe(
    "汐见云庭\n区域：东京都 港区",
  );
  expect((await as(estate.similar, { params: { id } })).data).toEqual([]);
  expect((await asAdmin(match.customers, { params: { id } })).data).toEqual([]);
  // A review shows it as similar by name, not by fields that are empty in both.
  const other = await make.estate({ name: "汐见云庭二期", audit_status: "draft", publish_status: "offline" });
  await givePictures(db, other.id);
  await submit(other.id);
  const [row] = (await as(estateAudit.list, { query: {} })).data.list;
  const { duplicates } = (await as(estateAudit.get, { params: { id: row?.id ?? 0 } })).data;
  const alike = { address: null, developer: null, total_units: null, signals: ["name"] };
  expect(duplicates.find((one) => one.id === id)).toMatchObject(alike);
});

test("a layout's plan counts in the album, and a picture of the album may be a layout's plan: one file either way", async () => {
  const { id } = (await begin()).data;
  const file = await plan({ name: "A1.jpg" });
  const made = await as(room.create, { params: { id }, body: roomFacts(file.id) });
  const room_id = made.data.id;
  expect(await lacking(id)).not.toContain("floor_plan");
  const shown = await pictures(id);
  const plans = [{ media_id: file.id, category: "floor_plan", caption: "A1", is_cover: false }];
  expect(shown).toMatchObject({ version: "empty", items: [], plans });
  expect(picturesOf(shown)).toHaveLength(1);

  // In the album itself it is listed once, and stays the layout's when it leaves the album.
  const item = { media_id: file.id, category: "floor_plan" as const, caption: null };
  const put = (version: string, items: (typeof item)[]) =>
    as(album.replaceOfEstate, { params: { id }, body: { version, items } });
  const held = (await put("empty", [item])).data;
  expect(held).toMatchObject({ items: [{ media_id: file.id }], plans: [] });
  expect((await put(held.version, [])).data).toMatchObject({ items: [], plans: [{ media_id: file.id }] });
  expect(await rowsIn("media", { id: file.id })).toMatchObject([{ status: "ready" }]);

  // One of the album is taken for another layout; with its layouts gone the album still has it.
  const taken = await plan();
  await put("empty", [{ ...item, media_id: taken.id }]);
  const second = await as(room.create, { params: { id }, body: roomFacts(taken.id, { name: "A2" }) });
  await as(room.remove, { params: { id, room_id } });
  await as(room.remove, { params: { id, room_id: second.data.id } });
  expect(await pictures(id)).toMatchObject({ items: [{ media_id: taken.id }], plans: [] });
  expect(await rowsIn("media", { status: "ready" })).toMatchObject([{ id: taken.id }]);
  expect(await rowsIn("album")).toHaveLength(1);
});

test("plans of layouts that are only proposed are shown to those who edit", async () => {
  const { id } = await make.estate();
  const live = await make.room({ estate_id: id, name: "A1" });
  const proposed = await asEditor(room.create, { params: { id }, body: roomFacts(live.floor_plan_id, { name: "A2" }) });
  expect(proposed).toMatchObject({ code: 200, data: { is_pending: true } });
  expect((await pictures(id)).plans).toMatchObject([{ media_id: live.floor_plan_id, caption: "A1" }]);
  expect((await pictures(id, true)).plans).toMatchObject([{ media_id: live.floor_plan_id, caption: "A1、A2" }]);
  await asEditor(room.remove, { params: { id, room_id: live.id } });
  expect((await pictures(id, true)).plans).toMatchObject([{ caption: "A2" }]);
});
