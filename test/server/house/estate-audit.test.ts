import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { album } from "~/contract/house/album";
import { estate } from "~/contract/house/estate";
import { type CheckItem, checkKeys, estateAudit } from "~/contract/house/estate-audit";
import { room } from "~/contract/house/room";
import { district } from "~/server/database/tables/region/geography";
import { found } from "~/server/lib/call";
import { fileOffline } from "~/server/resources/house/estate-audit/file";
import { givePictures } from "~/test/support/estate";
import { testNow } from "~/test/support/factories";
import { fieldsOf, refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, asNew, rowIn, rowsIn, updateIn } = setUp();

const people = signedIn(api, {
  editor: {
    permissions: ["house:estate:view", "house:estate:create", "house:estate:edit", "house:estate:publish"],
    name: "林录入",
  },
  reviewer: { role: "estate_manager", name: "周审核" },
});
const { asEditor: editor, asReviewer: reviewer } = people;

const passed: CheckItem[] = checkKeys.map((key) => ({ key, pass: true, note: null }));
const list = async (query: object = {}, as = reviewer) => (await as(estateAudit.list, { query })).data.list;
const open = async (id: number, as = reviewer) => (await as(estateAudit.get, { params: { id } })).data;
const count = async () => (await reviewer(estateAudit.count)).data;
const estateOf = async (id: number) => (await reviewer(estate.get, { params: { id } })).data;
const submit = (id: number, as = editor) => as(estate.submit, { params: { id } });
const withdraw = (id: number, as = editor) => as(estate.withdraw, { params: { id } });
const approve = (id: number, version: number, body: object = {}, as = reviewer) =>
  as(estateAudit.approve, { params: { id }, body: { check_items: passed, note: null, version, ...body } });
const why = { reject_reason: "price_error", note: "总价与开发商价目不符" } as const;
const reject = (id: number, version: number, body: object = {}) =>
  reviewer(estateAudit.reject, { params: { id }, body: { ...why, version, ...body } });
const inbox = async (user_id: number) => (await rowsIn("message", { user_id })).map(({ title }) => title);
const latest = async () => {
  const [row] = await list({ sort: "-submitted_at" });
  if (!row) throw new Error("nothing waits");
  return open(row.id);
};

/** A new estate with what it needs, submitted by the editor. */
async function submitted(name = "云汀·湾岸塔") {
  const row = await make.estate({ name, audit_status: "draft", publish_status: "offline", lat: 35.64, lng: 139.75 });
  await givePictures(db, row.id);
  expect(await submit(row.id)).toMatchObject({ code: 200, data: { audit_status: "pending" } });
  return { row, audit: await latest() };
}

/** What the form would send of an estate with something changed. */
async function edit(id: number, changed: object, as = editor) {
  const { rules, ...record } = (await as(estate.get, { params: { id } })).data;
  const body = { ...record, ...rules, brochure_id: null, ...record.proposed, ...changed };
  return as.unchecked(estate.update, { params: { id }, body: body });
}

/** An estate that is online, of which the editor wants another price and address. */
async function changing() {
  const row = await make.estate({ name: "云汀·湾岸塔", address: "芝浦4-2-1" });
  await givePictures(db, row.id);
  expect(await edit(row.id, { price_max: "138000000", address: "芝浦4-2-9" })).toMatchObject({ code: 200 });
  return { row, audit: await latest() };
}

