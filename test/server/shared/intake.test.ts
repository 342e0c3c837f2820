import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { customerIntake } from "~/contract/customer/customer-intake";
import { estateAudit as auditContract } from "~/contract/house/estate-audit";
import { houseIntake } from "~/contract/house/house-intake";
import { trackerIntake } from "~/contract/inquiry/tracker-intake";
import { uploadIntake } from "~/contract/shared/upload";
import { signedHeaders } from "~/contract/signed";
import { setting } from "~/contract/system/setting";
import { estate as estateTable, room as roomTable } from "~/server/database/tables/house/estate";
import { trackerDaily } from "~/server/database/tables/inquiry/tracker";
import { trackerRollup } from "~/server/jobs/inquiry/tracker-rollup";
import { found } from "~/server/lib/call";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { districtOf, estateFacts, makeEstate, makeRoom } from "~/test/support/estate";
import { days, makeCustomerUser, setSetting, testNow } from "~/test/support/factories";
import { putMansion } from "~/test/support/mansion-application";
import { phonePicture } from "~/test/support/media-files";
import { rowsOf } from "~/test/support/rows";
import { machine, machineKey } from "~/test/support/signed-call";
import { signedIn } from "~/test/support/signed-in";
import { makeTracker } from "~/test/support/tracker";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowIn, rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const { asAdmin } = signedIn(api, { admin: { role: "super_admin" } });
const site = machine(api);
beforeEach(() => site.known());

type Errors = { errors: { field: string; message: string }[] };
const fieldsOf = ({ data }: { data: unknown }) => (data as Errors).errors.map(({ field }) => field);
/** As another machine. */
const portal = { source: "portal", key: `${machineKey}2` };
const person = {
  external_id: "u-1",
  nickname: "小王",
  phone_cc: "86",
  phone: "199 0000 0001",
  register_platform: "h5",
  registered_at: days(-2),
};
const sendUser = (body: object = {}, how = {}) => site.send(customerIntake.user, { ...person, ...body }, how);
const users = () => rowsIn("customerUser");
const sendRows = (rows: unknown[]) => site.send(customerIntake.behaviors, { rows });
const leave = (body: object, how = {}) => site.send(customerIntake.unregister, body, how);
const apply = (body: object, how = {}) => site.send(houseIntake.application, body, how);

test("a call that is not signed, or not as its headers say, is told which header is wrong", async () => {
  const { key, sign, timestamp } = signedHeaders;
  const cases = [
    [{ headers: { [key]: "", [sign]: "zz" } }, 42200, [key, sign]],
    [{ headers: { [timestamp]: "1763611200000" } }, 42200, [timestamp]],
    [{ ahead: 301 }, 40300, [timestamp]],
    [{ ahead: -301 }, 40300, [timestamp]],
    [{ source: "stranger" }, 40300, [key]],
    [{ key: `${machineKey}3` }, 40300, [sign]],
  ] as const;
  for (const [how, code, fields] of cases) {
    const answer = await sendUser({}, how);
    expect([answer.code, fieldsOf(answer)]).toEqual([code, fields]);
  }
  expect(await sendUser({}, { ahead: 299 })).toMatchObject({ code: 200 });
  expect(await users()).toHaveLength(1);
});

test("what was signed is acted upon once, also when it comes many times at once", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendUser()));
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(answers[0]).toMatchObject({ code: 200, data: { is_new: true, user_no: "U-2611200001" } });
  // Twenty others of the same user, signed one after the other.
  await Promise.all(Array.from({ length: 20 }, (_, index) => sendUser({}, { ahead: index - 30 })));
  expect(await users()).toMatchObject([{ phone_e164: "+8619900000001", phone_last4: "0001", nickname: "小王" }]);
  expect((await rowsIn("operationLog")).map(({ summary }) => summary)).toEqual([
    "接入注册用户U-2611200001（来自site）",
  ]);
  expect(await rowsIn("signedCall")).toHaveLength(21);
});

