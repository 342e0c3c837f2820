import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import type { Input } from "~/contract/endpoint";
import { customerChangeLog } from "~/server/database/tables/customer/customer";
import { district } from "~/server/database/tables/region/geography";
import { testApi } from "~/test/support/api";
import { undo } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeUser, setSetting, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowIn, rowsIn } = rowsOf(db);
const api = testApi(testDatabase(4).db, { now: testNow });

type Body = Input<typeof customer.update>["body"];
type Row = Awaited<ReturnType<typeof makeCustomer>>;

const { sales, colleague, asSales, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  colleague: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});

/** The whole record as a form sends it, contacts left out, with what the test changes. */
function bodyOf(row: Row, changes: object): Body {
  const { name, gender, country_code, district_id, birth_year, industry, language, level, stage, lost_reason } = row;
  const { purposes, intent_country_codes, intent_district_ids, budget_min, budget_max, budget_currency } = row;
  const { loan_need, source, source_detail, tags, remark, version } = row;
  const facts = { name, gender, country_code, district_id, birth_year, industry, language, level, stage, lost_reason };
  const wishes = { purposes, intent_country_codes, intent_district_ids, budget_min, budget_max, budget_currency };
  // Columns are wider than the contract's enums; the server is what checks them here.
  return { ...facts, ...wishes, loan_need, source, source_detail, tags, remark, version, ...changes } as Body;
}
const edit = (as: As, row: Row, changes: object) =>
  as(customer.update, { params: { id: row.id }, body: bodyOf(row, changes) });
const errorsOn = (...fields: string[]) => ({
  ...{ status: 422, code: 42200, message: "校验失败", data: { errors: fields.map((field) => ({ field })) } },
});
const own = (given: Parameters<typeof makeCustomer>[1] = {}) => makeCustomer(db, { owner_id: sales.id, ...given });

