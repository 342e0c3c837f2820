import { describe, expect, test } from "vitest";
import { mansionApplication } from "~/contract/house/mansion-application";
import { executeRequest } from "~/server/resources/customer/unregister/execute";
import { days, testNow } from "~/test/support/factories";
import { putApplication, towerFields, wardOf } from "~/test/support/mansion-application";
import { fieldsOf, refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, asNew, rowIn, rowsIn, countIn, updateIn } = setUp();
const { services } = api;

const { keeper, asKeeper } = signedIn(api, { keeper: { role: "estate_manager", name: "周房源" } });

const file = (given?: Parameters<typeof putApplication>[2]) => putApplication(db, services, given);
const list = async (query: object = {}) => (await asKeeper(mansionApplication.list, { query })).data.list;
const open = (id: number) => asKeeper(mansionApplication.get, { params: { id } });
const create = (id: number, body: object, as = asKeeper) =>
  as.unchecked(mansionApplication.create, { params: { id }, body: body });
const merge = (id: number, mansion_id: number, as = asKeeper) =>
  as(mansionApplication.merge, { params: { id }, body: { mansion_id } });
const apply = (id: number, fields: string[] = [], mansion_version?: number) =>
  asKeeper(mansionApplication.apply, { params: { id }, body: { fields, mansion_version } });
const reject = (id: number, reason: string, as = asKeeper) =>
  as(mansionApplication.reject, { params: { id }, body: { reason } });
const rowOf = (id: number) => rowIn("mansionApplication", id);
const mansionOf = (id = 0) => rowIn("mansion", id);
const proof = async () => (await make.media({ uploader: keeper.id, scene: "evidence", name: "登记证.png" })).id;
const claim = async (mansion_id: number, room_no = "1203") =>
  file({ type: "claim", mansion_id, payload: { room_no, note: "2020年购入" }, evidence_ids: [await proof()] });

describe("the list", () => {
  test("is divided by state, filtered and searched, and counted", async () => {
    const tower = await make.mansion();
    const first = await file();
    const by = { applicant_type: "staff", applicant_id: keeper.id, applicant_name: "林顾问" } as const;
    const second = await file({ type: "correct", mansion_id: tower.id, payload: { total_units: 321 }, ...by });
    const third = await claim(tower.id);
    await reject(third.id, "证明不清楚");
    expect(await list()).toMatchObject([{ id: first.id }, { id: second.id }]);
    expect(await list({ status: "rejected" })).toMatchObject([{ id: third.id, can: { reject: false } }]);
    expect(await list({ status: "all" })).toHaveLength(3);
    expect(await list({ type: ["create"] })).toMatchObject([
      {
        ...{ application_no: "LS2611200001", mansion_name: "云汀湾岸塔", district: "东京都 港区" },
        ...{ applicant_type: "user", applicant_name: "海边的猫", similar_count: 1 },
        can: { create: true, merge: true, apply: false, reject: true },
      },
    ]);
    expect(await list({ applicant_type: ["staff"] })).toMatchObject([{ id: second.id }]);
    for (const keyword of ["ls2611200001", "海边", "クラウド"])
      expect(await list({ keyword, type: ["create"] })).toMatchObject([{ id: first.id }]);
    // A user who may try parts of a masked number soon has it.
    expect(await list({ keyword: "0000 1234" })).toEqual([]);
    expect(await list({ country: ["JP"] })).toHaveLength(2);
    expect(await list({ country: ["TH"] })).toEqual([]);
    expect(await list({ created_from: "2026-11-21" })).toEqual([]);
    const counts = { pending: 2, confirmed: 0, merged: 0, rejected: 1 };
    expect((await asKeeper(mansionApplication.count)).data).toEqual(counts);
  });
});

