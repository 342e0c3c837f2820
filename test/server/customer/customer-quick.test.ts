import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { batch } from "~/contract/shared/batch";
import { customerChangeLog, customer as customerTable } from "~/server/database/tables/customer/customer";
import { operationLog, schedule } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const { sales, colleague, asSales, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  colleague: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});

const rowOf = async (id: number) => (await db.select().from(customerTable).where(eq(customerTable.id, id)))[0];
const quick = (as: typeof asSales, id: number, body: object) =>
  as(customer.quick, { params: { id }, body: { version: 1, ...body } });

describe("an edit in the row", () => {
  test("changes what is named and nothing else, counts the version on, and is in both logs", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id, remark: "先不打扰", tags: ["vip"] });
    const { data } = await quick(asSales, row.id, { level: "B" });
    expect(data).toMatchObject({ level: "B", tags: ["vip"], remark: "先不打扰", version: 2 });
    const changes = [{ field: "level", label: "客户等级", before: "C 低意向", after: "B 中意向" }];
    expect(await db.select().from(customerChangeLog)).toMatchObject([{ action: "update", by: sales.id, changes }]);
    expect(await db.select().from(operationLog)).toMatchObject([{ action: "update", target_id: row.id, changes }]);
    expect(
      (await asSales(customer.quick, { params: { id: row.id }, body: { version: 2, tags: [] } })).data.tags,
    ).toEqual([]);
  });

  test("of the next date writes a schedule, moves that one, and takes it away", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id });
    const plans = () => db.select().from(schedule);
    await quick(asSales, row.id, { next_at: days(2) });
    expect((await rowOf(row.id))?.next_tracking_at).toBe(days(2));
    expect(await plans()).toMatchObject([
      {
        user_id: sales.id,
        customer_id: row.id,
        start_at: days(2),
        status: "pending",
        is_plan: true,
        title: `回访${row.name}`,
      },
    ]);
    await quick(asSales, row.id, { next_at: days(3), version: 2 });
    expect(await plans()).toMatchObject([{ start_at: days(3), status: "pending" }]);
    await quick(asSales, row.id, { next_at: null, version: 3 });
    expect(await rowOf(row.id)).toMatchObject({ next_tracking_at: null, version: 4 });
    expect(await plans()).toMatchObject([{ status: "cancelled" }]);
    const log = await db.select().from(customerChangeLog);
    expect(log.map(({ changes }) => changes[0]?.label)).toEqual(["下次跟进", "下次跟进", "下次跟进"]);
  });

  test("of a customer with whom nothing can come keeps why in the history", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id });
    await quick(asSales, row.id, { stage: "invalid", invalid_reason: "号码是空号" });
    expect(await rowOf(row.id)).toMatchObject({ stage: "invalid", lost_reason: null });
    expect(await db.select().from(customerChangeLog)).toMatchObject([{ reason: "号码是空号" }]);
    expect((await asSales(customer.audit, { params: { id: row.id } })).data.list).toMatchObject([
      { reason: "号码是空号", changes: [{ before: "新客户", after: "无效" }] },
    ]);
  });

  test("is refused when stale, before now, lost without a reason, or a stage of the deal", async () => {
    const row = await makeCustomer(db, { owner_id: sales.id });
    expect(await quick(asSales, row.id, { level: "A", version: 7 })).toMatchObject({
      code: 40901,
      data: { version: 1 },
    });
    expect(await quick(asSales, row.id, { next_at: days(-1) })).toMatchObject(refusedAt("next_at"));
    expect(await quick(asSales, row.id, { stage: "lost" })).toMatchObject(refusedAt("lost_reason"));
    expect(await quick(asSales, row.id, { tags: ["no_such_tag"] })).toMatchObject(refusedAt("tags"));
    const sold = await makeCustomer(db, { owner_id: sales.id, stage: "contracted" });
    expect(await quick(asSales, sold.id, { stage: "contacted" })).toMatchObject(refusedAt("stage"));
    expect(await rowOf(row.id)).toMatchObject({ version: 1, level: row.level });
    expect(await db.select().from(schedule)).toEqual([]);
  });
});

describe("an edit of several", () => {
  test("sets what is named, keeps the batch, and is undone", async () => {
    const one = await makeCustomer(db, { owner_id: sales.id, level: "D", source: "phone", tags: ["vip"] });
    const two = await makeCustomer(db, { owner_id: colleague.id, level: "C", source: "wechat" });
    const { data } = await asManager(customer.editBatch, {
      body: { ids: [one.id, two.id], set: { level: "A", source: "referral" } },
    });
    expect(data).toMatchObject({ success: [one.id, two.id], failed: [] });
    expect(await rowOf(one.id)).toMatchObject({ level: "A", source: "referral", tags: ["vip"], version: 2 });
    const undone = await asManager(batch.undo, { params: { id: data.batch_id ?? 0 } });
    expect(undone.data).toMatchObject({ success: [one.id, two.id], failed: [] });
    expect(await rowOf(one.id)).toMatchObject({ level: "D", source: "phone", tags: ["vip"], version: 3 });
    expect(await rowOf(two.id)).toMatchObject({ level: "C", source: "wechat" });
    const lines = await db.select().from(customerChangeLog).where(eq(customerChangeLog.customer_id, one.id));
    const levelOf = (action: string) =>
      lines.find((line) => line.action === action)?.changes.find(({ field }) => field === "level");
    expect(levelOf("undo")?.after).toBe(levelOf("update")?.before);
  });

  test("leaves out who is out of reach or changed since, wants something to set, and the source to a manager", async () => {
    const own = await makeCustomer(db, { owner_id: sales.id, source: "phone" });
    const foreign = await makeCustomer(db, { owner_id: colleague.id });
    const edit = (as: typeof asSales, ids: number[], set: object) => as(customer.editBatch, { body: { ids, set } });
    const { data } = await edit(asSales, [own.id, foreign.id], { level: "A" });
    expect(data).toMatchObject({ success: [own.id], failed: [{ id: foreign.id, code: 40301 }] });
    expect((await edit(asSales, [own.id], { source: "referral" })).data).toMatchObject({
      success: [],
      failed: [{ id: own.id, message: "客户来源只能由主管修改" }],
      batch_id: null,
    });
    expect(await edit(asSales, [own.id], {})).toMatchObject({ code: 42200 });
    await asSales(customer.quick, { params: { id: own.id }, body: { version: 2, level: "B" } });
    const undone = await asSales(batch.undo, { params: { id: data.batch_id ?? 0 } });
    expect(undone.data).toMatchObject({ success: [], failed: [{ id: own.id, code: 40901 }] });
  });
});