describe("a new estate", () => {
  test("is handed in once it is complete, seen by those who review, and approved by somebody else", async () => {
    const left = await make.user({ role: "estate_manager", status: "disabled" });
    const removed = await make.user({ role: "estate_manager", deleted_at: testNow.toISOString() });
    await make.webhook(["estate.submitted"]);
    const row = await make.estate({ name: "云汀·湾岸塔", audit_status: "draft", publish_status: "offline" });
    expect(fieldsOf(await submit(row.id))).toEqual(["exterior", "floor_plan"]);
    await givePictures(db, row.id);
    expect(await submit(row.id)).toMatchObject({ data: { audit_status: "pending", version: 2, can: { edit: false } } });
    for (const id of [row.id, (await make.estate()).id]) expect(await submit(id)).toMatchObject({ code: 40902 });
    expect(await edit(row.id, { name: "别的名称" })).toMatchObject({ code: 40902 });
    const [shown] = await list();
    expect(shown).toMatchObject({
      ...{ audit_no: "SH2611200001", estate: { id: row.id, name: "云汀·湾岸塔" }, action: "create" },
      ...{ place: "日本 东京都 港区", submitter: "林录入", is_overdue: false },
      // A Friday: the next working day is Monday.
      ...{ sla_due_at: "2026-11-23T12:00:00.000+08:00", workdays_left: 1 },
    });
    expect(await inbox(people.reviewer.id)).toEqual(["新房审核：云汀·湾岸塔"]);
    expect([...(await inbox(left.id)), ...(await inbox(removed.id))]).toEqual([]);
    expect((await rowsIn("outbox")).map(({ payload }) => payload)).toMatchObject([
      { event: "estate.submitted", data: { estate: "云汀·湾岸塔" }, link: `/house/audit?id=${shown?.id}` },
    ]);

    const review = await latest();
    expect(review).toMatchObject({ compared_to: null, diff: [], can: { approve: true, reject: true }, next_id: null });
    expect(review.sections.map(({ title }) => title)).toEqual([
      ...["基本", "位置", "价格与费用", "产权与资质", "报备与佣金", "SEO"],
    ]);
    expect(review.sections[2]?.fields[1]).toEqual({
      ...{ field: "price_min", label: "总价下限", before: null, after: "59,800,000日元", is_changed: false },
    });
    expect(review.album).toMatchObject([{ category: "exterior", kind: "same" }, { category: "floor_plan" }]);
    expect(review.completeness.filter(({ is_met }) => !is_met)).toMatchObject([{ key: "coords", needed: "publish" }]);

    expect(await approve(review.id, review.version)).toMatchObject({ data: { status: "approved" } });
    expect(await estateOf(row.id)).toMatchObject({ audit_status: "approved", publish_status: "offline", version: 3 });
    expect(await inbox(people.editor.id)).toEqual(["房源审核已通过：云汀·湾岸塔"]);
    for (const decide of [approve, reject])
      expect(await decide(review.id, review.version)).toMatchObject({ code: 40902 });
    expect(await withdraw(row.id)).toMatchObject({ code: 40902 });
    const lines = await rowsIn("operationLog");
    expect(lines.map(({ summary }) => summary)).toEqual([
      `提交审核 ${row.estate_no} 云汀·湾岸塔（SH2611200001）`,
      `通过新增审核 ${row.estate_no} 云汀·湾岸塔（SH2611200001）`,
    ]);
  });

  test("passes only with every check decided, and a word about what is not in order", async () => {
    const { audit } = await submitted();
    const [, ...others] = passed;
    const first = found(passed[0]);
    for (const [items, message] of [
      [others, "请先完成检查：基本信息"],
      [[{ ...first, pass: false }, ...others], "不通过的检查项请填写说明后再通过：基本信息"],
      [[first, first, ...others], expect.any(String)],
    ] as const)
      expect(await approve(audit.id, audit.version, { check_items: items })).toMatchObject(
        refusedAt("check_items", message),
      );
    const noted = { ...first, pass: false, note: "户数待补" };
    const { data } = await approve(audit.id, audit.version, { check_items: [noted, ...others] });
    const check_items = [{ key: "info", label: "基本信息", pass: false, note: "户数待补" }, ...others];
    expect(data).toMatchObject({ status: "approved", check_items });
  });

  test("is sent back with a reason, and handed in again only once it was mended", async () => {
    const { row, audit } = await submitted();
    for (const wrong of [{ note: "太贵" }, { reject_reason: "colour" }])
      expect(await reject(audit.id, audit.version, wrong)).toMatchObject({ code: 42200 });
    const { data } = await reject(audit.id, audit.version);
    expect(data).toMatchObject({ status: "rejected", reject_reason: "price_error", reject_note: why.note });
    expect(await estateOf(row.id)).toMatchObject({ audit_status: "rejected", can: { submit: true } });
    expect(await inbox(people.editor.id)).toEqual(["房源审核未通过：云汀·湾岸塔"]);
    expect((await rowsIn("operationLog")).at(-1)).toMatchObject({
      ...{ action: "audit", target_type: "estate", target_id: row.id, user_id: people.reviewer.id },
      summary: `驳回新增审核 ${row.estate_no} 云汀·湾岸塔（${audit.audit_no}）`,
      reason: "价格有误：总价与开发商价目不符",
    });
    expect(await submit(row.id)).toMatchObject({ code: 40902, message: "内容与被驳回时相同，请修改后再提交" });
    expect(await edit(row.id, { price_min: "61800000" })).toMatchObject({ code: 200 });
    expect(await submit(row.id)).toMatchObject({ data: { audit_status: "pending" } });
    expect(await latest()).toMatchObject({
      compared_to: "refused",
      diff: [{ label: "总价下限", before: "59,800,000日元", after: "61,800,000日元" }],
    });
  });

  test("is withdrawn while it waits, and is a draft again", async () => {
    const { row, audit } = await submitted();
    expect(await withdraw(row.id)).toMatchObject({ data: { audit_status: "draft" } });
    expect(await rowsIn("estate")).toMatchObject([{ submitted_at: null }]);
    expect((await rowsIn("operationLog")).at(-1)).toMatchObject({
      ...{ action: "update", target_type: "estate", target_id: row.id, user_id: people.editor.id },
      summary: `撤回新增审核 ${row.estate_no} 云汀·湾岸塔（${audit.audit_no}）`,
    });
    expect(await open(audit.id)).toMatchObject({ status: "withdrawn", can: { approve: false } });
    expect(await approve(audit.id, audit.version)).toMatchObject({ code: 40902 });
    expect(await withdraw(row.id)).toMatchObject({ code: 40902 });
    // As it was: nobody has refused it.
    expect(await submit(row.id)).toMatchObject({ data: { audit_status: "pending" } });
    expect(await count()).toEqual({ pending: 1, approved: 0, rejected: 0, withdrawn: 1, overdue: 0 });
  });

  test("is not decided by whoever filed it, unless he may do everything", async () => {
    const { row, audit } = await submitted();
    await withdraw(row.id);
    expect(await submit(row.id, reviewer)).toMatchObject({ code: 200 });
    expect(await inbox(people.reviewer.id)).toHaveLength(1);
    const own = await latest();
    expect(own).toMatchObject({ is_own: true, can: { approve: false, reject: false } });
    const refusal = { code: 40300, message: "不能审核自己提交的内容，请由其他审核人处理" };
    const { audit: others } = await submitted("东都·樱见坂");
    expect(await open(others.id)).toMatchObject({ next_id: null });
    await updateIn("estateAudit", others.id, { updated_by: people.reviewer.id });
    expect(await open(others.id)).toMatchObject({ is_own: true });
    expect(await approve(others.id, others.version)).toMatchObject(refusal);
    for (const decide of [approve, reject]) expect(await decide(own.id, own.version)).toMatchObject(refusal);
    const { id: adminId } = await make.user({ role: "super_admin" });
    const admin = await api.as(adminId);
    await withdraw(row.id);
    await submit(row.id, admin);
    const mine = (await list()).find((one) => one.estate.id === row.id);
    expect(mine?.id).not.toBe(audit.id);
    expect(await open(others.id, admin)).toMatchObject({ next_id: mine?.id });
    const detail = await open(mine?.id ?? 0, admin);
    expect(await approve(detail.id, detail.version, {}, admin)).toMatchObject({ data: { status: "approved" } });
    expect(await inbox(adminId)).toEqual([]);
  });
});

