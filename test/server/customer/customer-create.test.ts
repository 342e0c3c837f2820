import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type Collision, customer } from "~/contract/customer/customer";
import { transfer } from "~/contract/customer/transfer";
import type { Input } from "~/contract/endpoint";
import { isoInstant } from "~/server/database/tables/columns";
import { blacklist } from "~/server/database/tables/customer/audience";
import {
  customerContact,
  customerOwnerLog,
  customer as customerTable,
} from "~/server/database/tables/customer/customer";
import { message, schedule } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { create } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import {
  days,
  makeCustomer,
  makeCustomerUser,
  makeSchedule,
  makeTracking,
  makeUser,
  setSetting,
  testNow,
} from "~/test/support/factories";
import { withOpen } from "~/test/support/open-business";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowIn, rowsIn } = rowsOf(db);
const api = testApi(testDatabase(10).db, { now: testNow });

const { sales, other, asSales, asManager, asService } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  other: { role: "sales", team: "一组", name: "林顾问" },
  manager: { role: "sales_manager", team: "一组" },
  service: { role: "customer_service" },
});

const check = async (as: As, body: Input<typeof customer.check>["body"]) =>
  (await as(customer.check, { body })).data.hit;
const phone = "13812345678";
const hit = (as = asSales) => check(as, { phone });
const stored = (id: number) => rowIn("customer", id);
const of = (given: object = {}) => makeCustomer(db, { phone, owner_id: other.id, ...given });
const asNew = async (given: Parameters<typeof makeUser>[1]) => api.as((await makeUser(db, given)).id);
/** Not followed up for so many days. */
const idle = (count: number) => ({ created_at: days(-300), assigned_at: days(-300), last_tracking_at: days(-count) });
const stale = (given: object = {}) => of({ ...idle(120), ...given });
const takeOver = (as = asSales, given: object = {}) => create(as, { takeover: true, ...given });

describe("one contact in other clothes", () => {
  test.each([
    ["86", "13812345678", "86"],
    ["86", "+86 138 1234 5678", "81"],
    ["86", "0086 138-1234-5678", "86"],
    ["86", "0086 13812345678", "81"],
    ["86", "138 1234 5678", null],
    ["86", "１３８１２３４５６７８", "86"],
    ["86", "（+86）13812345678", "86"],
    ["81", "090-1234-5678", "81"],
    ["81", "+81 90 1234 5678", "86"],
    ["81", "0081 90-1234-5678", "86"],
    ["81", "9012345678", "81"],
  ])("of %s is found: phone %s, code %s", async (known, number, phone_cc) => {
    await of({ phone_cc: known, phone: known === "86" ? phone : "9012345678" });
    expect(await check(asSales, { phone: number, phone_cc })).toMatchObject({ code: 40910, field: "phone" });
    expect((await create(asSales, { phone: number, phone_cc })).code).toBe(phone_cc ? 40910 : 42200);
  });

  test("is found whatever field it stands in, and by case and width alike", async () => {
    await of({ wechat: "WangWei88", email: "wang@demo.test" });
    for (const body of [
      { phone2: "+8613812345678" },
      { wechat: " wangwei88 " },
      { wechat: "ＷangＷei88" },
      { email: "Wang@Demo.Test" },
    ])
      expect(await check(asSales, body)).toMatchObject({ code: 40910, field: Object.keys(body)[0] });
  });

  test("is told on the field that holds it, and is another one in another kind of contact", async () => {
    await of({ email: "wang@demo.test" });
    expect(await check(asSales, { wechat: "wang@demo.test" })).toBeNull();
    const both = { wechat: "wang@demo.test", email: "wang@demo.test" };
    expect(await check(asSales, both)).toMatchObject({ field: "email" });
    expect(await check(asSales, { phone: "13912345678", phone2: phone })).toMatchObject({ field: "phone2" });
  });

  test("is another one with another code, broken, or not there at all", async () => {
    await of({ phone: "9012345678", phone_cc: "81" });
    const abroad = { phone: "9012345678", phone_cc: "1" };
    for (const body of [abroad, { phone: "901234" }, { phone: "" }, { wechat: " " }, {}])
      expect(await check(asSales, body)).toBeNull();
  });
});