describe("an edit", () => {
  test("changes facts, counts the version on, and is told in words in both logs", async () => {
    const row = await own({ source: "phone" });
    const typed = { level: "B", tags: ["urgent"], budget_currency: "JPY" };
    const { data } = await edit(asSales, row, { ...typed, name: " 陈 海 ", budget_min: "30000000" });
    expect(data).toMatchObject({ ...typed, name: "陈 海", budget_min: "30000000.00", version: 2 });
    const changes = [
      { field: "name", label: "客户姓名", before: row.name, after: "陈 海" },
      { field: "level", label: "客户等级", before: "C 低意向", after: "B 中意向" },
      { field: "stage", label: "客户阶段", before: "新客户", after: "需求明确" },
      { field: "budget_min", label: "预算下限", before: null, after: "30,000,000日元" },
      { field: "budget_currency", label: "币种", before: null, after: "JPY" },
      { field: "tags", label: "标签", before: null, after: "急购" },
    ];
    expect(await rowsIn("customerChangeLog")).toMatchObject([{ action: "update", by: sales.id, changes }]);
    expect(await rowsIn("operationLog")).toMatchObject([{ action: "update", target_id: row.id, changes }]);
  });

  test("that changes nothing leaves the version and the logs alone", async () => {
    const row = await own({ budget_min: "100.00", budget_currency: "CNY" });
    const { data } = await edit(asSales, row, { budget_min: "100", phone: row.phone, phone_cc: "86" });
    expect(data.version).toBe(1);
    expect(await rowsIn("customerChangeLog")).toEqual([]);
  });

  test("of a stale version is refused with the record as it is now", async () => {
    const row = await own();
    await edit(asManager, row, { remark: "先到" });
    const reply = await edit(asSales, row, { remark: "后到" });
    expect(reply).toMatchObject({
      status: 409,
      code: 40901,
      message: "数据已被他人修改，请刷新",
      data: { id: row.id, remark: "先到", version: 2, phone: row.phone, is_masked: false },
    });
  });

  test("is refused on the field that is wrong", async () => {
    const row = await own();
    for (const wrong of [
      { name: " " },
      { name: "陈\u0000海" },
      { budget_max: "1", budget_min: "2", budget_currency: "CNY" },
      { budget_min: "1.50", budget_currency: "JPY" },
      { industry: "a\u0000" },
      { intent_country_codes: ["XX"] },
      { district_id: 999_999_999 },
      { phone: "123", phone_cc: "86" },
      { phone: null, phone_cc: null },
      { email: "not an address" },
      { stage: "contracted" },
    ])
      expect(await edit(asSales, row, wrong)).toMatchObject(errorsOn(Object.keys(wrong)[0] ?? ""));
    expect(await edit(asSales, row, { industry: "piracy", tags: ["nonsense"] })).toMatchObject(
      errorsOn("industry", "tags"),
    );
    expect(await edit(asSales, row, { stage: "lost" })).toMatchObject(errorsOn("lost_reason"));
  });

  test("takes a district of the country only, and wishes among the districts there are", async () => {
    const row = await own();
    const [tokyo] = await db.select().from(district).where(eq(district.country_code, "JP")).limit(1);
    const district_id = tokyo?.id;
    expect(await edit(asSales, row, { country_code: "CN", district_id })).toMatchObject(errorsOn("district_id"));
    const among = { intent_district_ids: [district_id, 999_999_999] };
    expect(await edit(asSales, row, among)).toMatchObject(errorsOn("intent_district_ids"));
    expect((await edit(asSales, row, { country_code: "JP", district_id })).code).toBe(200);
    const other = await own();
    expect((await edit(asSales, other, { district_id })).data).toMatchObject({ country_code: null, district_id });
  });

  test("names who introduced him: somebody whom one sees, and not himself", async () => {
    const row = await own();
    const referrer = await makeCustomer(db, { name: "介绍人", owner_id: sales.id });
    const foreign = await makeCustomer(db, { owner_id: (await makeUser(db)).id });
    const recycled = await makeCustomer(db, { last_owner_id: sales.id, deleted_at: days(0) });
    for (const referrer_customer_id of [row.id, foreign.id, recycled.id, 999_999_999])
      expect(await edit(asSales, row, { referrer_customer_id })).toMatchObject(errorsOn("referrer_customer_id"));
    const { data } = await edit(asSales, row, { referrer_customer_id: referrer.id });
    const name = `介绍人 ${referrer.customer_no}`;
    expect(data).toMatchObject({ referrer_customer_id: referrer.id, referrer: { id: referrer.id, name } });
    expect(await rowsIn("customerChangeLog")).toMatchObject([
      { changes: [{ field: "referrer_customer_id", label: "介绍人", before: null, after: name }] },
    ]);
    const late = await own({ referrer_customer_id: foreign.id });
    const kept = await edit(asSales, late, { referrer_customer_id: foreign.id, remark: "老客户" });
    expect(kept.data.referrer).toEqual({ id: foreign.id, name: foreign.customer_no });
  });

  test("keeps the source, unless a manager makes it", async () => {
    const row = await own({ source: "phone" });
    expect(await edit(asSales, row, { source: "ads" })).toMatchObject(errorsOn("source"));
    expect((await edit(asManager, row, { source: "ads" })).data.source).toBe("ads");
  });

  test("cannot write columns that are not the form's", async () => {
    const row = await own();
    const others = { owner_id: 1, customer_no: "KH1", is_blacklisted: true, tracking_count: 9 };
    await edit(asSales, row, { ...others, remark: "一" });
    const { owner_id, customer_no } = row;
    const after = { owner_id, customer_no, is_blacklisted: false, tracking_count: 0, remark: "一" };
    expect(await stored(row.id)).toMatchObject(after);
  });
});

describe("the stage", () => {
  test("moves by hand among its own, back too, and loses the reason of a loss", async () => {
    const row = await own({ stage: "visited" });
    const lost = await edit(asSales, row, { stage: "lost", lost_reason: "price" });
    expect(lost.data).toMatchObject({ stage: "lost", lost_reason: "price" });
    const back = await edit(asSales, { ...row, version: 2 }, { stage: "contacted", lost_reason: "price" });
    expect(back.data).toMatchObject({ stage: "contacted", lost_reason: null });
  });

  test("of a deal is neither set nor left by hand", async () => {
    const signed = await own({ stage: "contracted" });
    expect(await edit(asSales, signed, { stage: "lost", lost_reason: "price" })).toMatchObject(errorsOn("stage"));
    expect((await edit(asSales, signed, { remark: "签约后" })).data.stage).toBe("contracted");
  });
});