describe("a change of an approved estate", () => {
  test("is shown beside the live version and becomes it when it is approved", async () => {
    const row = await make.estate({ name: "云汀·湾岸塔", address: "芝浦4-2-1", lat: 35.64, lng: 139.75 });
    await givePictures(db, row.id);
    const flat = await make.room({ estate_id: row.id, name: "A1" });
    expect(await edit(row.id, { address: "芝浦4-2-9", lat: 35.65, lng: 139.75 })).toMatchObject({ code: 200 });
    const { id: _, ...facts } = flat;
    const params = { id: row.id };
    const changed = { params: { ...params, room_id: flat.id }, body: { ...facts, area_sqm: 70.2 } };
    expect((await editor.unchecked(room.update, changed)).code).toBe(200);
    const pictures = (await editor(album.ofEstate, { params })).data;
    const file = { uploader: people.editor.id, scene: "album", created_at: testNow.toISOString() };
    const { id: media_id } = await make.media(file);
    const items = pictures.items.slice(1).map(({ category, caption, sort, is_cover, ...one }) => ({
      ...{ media_id: one.media_id, category, caption, sort, is_cover },
    }));
    const added = { media_id, category: "exterior" as const, caption: null, sort: 0, is_cover: true };
    const body = { version: pictures.version, items: [added, ...items] };
    expect((await editor(album.replaceOfEstate, { params, body })).code).toBe(200);

    const [shown, ...others] = await list();
    expect(others).toEqual([]);
    const audit = await open(shown?.id ?? 0);
    // One review, brought up to date by each further proposal.
    expect(audit).toMatchObject({ action: "update", version: 3, compared_to: "live" });
    expect(audit.diff.map(({ label }) => label)).toEqual([
      ...["地址", "纬度", "户型 A1·专有面积", "相册·新增", "相册·移除", "相册·封面"],
    ]);
    const place = audit.sections.find(({ key }) => key === "place");
    expect(place?.fields.find(({ field }) => field === "address")).toEqual({
      ...{ field: "address", label: "地址", before: "芝浦4-2-1", after: "芝浦4-2-9", is_changed: true },
    });
    expect(audit).toMatchObject({
      position: { lat: 35.65, lng: 139.75 },
      position_before: { lat: 35.64, lng: 139.75 },
      rooms: [{ id: flat.id, kind: "changed", plan_before: null }],
      album: [{ media_id, kind: "added" }, { category: "floor_plan", kind: "same" }, { kind: "removed" }],
    });
    expect(await estateOf(row.id)).toMatchObject({ address: "芝浦4-2-1", is_changing: true });

    expect(await approve(audit.id, audit.version)).toMatchObject({ data: { status: "approved" } });
    const approved = { address: "芝浦4-2-9", lat: 35.65, area_min: 70.2, is_changing: false };
    expect(await estateOf(row.id)).toMatchObject(approved);
    const [line] = (await rowsIn("operationLog", { action: "audit" })).slice(-1);
    expect(line?.changes).toHaveLength(6);
  });

  test("that was refused or withdrawn is told in the history", async () => {
    const { row, audit } = await changing();
    expect(await reject(audit.id, audit.version)).toMatchObject({ data: { status: "rejected" } });
    const [entry] = (await editor(estateAudit.history, { params: { id: row.id } })).data;
    const refused = { price_max: "138000000.00", address: "芝浦4-2-9" };
    expect(entry).toMatchObject({ status: "rejected", reviewer: "周审核", refused });
    const seller = await asNew({ role: "sales" });
    expect((await seller(estateAudit.history, { params: { id: row.id } })).data).toMatchObject([{ refused: null }]);

    expect(await edit(row.id, { address: "芝浦4-2-7" })).toMatchObject({ code: 200 });
    expect(await withdraw(row.id)).toMatchObject({ data: { audit_status: "approved", proposed: null } });
    expect(await count()).toMatchObject({ pending: 0, rejected: 1, withdrawn: 1 });
  });

  test("that grows while it is read is read again before it is decided", async () => {
    const { row, audit } = await changing();
    expect(await edit(row.id, { address: "芝浦4-2-8" })).toMatchObject({ code: 200 });
    expect(await approve(audit.id, audit.version)).toMatchObject({ code: 40901, data: { version: audit.version + 1 } });
    expect(await reject(audit.id, audit.version)).toMatchObject({ code: 40901 });
    expect(await approve(audit.id, audit.version + 1)).toMatchObject({ code: 200 });
    expect(await estateOf(row.id)).toMatchObject({ address: "芝浦4-2-8" });
  });

  test("of the commission is told only to those who may read the rules", async () => {
    const row = await make.estate();
    await edit(row.id, { dev_commission_mode: "percent", dev_commission_value: "3.5" });
    const history = async (role: string) =>
      (await (await asNew({ role }))(estateAudit.history, { params: { id: row.id } })).data;
    expect((await history("content_editor"))[0]?.diff).toEqual([]);
    expect((await history("channel_manager"))[0]?.diff).toHaveLength(2);
  });
});