describe("what is told of a collision", () => {
  test("of a colleague's customer: his owner and his number, and nothing that opens him", async () => {
    const { customer_no } = await of({ name: "秘密客户", last_tracking_at: days(-3), created_at: days(-9) });
    const message = `该客户已由【林顾问】跟进（${customer_no}）`;
    const collision: Collision = {
      ...{ code: 40910, message, field: "phone", customer_no, owner: { id: other.id, name: "林顾问" } },
      ...{ pool_at: null, status: "owned", days: 3, id: null },
      can: { claim: false, restore: false, takeover: false, transfer: true },
    };
    expect(await hit()).toEqual(collision);
    expect(await create(asSales)).toMatchObject({ status: 409, code: 40910, message, data: collision });
    const asCreator = await asNew({ permissions: ["customer:pool:claim", "customer:info:create"] });
    expect(await hit(asCreator)).toMatchObject({ can: { transfer: false } });
  });

  test("of one's own: that he is, and the way to him; and a manager opens him instead of asking", async () => {
    const { id, customer_no } = await of({ owner_id: sales.id, ...idle(200) });
    const own = { code: 40910, message: `该客户已在您名下（${customer_no}）`, id };
    expect(await hit()).toMatchObject({ ...own, can: { takeover: false, transfer: false } });
    expect(await hit(asManager)).toMatchObject({ id, can: { claim: false, restore: false, transfer: false } });
  });

  test("in the pool: a claim, unless he has given him back himself", async () => {
    const { id, pool_at } = await makeCustomer(db, { phone });
    const pooled = { code: 40911, message: "该客户在公海，可直接领取", id, owner: null, pool_at };
    expect(await hit()).toMatchObject({ ...pooled, can: { claim: true, transfer: false } });
    await db.insert(customerOwnerLog).values({ customer_id: id, action: "release", by: sales.id, at: days(-1) });
    expect(await hit()).toMatchObject({ code: 40911, can: { claim: false } });
    expect(await hit(asService)).toMatchObject({ code: 40911, id: null, can: { claim: false } });
  });

  test("in the recycle bin: a restoration by who sees him there and may", async () => {
    const { id } = await of({ owner_id: null, last_owner_id: other.id, deleted_at: days(-1) });
    const viewer = { permissions: ["customer:info:create", "customer:recycle:view"], scope: "all" } as const;
    for (const [as, seen, isRestorable] of [
      [asSales, null, false],
      [asManager, id, true],
      [await asNew(viewer), id, false],
      [await asNew({ role: "sales_manager" }), null, false],
    ] as const)
      expect(await hit(as)).toMatchObject({
        ...{ code: 40912, message: "该客户在回收站", owner: null, pool_at: null },
        ...{ id: seen, can: { restore: isRestorable } },
      });
  });

  test("idle for the window and longer: he may be taken over", async () => {
    await setSetting(db, "customer.collision_days", 90);
    await stale({ last_tracking_at: days(-89) });
    expect(await hit()).toMatchObject({ code: 40910, days: 89 });
    await db.update(customerTable).set({ last_tracking_at: days(-90) });
    const long = { code: 40919, message: "该客户90天无跟进，可接管", status: "stale" };
    expect(await hit()).toMatchObject({ ...long, can: { takeover: true, transfer: true } });
    expect(await hit(asService)).toMatchObject({ code: 40919, can: { takeover: false } });
    // An edit that meets him offers him only to who could create him.
    const permissions = ["customer:pool:claim", "customer:info:view", "customer:info:edit"] as const;
    const editor = await makeUser(db, { permissions });
    const own = await makeCustomer(db, { owner_id: editor.id });
    // A row has more than the form.
    const edit = { params: { id: own.id }, body: { ...own, phone } };
    const reply = await (await api.as(editor.id)).unchecked(customer.update, edit);
    expect(reply).toMatchObject({ code: 40919, data: { can: { takeover: false } } });
  });

  test("just followed up by a clock that runs ahead: no days", async () => {
    await of({ last_tracking_at: isoInstant(testNow.getTime() + 60_000) });
    expect(await hit()).toMatchObject({ days: 0 });
  });

  test("an active one before a stale one, that before the pool's and a recycled one; merged ones never", async () => {
    await makeCustomer(db, { phone, deleted_at: days(-1), merged_to_id: 1 });
    expect(await hit()).toBeNull();
    for (const [given, code] of [
      [{ owner_id: null, deleted_at: days(-1) }, 40912],
      [{ owner_id: null }, 40911],
      [idle(120), 40919],
      [{}, 40910],
    ] as const) {
      await of(given);
      expect(await hit()).toMatchObject({ code });
    }
  });

  test("nothing about the record itself, but only its owner may leave it out", async () => {
    const mine = await of({ owner_id: sales.id });
    expect(await check(asSales, { phone, exclude_id: mine.id })).toBeNull();
    const theirs = await of({ phone: "13812345679" });
    expect(await check(asSales, { phone: "13812345679", exclude_id: theirs.id })).toMatchObject({ code: 40910 });
  });

  test("no more than sixty times a minute", async () => {
    const replies = [];
    for (let number = 0; number < 61; number++) replies.push(await asSales(customer.check, { body: {} }));
    expect(replies.at(59)?.code).toBe(200);
    expect(replies.at(60)).toMatchObject({ status: 429, code: 42900 });
  });
});

