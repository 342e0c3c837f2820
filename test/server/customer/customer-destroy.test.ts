import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { tracking } from "~/contract/customer/tracking";
import { addressOf, type Input } from "~/contract/endpoint";
import { comment, mentionOf } from "~/contract/shared/comment";
import { blacklist } from "~/server/database/tables/customer/audience";
import {
  customerChangeLog,
  customerContact,
  customerOwnerLog,
  customer as customerTable,
  requirement,
  requirementAnnex,
  tracking as trackingTable,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import { batch, batchRow, media, message, operationLog, schedule } from "~/server/database/tables/system/system";
import { recycleCleanup } from "~/server/jobs/customer/recycle-cleanup";
import { localStorage } from "~/server/lib/storage";
import { businessOf } from "~/server/resources/customer/customer/open-business";
import { testApi } from "~/test/support/api";
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
import { refusedAt } from "~/test/support/refused";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const folder = mkdtempSync(path.join(tmpdir(), "destroy-"));
api.services.storage = localStorage(folder);

const { admin, manager, sales, asAdmin, asManager } = signedIn(api, {
  admin: { role: "super_admin" },
  manager: { role: "sales_manager", team: "一组" },
  sales: { role: "sales", team: "一组" },
});

const confirm = "彻底删除" as const;
const destroy = (as: As, id: number) => as(customer.destroy, { params: { id }, body: { confirm } });
const rowOf = async (id: number) => (await db.select().from(customerTable).where(eq(customerTable.id, id)))[0];
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
    user_id: sales.id,
    user_name: sales.name,
    module: "upload",
    action: "create",
    target_type: "media",
    target_id: row.id,
    target_name: name,
    summary: "上传跟进图片",
    created_at: days(-3),
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
  const asSales = await api.as(sales.id);
  const made = await makeCustomer(db, {
    name: "独角兽旧名",
    owner_id: sales.id,
    phone,
    phone2: "15512349876",
    wechat: "qxmark_wechat",
    email: "qxmark@example.com",
    line_id: "qxmark_line",
    whatsapp: "qxmark_whatsapp",
    source_detail: "qxmark 来源",
    remark: "qxmark 备注",
    gender: "female",
    birth_year: 1985,
    tags: ["vip"],
    created_at: days(-4),
  });
  const { id } = made;
  await edit(asSales, id, { name: "独角兽新名", remark: "qxmark 新备注" });
  const picture = await makeFile("独角兽现场.png");
  await asSales(tracking.create, {
    body: {
      customer_id: id,
      type: "visit",
      content: "qxmark 客户看房很满意",
      tracked_at: days(0),
      result: null,
      duration_min: null,
      stage_after: null,
      lost_reason: null,
      level_after: null,
      next_at: days(1),
      media_ids: [picture.id],
    },
  });
  await makeTracking(db, { customer_id: id, user_id: sales.id, content: "qxmark 已删跟进", deleted_at: days(0) });
  const passport = await makeFile("独角兽护照.pdf", "annex");
  const { id: requirement_id, requirement_no } = await makeRequirement(db, {
    customer_id: id,
    must_have: "qxmark 必须",
    extra: "qxmark 补充",
    price_max: "50000000.00",
  });
  await makeAnnex(db, {
    requirement_id,
    media_id: passport.id,
    name: "独角兽护照",
    remark: "qxmark",
    verify_note: "qxmark",
  });
  const line = { user_name: sales.name, module: "customer", created_at: days(0) };
  // An act on all that a filter found was refused for this customer.
  const refused = { id, name: "独角兽新名", message: "已被他人修改" };
  await db.insert(batch).values({
    ...{ act: "tag", target_type: "customer", permission: "customer:info:edit", user_id: sales.id, count: 0 },
    undo_result: { of: "act", status: "done", total: 1, success: 0, failed: 1, errors: [refused], message: null },
    created_at: days(0),
  });
  await db.insert(operationLog).values([
    {
      ...line,
      action: "create",
      target_type: "requirement",
      target_id: requirement_id,
      target_name: "独角兽新名",
      summary: "新增需求（独角兽新名）",
    },
    // An annex that was deleted while he was still a customer.
    ...[`新增附件qxmark存折（${requirement_no}）`, "打开附件qxmark存折（独角兽新名）"].map((summary) => ({
      ...line,
      action: "create",
      target_type: "requirement_annex",
      target_id: 987_654,
      target_name: "qxmark存折",
      summary,
    })),
    {
      ...line,
      action: "export",
      summary: "导出客户1条",
      changes: [{ field: "keyword", label: "关键词", before: null, after: "独角兽新名" }],
    },
  ]);
  await makeSchedule(db, {
    user_id: sales.id,
    customer_id: id,
    title: "约独角兽",
    content: "qxmark",
    location: "qxmark",
    result: "qxmark",
  });
  await db.insert(transferRequest).values({
    customer_id: id,
    applicant_id: manager.id,
    owner_id: sales.id,
    reason: "qxmark 我的老客户",
    status: "rejected",
    reject_reason: "qxmark 不同意",
  });
  await db.insert(blacklist).values({
    type: "phone",
    value: `+86${phone}`,
    customer_id: id,
    reason: "other",
    detail: "qxmark",
    status: "removed",
    removed_reason: "qxmark 误拉",
    evidence_ids: [(await makeFile("独角兽证据.png", "evidence")).id],
  });
  const said = { owner_type: "customer", owner_id: id, content: `qxmark 想换大户型 ${mentionOf(manager.id)}` } as const;
  expect((await asSales(comment.create, { body: said })).code).toBe(200);
  const asked = await makeInquiry(db, {
    customer_id: id,
    assignee_id: sales.id,
    name: "qxmark",
    content: "qxmark 想看房",
  });
  const about = {
    owner_type: "inquiry",
    owner_id: asked.id,
    content: `qxmark 先回电 ${mentionOf(manager.id)}`,
  } as const;
  expect((await asSales(comment.create, { body: about })).code).toBe(200);
  const wanted = { view: "owned", reason: "report", keyword: "qxmark_wechat" };
  const exported = await api.app.request(addressOf(customer.export, { query: wanted }), {
    headers: { authorization: `Bearer ${await api.tokenOf(manager.id)}` },
  });
  await exported.arrayBuffer();
  const linked = await makeCustomerUser(db, { customer_id: id });
  const friend = await makeCustomer(db, { owner_id: manager.id, name: "朋友", created_at: days(-4) });
  await edit(asManager, friend.id, { referrer_customer_id: id });
  expect((await asManager(customer.phone, { params: { id }, query: { reason: "verify" } })).code).toBe(200);
  const release = await asManager(customer.releaseBatch, {
    body: { ids: [id], reason: "no_intent", note: "qxmark 不买了" },
  });
  expect(release.data.success).toEqual([id]);
  await db.update(batchRow).set({ before: { remark: "qxmark 之前" } });
  const assigned = await asManager(customer.assign, {
    params: { id },
    body: { action: "assign", user_id: manager.id, reason: "qxmark 分配", force: false },
  });
  expect(assigned.code).toBe(200);
  expect((await asManager(customer.recycle, { params: { id }, body: { reason: "qxmark 重复" } })).code).toBe(200);
  return { ...made, linked, friend, requirement_id };
}

