import { eq, isNotNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { sharesOf } from "~/contract/shared/shares";
import {
  customerChangeLog,
  customerOwnerLog,
  customer as customerTable,
} from "~/server/database/tables/customer/customer";
import { batchRow, message, operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { assign, assignBatch, claim, lock, recycle, recycleBatch, release } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeSchedule, makeUser, makeWebhook, setSetting, testNow } from "~/test/support/factories";
import { withOpen } from "~/test/support/open-business";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowIn, rowsIn } = rowsOf(db);
const api = testApi(db, { now: testNow });

const { manager, sales, colleague, asManager, asSales, asColleague } = signedIn(api, {
  manager: { role: "sales_manager", team: "一组" },
  sales: { role: "sales", team: "一组" },
  colleague: { role: "sales", team: "一组" },
});

type Given = Parameters<typeof makeCustomer>[1];
const about = (id: number) => rowIn("customer", id);
const owned = (given: Given = {}, by = sales) => makeCustomer(db, { owner_id: by.id, ...given });
const pooled = () => makeCustomer(db);
const locked = (given: Given = {}) => owned({ is_locked: true, locked_until: days(30), ...given });
const ownerLog = (id: number) => rowsIn("customerOwnerLog", eq(customerOwnerLog.customer_id, id));
const titlesOf = async ({ id }: { id: number }) =>
  (await rowsIn("message", eq(message.user_id, id))).map(({ title }) => title);
const logOf = (id: number) => rowsIn("operationLog", eq(operationLog.target_id, id));
const historyOf = (id: number) => rowsIn("customerChangeLog", eq(customerChangeLog.customer_id, id));
const canOf = async (as: As, id: number) => (await as(customer.get, { params: { id } })).data.can;

describe("claiming", () => {
  test("gives a customer of the pool to the caller, who sees his contacts from then on", async () => {
    await makeWebhook(db, ["customer.assigned"]);
    const { id, version } = await makeCustomer(db, { phone: "13812345678" });
    const { data } = await claim(asSales, id);
    expect(data).toMatchObject({
      ...{ owner: { id: sales.id, name: sales.name }, phone: "13812345678", is_masked: false, version: version + 1 },
      ...{ pool_at: null, pool_reason: null, idle_days: 0, days_to_pool: 15 },
    });
    expect(await ownerLog(id)).toMatchObject([{ action: "claim", from_user: null, to_user: sales.id, by: sales.id }]);
    expect(await titlesOf(sales)).toEqual([]);
    expect(await rowsIn("outbox")).toMatchObject([
      { event: "webhook", status: "pending", payload: { event: "customer.assigned", data: { customer_id: id } } },
    ]);
    expect(await rowsIn("operationLog")).toMatchObject([{ action: "claim", target_id: id, user_id: sales.id }]);
  });

  test("by naming oneself is a claim too", async () => {
    const { id } = await pooled();
    const reply = await asSales(customer.claim, { params: { id }, body: { action: undefined, user_id: sales.id } });
    expect(reply.data.owner?.id).toBe(sales.id);
  });

  test("is refused for blacklisted customers", async () => {
    const blocked = await makeCustomer(db, { is_blacklisted: true });
    expect((await canOf(asSales, blocked.id)).claim).toBe(false);
    expect(await claim(asSales, blocked.id)).toMatchObject({ code: 40918, message: "在黑名单中" });
  });

  test("ends at the day's limit and begins again the next day, what was given back included", async () => {
    await setSetting(db, "pool.claim_daily_limit", 2);
    const [first, second, third] = [await pooled(), await pooled(), await pooled()];
    await claim(asSales, first.id);
    await claim(asSales, second.id);
    await release(asSales, first.id);
    expect(await claim(asSales, third.id)).toMatchObject({ code: 40914, message: "今日领取已达上限" });
    api.setClock(new Date("2026-11-21T00:00:00+08:00"));
    expect((await claim(asSales, third.id)).code).toBe(200);
  });

  test("counts one's own claims of the day alone, nothing else that one did", async () => {
    await setSetting(db, "pool.claim_daily_limit", 1);
    await claim(asColleague, (await pooled()).id);
    await release(asSales, (await owned()).id);
    expect((await claim(asSales, (await pooled()).id)).code).toBe(200);
    expect((await claim(asSales, (await pooled()).id)).code).toBe(40914);
  });

  test("ends at the cap, which lost, invalid, deal and recycled customers and those of others do not fill", async () => {
    await setSetting(db, "customer.cap", 1);
    for (const stage of ["lost", "invalid", "contracted", "completed"]) await owned({ stage });
    await owned({ deleted_at: days(-1) });
    await owned({}, colleague);
    expect((await claim(asSales, (await pooled()).id)).code).toBe(200);
    const full = { status: 409, code: 40913, message: "已达客户上限（1）" };
    expect(await claim(asSales, (await pooled()).id)).toMatchObject(full);
  });

  test("waits a week for a customer whom one has released oneself, and nobody else does", async () => {
    const { id } = await owned();
    await release(asSales, id);
    expect(await claim(asSales, id)).toMatchObject({ code: 40915, message: "7天内释放过的客户不能再领取" });
    expect((await canOf(asSales, id)).claim).toBe(false);
    await claim(asColleague, id);
    await release(asColleague, id);
    api.setClock(new Date(Date.parse(days(7)) + 1000));
    expect((await claim(await api.as(sales.id), id)).code).toBe(200);
  });

  test("of many answers for each, and keeps no batch", async () => {
    const [free, taken] = [await pooled(), await owned({}, colleague)];
    const claimAll = (ids: number[]) => asSales(customer.claimBatch, { body: { action: "claim", ids } });
    const failed = [{ id: taken.id, code: 40903, message: "已被他人领取" }];
    expect((await claimAll([taken.id, free.id, free.id])).data).toEqual({
      ...{ success: [free.id], failed, batch_id: null },
    });
    expect((await claimAll(Array.from({ length: 21 }, (_, index) => index + 1))).code).toBe(42200);
  });
});