describe("a take-over", () => {
  test("makes the stale record the caller's, tells the old owner, ends requests and moves what is planned", async () => {
    const row = await stale({ name: "王小姐", is_locked: true, locked_until: days(-1) });
    const planned = await makeSchedule(db, { user_id: other.id, customer_id: row.id });
    const third = await makeUser(db, { role: "sales" });
    await (await api.as(third.id))(transfer.apply, { body: { customer_no: row.customer_no, reason: "老客户" } });
    expect((await takeOver()).data).toEqual({ id: row.id, customer_no: row.customer_no });
    expect(await stored(row.id)).toMatchObject({
      ...{ name: "王小姐", owner_id: sales.id, last_owner_id: other.id, assigned_at: days(0), version: 2 },
      ...{ is_locked: false, locked_until: null },
    });
    expect(await rowsIn("customerOwnerLog")).toMatchObject([
      { action: "takeover", from_user: other.id, to_user: sales.id, by: sales.id },
    ]);
    expect(await rowsIn("schedule", eq(schedule.id, planned.id))).toMatchObject([{ user_id: sales.id }]);
    expect(await rowsIn("transferRequest")).toMatchObject([{ status: "cancelled", handler_id: null }]);
    expect(await rowsIn("message", eq(message.user_id, other.id))).toMatchObject([{ title: "您的客户已被接管" }]);
    expect((await rowsIn("operationLog")).at(-1)).toMatchObject({ action: "assign", target_id: row.id });
  });

  test("fills in what the record lacks, and leaves the rest as it was", async () => {
    const before = { remark: "旧备注", country_code: "JP", level: "D" };
    const row = await stale(before);
    await makeCustomer(db, { email: "taken@demo.test", owner_id: other.id, ...idle(200) });
    const lacking = { industry: "finance", wechat: "WangWei" };
    const taken = { remark: "新备注", level: "A", email: "taken@demo.test" };
    await takeOver(asSales, { ...taken, ...lacking, phone2: "13912345678" });
    expect(await stored(row.id)).toMatchObject({ ...before, ...lacking, phone2: "+8613912345678", email: null });
    const known = await rowsIn("customerContact", eq(customerContact.customer_id, row.id));
    expect(known.map(({ value_norm }) => value_norm).sort()).toEqual(["+8613812345678", "+8613912345678", "wangwei"]);
    const [change] = await rowsIn("customerChangeLog");
    expect(change?.changes.map(({ field }) => field).sort()).toEqual(["industry", "phone2", "wechat"]);
    expect(JSON.stringify(change)).not.toContain("13912345678");
  });

  test("links the registered user where the record has none", async () => {
    const row = await stale();
    const { id } = await makeCustomerUser(db);
    await takeOver(asSales, { customer_user_id: id });
    expect(await rowsIn("customerUser")).toMatchObject([{ customer_id: row.id }]);
  });

  test("is only of a stale one, whatever the body asks for", async () => {
    await of();
    expect((await takeOver()).code).toBe(40910);
    await db.update(customerTable).set({ owner_id: null });
    expect((await takeOver()).code).toBe(40911);
    expect((await takeOver(asSales, { phone: "13812345670" })).code).toBe(200);
  });

  test("is refused by the cap, a lock, open business, the blacklist, and to who does not sell", async () => {
    const row = await stale({ is_locked: true, locked_until: days(5) });
    const refused = async (code: number) => {
      expect(await hit()).toMatchObject({ code: 40919, can: { takeover: false } });
      expect((await takeOver()).code).toBe(code);
    };
    await refused(40916);
    await db.update(customerTable).set({ is_locked: false, locked_until: null, is_blacklisted: true });
    await refused(40918);
    await db.update(customerTable).set({ is_blacklisted: false });
    await withOpen({ openClues: 1 }, () => refused(40917));
    expect((await takeOver(asService)).code).toBe(40919);
    await setSetting(db, "customer.cap", 1);
    await db.update(customerTable).set({ owner_id: other.id });
    await makeCustomer(db, { owner_id: sales.id });
    expect((await takeOver()).code).toBe(40913);
    expect(await stored(row.id)).toMatchObject({ owner_id: other.id });
  });

  test("of somebody on the blacklist is no way round it", async () => {
    await stale();
    await db.insert(blacklist).values({ type: "phone", value: "+8613812345678", reason: "fraud" });
    expect((await takeOver()).code).toBe(40918);
  });

  test("does not count as an edit of the facts that a follow-up has refreshed", async () => {
    const row = await stale();
    await makeTracking(db, { customer_id: row.id, user_id: other.id });
    await db.update(customerTable).set({ last_tracking_at: days(0) });
    expect((await takeOver()).code).toBe(40910);
  });
});