describe("what comes in", () => {
  test("must name its building, a room with proof, or something to correct", async () => {
    const tower = await make.mansion();
    const strange = await make.media({ uploader: keeper.id, scene: "tracking" });
    for (const wrong of [
      { payload: { address: "芝浦4" } },
      { type: "correct", mansion_id: null, payload: { address: "芝浦4" } },
      { type: "correct", mansion_id: tower.id, payload: { colour: "red" } },
      { type: "claim", mansion_id: tower.id, payload: { room_no: "1" } },
      { evidence_ids: [strange.id] },
    ] as const)
      await expect(file({ ...wrong, evidence_ids: [...(wrong.evidence_ids ?? [])] })).rejects.toMatchObject({
        code: 42200,
      });
    expect(await countIn("mansionApplication")).toBe(0);
  });

  test("is shown though it fits no field, and nobody's contact is", async () => {
    const { id } = await file({
      payload: { name: "云汀湾岸塔", district_id: "somewhere", built_at: "last year", colour: "red" },
      contact: "owner@demo.test",
    });
    const { data } = await open(id);
    expect(data).toMatchObject({ contact: "o****@demo.test", district: null });
    expect(data.fields).toMatchObject([
      { field: "name", label: "楼栋名", present: null, asked: "云汀湾岸塔", is_valid: true },
      { field: "district_id", label: "区域", asked: "somewhere", is_valid: false },
      { field: "built_at", label: "建成年月", asked: "last year", is_valid: false },
    ]);
    expect(data.payload).toEqual({ name: "云汀湾岸塔" });
  });
});

describe("a new building", () => {
  test("is made of fields that the handler has mended, and its applicant hears of it", async () => {
    const colleague = await make.user({ role: "sales" });
    const { id, application_no } = await file({ applicant_type: "staff", applicant_id: colleague.id });
    const fields = towerFields(await wardOf(db));
    const wrong = await create(id, { ...fields, built_at: "2019", address: "" });
    expect(fieldsOf(wrong)).toEqual(["address", "built_at"]);
    expect(await rowOf(id)).toMatchObject({ status: "pending" });
    const reply = await create(id, { ...fields, address: "芝浦4-2-2" });
    expect(reply.data).toMatchObject({
      ...{ status: "confirmed", handler: { id: keeper.id, name: "周房源" }, next_id: null },
      handled_at: "2026-11-20T12:00:00.000+08:00",
      result: { name: "云汀湾岸塔", address: "芝浦4-2-2", district: "东京都 港区" },
      can: { create: false, reject: false },
    });
    expect(await mansionOf(reply.data.result?.id)).toMatchObject({ source: "application", address: "芝浦4-2-2" });
    expect(await rowsIn("message")).toMatchObject([
      { user_id: colleague.id, category: "audit", title: "楼栋申请已通过" },
    ]);
    const lines = await rowsIn("operationLog", { action: "audit" });
    const summary = expect.stringContaining(`按申请${application_no}新增楼栋`);
    expect(lines).toMatchObject([{ module: "house", target_name: application_no, summary }]);
  });

  test("is compared with those that are there, anew whenever it is opened", async () => {
    const { id } = await file();
    expect(await rowOf(id)).toMatchObject({ similar_count: 0 });
    const tower = await make.mansion({ address: "芝浦4-2-9", lat: 35.6422 });
    const { data } = await open(id);
    const candidates = [{ id: tower.id, similarity: 1, distance: 11, cover: null }];
    expect(data).toMatchObject({ similar_count: 1, candidates });
    expect(await rowOf(id)).toMatchObject({ similar_count: 1 });
  });

  test("ends in one that is there, of which nothing changes; not in one out of use", async () => {
    const tower = await make.mansion({ total_units: 99 });
    const disabled = await make.mansion({ name: "停用楼", mansion_no: "LD2611200002", status: "disabled" });
    const { id } = await file();
    for (const wrong of [disabled.id, 999_999]) expect(await merge(id, wrong)).toMatchObject(refusedAt("mansion_id"));
    expect(await merge(id, tower.id)).toMatchObject({ data: { status: "merged", result: { id: tower.id } } });
    expect(await mansionOf(tower.id)).toMatchObject({ total_units: 99, version: tower.version });
    expect(await merge(id, tower.id)).toMatchObject({ code: 40902 });
  });

  test("is handled once, by whoever comes first", async () => {
    const { id } = await file();
    const other = await asNew({ role: "estate_manager" });
    const tower = await make.mansion();
    const replies = await Promise.all([reject(id, "信息不全"), merge(id, tower.id, other)]);
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 40902]);
  });

  test("is refused where it stands already", async () => {
    await make.mansion();
    const { id } = await file();
    expect(await create(id, towerFields(await wardOf(db)))).toMatchObject({ code: 40900 });
    expect(await rowOf(id)).toMatchObject({ status: "pending" });
  });
});