describe("destroying", () => {
  test("leaves nothing that tells who he was: no column of no table, no file", async () => {
    const { id, customer_no } = await makeKnown();
    const before = await columnsWith(marks);
    // The walk sees every place that is to be emptied.
    expect(before).toEqual(
      expect.arrayContaining([
        "batch_row.before",
        "blacklist.detail",
        "blacklist.removed_reason",
        "blacklist.value",
        "comment.content",
        "customer.delete_reason",
        "customer.email",
        "customer.line_id",
        "customer.name",
        "customer.phone",
        "customer.phone2",
        "customer.phone_e164",
        "customer.remark",
        "customer.source_detail",
        "customer.wechat",
        "customer.whatsapp",
        "customer_change_log.changes",
        "customer_change_log.reason",
        "customer_contact.value_norm",
        "customer_owner_log.note",
        "customer_owner_log.reason",
        "export_task.request",
        "media.name",
        "message.content",
        "operation_log.changes",
        "operation_log.reason",
        "operation_log.summary",
        "operation_log.target_name",
        "requirement.extra",
        "requirement.must_have",
        "requirement_annex.name",
        "requirement_annex.remark",
        "requirement_annex.verify_note",
        "schedule.content",
        "schedule.location",
        "schedule.result",
        "schedule.title",
        "tracking.content",
        "transfer_request.reason",
        "transfer_request.reject_reason",
      ]),
    );
    expect(filesIn(folder)).toHaveLength(4);
    expect(await destroy(asAdmin, id)).toMatchObject({ code: 200, data: null });
    expect(await columnsWith(marks)).toEqual([]);
    expect(filesIn(folder)).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ customer_no, name: `已删除客户#${id}`, phone_last4: null });
  });

  test("keeps numbers, states, dates and choices, for the figures", async () => {
    const { id, linked, friend, requirement_id } = await makeKnown();
    const before = await rowOf(id);
    await destroy(asAdmin, id);
    const after = await rowOf(id);
    expect(after).toMatchObject({
      destroyed_at: days(0),
      version: (before?.version ?? 0) + 1,
      gender: "unknown",
      birth_year: null,
      tags: [],
      source: before?.source,
      level: before?.level,
      stage: "visited",
      tracking_count: 1,
      last_owner_id: manager.id,
      deleted_at: before?.deleted_at,
      created_at: before?.created_at,
    });
    expect(await db.select().from(customerContact).where(eq(customerContact.customer_id, id))).toEqual([]);
    const trackings = await db.select().from(trackingTable).orderBy(trackingTable.id);
    expect(trackings.map(({ type, content, media_ids }) => ({ type, content, media_ids }))).toEqual([
      { type: "visit", content: "", media_ids: [] },
      { type: "call", content: "", media_ids: [] },
    ]);
    expect(await db.select().from(requirementAnnex)).toEqual([]);
    expect(await db.select().from(media)).toEqual([]);
    const [wish] = await db.select().from(requirement).where(eq(requirement.id, requirement_id));
    expect(wish).toMatchObject({ must_have: null, extra: null, price_max: "50000000.00" });
    expect(
      (await db.select().from(customerOwnerLog).orderBy(customerOwnerLog.id)).map(({ action, reason, note }) => [
        action,
        reason,
        note,
      ]),
    ).toEqual([
      ["release", "no_intent", null],
      ["assign", null, null],
    ]);
    const own = await db
      .select()
      .from(customerChangeLog)
      .where(eq(customerChangeLog.customer_id, id))
      .orderBy(customerChangeLog.id);
    expect(own.map(({ action }) => action)).toEqual(["update", "track", "recycle"]);
    const { rows } = await db.execute(sql`select customer_id from customer_user where id = ${linked.id}`);
    expect(rows).toEqual([{ customer_id: null }]);
    // What names him elsewhere names his number still.
    const [named] = await db
      .select()
      .from(customerChangeLog)
      .where(eq(customerChangeLog.customer_id, friend.id))
      .orderBy(customerChangeLog.id);
    expect(named?.changes).toMatchObject([
      { field: "referrer_customer_id", after: expect.stringContaining(`已删除客户#${id} KH`) },
    ]);
    const unmask = (await db.select().from(operationLog).orderBy(operationLog.id)).find(
      ({ action }) => action === "unmask",
    );
    expect(unmask).toMatchObject({ target_name: `已删除客户#${id}`, reason: "核实客户身份" });
  });

  test("is a line of its own in the log, and cannot be taken back", async () => {
    const { id, customer_no } = await recycled();
    await destroy(asAdmin, id);
    expect(await db.select().from(operationLog)).toMatchObject([
      {
        action: "destroy",
        user_id: admin.id,
        target_type: "customer",
        target_id: id,
        summary: `彻底删除客户${customer_no}`,
      },
    ]);
    expect((await asAdmin(customer.restore, { params: { id }, body: { owner_id: null } })).code).toBe(40400);
    expect((await destroy(asAdmin, id)).code).toBe(40400);
    expect((await asAdmin(customer.get, { params: { id } })).code).toBe(40400);
    const { data } = await asAdmin(customer.trashed, { query: { trashed: "only" } });
    expect(data.total).toBe(0);
  });

  test("takes along whom he was merged with, and leaves everybody else as he is", async () => {
    const { id } = await recycled({ name: "王伟" });
    const merged = await recycled({ name: "王小伟", merged_to_id: id });
    const again = await recycled({ name: "王伟伟", merged_to_id: merged.id });
    const shared = await makeFile("合影.png");
    const other = await makeCustomer(db, { name: "李娜", owner_id: sales.id });
    for (const customer_id of [id, other.id])
      await makeTracking(db, { customer_id, user_id: sales.id, content: "两位客户一起看房", media_ids: [shared.id] });
    await makeSchedule(db, { user_id: sales.id, customer_id: other.id, title: "约李娜" });
    await destroy(asAdmin, id);
    for (const one of [id, merged.id, again.id]) expect((await rowOf(one))?.name).toBe(`已删除客户#${one}`);
    expect(await rowOf(other.id)).toMatchObject({ name: "李娜", phone: other.phone, destroyed_at: null });
    expect((await db.select().from(schedule)).map(({ title }) => title)).toEqual(["约李娜"]);
    const [kept] = await db.select().from(trackingTable).where(eq(trackingTable.customer_id, other.id));
    expect(kept).toMatchObject({ content: "两位客户一起看房", media_ids: [shared.id] });
    expect(await db.select().from(media)).toMatchObject([{ id: shared.id, name: "合影.png", status: "ready" }]);
    expect(filesIn(folder).map((file) => readFileSync(file, "utf8"))).toEqual(["bytes of 合影.png"]);
    await api.services.storage.remove(shared.key);
  });

  test("of one half of a merge leaves no word of him in what is told of the other", async () => {
    const source = await makeCustomer(db, { name: "独角兽甲", owner_id: sales.id, email: "qxmark@example.com" });
    const target = await makeCustomer(db, { name: "王伟", owner_id: sales.id, email: "wang@example.com" });
    await makeTracking(db, { customer_id: source.id, user_id: sales.id, content: "两份资料是同一位客户" });
    const merged = await asManager(customer.merge, {
      params: { id: target.id },
      body: { from_id: source.id, version: target.version },
    });
    expect(merged.code).toBe(200);
    expect(await columnsWith(["独角兽甲"])).not.toEqual([]);
    await destroy(asAdmin, source.id);
    expect(await columnsWith(["独角兽甲"])).toEqual([]);
    expect(await rowOf(target.id)).toMatchObject({ name: "王伟", destroyed_at: null });
    // What the target learned by it, it keeps until he is destroyed as well.
    await asManager(customer.recycle, { params: { id: target.id }, body: { reason: "客户要求删除" } });
    await destroy(asAdmin, target.id);
    expect(await columnsWith(["王伟", "qxmark", "wang@example.com", target.phone ?? "", source.phone ?? ""])).toEqual(
      [],
    );
  });

  test("leaves alone whose number only begins with his", async () => {
    const { id } = await recycled({ customer_no: "KH2611201000" });
    const other = await makeCustomer(db, { customer_no: "KH26112010001", owner_id: sales.id });
    await asManager(customer.release, { params: { id: other.id }, body: { reason: "no_intent", note: null } });
    await destroy(asAdmin, id);
    expect(await db.select().from(message)).toMatchObject([{ content: expect.stringContaining("KH26112010001") }]);
  });

  test("a ban in force stays by its value alone", async () => {
    const { id } = await recycled({ phone });
    await db
      .insert(blacklist)
      .values({ type: "phone", value: `+86${phone}`, customer_id: id, reason: "fraud", detail: "qxmark" });
    await destroy(asAdmin, id);
    expect(await db.select().from(blacklist)).toMatchObject([
      { value: `+86${phone}`, customer_id: null, detail: null, status: "active" },
    ]);
    expect(await columnsWith(marks)).toEqual(["blacklist.value"]);
  });

  test("needs the typed words and the recycle bin", async () => {
    const { id } = await recycled();
    for (const wrong of ["", "删除", undefined])
      expect(
        await asAdmin(customer.destroy, { params: { id }, body: { confirm: wrong as typeof confirm } }),
      ).toMatchObject(refusedAt("confirm", "请输入“彻底删除”"));
    const owned = await makeCustomer(db, { owner_id: sales.id });
    expect((await destroy(asAdmin, owned.id)).code).toBe(40902);
    expect((await destroy(asAdmin, 999_999_999)).code).toBe(40400);
    expect(await rowOf(owned.id)).toMatchObject({ name: owned.name, destroyed_at: null });
    expect((await rowOf(id))?.destroyed_at).toBeNull();
  });

  test("is refused to everybody who has had a deal, by hand and by night", async () => {
    const { id, name } = await recycled({ deleted_at: days(-31) });
    await setSetting(db, "customer.recycle_keep_days", 30);
    // Deals come with trade; until then the map of open business says none.
    const { deals } = businessOf;
    businessOf.deals = sql<number>`1`;
    try {
      expect(await destroy(asAdmin, id)).toMatchObject({ status: 409, code: 40917, message: "客户有进行中的成交" });
      const batch = await asAdmin(customer.destroyBatch, { body: { ids: [id], confirm } });
      expect(batch.data.failed).toMatchObject([{ id, code: 40917 }]);
      const { data } = await asAdmin(customer.trashed, { query: { trashed: "only" } });
      expect(data.list[0]?.can).toEqual({ restore: true, destroy: false });
      expect(await clear()).toBe("0 destroyed");
    } finally {
      businessOf.deals = deals;
    }
    expect((await rowOf(id))?.name).toBe(name);
  });

  test("of many tells for each how it went", async () => {
    const first = await recycled();
    const second = await recycled();
    const owned = await makeCustomer(db, { owner_id: sales.id });
    const ids = [first.id, second.id, owned.id];
    expect((await asAdmin(customer.destroyBatch, { body: { ids, confirm: "是" as typeof confirm } })).code).toBe(42200);
    const { data } = await asAdmin(customer.destroyBatch, { body: { ids, confirm } });
    expect(data).toEqual({
      success: [first.id, second.id],
      failed: [{ id: owned.id, code: 40902, message: "状态已变更，请刷新后重试" }],
      batch_id: null,
    });
    expect((await rowOf(second.id))?.name).toBe(`已删除客户#${second.id}`);
    expect(await rowOf(owned.id)).toMatchObject({ name: owned.name, phone: owned.phone });
  });
});

describe("the nightly clearing", () => {
  test("destroys who has lain there longer than the setting says, as the system", async () => {
    await setSetting(db, "customer.recycle_keep_days", 30);
    const old = await recycled({ deleted_at: days(-31) });
    const fresh = await recycled({ deleted_at: days(-29) });
    expect(await clear()).toBe("1 destroyed");
    expect((await rowOf(old.id))?.name).toBe(`已删除客户#${old.id}`);
    expect((await rowOf(fresh.id))?.name).toBe(fresh.name);
    expect(await db.select().from(operationLog)).toMatchObject([
      { action: "destroy", user_id: null, user_name: "系统", target_id: old.id },
    ]);
    expect(await clear()).toBe("0 destroyed");
  });

  test("destroys nobody while the setting is 0", async () => {
    const { id, name } = await recycled({ deleted_at: days(-900) });
    await clear();
    expect((await rowOf(id))?.name).toBe(name);
  });
});
