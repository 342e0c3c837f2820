import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { tracking } from "~/contract/customer/tracking";
import type { Input } from "~/contract/endpoint";
import { comment, mentionOf } from "~/contract/shared/comment";
import { blacklist } from "~/server/database/tables/customer/audience";
import {
  customerChangeLog,
  customerContact,
  tracking as trackingTable,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import { batch, batchRow, operationLog } from "~/server/database/tables/system/system";
import { recycleCleanup } from "~/server/jobs/customer/recycle-cleanup";
import { localStorage } from "~/server/lib/storage";
import { testApi } from "~/test/support/api";
import { assign, destroy, merge, recycle, release } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import {
  days,
  makeAnnex,
  makeCustomer,
  makeCustomerUser,
  makeInquiry,
  makeMedia,
  makeRequirement,
  makeSchedule,
  makeTracking,
  setSetting,
  testNow,
} from "~/test/support/factories";
import { withOpen } from "~/test/support/open-business";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowIn, rowsIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const folder = mkdtempSync(path.join(tmpdir(), "destroy-"));
api.services.storage = localStorage(folder);

const { admin, manager, sales, asAdmin, asManager, asSales } = signedIn(api, {
  admin: { role: "super_admin" },
  manager: { role: "sales_manager", team: "一组" },
  sales: { role: "sales", team: "一组" },
});

const about = (id: number) => rowIn("customer", id);
const erased = (id: number) => `已删除客户#${id}`;
const owned = (given: Parameters<typeof makeCustomer>[1] = {}) => makeCustomer(db, { owner_id: sales.id, ...given });
const recycled = (given: Parameters<typeof makeCustomer>[1] = {}) =>
  makeCustomer(db, { last_owner_id: sales.id, pool_at: null, deleted_at: days(-1), deleted_by: manager.id, ...given });

/** The nightly clearing. */
const clear = () => recycleCleanup.run({ services: api.services, at: testNow, signal: new AbortController().signal });

/** Every column, of any type that may hold a text, that contains one of the marks: found by the catalogue, not by a list. */
async function columnsWith(marks: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ table_name: string; column_name: string }>(sql`
    select c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'character', 'character varying', 'json', 'jsonb', 'ARRAY'))
    order by 1, 2`);
  expect(rows.length).toBeGreaterThan(150);
  const found: string[] = [];
  for (const { table_name, column_name } of rows) {
    const column = sql`${sql.identifier(column_name)}::text`;
    const hits = await db.execute(
      sql`select 1 from ${sql.identifier(table_name)} where ${column} ~* ${marks.join("|")} limit 1`,
    );
    if (hits.rows.length) found.push(`${table_name}.${column_name}`);
  }
  return found;
}

const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true })
    .map((name) => path.join(dir, String(name)))
    .filter((file) => statSync(file).isFile());

/** A user's file, with his name in its own and in its bytes. */
async function makeFile(name: string, scene = "tracking") {
  const row = await makeMedia(db, { uploader: sales.id, name, scene });
  await api.services.storage.write(row.key, new Response(`bytes of ${name}`).body as ReadableStream<Uint8Array>, 1e6);
  await db.insert(operationLog).values({
    ...{ user_id: sales.id, user_name: sales.name, module: "upload", action: "create", summary: "上传跟进图片" },
    ...{ target_type: "media", target_id: row.id, target_name: name, created_at: days(-3) },
  });
  return row;
}

const phone = "13987650123";
const marks = ["qxmark", "独角兽", phone, "15512349876"];

/** An edit of the user's own customer, as the form sends it. */
async function edit(as: As, id: number, changes: object) {
  const { data } = await as(customer.get, { params: { id } });
  // What is read is what may be written back, but for the choices, which a reply has as texts.
  const body = { ...data, ...changes } as Input<typeof customer.update>["body"];
  expect((await as(customer.update, { params: { id }, body })).code).toBe(200);
}