test("its end is told to a colleague who asked, not to who handled his own, nor for a user of the same number", async () => {
  const colleague = await make.user({ role: "sales" });
  for (const [applicant_type, applicant_id] of [
    ["staff", keeper.id],
    ["user", colleague.id],
    ["staff", colleague.id],
  ] as const)
    expect((await reject((await file({ applicant_type, applicant_id })).id, "信息不全")).code).toBe(200);
  expect(await rowsIn("message")).toMatchObject([{ user_id: colleague.id, title: "楼栋申请未通过" }]);
});

describe("a correction", () => {
  test("shows what differs in words, and takes the chosen fields alone", async () => {
    const tower = await make.mansion({ management_fee_sqm: "300", currency: "JPY" });
    const stations = [{ line: "山手线", station: "田町", walk_min: 9 }];
    const payload = { total_units: 333, structure: "RC", management_fee_sqm: "300", stations };
    const { id } = await file({ type: "correct", mansion_id: tower.id, payload });
    const { data } = await open(id);
    expect(data.mansion).toMatchObject({ id: tower.id, version: tower.version, district: "东京都 港区" });
    expect(data.fields.map(({ field, present, asked, is_changed }) => [field, present, asked, is_changed])).toEqual([
      ["stations", null, "山手线 田町 步行9分", true],
      ["structure", null, "钢筋混凝土", true],
      ["total_units", "320", "333", true],
      ["management_fee_sqm", "300日元/㎡", "300日元/㎡", false],
    ]);
    for (const fields of [[], ["address"]]) expect(await apply(id, fields)).toMatchObject(refusedAt("fields"));
    expect(await apply(id, ["total_units"], tower.version - 1)).toMatchObject({ code: 40901 });
    const reply = await apply(id, ["total_units", "stations"], tower.version);
    expect(reply).toMatchObject({ data: { status: "confirmed", result: { id: tower.id } } });
    const taken = reply.data.fields.filter(({ is_taken }) => is_taken).map(({ field }) => field);
    expect(taken).toEqual(["stations", "total_units"]);
    expect(await mansionOf(tower.id)).toMatchObject({
      ...{ total_units: 333, structure: null, version: tower.version + 1, stations },
    });
    expect(await apply(id, ["structure"])).toMatchObject({ code: 40902 });
  });

  test("of a value that the building cannot hold is refused on its field, and is made neither new nor part of another", async () => {
    const tower = await make.mansion();
    const { id } = await file({ type: "correct", mansion_id: tower.id, payload: { built_at: "2019", total_units: 5 } });
    expect(await apply(id, ["built_at"])).toMatchObject(refusedAt("built_at"));
    expect(await create(id, towerFields(await wardOf(db)))).toMatchObject({ code: 40902 });
    expect(await merge(id, tower.id)).toMatchObject({ code: 40902 });
    expect(await apply(id, ["total_units"])).toMatchObject({ code: 200 });
  });

  test("of a building that was merged goes to where it went; of one that is gone it can only be rejected", async () => {
    const remaining = await make.mansion();
    const merged = await make.mansion({ name: "旧名塔", mansion_no: "LD2611200002" });
    const { id } = await file({ type: "correct", mansion_id: merged.id, payload: { total_units: 5 } });
    await updateIn("mansion", merged.id, { status: "merged", merged_to_id: remaining.id });
    expect((await open(id)).data.mansion).toMatchObject({ id: remaining.id });
    await updateIn("mansion", remaining.id, { deleted_at: "2026-11-20T10:00:00+08:00" });
    expect((await open(id)).data).toMatchObject({ mansion: null, can: { apply: false, reject: true } });
    expect(await apply(id, ["total_units"])).toMatchObject({ code: 40902 });
    expect(await reject(id, "楼栋已删除")).toMatchObject({ data: { status: "rejected", reject_reason: "楼栋已删除" } });
  });
});