describe("contacts", () => {
  test("that are not named, or come back masked, stay as they are", async () => {
    const row = await own({ phone: "13812345678", wechat: "haichen88" });
    const masked = { phone: "138****5678", phone_cc: "86", wechat: "ha****8" };
    expect((await edit(asManager, row, { remark: "一", ...masked })).code).toBe(200);
    expect((await edit(asManager, { ...row, version: 2 }, { remark: "二" })).code).toBe(200);
    const after = { phone: "13812345678", phone_e164: "+8613812345678", wechat: "haichen88" };
    expect(await stored(row.id)).toMatchObject(after);
    const other = await edit(asManager, { ...row, version: 3 }, { phone: "139****5678", phone_cc: "86" });
    expect(other).toMatchObject(errorsOn("phone"));
  });

  test("are kept normalised, and hidden in the logs", async () => {
    const row = await own();
    const typed = { phone: "090-1234-5678", phone_cc: "81", wechat: " HaiChen88 ", email: "Chen@Example.com" };
    const { data } = await edit(asSales, row, typed);
    expect(data).toMatchObject({ phone: "9012345678", phone_cc: "81", wechat: "HaiChen88", email: "chen@example.com" });
    expect((await rowsIn("customerContact")).map(({ type, value_norm }) => [type, value_norm])).toEqual([
      ["phone", "+819012345678"],
      ["wechat", "haichen88"],
      ["email", "chen@example.com"],
    ]);
    const logs = JSON.stringify([await rowsIn("customerChangeLog"), await rowsIn("operationLog")]);
    expect(logs).toContain("******");
    for (const secret of ["9012345678", "1234-5678", "HaiChen88", "haichen88", "example.com", row.phone])
      expect(logs).not.toContain(secret);
  });
});

describe("a contact that another customer has", () => {
  test("is refused, and named as the check names it", async () => {
    await makeCustomer(db, { wechat: "haichen88", phone: "13812345678", owner_id: (await makeUser(db)).id });
    const mine = await own();
    for (const given of [
      { wechat: " HAICHEN88" },
      { phone: "+86 138-1234-5678", phone_cc: "86" },
      { phone2: "138 1234 5678" },
    ]) {
      const { hit } = (await asSales(customer.check, { body: { ...given, exclude_id: mine.id } })).data;
      expect(await edit(asSales, mine, given)).toMatchObject({ status: 409, code: 40910, data: { ...hit } });
    }
  });

  test("does not matter when it is LINE, or when it was there before", async () => {
    await makeCustomer(db, { line_id: "chen" });
    const mine = await own({ email: "same@demo.test" });
    await makeCustomer(db, { email: "same@demo.test" });
    expect((await edit(asSales, mine, { line_id: "chen" })).code).toBe(200);
  });

  test("is found by one of two who write it at once", async () => {
    await setSetting(db, "customer.collision_days", 90);
    const rows = [await own(), await makeCustomer(db, { owner_id: sales.id })];
    const replies = await Promise.all(
      rows.map((row, index) =>
        edit(asSales, row, index ? { wechat: "both", email: "b@demo.test" } : { email: "b@demo.test", wechat: "both" }),
      ),
    );
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 40910]);
  });
});

const stored = (id: number) => rowIn("customer", id);
const plans = () => rowsIn("schedule");
const quick = (id: number, body: object) => asSales(customer.quick, { params: { id }, body: { version: 1, ...body } });
const editAll = (as: As, ids: number[], set: object) => as(customer.editBatch, { body: { ids, set } });