describe("assigning", () => {
  test("gives a customer of the pool to somebody of the team, and tells him", async () => {
    await makeWebhook(db, ["customer.assigned"]);
    const { id, customer_no } = await pooled();
    const { data } = await assign(asManager, id, sales.id);
    expect(data).toMatchObject({ owner: { id: sales.id }, is_masked: true });
    expect(await ownerLog(id)).toMatchObject([{ action: "assign", to_user: sales.id, by: manager.id }]);
    expect(await titlesOf(sales)).toEqual(["您有新的客户"]);
    expect(await rowsIn("outbox")).toMatchObject([{ payload: { data: { customer_id: id } } }]);
    expect(await logOf(id)).toMatchObject([
      { action: "assign", summary: `分配客户${customer_no}给${sales.name}`, user_id: manager.id },
    ]);
  });

  test("moves an owned customer with his pending schedules, ends the lock, and tells both", async () => {
    const { id } = await locked();
    const pending = await makeSchedule(db, { user_id: sales.id, customer_id: id });
    const done = await makeSchedule(db, { user_id: sales.id, customer_id: id, status: "done" });
    const { data } = await assign(asManager, id, colleague.id, { reason: "休假交接" });
    expect(data).toMatchObject({ owner: { id: colleague.id }, last_owner: { id: sales.id }, is_locked: false });
    expect(await rowsIn("schedule")).toMatchObject([
      { id: pending.id, user_id: colleague.id },
      { id: done.id, user_id: sales.id },
    ]);
    expect(await titlesOf(sales)).toEqual(["您的客户已转移"]);
    expect(await titlesOf(colleague)).toEqual(["您有新的客户"]);
    expect(await ownerLog(id)).toMatchObject([{ action: "transfer", from_user: sales.id, reason: "休假交接" }]);
  });

  test("asks for the reason of a transfer on its field", async () => {
    const { id } = await owned();
    expect(await assign(asManager, id, colleague.id)).toMatchObject(refusedAt("reason", "请输入转移原因"));
  });

  test("refuses people who are gone, who do not sell or take no customers, or who already have him", async () => {
    const { id } = await owned();
    const person = async (given: object) =>
      (await makeUser(db, { role: "sales", team_id: sales.team_id, ...given })).id;
    for (const [target, text] of [
      [await person({ role: "customer_service" }), "该员工不能跟进客户"],
      [await person({ status: "disabled" }), "该员工不存在或已停用"],
      [await person({ deleted_at: days(-1) }), "该员工不存在或已停用"],
      [await person({ accept_inquiry: false }), "该员工已关闭接单"],
      [sales.id, "该客户已由此人跟进"],
    ] as const)
      expect(await assign(asManager, id, target, { reason: "重新分配" })).toMatchObject(refusedAt("user_id", text));
  });

  test("stops at the target's cap, a tenth above it by force", async () => {
    await db.execute(`update "user" set customer_cap = 11 where id = ${sales.id}`);
    for (let held = 0; held < 11; held++) await owned();
    const [first, second] = [await pooled(), await pooled()];
    expect(await assign(asManager, first.id, sales.id)).toMatchObject({ code: 40913, message: "已达客户上限（11）" });
    expect((await assign(asManager, first.id, sales.id, { force: true })).code).toBe(200);
    expect((await assign(asManager, second.id, sales.id, { force: true })).code).toBe(40913);
  });

  test("of many to several is even, one batch, and only to who is at work, on duty and in scope", async () => {
    const ids: number[] = [];
    for (let count = 0; count < 5; count++) ids.push((await pooled()).id);
    const spread = (user_ids: number[]) => asManager.unchecked(customer.spreadBatch, { body: { user_ids, ids } });
    for (const [given, code] of [
      [{ accept_inquiry: false }, 42200],
      [{ status: "disabled" }, 42200],
      [{ team_id: null }, 40301],
    ] as const) {
      const other = await makeUser(db, { role: "sales", team_id: colleague.team_id, ...given });
      expect([given, (await spread([sales.id, other.id])).code]).toEqual([given, code]);
    }
    for (const users of [[sales.id, sales.id], []]) expect((await spread(users)).code).toBe(42200);
    expect(await db.$count(customerTable, isNotNull(customerTable.owner_id))).toBe(0);
    const { data } = await spread([colleague.id, sales.id]);
    expect(data).toMatchObject({ success: ids, failed: [] });
    const held = async (id: number) => db.$count(customerTable, eq(customerTable.owner_id, id));
    expect([await held(colleague.id), await held(sales.id)]).toEqual([3, 2]);
    expect(await rowsIn("batch")).toMatchObject([{ act: "assign", count: 5 }]);
    expect([sharesOf(5, 2), sharesOf(1, 3), sharesOf(6, 3)]).toEqual([
      [3, 2],
      [1, 0, 0],
      [2, 2, 2],
    ]);
  });

  test("of many keeps the values before, so that it can be undone", async () => {
    const [mine, free] = [await owned(), await pooled()];
    const foreign = await makeCustomer(db, { owner_id: (await makeUser(db)).id });
    const plan = await makeSchedule(db, { user_id: sales.id, customer_id: mine.id });
    const { data } = await assignBatch(asManager, [free.id, mine.id, foreign.id], colleague.id);
    expect(data).toMatchObject({
      success: [mine.id, free.id],
      failed: [{ id: foreign.id, code: 40301, message: "数据不在您的权限范围内" }],
    });
    const saved = { id: data.batch_id, act: "assign", permission: "customer:info:assign", user_id: manager.id };
    expect(await rowsIn("batch")).toMatchObject([{ ...saved, count: 2 }]);
    const before = { owner_id: sales.id, schedules: [plan.id] };
    expect(await db.select().from(batchRow).orderBy(batchRow.row_id)).toMatchObject([
      { batch_id: data.batch_id, row_id: mine.id, version_after: 2, before },
      { row_id: free.id, version_after: 2, before: { owner_id: null, pool_reason: "new_unassigned" } },
    ]);
    const many = (count: number) => Array.from({ length: count }, (_, index) => 900_000_000 + index);
    expect((await assignBatch(asManager, many(100), colleague.id)).data.failed).toHaveLength(100);
    expect((await assignBatch(asManager, many(101), colleague.id)).code).toBe(42200);
    const nothing = await assignBatch(asManager, [mine.id], colleague.id, null);
    expect(nothing.data).toMatchObject({ success: [], failed: [{ message: "该客户已由此人跟进" }], batch_id: null });
  });
});