test("a body that is too large, or none, ends before anything is read of it", async () => {
  expect(await sendUser({ nickname: "x".repeat(1_100_000) })).toMatchObject({ code: 41300 });
  expect(await site.send(customerIntake.user, "text")).toMatchObject({ code: 40000 });
});

test("a user is taken in, changed under the same number, and known to be the one that was here", async () => {
  const { id: tracker_id } = await makeTracker(db);
  const before = await makeCustomerUser(db, { email: "a@demo.test", phone_e164: null, phone: null });
  const first = await sendUser({ external_id: "u-2", phone: null, email: "A@demo.test" });
  expect(first.data).toMatchObject({ id: before.id, is_new: false, user_no: before.user_no });
  expect(fieldsOf(await sendUser({ external_id: "u-3", phone: null, email: "a@demo.test" }))).toEqual(["email"]);
  await sendUser({ tracker: "home-top", register_channel: "seo", login_count: 3 });
  const changed = { nickname: "老王", phone: "19900000002" };
  const again = await sendUser({ ...changed, tracker: "gone", login_count: 2 });
  expect(again.data).toMatchObject({ is_new: false });
  const made = found((await users())[1]);
  expect(made).toMatchObject({ ...changed, tracker_id, login_count: 3 });
  for (const [wrong, fields] of [
    [{ phone: "12", country_code: "ZZ" }, ["phone", "country_code"]],
    [{ phone: null, gender: "x", registered_at: "yesterday" }, ["gender", "registered_at"]],
    [{ phone: null }, ["phone"]],
  ] as const)
    expect(fieldsOf(await sendUser(wrong))).toEqual(fields);
  await updateIn("customerUser", made.id, { status: "unregistered" });
  expect(await sendUser()).toMatchObject({ code: 40902, message: "该用户已注销" });
});

test("behaviours are taken once each and counted along; a wrong one keeps no other out", async () => {
  await sendUser();
  const row = (external_id: string, body: object = {}) => ({
    ...{ external_id, user: "u-1", type: "view_estate", target_type: "estate", target_id: 7, at: days(-1) },
    ...body,
  });
  const rows = [
    ...[row("b-1"), row("b-2", { type: "favorite" }), row("b-3", { type: "favorite", target_id: 8 })],
    ...[row("b-1"), row("b-4", { type: "dance" }), row("b-5", { user: "nobody" }), row("b-6", { at: days(1) })],
    ...[row("b-7", { at: days(-181) }), "text", row("b-8", { type: "login", at: days(0) })],
  ];
  const { data } = await sendRows(rows);
  expect([data.accepted, data.repeated]).toEqual([4, 1]);
  expect(data.refused.map(({ index, external_id, errors }) => [index, external_id, errors[0]?.field])).toEqual([
    [4, "b-4", "type"],
    [5, "b-5", "user"],
    [6, "b-6", "at"],
    [7, "b-7", "at"],
    [8, null, ""],
  ]);
  const again = await sendRows([...rows, row("b-9", { type: "unfavorite", at: days(0) })]);
  expect([again.data.accepted, again.data.repeated]).toEqual([1, 5]);
  expect(await users()).toMatchObject([{ view_count: 1, favorite_count: 1, login_count: 1, last_active_at: days(0) }]);
  expect(await rowsIn("userBehavior")).toHaveLength(5);
  expect(fieldsOf(await sendRows(Array.from({ length: 201 }, (_, index) => row(`m-${index}`))))).toEqual(["rows"]);
});

test("a user who wants to go, and signs in again, stays", async () => {
  await sendUser();
  const wish = { external_id: "z-1", user: "u-1", reason: "privacy", platform: "h5" };
  const filed = await leave(wish);
  expect(filed.data).toMatchObject({ is_new: true, request_no: "ZX2611200001" });
  expect((await leave(wish, { ahead: 1 })).data).toEqual({ ...filed.data, is_new: false });
  expect(await leave({ ...wish, reason: "other" })).toMatchObject({ code: 40907 });
  expect(await leave({ ...wish, external_id: "z-2" })).toMatchObject({ code: 40900 });
  expect(fieldsOf(await leave({ ...wish, external_id: "z-3", user: "u-9" }))).toEqual(["user"]);
  expect(await users()).toMatchObject([{ status: "unregistering" }]);
  expect(await rowsIn("unregisterRequest")).toMatchObject([
    { status: "pending", phone: "+8619900000001", due_at: "2026-12-02T12:00:00.000+08:00" },
  ]);
  api.setClock(new Date(testNow.getTime() + 3_600_000));
  await sendRows([{ external_id: "l-1", user: "u-1", type: "login", at: days(1 / 48) }]);
  expect(await users()).toMatchObject([{ status: "normal" }]);
  expect(await rowsIn("unregisterRequest")).toMatchObject([{ status: "cancelled" }]);
});

