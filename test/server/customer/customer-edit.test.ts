import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import type { Input } from "~/contract/endpoint";
import {
  customerChangeLog,
  customerContact,
  customer as customerTable,
} from "~/server/database/tables/customer/customer";
import { district } from "~/server/database/tables/region/geography";
import { operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeUser, setSetting, testNow } from "~/test/support/factories";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const api = testApi(testDatabase(4).db, { now: testNow });

type Body = Input<typeof customer.update>["body"];
type Row = Awaited<ReturnType<typeof makeCustomer>>;

const { sales, asSales, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
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
const refusedOn = (...fields: string[]) => ({
  status: 422,
  code: 42200,
  message: "校验失败",
  data: { errors: fields.map((field) => ({ field })) },
});

describe("an edit", () => {
  test("changes facts, counts the version on, and is told in words in both logs", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id, source: "phone" });
    const { data } = await edit(asSales, row, {
      name: " 陈 海 ",
      level: "B",
      tags: ["urgent"],
      budget_min: "30000000",
      budget_currency: "JPY",
    });
    expect(data).toMatchObject({ name: "陈 海", level: "B", tags: ["urgent"], budget_min: "30000000.00", version: 2 });
    const changes = [
      { field: "name", label: "客户姓名", before: row.name, after: "陈 海" },
      { field: "level", label: "客户等级", before: "C 低意向", after: "B 中意向" },
      { field: "stage", label: "客户阶段", before: "新客户", after: "需求明确" },
      { field: "budget_min", label: "预算下限", before: null, after: "30,000,000日元" },
      { field: "budget_currency", label: "币种", before: null, after: "JPY" },
      { field: "tags", label: "标签", before: null, after: "急购" },
    ];
    expect(await db.select().from(customerChangeLog)).toMatchObject([{ action: "update", by: sales.id, changes }]);
    expect(await db.select().from(operationLog)).toMatchObject([{ action: "update", target_id: row.id, changes }]);
  });

  test("that changes nothing leaves the version and the logs alone", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id, budget_min: "100.00", budget_currency: "CNY" });
    const { data } = await edit(asSales, row, { budget_min: "100", phone: row.phone, phone_cc: "86" });
    expect(data.version).toBe(1);
    expect(await db.select().from(customerChangeLog)).toEqual([]);
  });

  test("of a stale version is refused with the record as it is now", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id });
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
    const row = await makeCustomer(db, { owner_id: sales.id });
    const wrong = async (changes: object) => edit(asSales, row, changes);
    expect(await wrong({ name: " " })).toMatchObject(refusedOn("name"));
    expect(await wrong({ name: "陈\u0000海" })).toMatchObject(refusedOn("name"));
    expect(await wrong({ budget_min: "2", budget_max: "1", budget_currency: "CNY" })).toMatchObject(
      refusedOn("budget_max"),
    );
    expect(await wrong({ budget_min: "1.50", budget_currency: "JPY" })).toMatchObject(refusedOn("budget_min"));
    expect(await wrong({ industry: "a\u0000" })).toMatchObject(refusedOn("industry"));
    expect(await wrong({ industry: "piracy", tags: ["nonsense"] })).toMatchObject(refusedOn("industry", "tags"));
    expect(await wrong({ intent_country_codes: ["XX"] })).toMatchObject(refusedOn("intent_country_codes"));
    expect(await wrong({ district_id: 999_999_999 })).toMatchObject(refusedOn("district_id"));
    expect(await wrong({ stage: "lost" })).toMatchObject(refusedOn("lost_reason"));
    expect(await wrong({ phone: "123", phone_cc: "86" })).toMatchObject(refusedOn("phone"));
    expect(await wrong({ phone: null, phone_cc: null })).toMatchObject(refusedOn("phone"));
    expect(await wrong({ email: "not an address" })).toMatchObject(refusedOn("email"));
  });

  test("takes a district of the country only, and wishes among the districts there are", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id });
    const [tokyo] = await db.select().from(district).where(eq(district.country_code, "JP")).limit(1);
    const district_id = tokyo?.id;
    expect(await edit(asSales, row, { country_code: "CN", district_id })).toMatchObject(refusedOn("district_id"));
    expect(await edit(asSales, row, { intent_district_ids: [district_id, 999_999_999] })).toMatchObject(
      refusedOn("intent_district_ids"),
    );
    expect((await edit(asSales, row, { country_code: "JP", district_id })).code).toBe(200);
    const other = await makeCustomer(db, { owner_id: sales.id });
    expect((await edit(asSales, other, { district_id })).data).toMatchObject({ country_code: null, district_id });
  });

  test("names who introduced him: somebody whom one sees, and not himself", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id });
    const referrer = await makeCustomer(db, { name: "介绍人", owner_id: sales.id });
    const foreign = await makeCustomer(db, { owner_id: (await makeUser(db)).id });
    const recycled = await makeCustomer(db, { last_owner_id: sales.id, deleted_at: days(0) });
    for (const referrer_customer_id of [row.id, foreign.id, recycled.id, 999_999_999])
      expect(await edit(asSales, row, { referrer_customer_id })).toMatchObject(refusedOn("referrer_customer_id"));
    const { data } = await edit(asSales, row, { referrer_customer_id: referrer.id });
    const name = `介绍人 ${referrer.customer_no}`;
    expect(data).toMatchObject({ referrer_customer_id: referrer.id, referrer: { id: referrer.id, name } });
    expect(await db.select().from(customerChangeLog)).toMatchObject([
      { changes: [{ field: "referrer_customer_id", label: "介绍人", before: null, after: name }] },
    ]);
    const late = await makeCustomer(db, { owner_id: sales.id, referrer_customer_id: foreign.id });
    const kept = await edit(asSales, late, { referrer_customer_id: foreign.id, remark: "老客户" });
    expect(kept.data.referrer).toEqual({ id: foreign.id, name: foreign.customer_no });
  });

  test("keeps the source, unless a manager makes it", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id, source: "phone" });
    expect(await edit(asSales, row, { source: "ads" })).toMatchObject(refusedOn("source"));
    expect((await edit(asManager, row, { source: "ads" })).data.source).toBe("ads");
  });

  test("cannot write columns that are not the form's", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id });
    await edit(asSales, row, {
      owner_id: 1,
      customer_no: "KH1",
      is_blacklisted: true,
      tracking_count: 9,
      remark: "一",
    });
    const [after] = await db.select().from(customerTable).where(eq(customerTable.id, row.id));
    expect(after).toMatchObject({
      owner_id: sales.id,
      customer_no: row.customer_no,
      is_blacklisted: false,
      tracking_count: 0,
    });
  });
});