describe("a claim", () => {
  test("makes its applicant an owner of the room, and shows the proof and who is known already", async () => {
    const tower = await make.mansion();
    const first = await claim(tower.id);
    const { data } = await open(first.id);
    expect(data).toMatchObject({ room_owners: 0, contact: "+81****1234", candidates: [] });
    expect(data.fields).toMatchObject([
      { label: "房号", asked: "1203" },
      { label: "产权说明", asked: "2020年购入" },
    ]);
    const url = expect.stringContaining("/api/upload/media/");
    expect(data.evidence).toMatchObject([{ name: "登记证.png", url }]);
    expect(await apply(first.id, ["room_no"])).toMatchObject(refusedAt("fields"));
    expect(await apply(first.id)).toMatchObject({ data: { status: "confirmed", room_owners: 1 } });
    expect(await rowsIn("mansionOwner")).toMatchObject([
      { mansion_id: tower.id, room_no: "1203", application_id: first.id, owner_type: "user", name: "海边的猫" },
    ]);
    expect(await apply(first.id)).toMatchObject({ code: 40902 });
    const second = await claim(tower.id);
    expect((await open(second.id)).data).toMatchObject({ room_owners: 1 });
    expect(await merge(second.id, tower.id)).toMatchObject({ code: 40902 });
  });
});

test("nothing of a user stays in his applications when his account goes", async () => {
  const account = await make.customerUser({ nickname: "海边的猫", status: "unregistering" });
  const tower = await make.mansion();
  const evidence_ids = [await proof()];
  const { id } = await file({
    ...{ type: "claim", mansion_id: tower.id, payload: { room_no: "1203", note: "与配偶共有" } },
    ...{ applicant_id: account.id, evidence_ids },
  });
  await apply(id);
  const { id: request } = await make.unregister({
    ...{ customer_user_id: account.id, status: "approved", execute_at: days(-1) },
  });
  expect(await db.transaction((tx) => executeRequest(tx, services, testNow, request))).toBe(true);
  expect(await rowOf(id)).toMatchObject({
    ...{ applicant_name: account.user_no, contact: null, evidence_ids: [], payload: { room_no: "1203" } },
    search_text: `ls2611200001\n云汀湾岸塔\n${account.user_no.toLowerCase()}`,
  });
  expect(await rowsIn("mansionOwner")).toMatchObject([{ name: account.user_no, contact: null }]);
  expect(await rowIn("media", evidence_ids[0])).toMatchObject({ status: "removed" });
  expect(await list({ status: "all", keyword: "海边" })).toEqual([]);
});

test("what waits is listed by its age; the next one that waits is the next younger, then the oldest", async () => {
  const ids: number[] = [];
  for (let index = 0; index < 3; index++) ids.push((await file()).id);
  const [oldest = 0, middle = 0, newest = 0] = ids;
  expect((await list()).map(({ id }) => id)).toEqual(ids);
  expect((await open(middle)).data).toMatchObject({ next_id: newest, left: 2 });
  expect((await open(newest)).data.next_id).toBe(oldest);
  expect((await reject(middle, "重复提交")).data).toMatchObject({ next_id: newest, left: 2 });
  expect((await reject(newest, "重复提交")).data).toMatchObject({ next_id: oldest, left: 1 });
  expect((await list({ status: "rejected" })).map(({ id }) => id)).toEqual([newest, middle]);
  expect(await reject(oldest, "无")).toMatchObject(refusedAt("reason"));
});

whoMay(api, mansionApplication, { all: "EM" }, { "/house/mansion": "EM" });