test("an agent's wish that an estate goes offline waits for its review", async () => {
  const { estate_no } = await makeEstate(db, { publish_status: "online", audit_status: "approved" });
  const wish = {
    ...{ external_id: "a-1", action: "offline", estate_no, reason: "开发商停售" },
    ...{ submitter_type: "agent_account", submitter_name: "海外置业" },
  };
  const send = (body: object, how = {}) => site.send(houseIntake.audit, body, how);
  expect((await send(wish)).data).toMatchObject({ is_new: true, audit_no: "SH2611200001" });
  expect((await send(wish, { ahead: 1 })).data.is_new).toBe(false);
  expect(await send({ ...wish, external_id: "a-2" })).toMatchObject({ code: 40902 });
  for (const [name, value] of [
    ["estate_no", "XF0000000000"],
    ["estate_no", null],
    ["reason", null],
    ["action", "sell"],
    ["submitter_type", "user"],
  ] as const)
    expect(fieldsOf(await send({ ...wish, external_id: `${name}${value}`, [name]: value }))).toEqual([name]);
  expect(await rowsIn("estateAudit")).toMatchObject([
    { status: "pending", action: "offline", submitter_type: "agent_account", submitter_name: "海外置业" },
  ]);
});

describe("an estate from outside", () => {
  const by = { submitter_type: "broker", submitter_name: "海外置业" };
  let ward: number;
  let seen = 0;
  beforeEach(async () => {
    ward = await districtOf(db, "JP", "13103");
  });

  /** A picture that the machine has sent; its number here. */
  async function picture(scene = "album", how = {}): Promise<number> {
    const content = (await phonePicture({ width: 32, height: 24 })).toString("base64");
    seen += 1;
    const body = { external_id: `f-${seen}`, scene, filename: "外观.jpg", content };
    const { data, code, message } = await site.send(uploadIntake.file, body, how);
    expect(code, message).toBe(200);
    return data.id;
  }
  const layout = (floor_plan_id: number, body = {}) => ({
    ...{ name: "A1", layout: "2LDK", area_sqm: 62.5, price_min: "61000000", price_max: "72000000" },
    ...{ total_count: 4, available_count: 2, floor_plan_id, ...body },
  });
  const send = (external_id: string, body: object, how = {}) =>
    site.send(houseIntake.audit, { external_id, ...by, ...body }, how);
  const reviews = () => rowsIn("estateAudit");

  test("is created with its layouts and pictures, and waits for its review", async () => {
    const [front, plan] = [await picture(), await picture()];
    const album = [{ media_id: front, category: "exterior", is_cover: true }];
    const wish = { action: "create", estate: estateFacts(ward), rooms: [layout(plan)], album };
    const filed = await send("e-1", wish);
    expect(filed).toMatchObject({ code: 200, data: { is_new: true } });
    expect((await send("e-1", wish, { ahead: 1 })).data).toEqual({ ...filed.data, is_new: false });
    expect(await reviews()).toMatchObject([
      { id: filed.data.id, status: "pending", action: "create", submitter_type: "broker", submitter_id: null },
    ]);
    const { data } = await asAdmin(auditContract.get, { params: { id: filed.data.id } });
    expect(data).toMatchObject({ submitter: "海外置业", estate: { name: "云汀·湾岸塔" } });
    expect(await rowsIn("room")).toMatchObject([{ name: "A1", floor_plan_id: plan, is_proposed: false }]);
    expect(await rowsIn("estate")).toMatchObject([{ audit_status: "pending", created_by: null }]);
  });

  test("that lacks something, or names another's picture, leaves nothing", async () => {
    const [front, plan, others] = [await picture(), await picture(), await picture("album", portal)];
    const album = [{ media_id: front, category: "exterior" }];
    const whole = { action: "create", estate: estateFacts(ward), rooms: [layout(plan)], album };
    const cases: [body: object, fields: string[]][] = [
      [{ album: [] }, ["exterior"]],
      [{ estate: { ...estateFacts(ward), developer: null } }, ["developer"]],
      [{ estate: { ...estateFacts(ward), country_code: "ZZ" } }, ["country_code"]],
      [{ rooms: [layout(plan, { area_sqm: 1 })] }, ["rooms.0.area_sqm"]],
      [{ rooms: [layout(others)] }, ["album"]],
      [{ album: [{ media_id: others, category: "exterior" }] }, ["album"]],
      [{ estate_no: "XF2611190001" }, ["estate_no"]],
    ];
    for (const [index, [body, fields]] of cases.entries())
      expect(fieldsOf(await send(`w-${index}`, { ...whole, ...body })), fields[0]).toEqual(fields);
    for (const table of [estateTable, roomTable]) expect(await db.$count(table)).toBe(0);
  });

  test("is changed by a review alone; one that was refused is handed in again", async () => {
    const row = await makeEstate(db, { district_id: ward });
    const known = await makeRoom(db, { estate_id: row.id });
    const texts = { description: "临海 <b>\n安静", surroundings: "<h2>公园</h2><script>alert(1)</script>" };
    const wish = {
      ...{ action: "update", estate_no: row.estate_no, estate: { price_max: "130000000", ...texts } },
      rooms: [{ name: known.name, available_count: 0 }, layout(await picture(), { name: "B2" })],
      album: [{ media_id: await picture(), category: "lobby" }],
    };
    const filed = await send("u-1", wish);
    expect(filed).toMatchObject({ code: 200, data: { is_new: true } });
    expect(await reviews()).toMatchObject([{ action: "update", submitter_type: "broker", status: "pending" }]);
    const { data } = await asAdmin(auditContract.get, { params: { id: filed.data.id } });
    const labels = data.diff.map(({ label }) => label).join();
    for (const what of ["户型·新增", `户型 ${known.name}·可售套数`, "相册"]) expect(labels).toContain(what);
    // Words become paragraphs; what comes formatted is made safe.
    const safe = { description: "<p>临海 &lt;b&gt;</p><p>安静</p>", surroundings: "<h2>公园</h2>" };
    expect(await rowIn("estate", row.id)).toMatchObject(safe);
    const said = data.sections.flatMap(({ fields }) => fields).find(({ field }) => field === "description");
    expect(said?.after).toBe("临海 <b>\n安静");
    expect(await send("u-2", wish)).toMatchObject({ code: 40902 });
    expect(fieldsOf(await send("u-3", { action: "update", estate_no: row.estate_no }))).toEqual(["estate"]);

    const album = [{ media_id: await picture(), category: "exterior" }];
    const facts = { ...estateFacts(ward), name: "云汀·港湾" };
    const plan = await picture();
    const made = await send("n-1", { action: "create", estate: facts, rooms: [layout(plan)], album });
    const refusal = { reject_reason: "price_error" as const, note: "总价有误，请核对", check_items: [], version: 1 };
    await asAdmin(auditContract.reject, { params: { id: made.data.id }, body: refusal });
    const [refused] = await rowsIn("estate", eq(estateTable.name, "云汀·港湾"));
    const again = { action: "update", estate_no: refused?.estate_no, estate: { address: "芝浦4-2-9" } };
    expect(await send("n-2", again)).toMatchObject({ code: 200, data: { is_new: true } });
    expect((await reviews()).at(-1)).toMatchObject({ action: "create", status: "pending", submitter_name: "海外置业" });
  });

  test("a picture is what its bytes are, and stays the sender's", async () => {
    const sent = { external_id: "p-1", scene: "album", filename: "a.jpg" };
    const file = (body: object) => site.send(uploadIntake.file, { ...sent, ...body });
    const content = Buffer.from("not a picture").toString("base64");
    expect(await file({ content })).toMatchObject({ code: 41500 });
    expect(fieldsOf(await file({ content: "!" }))).toEqual(["content"]);
    expect(fieldsOf(await file({ scene: "annex", content }))).toEqual(["scene"]);
    await setSetting(db, "upload.image_mb", 1);
    expect(await file({ content: Buffer.alloc(1_100_000).toString("base64") })).toMatchObject({ code: 41300 });
    const { id: building } = await putMansion(db);
    const claim = (external_id: string, evidence: number) =>
      apply({
        ...{ external_id, type: "claim", mansion_id: building, applicant_type: "agent", applicant_name: "海外置业" },
        ...{ payload: { room_no: "1203" }, evidence_ids: [evidence] },
      });
    expect(fieldsOf(await claim("c-1", await picture("evidence", portal)))).toEqual(["evidence_ids"]);
    expect(await claim("c-2", await picture("evidence"))).toMatchObject({ code: 200 });
  });
});

