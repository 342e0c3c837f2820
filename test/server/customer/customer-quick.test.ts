import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerChangeLog, customer as customerTable } from "~/server/database/tables/customer/customer";
import { operationLog, schedule } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { undo } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { tableRows } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowIn, rowsIn } = tableRows(db);
const api = testApi(db, { now: testNow });
const { sales, colleague, asSales, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  colleague: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});

const rowOf = (id: number) => rowIn(customerTable, id);
const quick = (id: number, body: object) => asSales(customer.quick, { params: { id }, body: { version: 1, ...body } });
const edit = (as: As, ids: number[], set: object) => as(customer.editBatch, { body: { ids, set } });
const own = (given: object = {}) => makeCustomer(db, { owner_id: sales.id, ...given });
const plans = () => rowsIn(schedule);

describe("an edit in the row", () => {
  test("changes what is named and nothing else, counts the version on, and is in both logs", async () => {
    const row = await own({ remark: "先不打扰", tags: ["vip"] });
    const { data } = await quick(row.id, { level: "B" });
    expect(data).toMatchObject({ level: "B", tags: ["vip"], remark: "先不打扰", version: 2 });
    const changes = [{ field: "level", label: "客户等级", before: "C 低意向", after: "B 中意向" }];
    expect(await rowsIn(customerChangeLog)).toMatchObject([{ action: "update", by: sales.id, changes }]);
    expect(await rowsIn(operationLog)).toMatchObject([{ action: "update", target_id: row.id, changes }]);
    expect((await quick(row.id, { version: 2, tags: [] })).data.tags).toEqual([]);
  });

  test("of the next date writes a schedule, moves that one, and takes it away", async () => {
    const row = await own();
    await quick(row.id, { next_at: days(2) });
    expect((await rowOf(row.id)).next_tracking_at).toBe(days(2));
    const plan = { user_id: sales.id, customer_id: row.id, start_at: days(2), status: "pending", is_plan: true };
    expect(await plans()).toMatchObject([{ ...plan, title: `回访${row.name}` }]);
    await quick(row.id, { next_at: days(3), version: 2 });
    expect(await plans()).toMatchObject([{ start_at: days(3), status: "pending" }]);
    await quick(row.id, { next_at: null, version: 3 });
    expect(await rowOf(row.id)).toMatchObject({ next_tracking_at: null, version: 4 });
    expect(await plans()).toMatchObject([{ status: "cancelled" }]);
    const log = await rowsIn(customerChangeLog);
    expect(log.map(({ changes }) => changes[0]?.label)).toEqual(["下次跟进", "下次跟进", "下次跟进"]);
  });

  test("of a customer with whom nothing can come keeps why in the history", async () => {
    const row = await own();
    await quick(row.id, { stage: "invalid", invalid_reason: "号码是空号" });
    expect(await rowOf(row.id)).toMatchObject({ stage: "invalid", lost_reason: null });
    expect(await rowsIn(customerChangeLog)).toMatchObject([{ reason: "号码是空号" }]);
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
    expect(await rowOf(row.id)).toMatchObject({ version: 1, level: row.level });
    expect(await plans()).toEqual([]);
  });
});

describe("an edit of several", () => {
  test("sets what is named, keeps the batch, and is undone", async () => {
    const one = await own({ level: "D", source: "phone", tags: ["vip"] });
    const two = await makeCustomer(db, { owner_id: colleague.id, level: "C", source: "wechat" });
    const { data } = await edit(asManager, [one.id, two.id], { level: "A", source: "referral" });
    expect(data).toMatchObject({ success: [one.id, two.id], failed: [] });
    expect(await rowOf(one.id)).toMatchObject({ level: "A", source: "referral", tags: ["vip"], version: 2 });
    const undone = { success: [one.id, two.id], failed: [] };
    expect((await undo(asManager, data.batch_id)).data).toMatchObject(undone);
    expect(await rowOf(one.id)).toMatchObject({ level: "D", source: "phone", tags: ["vip"], version: 3 });
    expect(await rowOf(two.id)).toMatchObject({ level: "C", source: "wechat" });
    const lines = await rowsIn(customerChangeLog, eq(customerChangeLog.customer_id, one.id));
    const levelOf = (action: string) =>
      lines.find((line) => line.action === action)?.changes.find(({ field }) => field === "level");
    expect(levelOf("undo")?.after).toBe(levelOf("update")?.before);
  });

  test("leaves out who is out of reach or changed since, wants something to set, and the source to a manager", async () => {
    const mine = await own({ source: "phone" });
    const foreign = await makeCustomer(db, { owner_id: colleague.id });
    const { data } = await edit(asSales, [mine.id, foreign.id], { level: "A" });
    expect(data).toMatchObject({ success: [mine.id], failed: [{ id: foreign.id, code: 40301 }] });
    expect((await edit(asSales, [mine.id], { source: "referral" })).data).toMatchObject({
      success: [],
      failed: [{ id: mine.id, message: "客户来源只能由主管修改" }],
      batch_id: null,
    });
    expect(await edit(asSales, [mine.id], {})).toMatchObject({ code: 42200 });
    await quick(mine.id, { version: 2, level: "B" });
    const failed = [{ id: mine.id, code: 40901 }];
    expect((await undo(asSales, data.batch_id)).data).toMatchObject({ success: [], failed });
  });
});