/** A customer whose marks are wherever people may write, and who has gone through the product's acts. */
async function makeKnown() {
  const made = await owned({
    ...{ name: "独角兽旧名", phone, phone2: "15512349876", wechat: "qxmark_wechat", email: "qxmark@example.com" },
    ...{ line_id: "qxmark_line", whatsapp: "qxmark_whatsapp", source_detail: "qxmark 来源", remark: "qxmark 备注" },
    ...{ gender: "female", birth_year: 1985, tags: ["vip"], created_at: days(-4) },
  });
  const { id } = made;
  await edit(asSales, id, { name: "独角兽新名", remark: "qxmark 新备注" });
  const visit = { customer_id: id, type: "visit", content: "qxmark 客户看房很满意", next_at: days(1) };
  const media_ids = [(await makeFile("独角兽现场.png")).id];
  await asSales.unchecked(tracking.create, { body: { ...visit, tracked_at: days(0), media_ids } });
  await makeTracking(db, { customer_id: id, user_id: sales.id, content: "qxmark 已删跟进", deleted_at: days(0) });
  const { id: requirement_id, requirement_no } = await makeRequirement(db, {
    ...{ customer_id: id, must_have: "qxmark 必须", extra: "qxmark 补充", price_max: "50000000.00" },
  });
  const { id: media_id } = await makeFile("独角兽护照.pdf", "annex");
  const remarks = { remark: "qxmark", verify_note: "qxmark" };
  await makeAnnex(db, { requirement_id, media_id, name: "独角兽护照", ...remarks });
  // An act on all that a filter found was refused for this customer.
  const errors = [{ id, name: "独角兽新名", message: "已被他人修改" }];
  await db.insert(batch).values({
    ...{ act: "tag", target_type: "customer", permission: "customer:info:edit", user_id: sales.id, count: 0 },
    undo_result: { of: "act", status: "done", total: 1, success: 0, failed: 1, errors, message: null },
    created_at: days(0),
  });
  const line = { user_name: sales.name, module: "customer", action: "create", created_at: days(0) };
  const wish = { target_type: "requirement", target_id: requirement_id, target_name: "独角兽新名" };
  // An annex that was deleted while he was still a customer.
  const annex = { target_type: "requirement_annex", target_id: 987_654, target_name: "qxmark存折" };
  const changes = [{ field: "keyword", label: "关键词", before: null, after: "独角兽新名" }];
  await db.insert(operationLog).values([
    { ...line, ...wish, summary: "新增需求（独角兽新名）" },
    { ...line, ...annex, summary: `新增附件qxmark存折（${requirement_no}）` },
    { ...line, ...annex, summary: "打开附件qxmark存折（独角兽新名）" },
    { ...line, action: "export", summary: "导出客户1条", changes },
  ]);
  const plan = { title: "约独角兽", content: "qxmark", location: "qxmark", result: "qxmark" };
  await makeSchedule(db, { user_id: sales.id, customer_id: id, ...plan });
  const request = { reason: "qxmark 我的老客户", status: "rejected", reject_reason: "qxmark 不同意" } as const;
  await db
    .insert(transferRequest)
    .values({ customer_id: id, applicant_id: manager.id, owner_id: sales.id, ...request });
  await db.insert(blacklist).values({
    ...{ type: "phone", value: `+86${phone}`, customer_id: id, reason: "other", detail: "qxmark" },
    ...{ status: "removed", removed_reason: "qxmark 误拉" },
    evidence_ids: [(await makeFile("独角兽证据.png", "evidence")).id],
  });
  const of = { customer_id: id, assignee_id: sales.id, name: "qxmark", content: "qxmark 想看房" };
  const asked = await makeInquiry(db, of);
  for (const [owner_type, owner_id] of [
    ["customer", id],
    ["inquiry", asked.id],
  ] as const) {
    const body = { owner_type, owner_id, content: `qxmark 先回电 ${mentionOf(manager.id)}` };
    expect((await asSales(comment.create, { body })).code).toBe(200);
  }
  const query = { view: "owned", reason: "report", keyword: "qxmark_wechat" };
  await (await asManager.file(customer.export, { query })).arrayBuffer();
  const linked = await makeCustomerUser(db, { customer_id: id });
  const friend = await makeCustomer(db, { owner_id: manager.id, name: "朋友", created_at: days(-4) });
  await edit(asManager, friend.id, { referrer_customer_id: id });
  expect((await asManager(customer.phone, { params: { id }, query: { reason: "verify" } })).code).toBe(200);
  const body = { ids: [id], reason: "no_intent", note: "qxmark 不买了" };
  expect((await asManager(customer.releaseBatch, { body })).data.success).toEqual([id]);
  await db.update(batchRow).set({ before: { remark: "qxmark 之前" } });
  expect((await assign(asManager, id, manager.id, { reason: "qxmark 分配" })).code).toBe(200);
  expect((await recycle(asManager, id, "qxmark 重复")).code).toBe(200);
  return { ...made, linked, friend, requirement_id };
}

/** Every column that has a mark before, so that the walk is known to see it. */
const marked = {
  batch_row: ["before"],
  blacklist: ["detail", "removed_reason", "value"],
  comment: ["content"],
  customer: [
    ...["delete_reason", "email", "line_id", "name", "phone", "phone2", "phone_e164", "remark", "source_detail"],
    ...["wechat", "whatsapp"],
  ],
  customer_change_log: ["changes", "reason"],
  customer_contact: ["value_norm"],
  customer_owner_log: ["note", "reason"],
  export_task: ["request"],
  media: ["name"],
  message: ["content"],
  operation_log: ["changes", "reason", "summary", "target_name"],
  requirement: ["extra", "must_have"],
  requirement_annex: ["name", "remark", "verify_note"],
  schedule: ["content", "location", "result", "title"],
  tracking: ["content"],
  transfer_request: ["reason", "reject_reason"],
};

