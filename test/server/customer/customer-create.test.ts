import { describe, expect, test } from "vitest";
import { blacklist, customerUser } from "~/server/database/tables/customer/audience";
import {
  customerChangeLog,
  customerContact,
  customerOwnerLog,
  customer as customerTable,
} from "~/server/database/tables/customer/customer";
import { message, operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { create } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeCustomerUser, setSetting, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { tableRows } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowIn, rowsIn } = tableRows(db);
const api = testApi(db, { now: testNow });

const { sales, asSales, asService } = signedIn(api, {
  sales: { role: "sales", team: "sales的组" },
  service: { role: "customer_service" },
});

const stored = (id: number) => rowIn(customerTable, id);

describe("a new customer", () => {
  test("of a seller is his own, with a number, his contacts and both logs", async () => {
    const { data } = await create(asSales, { name: " 王 伟 ", wechat: "WangWei", tags: ["urgent"] });
    expect(data.customer_no).toMatch(/^KH261120\d{4}$/);
    expect(await stored(data.id)).toMatchObject({
      ...{ name: "王 伟", owner_id: sales.id, assigned_by: sales.id, created_by: sales.id, pool_at: null },
      ...{ stage: "new", level: "C", phone_e164: "+8613812345678", phone_last4: "5678", version: 1 },
    });
    expect((await rowsIn(customerContact)).map(({ type, value_norm }) => [type, value_norm])).toEqual([
      ["phone", "+8613812345678"],
      ["wechat", "wangwei"],
    ]);
    expect(await rowsIn(customerOwnerLog)).toMatchObject([
      { customer_id: data.id, action: "create", from_user: null, to_user: sales.id, by: sales.id },
    ]);
    expect(await rowsIn(operationLog)).toMatchObject([
      { action: "create", module: "customer", target_id: data.id, summary: `新增客户${data.customer_no}` },
    ]);
    expect(await rowsIn(message)).toEqual([]);
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
    expect(await rowsIn(customerTable)).toEqual([]);
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
  const entries = () => rowsIn(blacklist);

  test("keeps him out, and counts that although nothing is written", async () => {
    await list({ effects: ["no_contact"] });
    expect(await create(asSales, { phone: "+86 138 1234 5678" })).toMatchObject({ status: 409, code: 40918 });
    expect(await entries()).toMatchObject([{ hit_count: 1, last_hit_at: days(0) }]);
    expect(await rowsIn(customerTable)).toEqual([]);
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
    expect((await rowIn(customerUser, id)).customer_id).toBe(data.id);
    expect(await rowsIn(customerChangeLog)).toMatchObject([
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
    expect((await rowsIn(customerTable)).length).toBe(1);
  });

  test("collides by his own contacts as well", async () => {
    const { id } = await makeCustomerUser(db, { phone: "13912345678" });
    await makeCustomer(db, { phone: "13912345678", owner_id: sales.id });
    const { code, data } = await create(asService, { customer_user_id: id, phone: null, phone_cc: null });
    expect({ code, data }).toMatchObject({ code: 40910, data: { field: "phone", owner: { id: sales.id } } });
  });
});