describe("at once", () => {
  const bySellers = async (act: (as: As, index: number) => Promise<{ code: number }>) => {
    const sellers: As[] = [];
    for (let number = 0; number < 20; number++) sellers.push(await asNew({ role: "sales" }));
    return (await Promise.all(sellers.map(act))).map(({ code }) => code).sort();
  };

  test("twenty who create one person make one customer", async () => {
    const spellings = [phone, "+86 138 1234 5678", "0086 13812345678", "138-1234-5678"];
    const codes = await bySellers((as, index) =>
      create(as, { phone: spellings[index % spellings.length], wechat: `w${index}` }),
    );
    expect(codes).toEqual([200, ...Array(19).fill(40910)]);
    expect(await rowsIn("customer")).toHaveLength(1);
  });

  test("of twenty who take one over, one wins", async () => {
    const row = await stale();
    expect(await bySellers((as) => takeOver(as))).toEqual([200, ...Array(19).fill(40910)]);
    expect(await rowsIn("customerOwnerLog")).toMatchObject([{ action: "takeover" }]);
    expect(await stored(row.id)).toMatchObject({ version: 2 });
  });

  test("a seller's own customers stay within his cap", async () => {
    await setSetting(db, "customer.cap", 3);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create(asSales, { phone: `1381234567${index}` })),
    );
    expect(replies.map(({ code }) => code).sort()).toEqual([...Array(3).fill(200), ...Array(5).fill(40913)]);
  });
});

describe("a new customer", () => {
  test("of a seller is his own, with a number, his contacts and both logs", async () => {
    const { data } = await create(asSales, { name: " 王 伟 ", wechat: "WangWei", tags: ["urgent"] });
    expect(data.customer_no).toMatch(/^KH261120\d{4}$/);
    expect(await stored(data.id)).toMatchObject({
      ...{ name: "王 伟", owner_id: sales.id, assigned_by: sales.id, created_by: sales.id, pool_at: null },
      ...{ stage: "new", level: "C", phone_e164: "+8613812345678", phone_last4: "5678", version: 1 },
    });
    expect((await rowsIn("customerContact")).map(({ type, value_norm }) => [type, value_norm])).toEqual([
      ["phone", "+8613812345678"],
      ["wechat", "wangwei"],
    ]);
    expect(await rowsIn("customerOwnerLog")).toMatchObject([
      { customer_id: data.id, action: "create", from_user: null, to_user: sales.id, by: sales.id },
    ]);
    expect(await rowsIn("operationLog")).toMatchObject([
      { action: "create", module: "customer", target_id: data.id, summary: `新增客户${data.customer_no}` },
    ]);
    expect(await rowsIn("message")).toEqual([]);
  });

  test("of customer service, or put there, is in the pool", async () => {
    const byService = await create(asService);
    const byChoice = await create(asSales, { phone: "13812345679", to_pool: true });
    const pooled = { owner_id: null, assigned_at: null, pool_reason: "new_unassigned", pool_at: days(0) };
    for (const { data } of [byService, byChoice]) expect(await stored(data.id)).toMatchObject(pooled);
  });

  test("is new, or qualified where level and budget say so; nothing else is taken over from the body", async () => {
    const plain = await create(asSales, { stage: "visited", lost_reason: "price" });
    expect(await stored(plain.data.id)).toMatchObject({ stage: "new", lost_reason: null });
    const clear = { phone: "13812345679", level: "A", budget_max: "50000000", budget_currency: "JPY" } as const;
    const qualified = await create(asSales, { ...clear, owner_id: 1, is_blacklisted: true });
    const made = { stage: "qualified", owner_id: sales.id, is_blacklisted: false, budget_max: "50000000.00" };
    expect(await stored(qualified.data.id)).toMatchObject(made);
  });

  test("is refused on the field that is wrong, by the rules of an edit", async () => {
    for (const wrong of [
      { name: " " },
      { phone: null },
      { phone_cc: null },
      { wechat: "wa****i" },
      { source: "piracy" },
      { budget_max: "1", budget_min: "2", budget_currency: "CNY" },
      { referrer_customer_id: 999_999_999 },
      { customer_user_id: 999_999_999 },
    ])
      expect(await create(asSales, wrong)).toMatchObject(refusedAt(Object.keys(wrong)[0] ?? ""));
    expect(await rowsIn("customer")).toEqual([]);
  });

  test("must fit under the cap, which the pool does not know", async () => {
    await setSetting(db, "customer.cap", 1);
    await makeCustomer(db, { owner_id: sales.id });
    expect(await create(asSales)).toMatchObject({ status: 409, code: 40913, message: "已达客户上限（1）" });
    expect((await create(asSales, { to_pool: true })).code).toBe(200);
  });
});