test("a building that somebody misses is an application, by whom the site knows", async () => {
  const { data: user } = await sendUser();
  const wish = {
    ...{ external_id: "m-1", type: "create", payload: { name: "云汀大厦" }, applicant_type: "user" },
    ...{ applicant: "u-1", applicant_name: "小王", contact: "19900000001" },
  };
  expect((await apply(wish)).data).toMatchObject({ is_new: true, application_no: "LS2611200001" });
  expect((await apply(wish, { ahead: 1 })).data.is_new).toBe(false);
  expect(fieldsOf(await apply({ ...wish, external_id: "m-2", payload: {} }))).toEqual(["name"]);
  expect(fieldsOf(await apply({ ...wish, external_id: "m-3", applicant: "u-7" }))).toEqual(["applicant"]);
  expect(await rowsIn("mansionApplication")).toMatchObject([
    { applicant_type: "user", applicant_id: user.id, mansion_name: "云汀大厦" },
  ]);
});

test("a site's own count of a day takes the place of ours, and stays", async () => {
  const { id } = await makeTracker(db);
  const day = { code: "home-top", date: "2026-11-17", pv: 90, uv: 40, clicks: 3 };
  await db.insert(trackerDaily).values({ tracker_id: id, date: day.date, pv: 1, uv: 1, inquiry_count: 2 });
  const rows = [day, { ...day, date: "2026-11-21" }, { ...day, code: "gone" }, { ...day, uv: 91 }, { ...day, pv: -1 }];
  const { data } = await site.send(trackerIntake.daily, { rows });
  expect(data.accepted).toBe(1);
  expect(data.refused.map(({ errors }) => errors[0]?.field)).toEqual(["date", "code", "uv", "pv"]);
  await trackerRollup.run({ services: api.services, at: testNow, signal: new AbortController().signal });
  expect(await rowsIn("trackerDaily")).toMatchObject([
    { tracker_id: id, date: "2026-11-17", pv: 90, uv: 40, clicks: 3, inquiry_count: 2, is_reported: true },
  ]);
});

test("keys are kept sealed, and typed with their names", async () => {
  const set = (value: string) =>
    asAdmin.unchecked(setting.update, { body: { items: [{ key: "integration.keys", value }] } });
  for (const wrong of ["just-a-secret-of-some-length", "site:short", `site:${machineKey},site:${machineKey}`])
    expect(fieldsOf(await set(wrong))).toEqual(["integration.keys"]);
  expect((await set(`site:${machineKey}9, portal:${machineKey}`)).code).toBe(200);
  expect(fieldsOf(await sendUser())).toEqual([signedHeaders.sign]);
  expect((await sendUser({}, { key: `${machineKey}9` })).code).toBe(200);
});

for (const intake of [customerIntake, houseIntake, trackerIntake, uploadIntake]) whoMay(api, intake, { all: "public" });
