import { beforeEach, expect, test } from "vitest";
import { album } from "~/contract/house/album";
import { estate } from "~/contract/house/estate";
import { checkKeys, estateAudit } from "~/contract/house/estate-audit";
import { room } from "~/contract/house/room";
import { found } from "~/server/lib/call";
import { estateFacts, givePictures } from "~/test/support/estate";
import { days } from "~/test/support/factories";
import { wardOf } from "~/test/support/mansion-application";
import { setUp } from "~/test/support/set-up";
import { type As, signedIn } from "~/test/support/signed-in";

const { db, api, make, rowIn, rowsIn, updateIn } = setUp({ connections: 10 });
let id: number;

const { editor, asEditor, asKeeper, asSales } = signedIn(api, {
  editor: { permissions: ["house:estate:view", "house:estate:edit"], name: "林编辑" },
  keeper: { role: "estate_manager", name: "陈房源" },
  sales: { role: "sales" },
});

beforeEach(async () => {
  id = (await make.estate({ name: "云汀" })).id;
});

const get = async (as: As = asEditor) => (await as(estate.get, { params: { id } })).data;
const facts = async (given: object = {}) => ({ ...estateFacts(await wardOf(db)), name: "云汀", ...given });
const save = async (given: object = {}, as: As = asEditor) =>
  as.unchecked(estate.update, { params: { id }, body: await facts({ version: (await get(as)).version, ...given }) });
const waiting = () => rowsIn("estateAudit", { estate_id: id, status: "pending" });
const decide = async (act: "approve" | "reject") => {
  const { id: audit, version } = found((await waiting())[0]);
  const check_items = checkKeys.map((key) => ({ key, pass: true, note: null }));
  const body = { check_items, version, note: "不符合要求", ...(act === "reject" && { reject_reason: "other" }) };
  return asKeeper.unchecked(estateAudit[act], { params: { id: audit }, body });
};
const picture = async (given: object = {}) =>
  (await make.media({ uploader: editor.id, scene: "album", is_private: false, created_at: days(0), ...given })).id;
const statusOf = async (one: number) => (await rowIn("media", one)).status;

test("what is material of an approved estate waits for its review, all else is live at once; approval makes it live", async () => {
  const [one, other] = [
    await make.mansion({ mansion_no: "LD1" }),
    await make.mansion({ mansion_no: "LD2", name: "乙" }),
  ];
  const { data: live } = await save({ mansion_ids: [one.id], expected_rent: "299000" });
  expect(live).toMatchObject({ proposed: null, gross_yield: 6 });
  const reply = await save({
    ...{ price_min: "49800000", allow_agent: false, total_units: 300, expected_rent: "299000", mansion_ids: [one.id] },
    gross_yield: 6,
  });
  expect(reply.data).toMatchObject({
    ...{ price_min: "59800000.00", total_units: 300, is_changing: true, gross_yield: 6, version: 3 },
    proposed: { price_min: "49800000.00", allow_agent: false },
    review: { action: "update", status: "pending", submitter: "林编辑" },
  });
  expect(await get(asSales)).toMatchObject({ price_min: "59800000.00", proposed: null });
  expect(await waiting()).toMatchObject([{ action: "update", version: 1, submitter_id: editor.id }]);
  const [, line] = await rowsIn("operationLog");
  expect(line).toMatchObject({
    summary: expect.stringContaining("，2项待审核"),
    changes: [
      { field: "total_units", before: "320", after: "300" },
      { field: "price_min", label: "总价下限（待审核）", after: "49,800,000日元" },
      { field: "allow_agent", label: "开放代理报备（待审核）", before: "是", after: "否" },
    ],
  });

  // The next one replaces it; in another currency and country what hangs on them waits too.
  expect((await make.estate({ name: "曼谷" })).id).toBeGreaterThan(id);
  const prices = { currency: "CNY", price_min: "2500000", price_max: "6000000" };
  const next = { total_units: 300, mansion_ids: [one.id, other.id], ...prices };
  expect((await save({ ...next, expected_rent: "12000.50" })).data).toMatchObject({
    ...{ currency: "JPY", expected_rent: "299000.00", mansion_ids: [one.id, other.id] },
    proposed: { currency: "CNY", price_min: "2500000.00", price_max: "6000000.00", expected_rent: "12000.50" },
  });
  expect(await waiting()).toMatchObject([{ version: 2 }]);

  expect((await decide("approve")).code).toBe(200);
  expect(await get()).toMatchObject({
    ...{ currency: "CNY", price_min: "2500000.00", price_min_cny: "2500000.00", expected_rent: "12000.50" },
    ...{ gross_yield: 5.76, proposed: null, is_changing: false, audit_status: "approved", publish_status: "online" },
  });
});

