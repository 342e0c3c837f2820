import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type Collision, customer } from "~/contract/customer/customer";
import { transfer } from "~/contract/customer/transfer";
import type { Input } from "~/contract/endpoint";
import { isoInstant } from "~/server/database/tables/columns";
import { blacklist, customerUser } from "~/server/database/tables/customer/audience";
import {
  customerChangeLog,
  customerContact,
  customerOwnerLog,
  customer as customerTable,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import { message, operationLog, schedule } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
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
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const api = testApi(testDatabase(10).db, { now: testNow });

type Body = Input<typeof customer.create>["body"];

const { sales, other, asSales, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  other: { role: "sales", team: "一组", name: "林顾问" },
  manager: { role: "sales_manager", team: "一组" },
});

// What is left out is null by the contract, whose input type asks for every name.
const create = (as: As, body: Partial<Body> = {}) =>
  as(customer.create, {
    body: { name: "王伟", source: "phone", phone_cc: "86", phone: "13812345678", ...body } as Body,
  });
const check = async (as: As, body: Input<typeof customer.check>["body"]) =>
  (await as(customer.check, { body })).data.hit;
const stored = async (id: number) => (await db.select().from(customerTable).where(eq(customerTable.id, id)))[0];
/** Not followed up for so many days. */
const idle = (count: number) => ({ created_at: days(-300), assigned_at: days(-300), last_tracking_at: days(-count) });
const stale = (given: Parameters<typeof makeCustomer>[1] = {}) =>
  makeCustomer(db, { phone: "13812345678", owner_id: other.id, ...idle(120), ...given });

describe("one contact in other clothes", () => {
  test.each([
    ["13812345678", "86"],
    ["+86 138 1234 5678", "81"],
    ["0086 138-1234-5678", "86"],
    ["0086 13812345678", "81"],
    ["138 1234 5678", null],
    ["１３８１２３４５６７８", "86"],
    ["（+86）13812345678", "86"],
  ])("is found: phone %s, code %s", async (phone, phone_cc) => {
    await makeCustomer(db, { phone: "13812345678", owner_id: other.id });
    expect(await check(asSales, { phone, phone_cc })).toMatchObject({ code: 40910, field: "phone" });
  });

  test.each([
    ["090-1234-5678", "81"],
    ["+81 90 1234 5678", "86"],
    ["0081 90-1234-5678", "86"],
    ["9012345678", "81"],
  ])("is found: Japanese phone %s, code %s", async (phone, phone_cc) => {
    await makeCustomer(db, { phone: "9012345678", phone_cc: "81", owner_id: other.id });
    expect(await check(asSales, { phone, phone_cc })).toMatchObject({ code: 40910, field: "phone" });
    expect((await create(asSales, { phone, phone_cc })).code).toBe(40910);
  });

  test("is found whatever field it stands in, and by case and width alike", async () => {
    await makeCustomer(db, {
      phone: "13812345678",
      wechat: "WangWei88",
      email: "wang@demo.test",
      owner_id: other.id,
    });
    expect(await check(asSales, { phone2: "+8613812345678" })).toMatchObject({ code: 40910, field: "phone2" });
    expect(await check(asSales, { wechat: " wangwei88 " })).toMatchObject({ code: 40910, field: "wechat" });
    expect(await check(asSales, { wechat: "ＷangＷei88" })).toMatchObject({ code: 40910, field: "wechat" });
    expect(await check(asSales, { email: "Wang@Demo.Test" })).toMatchObject({ code: 40910, field: "email" });
  });

  test("is told on the field that holds it, and is another one in another kind of contact", async () => {
    await makeCustomer(db, { phone: "13812345678", email: "wang@demo.test", owner_id: other.id });
    expect(await check(asSales, { wechat: "wang@demo.test" })).toBeNull();
    const both = { wechat: "wang@demo.test", email: "wang@demo.test" };
    expect(await check(asSales, both)).toMatchObject({ field: "email" });
    expect(await check(asSales, { phone: "13912345678", phone2: "13812345678" })).toMatchObject({ field: "phone2" });
  });

  test("is another one with another code, broken, or not there at all", async () => {
    await makeCustomer(db, { phone: "9012345678", phone_cc: "81", owner_id: other.id });
    for (const body of [
      { phone: "9012345678", phone_cc: "1" },
      { phone: "901234" },
      { phone: "" },
      { wechat: " " },
      {},
    ])
      expect(await check(asSales, body)).toBeNull();
  });
});