describe("releasing", () => {
  test("puts the customer into the pool, keeps the last owner, and cancels his schedules", async () => {
    const { id } = await owned({ next_tracking_at: days(1) });
    const plan = await makeSchedule(db, { user_id: sales.id, customer_id: id });
    expect((await release(asSales, id)).data).toMatchObject({
      ...{ owner: null, last_owner: { id: sales.id }, pool_reason: "manual", pool_at: days(0) },
      ...{ next_tracking_at: null, is_masked: true },
    });
    expect(await rowsIn("schedule")).toMatchObject([{ id: plan.id, status: "cancelled" }]);
    expect(await ownerLog(id)).toMatchObject([{ action: "release", from_user: sales.id, reason: "no_intent" }]);
    expect(await logOf(id)).toMatchObject([{ action: "release", reason: "暂无意向", user_id: sales.id }]);
    expect(await titlesOf(sales)).toEqual([]);
  });

  test("of a locked customer is the manager's, who tells the owner", async () => {
    const { id } = await locked();
    expect([(await canOf(asSales, id)).release, (await canOf(asManager, id)).release]).toEqual([false, true]);
    expect(await release(asSales, id)).toMatchObject({ status: 409, code: 40916, message: "客户已锁定" });
    expect((await release(asManager, id)).data).toMatchObject({ owner: null, is_locked: false });
    expect(await titlesOf(sales)).toEqual(["您的客户已释放到公海"]);
  });

  test("is refused for a reason that does not exist", async () => {
    const { id } = await owned();
    const reply = await asSales(customer.release, { params: { id }, body: { reason: "whim", note: null } });
    expect(reply).toMatchObject({ code: 42200, data: { errors: [{ field: "reason", label: "释放原因" }] } });
    expect((await about(id)).owner_id).toBe(sales.id);
  });
});