test("a proposal that is taken back field by field, refused or withdrawn leaves the live version as it was", async () => {
  const facts = async () => {
    const { version: _, updated_at: __, review: ___, ...live } = await get();
    return live;
  };
  const before = await facts();
  await save({ address: "芝浦5-1" });
  expect(await waiting()).toHaveLength(1);
  expect((await save()).data).toMatchObject({ proposed: null, is_changing: false });
  expect(await waiting()).toEqual([]);
  for (const end of ["reject", "withdraw"] as const) {
    await save({ address: "芝浦5-1", tenure: "leasehold", tenure_years: 70 });
    const reply = end === "reject" ? await decide("reject") : await asEditor(estate.withdraw, { params: { id } });
    expect(reply.code).toBe(200);
    expect(await facts()).toEqual(before);
  }
  const [refused] = await rowsIn("estateAudit", { status: "rejected" });
  expect(refused?.snapshot.fields).toMatchObject({ address: "芝浦5-1", tenure_years: 70 });
});

test("whoever may review changes at once, but decides first on what waits; others wait for a review of another kind", async () => {
  const { data } = await save({ price_min: "50000000" }, asKeeper);
  expect(data).toMatchObject({ price_min: "50000000.00", proposed: null });
  await save({ price_min: "45000000" });
  const waits = { code: 40902, message: "房源有变更正在审核，请先处理该审核" };
  expect(await save({ price_min: "48000000" }, asKeeper)).toMatchObject(waits);
  // All else is live at once, and a form that began with the proposal sends it along.
  for (const price_min of ["50000000", "45000000"])
    expect((await save({ price_min, total_units: Number(price_min[1]) + 400 }, asKeeper)).data).toMatchObject({
      ...{ price_min: "50000000.00", total_units: Number(price_min[1]) + 400 },
      proposed: { price_min: "45000000.00" },
    });
  const { version } = (await asKeeper(album.ofEstate, { params: { id } })).data;
  expect(await asKeeper(album.replaceOfEstate, { params: { id }, body: { version, items: [] } })).toMatchObject(waits);
  await updateIn("estateAudit", { estate_id: id }, { action: "offline" });
  expect(await save({ price_min: "44000000" })).toMatchObject(waits);
});

test("a name that somebody took meanwhile is not approved", async () => {
  const shibuya = await wardOf(db, "涩谷区");
  await save({ district_id: shibuya });
  await make.estate({ name: "云汀", district_id: shibuya });
  expect(await decide("approve")).toMatchObject({ code: 40900 });
  expect(await waiting()).toHaveLength(1);
  expect((await get()).district).toBe("东京都 港区");
});