describe("a wish to go offline", () => {
  const filed = async (submitter_id = people.editor.id) => {
    const row = await make.estate();
    // Accounts of agents have numbers of their own, which colleagues have too.
    const submitter = { type: "agent_account" as const, id: submitter_id, name: "海川代理" };
    const audit = await fileOffline({ db, services: api.services }, row, { reason: "开发商停售", submitter });
    return { row, audit };
  };

  test("takes the estate off line when it is approved", async () => {
    const { row, audit } = await filed();
    expect(await list()).toMatchObject([{ action: "offline", submitter: "海川代理", submitter_type: "agent_account" }]);
    expect(await open(audit.id)).toMatchObject({ reason: "开发商停售" });
    expect(await edit(row.id, { address: "芝浦4-2-7" })).toMatchObject({ code: 40902 });
    const again = { reason: "开发商停售", submitter: { type: "agent_account" as const, id: 7, name: "海川代理" } };
    await expect(fileOffline({ db, services: api.services }, row, again)).rejects.toMatchObject({ code: 40902 });
    expect(await approve(audit.id, audit.version)).toMatchObject({ code: 200 });
    expect(await estateOf(row.id)).toMatchObject({ publish_status: "offline", offline_reason: "开发商停售" });
    expect(await inbox(people.editor.id)).toEqual([]);
    const now = await rowIn("estate", row.id);
    await expect(fileOffline({ db, services: api.services }, now, again)).rejects.toMatchObject({ code: 40902 });
  });

  test("is approved though somebody has taken the estate off line meanwhile", async () => {
    const { row, audit } = await filed();
    await reviewer(estate.unpublish, { params: { id: row.id }, body: { reason: "售罄" } });
    expect(await approve(audit.id, audit.version)).toMatchObject({ data: { status: "approved" } });
    expect(await estateOf(row.id)).toMatchObject({ publish_status: "offline", offline_reason: "售罄" });
  });

  test("of an agent is no colleague's own, whatever his number", async () => {
    const { audit } = await filed(people.reviewer.id);
    expect(await open(audit.id)).toMatchObject({ is_own: false });
    expect(await approve(audit.id, audit.version)).toMatchObject({ code: 200 });
  });

  test("leaves it online as it was when it is refused", async () => {
    const { row, audit } = await filed();
    expect(await reject(audit.id, audit.version, { reject_reason: "other" })).toMatchObject({ code: 200 });
    expect(await estateOf(row.id)).toMatchObject({ publish_status: "online", audit_status: "approved", version: 1 });
  });
});