describe("recycling", () => {
  test("takes the customer from his owner, who stays known, and cancels all schedules", async () => {
    const { id } = await locked({ next_tracking_at: days(1) });
    await makeSchedule(db, { user_id: colleague.id, customer_id: id });
    expect((await recycle(asSales, id)).data).toBeNull();
    expect(await historyOf(id)).toMatchObject([{ action: "recycle", reason: "重复录入", by: sales.id }]);
    expect(await logOf(id)).toMatchObject([{ action: "delete", reason: "重复录入", user_id: sales.id }]);
    expect(await about(id)).toMatchObject({
      ...{ is_locked: false, locked_until: null, next_tracking_at: null, owner_id: null, last_owner_id: sales.id },
      ...{ deleted_by: sales.id, delete_reason: "重复录入", deleted_at: days(0) },
    });
    expect(await rowsIn("schedule")).toMatchObject([{ status: "cancelled" }]);
  });

  test("from the pool keeps whose he was, and wants a reason", async () => {
    const { id } = await makeCustomer(db, { last_owner_id: colleague.id });
    expect((await recycle(asManager, id)).code).toBe(200);
    expect(await about(id)).toMatchObject({ last_owner_id: colleague.id });
    expect(await recycle(asManager, (await owned()).id, "x")).toMatchObject(refusedAt("reason"));
  });
});

test("a customer with a live deal is neither released nor recycled, one with a visa case not recycled", async () => {
  const { id } = await owned();
  const refused = { status: 409, code: 40917, message: "客户有进行中的成交" };
  await withOpen({ liveDeals: 1 }, async () => {
    expect(await release(asSales, id)).toMatchObject(refused);
    expect(await recycle(asSales, id)).toMatchObject(refused);
    expect((await recycleBatch(asSales, [id])).data).toMatchObject({ failed: [{ id, code: 40917 }] });
  });
  await withOpen({ openVisaCases: 1 }, async () => expect(await recycle(asSales, id)).toMatchObject(refused));
  expect(await about(id)).toMatchObject({ owner_id: sales.id, deleted_at: null, version: 1 });
});

describe("locking", () => {
  const unlock = (as: As, id: number) => as(customer.unlock, { params: { id } });

  test("keeps a customer for sixty days, until it is undone", async () => {
    const { id, customer_no } = await owned({ assigned_at: days(0) });
    const lasting = { is_locked: true, locked_until: "2027-01-19T12:00:00.000+08:00", days_to_pool: null };
    expect((await lock(asSales, id)).data).toMatchObject({ version: 2, ...lasting });
    expect(await lock(asSales, id)).toMatchObject({ code: 40916 });
    expect((await unlock(asSales, id)).data).toMatchObject({ is_locked: false, locked_until: null, days_to_pool: 15 });
    expect((await unlock(asSales, id)).code).toBe(40902);
    const summaries = [`锁定客户${customer_no}`, `解除锁定客户${customer_no}`];
    expect((await logOf(id)).map(({ summary }) => summary)).toEqual(summaries);
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(["lock", "unlock"]);
  });

  test("is limited for the owner, whoever locks; a lock that ran out, is of somebody else or recycled does not count", async () => {
    await setSetting(db, "customer.lock_limit", 1);
    for (const given of [{ locked_until: days(-1) }, { owner_id: colleague.id }, { deleted_at: days(-1) }])
      await locked(given);
    const full = { status: 422, code: 42200, message: "锁定客户已达上限（1）" };
    expect((await lock(asSales, (await owned()).id)).code).toBe(200);
    expect(await lock(asManager, (await owned()).id)).toMatchObject(full);
  });
});