describe("destroying", () => {
  test("leaves nothing that tells who he was: no column of no table, no file", async () => {
    const { id, customer_no } = await makeKnown();
    const columns = Object.entries(marked).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
    expect(await columnsWith(marks)).toEqual(expect.arrayContaining(columns));
    expect(filesIn(folder)).toHaveLength(4);
    expect(await destroy(asAdmin, id)).toMatchObject({ code: 200, data: null });
    expect(await columnsWith(marks)).toEqual([]);
    expect(filesIn(folder)).toEqual([]);
    expect(await about(id)).toMatchObject({ customer_no, name: erased(id), phone_last4: null });
  });

  test("keeps numbers, states, dates and choices, for the figures", async () => {
    const { id, linked, friend, requirement_id } = await makeKnown();
    const { version, source, level, deleted_at, created_at } = await about(id);
    await destroy(asAdmin, id);
    expect(await about(id)).toMatchObject({
      ...{ destroyed_at: days(0), version: version + 1, gender: "unknown", birth_year: null, tags: [] },
      ...{ source, level, stage: "visited", tracking_count: 1, last_owner_id: manager.id, deleted_at, created_at },
    });
    expect(await rowsIn("customerContact", eq(customerContact.customer_id, id))).toEqual([]);
    expect(await rowsIn("tracking")).toMatchObject([
      { type: "visit", content: "", media_ids: [] },
      { type: "call", content: "", media_ids: [] },
    ]);
    for (const table of ["requirementAnnex", "media"] as const) expect(await rowsIn(table)).toEqual([]);
    const wish = { must_have: null, extra: null, price_max: "50000000.00" };
    expect(await rowIn("requirement", requirement_id)).toMatchObject(wish);
    expect(await rowsIn("customerOwnerLog")).toMatchObject([
      { action: "release", reason: "no_intent", note: null },
      { action: "assign", reason: null, note: null },
    ]);
    const historyOf = (one: number) => rowsIn("customerChangeLog", eq(customerChangeLog.customer_id, one));
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(["update", "track", "recycle"]);
    expect((await rowIn("customerUser", linked.id)).customer_id).toBeNull();
    // What names him elsewhere names his number still.
    const after = expect.stringContaining(`${erased(id)} KH`);
    expect((await historyOf(friend.id))[0]?.changes).toMatchObject([{ field: "referrer_customer_id", after }]);
    expect(await rowsIn("operationLog", eq(operationLog.action, "unmask"))).toMatchObject([
      { target_name: erased(id), reason: "核实客户身份" },
    ]);
  });

  test("is a line of its own in the log, and cannot be taken back", async () => {
    const { id, customer_no } = await recycled();
    await destroy(asAdmin, id);
    const line = { action: "destroy", user_id: admin.id, target_type: "customer", target_id: id };
    expect(await rowsIn("operationLog")).toMatchObject([{ ...line, summary: `彻底删除客户${customer_no}` }]);
    expect((await asAdmin(customer.trashed, { query: { trashed: "only" } })).data.total).toBe(0);
  });

  test("takes along whom he was merged with, and leaves everybody else as he is", async () => {
    const { id } = await recycled({ name: "王伟" });
    const merged = await recycled({ name: "王小伟", merged_to_id: id });
    const again = await recycled({ name: "王伟伟", merged_to_id: merged.id });
    const shared = await makeFile("合影.png");
    const other = await owned({ name: "李娜" });
    for (const customer_id of [id, other.id])
      await makeTracking(db, { customer_id, user_id: sales.id, content: "两位客户一起看房", media_ids: [shared.id] });
    await makeSchedule(db, { user_id: sales.id, customer_id: other.id, title: "约李娜" });
    await destroy(asAdmin, id);
    for (const one of [id, merged.id, again.id]) expect((await about(one)).name).toBe(erased(one));
    expect(await about(other.id)).toMatchObject({ name: "李娜", phone: other.phone, destroyed_at: null });
    expect((await rowsIn("schedule")).map(({ title }) => title)).toEqual(["约李娜"]);
    expect(await rowsIn("tracking", eq(trackingTable.customer_id, other.id))).toMatchObject([
      { content: "两位客户一起看房", media_ids: [shared.id] },
    ]);
    expect(await rowsIn("media")).toMatchObject([{ id: shared.id, name: "合影.png", status: "ready" }]);
    expect(filesIn(folder).map((file) => readFileSync(file, "utf8"))).toEqual(["bytes of 合影.png"]);
    await api.services.storage.remove(shared.key);
  });

  test("of one half of a merge leaves no word of him in what is told of the other", async () => {
    const source = await owned({ name: "独角兽甲", email: "qxmark@example.com" });
    const target = await owned({ name: "王伟", email: "wang@example.com" });
    await makeTracking(db, { customer_id: source.id, user_id: sales.id, content: "两份资料是同一位客户" });
    expect((await merge(asManager, target, source)).code).toBe(200);
    expect(await columnsWith(["独角兽甲"])).not.toEqual([]);
    await destroy(asAdmin, source.id);
    expect(await columnsWith(["独角兽甲"])).toEqual([]);
    expect(await about(target.id)).toMatchObject({ name: "王伟", destroyed_at: null });
    // What the target learned by it, it keeps until he is destroyed as well.
    await recycle(asManager, target.id);
    await destroy(asAdmin, target.id);
    const left = await columnsWith(["王伟", "qxmark", "wang@example.com", target.phone ?? "", source.phone ?? ""]);
    expect(left).toEqual([]);
  });

  test("leaves alone whose number only begins with his", async () => {
    const { id } = await recycled({ customer_no: "KH2611201000" });
    const other = await owned({ customer_no: "KH26112010001" });
    await release(asManager, other.id);
    await destroy(asAdmin, id);
    expect(await rowsIn("message")).toMatchObject([{ content: expect.stringContaining("KH26112010001") }]);
  });

  test("a ban in force stays by its value alone", async () => {
    const { id } = await recycled({ phone });
    const entry = { type: "phone", value: `+86${phone}`, reason: "fraud", detail: "qxmark" } as const;
    await db.insert(blacklist).values({ ...entry, customer_id: id });
    await destroy(asAdmin, id);
    expect(await rowsIn("blacklist")).toMatchObject([
      { value: `+86${phone}`, customer_id: null, detail: null, status: "active" },
    ]);
    expect(await columnsWith(marks)).toEqual(["blacklist.value"]);
  });

  test("needs the typed words and the recycle bin", async () => {
    const { id } = await recycled();
    for (const confirm of ["", "删除", undefined]) {
      const reply = await asAdmin.unchecked(customer.destroy, { params: { id }, body: { confirm } });
      expect(reply).toMatchObject(refusedAt("confirm", "请输入“彻底删除”"));
    }
    const other = await owned();
    expect((await destroy(asAdmin, other.id)).code).toBe(40902);
    for (const one of [other.id, id]) expect((await about(one)).destroyed_at).toBeNull();
  });

  const destroyAll = (ids: number[], confirm = "彻底删除") =>
    asAdmin.unchecked(customer.destroyBatch, { body: { ids, confirm } });

  test("is refused to everybody who has had a deal, by hand and by night", async () => {
    const { id, name } = await recycled({ deleted_at: days(-31) });
    await setSetting(db, "customer.recycle_keep_days", 30);
    await withOpen({ deals: 1 }, async () => {
      expect(await destroy(asAdmin, id)).toMatchObject({ status: 409, code: 40917, message: "客户有进行中的成交" });
      expect((await destroyAll([id])).data.failed).toMatchObject([{ id, code: 40917 }]);
      const { data } = await asAdmin(customer.trashed, { query: { trashed: "only" } });
      expect(data.list[0]?.can).toEqual({ restore: true, destroy: false });
      expect(await clear()).toBe("0 destroyed");
    });
    expect((await about(id)).name).toBe(name);
  });

  test("of many tells for each how it went", async () => {
    const [first, second, other] = [await recycled(), await recycled(), await owned()];
    const ids = [first.id, second.id, other.id];
    expect((await destroyAll(ids, "是")).code).toBe(42200);
    expect((await destroyAll(ids)).data).toEqual({
      success: [first.id, second.id],
      failed: [{ id: other.id, code: 40902, message: "状态已变更，请刷新后重试" }],
      batch_id: null,
    });
    expect((await about(second.id)).name).toBe(erased(second.id));
    expect(await about(other.id)).toMatchObject({ name: other.name, phone: other.phone });
  });
});

describe("the nightly clearing", () => {
  test("destroys who has lain there longer than the setting says, as the system", async () => {
    await setSetting(db, "customer.recycle_keep_days", 30);
    const old = await recycled({ deleted_at: days(-31) });
    const fresh = await recycled({ deleted_at: days(-29) });
    expect(await clear()).toBe("1 destroyed");
    expect((await about(old.id)).name).toBe(erased(old.id));
    expect((await about(fresh.id)).name).toBe(fresh.name);
    expect(await rowsIn("operationLog")).toMatchObject([
      { action: "destroy", user_id: null, user_name: "系统", target_id: old.id },
    ]);
    expect(await clear()).toBe("0 destroyed");
  });

  test("destroys nobody while the setting is 0", async () => {
    const { id, name } = await recycled({ deleted_at: days(-900) });
    await clear();
    expect((await about(id)).name).toBe(name);
  });
});