describe("the list", () => {
  test("is searched and filtered, and tells what is late", async () => {
    const { audit: late } = await submitted("东都·樱见坂");
    await updateIn("estateAudit", late.id, { sla_due_at: "2026-11-19T12:00:00+08:00" });
    const { audit: change } = await changing();
    const ids = async (query: object) => (await list(query)).map(({ id }) => id);
    // What is due first is first.
    expect(await ids({})).toEqual([late.id, change.id]);
    expect(await ids({ sort: "-due" })).toEqual([change.id, late.id]);
    expect(await list({ overdue: true })).toMatchObject([{ id: late.id, is_overdue: true, workdays_left: -1 }]);
    expect(await ids({ overdue: false })).toEqual([change.id]);
    expect(await ids({ action: ["update"] })).toEqual([change.id]);
    for (const keyword of ["樱见坂", late.audit_no.toLowerCase(), late.estate.estate_no])
      expect(await ids({ keyword })).toEqual([late.id]);
    expect(await ids({ keyword: "林录入" })).toHaveLength(2);
    for (const query of [{ country: ["TH"] }, { submitter_id: people.reviewer.id }, { submitted_to: "2026-11-19" }])
      expect(await ids(query)).toEqual([]);
    const own = { submitter_id: people.editor.id, country: ["JP"], submitted_from: "2026-11-20" };
    expect(await ids(own)).toHaveLength(2);
    expect(await count()).toMatchObject({ pending: 2, overdue: 1 });
    // A reader of one is led to the one that is due next.
    expect(await open(change.id)).toMatchObject({ next_id: late.id, left: 1 });
    expect(await approve(late.id, late.version)).toMatchObject({ data: { next_id: change.id, left: 1 } });
    expect(await ids({ status: "approved" })).toEqual([late.id]);
  });
});

test("estates that may be the same are named with what speaks for it", async () => {
  const put = (given: object) => make.estate({ name_local: null, ...given });
  const scale = { developer: "东都地产", total_units: 512 };
  const [ward] = await db.select({ id: district.id }).from(district).where(eq(district.name_zh, "新宿区"));
  const elsewhere = { developer: "远海不动产", district_id: ward?.id };
  const [twin, near, same, , away] = [
    await put({ name: "云汀湾岸タワー", address: "台场1-1", lat: 35.7, lng: 139.8 }),
    await put({ name: "青空花园", address: "台场2-2", lat: 35.6405, lng: 139.75 }),
    await put({ name: "东都壹号", address: "芝浦四丁目2番1号", ...scale }),
    await put({ name: "毫无关系", address: "台场3-3" }),
    await put({ name: "云汀湾岸", country_code: "TH" }),
    // The same words in another ward, by somebody else.
    await put({ name: "云汀湾岸マンション", address: "台场9-1", ...elsewhere }),
  ];
  const row = await put({
    ...{ name: "云汀·湾岸", audit_status: "draft", publish_status: "offline", address: "芝浦4-2-1" },
    ...{ lat: 35.64, lng: 139.75, ...scale },
  });
  await givePictures(db, row.id);
  await submit(row.id);
  const { duplicates } = await latest();
  expect(duplicates).toMatchObject([
    { id: same?.id, signals: ["address", "scale"] },
    { id: twin?.id, signals: ["name"], similarity: 0.92 },
    { id: near?.id, signals: ["near"], distance: 56 },
  ]);
  expect(duplicates.map(({ id }) => id)).not.toContain(away?.id);
});

whoMay(
  api,
  estateAudit,
  { ...{ list: "EM", count: "EM", get: "EM", approve: "EM", reject: "EM" }, history: "SM SR CM EM CE SE CS" },
  { "/house/audit": "EM" },
);