describe("the stage", () => {
  test("moves by hand among its own, back too, and loses the reason of a loss", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id, stage: "visited" });
    const lost = await edit(asSales, row, { stage: "lost", lost_reason: "price" });
    expect(lost.data).toMatchObject({ stage: "lost", lost_reason: "price" });
    const back = await edit(asSales, { ...row, version: 2 }, { stage: "contacted", lost_reason: "price" });
    expect(back.data).toMatchObject({ stage: "contacted", lost_reason: null });
  });

  test("of a deal is neither set nor left by hand", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id, stage: "visited" });
    expect(await edit(asSales, row, { stage: "contracted" })).toMatchObject(refusedOn("stage"));
    const signed = await makeCustomer(db, { owner_id: sales.id, stage: "contracted" });
    expect(await edit(asSales, signed, { stage: "lost", lost_reason: "price" })).toMatchObject(refusedOn("stage"));
    expect((await edit(asSales, signed, { remark: "签约后" })).data.stage).toBe("contracted");
  });
});

describe("contacts", () => {
  test("that are not named, or come back masked, stay as they are", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id, phone: "13812345678", wechat: "haichen88" });
    const masked = { phone: "138****5678", phone_cc: "86", wechat: "ha****8" };
    expect((await edit(asManager, row, { remark: "一", ...masked })).code).toBe(200);
    expect((await edit(asManager, { ...row, version: 2 }, { remark: "二" })).code).toBe(200);
    const [after] = await db.select().from(customerTable).where(eq(customerTable.id, row.id));
    expect(after).toMatchObject({ phone: "13812345678", phone_e164: "+8613812345678", wechat: "haichen88" });
    const other = await edit(asManager, { ...row, version: 3 }, { phone: "139****5678", phone_cc: "86" });
    expect(other).toMatchObject(refusedOn("phone"));
  });

  test("are kept normalised, and hidden in the logs", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id });
    const { data } = await edit(asSales, row, {
      phone: "090-1234-5678",
      phone_cc: "81",
      wechat: " HaiChen88 ",
      email: "Chen@Example.com",
    });
    expect(data).toMatchObject({ phone: "9012345678", phone_cc: "81", wechat: "HaiChen88", email: "chen@example.com" });
    const kept = await db.select().from(customerContact).orderBy(customerContact.id);
    expect(kept.map(({ type, value_norm }) => [type, value_norm])).toEqual([
      ["phone", "+819012345678"],
      ["wechat", "haichen88"],
      ["email", "chen@example.com"],
    ]);
    const logs = JSON.stringify([await db.select().from(customerChangeLog), await db.select().from(operationLog)]);
    expect(logs).toContain("******");
    for (const secret of ["9012345678", "1234-5678", "HaiChen88", "haichen88", "example.com", row.phone])
      expect(logs).not.toContain(secret);
  });
});