describe("what is told of a collision", () => {
  test("of a colleague's customer: his owner and his number, and nothing that opens him", async () => {
    const { customer_no } = await makeCustomer(db, {
      name: "秘密客户",
      phone: "13812345678",
      owner_id: other.id,
      last_tracking_at: days(-3),
      created_at: days(-9),
    });
    const told: Collision = {
      code: 40910,
      message: `该客户已由【林顾问】跟进（${customer_no}）`,
      field: "phone",
      customer_no,
      owner: { id: other.id, name: "林顾问" },
      pool_at: null,
      status: "owned",
      days: 3,
      id: null,
      can: { claim: false, restore: false, takeover: false, transfer: true },
    };
    expect(await check(asSales, { phone: "13812345678" })).toEqual(told);
    expect(await create(asSales)).toMatchObject({ status: 409, code: 40910, message: told.message, data: told });
    const permissions = ["customer:pool:claim", "customer:info:create"] as const;
    const asCreator = await api.as((await makeUser(db, { permissions })).id);
    expect(await check(asCreator, { phone: "13812345678" })).toMatchObject({ can: { transfer: false } });
  });

  test("of one's own: that he is, and the way to him; and a manager opens him instead of asking", async () => {
    const { id, customer_no } = await makeCustomer(db, { phone: "13812345678", owner_id: sales.id, ...idle(200) });
    expect(await check(asSales, { phone: "13812345678" })).toMatchObject({
      code: 40910,
      message: `该客户已在您名下（${customer_no}）`,
      id,
      can: { takeover: false, transfer: false },
    });
    expect(await check(asManager, { phone: "13812345678" })).toMatchObject({
      ...{ id, can: { claim: false, restore: false, transfer: false } },
    });
  });

  test("in the pool: a claim, unless he has given him back himself", async () => {
    const { id, pool_at } = await makeCustomer(db, { phone: "13812345678" });
    expect(await check(asSales, { phone: "13812345678" })).toMatchObject({
      code: 40911,
      message: "该客户在公海，可直接领取",
      id,
      owner: null,
      pool_at,
      can: { claim: true, transfer: false },
    });
    await db.insert(customerOwnerLog).values({ customer_id: id, action: "release", by: sales.id, at: days(-1) });
    expect(await check(asSales, { phone: "13812345678" })).toMatchObject({ code: 40911, can: { claim: false } });
    const asService = await api.as((await makeUser(db, { role: "customer_service" })).id);
    expect(await check(asService, { phone: "13812345678" })).toMatchObject({
      code: 40911,
      id: null,
      can: { claim: false },
    });
  });

  test("in the recycle bin: a restoration by who sees him there and may", async () => {
    const { id } = await makeCustomer(db, { phone: "13812345678", last_owner_id: other.id, deleted_at: days(-1) });
    const told = { code: 40912, message: "该客户在回收站", owner: null, pool_at: null };
    expect(await check(asSales, { phone: "13812345678" })).toMatchObject({
      ...told,
      id: null,
      can: { restore: false },
    });
    expect(await check(asManager, { phone: "13812345678" })).toMatchObject({ ...told, id, can: { restore: true } });
    const permissions = ["customer:info:create", "customer:recycle:view"] as const;
    const viewer = await api.as((await makeUser(db, { permissions, scope: "all" })).id);
    expect(await check(viewer, { phone: "13812345678" })).toMatchObject({ ...told, id, can: { restore: false } });
    const elsewhere = await api.as((await makeUser(db, { role: "sales_manager" })).id);
    expect(await check(elsewhere, { phone: "13812345678" })).toMatchObject({ id: null, can: { restore: false } });
  });

  test("idle for the window and longer: he may be taken over", async () => {
    await setSetting(db, "customer.collision_days", 90);
    await stale({ last_tracking_at: days(-89) });
    expect(await check(asSales, { phone: "13812345678" })).toMatchObject({ code: 40910, days: 89 });
    await db.update(customerTable).set({ last_tracking_at: days(-90) });
    expect(await check(asSales, { phone: "13812345678" })).toMatchObject({
      code: 40919,
      message: "该客户90天无跟进，可接管",
      status: "stale",
      can: { takeover: true, transfer: true },
    });
    const asService = await api.as((await makeUser(db, { role: "customer_service" })).id);
    expect(await check(asService, { phone: "13812345678" })).toMatchObject({ code: 40919, can: { takeover: false } });
    // An edit that meets him offers him only to who could create him.
    const permissions = ["customer:pool:claim", "customer:info:view", "customer:info:edit"] as const;
    const editor = await makeUser(db, { permissions });
    const own = await makeCustomer(db, { owner_id: editor.id });
    const reply = await (await api.as(editor.id)).unchecked(customer.update, {
      params: { id: own.id },
      body: { ...own, phone: "13812345678" }, // a row has more than the form
    });
    expect(reply).toMatchObject({ code: 40919, data: { can: { takeover: false } } });
  });

  test("just followed up by a clock that runs ahead: no days", async () => {
    const last_tracking_at = isoInstant(testNow.getTime() + 60_000);
    await makeCustomer(db, { phone: "13812345678", owner_id: other.id, last_tracking_at });
    expect(await check(asSales, { phone: "13812345678" })).toMatchObject({ days: 0 });
  });

  test("an active one before a stale one, that before the pool's and a recycled one; merged ones never", async () => {
    const phone = { phone: "13812345678" };
    await makeCustomer(db, { ...phone, deleted_at: days(-1), merged_to_id: 1 });
    expect(await check(asSales, phone)).toBeNull();
    await makeCustomer(db, { ...phone, deleted_at: days(-1) });
    expect(await check(asSales, phone)).toMatchObject({ code: 40912 });
    await makeCustomer(db, phone);
    expect(await check(asSales, phone)).toMatchObject({ code: 40911 });
    await stale();
    expect(await check(asSales, phone)).toMatchObject({ code: 40919 });
    await makeCustomer(db, { ...phone, owner_id: other.id });
    expect(await check(asSales, phone)).toMatchObject({ code: 40910 });
  });

  test("nothing about the record itself, but only its owner may leave it out", async () => {
    const mine = await makeCustomer(db, { phone: "13812345678", owner_id: sales.id });
    expect(await check(asSales, { phone: "13812345678", exclude_id: mine.id })).toBeNull();
    const theirs = await makeCustomer(db, { phone: "13812345679", owner_id: other.id });
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
    const { data } = await create(asSales, { takeover: true });
    expect(data).toEqual({ id: row.id, customer_no: row.customer_no });
    expect(await stored(row.id)).toMatchObject({
      name: "王小姐",
      owner_id: sales.id,
      last_owner_id: other.id,
      is_locked: false,
      locked_until: null,
      assigned_at: "2026-11-20T12:00:00.000+08:00",
      version: 2,
    });
    expect(await db.select().from(customerOwnerLog)).toMatchObject([
      { action: "takeover", from_user: other.id, to_user: sales.id, by: sales.id },
    ]);
    expect(await db.select().from(schedule).where(eq(schedule.id, planned.id))).toMatchObject([{ user_id: sales.id }]);
    expect(await db.select().from(transferRequest)).toMatchObject([{ status: "cancelled", handler_id: null }]);
    const told = await db.select().from(message).where(eq(message.user_id, other.id));
    expect(told).toMatchObject([{ title: "您的客户已被接管" }]);
    expect((await db.select().from(operationLog).orderBy(operationLog.id)).at(-1)).toMatchObject({
      action: "assign",
      target_id: row.id,
    });
  });

  test("fills in what the record lacks, and leaves the rest as it was", async () => {
    const row = await stale({ remark: "旧备注", country_code: "JP", level: "D" });
    await makeCustomer(db, { email: "taken@demo.test", owner_id: other.id, ...idle(200) });
    const typed = {
      remark: "新备注",
      industry: "finance",
      wechat: "WangWei",
      email: "taken@demo.test",
      level: "A",
    } as const;
    await create(asSales, { takeover: true, phone2: "13912345678", ...typed });
    expect(await stored(row.id)).toMatchObject({
      remark: "旧备注",
      country_code: "JP",
      level: "D",
      industry: "finance",
      wechat: "WangWei",
      phone2: "+8613912345678",
      email: null,
    });
    const known = await db.select().from(customerContact).where(eq(customerContact.customer_id, row.id));
    expect(known.map(({ value_norm }) => value_norm).sort()).toEqual(["+8613812345678", "+8613912345678", "wangwei"]);
    const [change] = await db.select().from(customerChangeLog);
    expect(change?.changes.map(({ field }) => field).sort()).toEqual(["industry", "phone2", "wechat"]);
    expect(JSON.stringify(change)).not.toContain("13912345678");
  });

  test("links the registered user where the record has none", async () => {
    const row = await stale();
    const { id } = await makeCustomerUser(db);
    await create(asSales, { takeover: true, customer_user_id: id });
    expect(await db.select().from(customerUser)).toMatchObject([{ customer_id: row.id }]);
  });

  test("is only of a stale one, whatever the body asks for", async () => {
    await makeCustomer(db, { phone: "13812345678", owner_id: other.id });
    expect((await create(asSales, { takeover: true })).code).toBe(40910);
    await db.update(customerTable).set({ owner_id: null });
    expect((await create(asSales, { takeover: true })).code).toBe(40911);
    expect((await create(asSales, { takeover: true, phone: "13812345670" })).code).toBe(200);
  });

  test("is refused by the cap, a lock, open business, the blacklist, and to who does not sell", async () => {
    const row = await stale({ is_locked: true, locked_until: days(5) });
    expect(await check(asSales, { phone: "13812345678" })).toMatchObject({ code: 40919, can: { takeover: false } });
    expect((await create(asSales, { takeover: true })).code).toBe(40916);
    await db.update(customerTable).set({ is_locked: false, locked_until: null, is_blacklisted: true });
    expect(await check(asSales, { phone: "13812345678" })).toMatchObject({ code: 40919, can: { takeover: false } });
    expect((await create(asSales, { takeover: true })).code).toBe(40918);
    await db.update(customerTable).set({ is_blacklisted: false });
    await withOpen({ openClues: 1 }, async () => {
      expect(await check(asSales, { phone: "13812345678" })).toMatchObject({ code: 40919, can: { takeover: false } });
      expect((await create(asSales, { takeover: true })).code).toBe(40917);
    });
    const asService = await api.as((await makeUser(db, { role: "customer_service" })).id);
    expect((await create(asService, { takeover: true })).code).toBe(40919);
    await setSetting(db, "customer.cap", 1);
    await db.update(customerTable).set({ owner_id: other.id });
    await makeCustomer(db, { owner_id: sales.id });
    expect((await create(asSales, { takeover: true })).code).toBe(40913);
    expect(await stored(row.id)).toMatchObject({ owner_id: other.id });
  });

  test("of somebody on the blacklist is no way round it", async () => {
    await stale();
    await db.insert(blacklist).values({ type: "phone", value: "+8613812345678", reason: "fraud" });
    expect((await create(asSales, { takeover: true })).code).toBe(40918);
  });

  test("does not count as an edit of the facts that a follow-up has refreshed", async () => {
    const row = await stale();
    await makeTracking(db, { customer_id: row.id, user_id: other.id });
    await db.update(customerTable).set({ last_tracking_at: days(0) });
    expect((await create(asSales, { takeover: true })).code).toBe(40910);
  });
});