describe("the blacklist", () => {
  const list = async (given: Partial<typeof blacklist.$inferInsert>) =>
    db.insert(blacklist).values({ type: "phone", value: "+8613812345678", reason: "fraud", ...given });
  const entries = () => rowsIn("blacklist");

  test("keeps him out, and counts that although nothing is written", async () => {
    await list({ effects: ["no_contact"] });
    expect(await create(asSales, { phone: "+86 138 1234 5678" })).toMatchObject({ status: 409, code: 40918 });
    expect(await entries()).toMatchObject([{ hit_count: 1, last_hit_at: days(0) }]);
    expect(await rowsIn("customer")).toEqual([]);
  });

  test("no longer does when an entry has run out or was removed", async () => {
    await list({ expire_at: days(-1) });
    await list({ type: "wechat", value: "wangwei", status: "removed" });
    expect((await create(asSales, { wechat: "wangwei" })).code).toBe(200);
    expect((await entries()).map(({ hit_count }) => hit_count)).toEqual([0, 0]);
  });

  test("knows the registered user himself", async () => {
    const { id } = await makeCustomerUser(db);
    await list({ type: "user", value: String(id) });
    expect((await create(asService, { customer_user_id: id })).code).toBe(40918);
  });
});

describe("a registered user", () => {
  test("is linked, and brings the contacts that were left empty", async () => {
    const { id, user_no, nickname } = await makeCustomerUser(db, { phone: "13912345678", email: "wang@demo.test" });
    const { data } = await create(asService, { customer_user_id: id, phone: null, phone_cc: null });
    expect(await stored(data.id)).toMatchObject({ phone_e164: "+8613912345678", email: "wang@demo.test" });
    expect((await rowIn("customerUser", id)).customer_id).toBe(data.id);
    expect(await rowsIn("customerChangeLog")).toMatchObject([
      { customer_id: data.id, action: "link", changes: [{ after: `${nickname}（${user_no}）` }] },
    ]);
  });

  test("keeps his contacts from a seller who may not see such users", async () => {
    const { id } = await makeCustomerUser(db, { phone: "13912345678" });
    expect(await create(asSales, { customer_user_id: id, phone: null })).toMatchObject(refusedAt("phone"));
    const { data } = await create(asSales, { customer_user_id: id });
    expect(await stored(data.id)).toMatchObject({ phone: "13812345678", email: null });
  });

  test("belongs to one customer, and only while he is well", async () => {
    const taken = await makeCustomerUser(db, { customer_id: (await makeCustomer(db)).id });
    expect(await create(asService, { customer_user_id: taken.id })).toMatchObject({ status: 409, code: 40900 });
    for (const status of ["disabled", "unregistering", "unregistered"]) {
      const { id } = await makeCustomerUser(db, { status });
      expect(await create(asService, { customer_user_id: id })).toMatchObject(refusedAt("customer_user_id"));
    }
    expect((await rowsIn("customer")).length).toBe(1);
  });

  test("collides by his own contacts as well", async () => {
    const { id } = await makeCustomerUser(db, { phone: "13912345678" });
    await makeCustomer(db, { phone: "13912345678", owner_id: sales.id });
    const { code, data } = await create(asService, { customer_user_id: id, phone: null, phone_cc: null });
    expect({ code, data }).toMatchObject({ code: 40910, data: { field: "phone", owner: { id: sales.id } } });
  });
});