describe("a contact that another customer has", () => {
  const collide = async (other: Parameters<typeof makeCustomer>[1], wechat = " HAICHEN88") => {
    const existing = await makeCustomer(db, { wechat: "haichen88", ...other });
    const mine = await makeCustomer(db, { owner_id: sales.id });
    return { existing, reply: await edit(asSales, mine, { wechat }) };
  };

  test("who is followed up names his owner", async () => {
    const owner = await makeUser(db, { name: "林主管" });
    const { existing, reply } = await collide({ owner_id: owner.id, last_tracking_at: days(-3) });
    expect(reply).toMatchObject({
      status: 409,
      code: 40910,
      message: `该客户已由【林主管】跟进（${existing.customer_no}）`,
      data: {
        customer_no: existing.customer_no,
        owner: { id: owner.id, name: "林主管" },
        pool_at: null,
        status: "owned",
      },
    });
  });

  test("whom nobody has followed up for long may be taken over", async () => {
    const owner_id = (await makeUser(db)).id;
    const old = { owner_id, created_at: days(-200), assigned_at: days(-200), last_tracking_at: days(-90) };
    const { reply } = await collide(old);
    expect(reply).toMatchObject({ code: 40919, message: "该客户90天无跟进，可接管", data: { status: "stale" } });
  });

  test("in the pool may be claimed", async () => {
    expect((await collide({ pool_at: days(-1) })).reply).toMatchObject({
      code: 40911,
      data: { status: "pool", owner: null, pool_at: "2026-11-19T12:00:00.000+08:00" },
    });
  });

  test("in the recycle bin may be restored", async () => {
    expect((await collide({ deleted_at: days(-1) })).reply).toMatchObject({
      code: 40912,
      data: { status: "recycled" },
    });
  });

  test("counts whichever way his number is written, as first or second phone", async () => {
    await makeCustomer(db, { phone: "13812345678", owner_id: (await makeUser(db)).id });
    const mine = await makeCustomer(db, { owner_id: sales.id });
    expect((await edit(asSales, mine, { phone: "+86 138-1234-5678", phone_cc: "86" })).code).toBe(40910);
    expect((await edit(asSales, mine, { phone2: "138 1234 5678" })).code).toBe(40910);
  });

  test("does not matter when he was merged, when it is LINE, or when it was there before", async () => {
    const merged = { deleted_at: days(-1), merged_to_id: 1 };
    expect((await collide(merged)).reply.code).toBe(200);
    await makeCustomer(db, { line_id: "chen" });
    const mine = await makeCustomer(db, { owner_id: sales.id, email: "same@demo.test" });
    await makeCustomer(db, { email: "same@demo.test" });
    expect((await edit(asSales, mine, { line_id: "chen" })).code).toBe(200);
  });

  test("is found by one of two who write it at once", async () => {
    await setSetting(db, "customer.collision_days", 90);
    const rows = [await makeCustomer(db, { owner_id: sales.id }), await makeCustomer(db, { owner_id: sales.id })];
    const replies = await Promise.all(
      rows.map((row, index) =>
        edit(asSales, row, index ? { wechat: "both", email: "b@demo.test" } : { email: "b@demo.test", wechat: "both" }),
      ),
    );
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 40910]);
  });
});