describe("an edit in the row", () => {
  test("changes what is named and nothing else, counts the version on, and is in both logs", async () => {
    const row = await own({ remark: "先不打扰", tags: ["vip"] });
    const { data } = await quick(row.id, { level: "B" });
    expect(data).toMatchObject({ level: "B", tags: ["vip"], remark: "先不打扰", version: 2 });
    const changes = [{ field: "level", label: "客户等级", before: "C 低意向", after: "B 中意向" }];
    expect(await rowsIn("customerChangeLog")).toMatchObject([{ action: "update", by: sales.id, changes }]);
    expect(await rowsIn("operationLog")).toMatchObject([{ action: "update", target_id: row.id, changes }]);
    expect((await quick(row.id, { version: 2, tags: [] })).data.tags).toEqual([]);
  });

  test("of the next date writes a schedule, moves that one, and takes it away", async () => {
    const row = await own();
    await quick(row.id, { next_at: days(2) });
    expect((await stored(row.id)).next_tracking_at).toBe(days(2));
    const plan = { user_id: sales.id, customer_id: row.id, start_at: days(2), status: "pending", is_plan: true };
    expect(await plans()).toMatchObject([{ ...plan, title: `回访${row.name}` }]);
    await quick(row.id, { next_at: days(3), version: 2 });
    expect(await plans()).toMatchObject([{ start_at: days(3), status: "pending" }]);
    await quick(row.id, { next_at: null, version: 3 });
    expect(await stored(row.id)).toMatchObject({ next_tracking_at: null, version: 4 });
    expect(await plans()).toMatchObject([{ status: "cancelled" }]);
    const log = await rowsIn("customerChangeLog");
    expect(log.map(({ changes }) => changes[0]?.label)).toEqual(["下次跟进", "下次跟进", "下次跟进"]);
  });

  test("of a customer with whom nothing can come keeps why in the history", async () => {
    const row = await own();
    await quick(row.id, { stage: "invalid", invalid_reason: "号码是空号" });
    expect(await stored(row.id)).toMatchObject({ stage: "invalid", lost_reason: null });
    expect(await rowsIn("customerChangeLog")).toMatchObject([{ reason: "号码是空号" }]);
    expect((await asSales(customer.audit, { params: { id: row.id } })).data.list).toMatchObject([
      { reason: "号码是空号", changes: [{ before: "新客户", after: "无效" }] },
    ]);
  });

  test("is refused when stale, before now, lost without a reason, or a stage of the deal", async () => {
    const row = await own();
    expect(await quick(row.id, { level: "A", version: 7 })).toMatchObject({ code: 40901, data: { version: 1 } });
    const sold = await own({ stage: "contracted" });
    for (const [{ id }, wrong, field] of [
      [row, { next_at: days(-1) }, "next_at"],
      [row, { stage: "lost" }, "lost_reason"],
      [row, { tags: ["no_such_tag"] }, "tags"],
      [sold, { stage: "contacted" }, "stage"],
    ] as const)
      expect(await quick(id, wrong)).toMatchObject(refusedAt(field));
    expect(await stored(row.id)).toMatchObject({ version: 1, level: row.level });
    expect(await plans()).toEqual([]);
  });
});

describe("an edit of several", () => {
  test("sets what is named, keeps the batch, and is undone", async () => {
    const one = await own({ level: "D", source: "phone", tags: ["vip"] });
    const two = await makeCustomer(db, { owner_id: colleague.id, level: "C", source: "wechat" });
    const { data } = await editAll(asManager, [one.id, two.id], { level: "A", source: "referral" });
    expect(data).toMatchObject({ success: [one.id, two.id], failed: [] });
    expect(await stored(one.id)).toMatchObject({ level: "A", source: "referral", tags: ["vip"], version: 2 });
    const undone = { success: [one.id, two.id], failed: [] };
    expect((await undo(asManager, data.batch_id)).data).toMatchObject(undone);
    expect(await stored(one.id)).toMatchObject({ level: "D", source: "phone", tags: ["vip"], version: 3 });
    expect(await stored(two.id)).toMatchObject({ level: "C", source: "wechat" });
    const lines = await rowsIn("customerChangeLog", eq(customerChangeLog.customer_id, one.id));
    const levelOf = (action: string) =>
      lines.find((line) => line.action === action)?.changes.find(({ field }) => field === "level");
    expect(levelOf("undo")?.after).toBe(levelOf("update")?.before);
  });

  test("leaves out who is out of reach or changed since, wants something to set, and the source to a manager", async () => {
    const mine = await own({ source: "phone" });
    const foreign = await makeCustomer(db, { owner_id: colleague.id });
    const { data } = await editAll(asSales, [mine.id, foreign.id], { level: "A" });
    expect(data).toMatchObject({ success: [mine.id], failed: [{ id: foreign.id, code: 40301 }] });
    expect((await editAll(asSales, [mine.id], { source: "referral" })).data).toMatchObject({
      success: [],
      failed: [{ id: mine.id, message: "客户来源只能由主管修改" }],
      batch_id: null,
    });
    expect(await editAll(asSales, [mine.id], {})).toMatchObject({ code: 42200 });
    await quick(mine.id, { version: 2, level: "B" });
    const failed = [{ id: mine.id, code: 40901 }];
    expect((await undo(asSales, data.batch_id)).data).toMatchObject({ success: [], failed });
  });
});