describe("at once", () => {
  test("twenty who create one person make one customer", async () => {
    const sellers = [];
    for (let number = 0; number < 20; number++) sellers.push(await api.as((await makeUser(db, { role: "sales" })).id));
    const spellings = ["13812345678", "+86 138 1234 5678", "0086 13812345678", "138-1234-5678"];
    const replies = await Promise.all(
      sellers.map((as, index) => create(as, { phone: spellings[index % spellings.length], wechat: `w${index}` })),
    );
    expect(replies.filter(({ code }) => code === 200).length).toBe(1);
    expect(replies.filter(({ code }) => code === 40910).length).toBe(19);
    expect((await db.select().from(customerTable)).length).toBe(1);
  });

  test("of twenty who take one over, one wins", async () => {
    const row = await stale();
    const sellers = [];
    for (let number = 0; number < 20; number++) sellers.push(await api.as((await makeUser(db, { role: "sales" })).id));
    const replies = await Promise.all(sellers.map((as) => create(as, { takeover: true })));
    expect(replies.filter(({ code }) => code === 200).length).toBe(1);
    expect(replies.filter(({ code }) => code === 40910).length).toBe(19);
    expect(await db.select().from(customerOwnerLog)).toMatchObject([{ action: "takeover" }]);
    expect(await stored(row.id)).toMatchObject({ version: 2 });
  });

  test("a seller's own customers stay within his cap", async () => {
    await setSetting(db, "customer.cap", 3);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create(asSales, { phone: `1381234567${index}` })),
    );
    expect(replies.filter(({ code }) => code === 200).length).toBe(3);
    expect(replies.filter(({ code }) => code === 40913).length).toBe(5);
  });
});