test("rooms wait too: added, changed and removed ones are seen by editors alone, until all become live together", async () => {
  const keep = await make.room({ estate_id: id, name: "A" });
  const leave = await make.room({ estate_id: id, name: "B", price_min: "40000000.00" });
  const roomFacts = async (given: object) => ({
    ...{ name: "A", layout: "2LDK" as const, area_sqm: 62.5, price_min: "59800000", price_max: "72000000" },
    floor_plan_id: keep.floor_plan_id,
    ...given,
  });
  const put = async (room_id: number, given: object) =>
    asEditor.unchecked(room.update, { params: { id, room_id }, body: await roomFacts(given) });
  const body = await roomFacts({ name: "C", layout: "3LDK", floor_plan_id: await picture() });
  const added = await asEditor(room.create, { params: { id }, body });
  expect(added.data.is_pending).toBe(true);
  const { data: changed } = await put(keep.id, { area_sqm: 70 });
  expect(changed).toMatchObject({ area_sqm: 62.5, proposed: { area_sqm: 70 }, pending: "changed" });
  expect((await asEditor(room.remove, { params: { id, room_id: leave.id } })).data).toEqual({ is_pending: true });
  const list = async (as: As) =>
    (await as(room.list, { params: { id } })).data.map(({ name, pending }) => `${name} ${pending}`);
  expect(await list(asEditor)).toEqual(["A changed", "B removed", "C added"]);
  expect(await list(asSales)).toEqual(["A null", "B null"]);
  expect(await waiting()).toMatchObject([{ action: "update", version: 3 }]);
  expect(await put(keep.id, { name: "C" })).toMatchObject({ code: 40900 });
  expect((await asKeeper(room.remove, { params: { id, room_id: keep.id } })).code).toBe(40902);

  // Taken back one by one, nothing is left to review.
  await put(leave.id, { name: "B", price_min: "40000000", floor_plan_id: leave.floor_plan_id });
  await put(keep.id, {});
  await asEditor(room.remove, { params: { id, room_id: added.data.id } });
  expect(await waiting()).toEqual([]);
  expect(await list(asEditor)).toEqual(await list(asSales));

  const plan = await picture();
  await put(keep.id, { layout: "1LDK", floor_plan_id: plan });
  await asEditor(room.remove, { params: { id, room_id: leave.id } });
  await make.unit({ estate_id: id, room_id: leave.id });
  expect(await decide("approve")).toMatchObject({ code: 40904 });
  await db.execute("delete from unit");
  expect((await decide("approve")).code).toBe(200);
  expect(await list(asSales)).toEqual(["A null"]);
  expect(await get()).toMatchObject({ layouts: ["1LDK"], price_min: "59800000.00" });
  const files = await Promise.all([plan, keep.floor_plan_id, leave.floor_plan_id].map(statusOf));
  expect(files).toEqual(["ready", "removed", "removed"]);

  await put(keep.id, { floor_plan_id: plan, layout: "studio" });
  await asEditor.unchecked(room.create, { params: { id }, body: await roomFacts({ name: "D", floor_plan_id: plan }) });
  await decide("reject");
  expect(await list(asEditor)).toEqual(["A null"]);
  expect(await rowsIn("room")).toMatchObject([{ layout: "1LDK", is_leaving: false, proposed: null }]);
});

test("the album waits: editors see both, its files are kept, and go when nothing shows them", async () => {
  await givePictures(db, id);
  const read = async (as: As, proposed = true) =>
    (await as(album.ofEstate, { params: { id }, query: { proposed } })).data;
  const before = await read(asEditor);
  const put = async (ids: number[], as: As = asEditor) => {
    const items = ids.map((media_id) => ({ media_id, category: "exterior" as const, caption: null }));
    return as(album.replaceOfEstate, { params: { id }, body: { version: (await read(as)).version, items } });
  };
  const [first = 0, second = 0] = before.items.map(({ media_id }) => media_id);
  const [fresh, later] = [await picture(), await picture()];
  const proposed = (await put([first, fresh])).data;
  expect(proposed).toMatchObject({ is_proposed: true, items: [{ media_id: first }, { media_id: fresh }] });
  expect(await read(asEditor, false)).toEqual(before);
  expect(await read(asSales)).toEqual(before);
  const stale = { version: before.version, items: [] };
  const refused = await asEditor(album.replaceOfEstate, { params: { id }, body: stale });
  expect(refused).toMatchObject({ code: 40901, data: { is_proposed: true } });
  // What leaves the proposal alone goes; what the album shows stays.
  await put([second, later]);
  expect([await statusOf(first), await statusOf(fresh)]).toEqual(["ready", "removed"]);
  expect(await waiting()).toMatchObject([{ version: 2 }]);
  await decide("approve");
  expect(await read(asSales)).toMatchObject({
    is_proposed: false,
    items: [{ media_id: second, is_cover: true }, { media_id: later }],
  });
  expect(await statusOf(first)).toBe("removed");
  expect((await put([later], asKeeper)).data).toMatchObject({ is_proposed: false, items: [{ media_id: later }] });

  await put([]);
  expect((await put([later])).data.is_proposed).toBe(false);
  expect(await waiting()).toEqual([]);
  expect((await rowIn("estate", id)).proposed_album).toBeNull();
});

test("two who propose at once end in one review", async () => {
  const params = { id };
  const items = [{ media_id: await picture(), category: "exterior" as const, caption: null }];
  const { version } = (await asEditor(album.ofEstate, { params, query: { proposed: true } })).data;
  const replies = await Promise.all([
    save({ price_min: "45000000" }),
    asEditor(album.replaceOfEstate, { params, body: { version, items } }),
  ]);
  expect(replies.map(({ code }) => code)).toEqual([200, 200]);
  expect(await waiting()).toMatchObject([
    { version: 2, snapshot: { fields: { price_min: "45000000.00" }, album: [{}] } },
  ]);
});
