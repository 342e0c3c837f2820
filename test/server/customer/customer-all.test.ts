import { and, eq, isNull } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { customer } from "~/contract/customer/customer";
import { batch as batchContract } from "~/contract/shared/batch";
import { customer as customerTable } from "~/server/database/tables/customer/customer";
import { batch, batchRow, operationLog } from "~/server/database/tables/system/system";
import { endDeadUndos } from "~/server/resources/shared/batch/undo-task";
import { testApi } from "~/test/support/api";
import { undo } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { makeCustomer, makeUser, setSetting, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";

// Acts on all that a filter finds: evaluated anew in the caller's scope, in the background, as one batch.

const { db } = testDatabase();
const { rowIn, rowsIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const { manager, sales, colleague, asManager, asSales } = signedIn(api, {
  manager: { role: "sales_manager", team: "一组" },
  sales: { role: "sales", team: "一组" },
  colleague: { role: "sales", team: "一组" },
});

const many = async (count: number, given: Parameters<typeof makeCustomer>[1]) => {
  const ids: number[] = [];
  for (let index = 0; index < count; index++) ids.push((await makeCustomer(db, given)).id);
  return ids;
};
const rowOf = (id: number) => rowIn("customer", id);
const held = (owner: number) => db.$count(customerTable, eq(customerTable.owner_id, owner));
const pooled = () => db.$count(customerTable, and(isNull(customerTable.owner_id), isNull(customerTable.deleted_at)));

const look = (as: As, id: number) => as(batchContract.get, { params: { id } });
/** How the act of a batch has ended. */
const ended = (as: As, id: number) =>
  vi.waitFor(async () => {
    const { act } = (await look(as, id)).data;
    expect(act?.status).not.toBe("running");
    return act;
  }, 20_000);
const release = (as: As, count: number, query: object = {}, key?: string) =>
  as.unchecked(customer.releaseAll, { query, key, body: { reason: "too_many", note: null, count } });
const idOf = ({ data }: { data: unknown }) => (data as { batch_id: number }).batch_id;

test("what a filter finds in one's scope is released in parts, as one batch, and taken back", async () => {
  const wanted = await many(53, { owner_id: sales.id, level: "A" });
  const [other] = await many(1, { owner_id: sales.id, level: "B" });
  await many(2, { owner_id: (await makeUser(db)).id, level: "A" });
  const begun = await release(asManager, 53, { level: ["A"], created_from: "2020-01-01", keyword: "客户" });
  expect(begun).toMatchObject({ code: 200, data: { total: 53 } });
  const id = idOf(begun);
  expect(await ended(asManager, id)).toEqual({
    ...{ status: "done", total: 53, success: 53, failed: 0, errors: [], message: null },
  });
  expect([await pooled(), (await rowOf(other ?? 0)).owner_id]).toEqual([53, sales.id]);
  expect(await rowsIn("batch")).toMatchObject([{ id, act: "release", count: 53, undone_at: null }]);
  expect(await db.$count(batchRow, eq(batchRow.batch_id, id))).toBe(53);
  // The whole act has its line, in addition to the rows' lines.
  expect(await rowsIn("operationLog", isNull(operationLog.target_id))).toMatchObject([
    {
      ...{ module: "customer", action: "release", user_name: manager.name },
      summary: `按筛选批量释放：共53条（批量操作#${id}）；筛选：关键词，客户等级：A 高意向，创建时间≥2020-01-01，全部`,
    },
  ]);
  const { data } = await undo(asManager, id);
  expect([data.success.length, data.failed]).toEqual([53, []]);
  expect(await rowOf(wanted[0] ?? 0)).toMatchObject({ owner_id: sales.id });
  expect((await look(asManager, id)).data).toMatchObject({ status: "done", success: 53, act: null });
});

test("nothing is done where another number is found than was seen, or too many are", async () => {
  await many(3, { owner_id: sales.id });
  expect(await release(asSales, 2)).toMatchObject({
    ...{ status: 409, code: 40902, message: "筛选结果已从2条变为3条，请刷新后重试" },
  });
  await many(8, { owner_id: sales.id });
  await setSetting(db, "customer.batch_rows", 10);
  expect(await release(asSales, 11)).toMatchObject({ code: 42200, message: "一次最多操作10条，请缩小筛选范围" });
  expect((await asSales(customer.list, {})).data.most_at_once).toBe(10);
  // Of a filter that finds nothing there is nothing to be done.
  expect((await release(asSales, 0)).code).toBe(42200);
  expect((await asSales.unchecked(customer.releaseAll, { query: { level: ["Z"] }, body: {} })).code).toBe(42200);
  expect([await held(sales.id), await db.$count(batch), await db.$count(operationLog)]).toEqual([11, 0, 0]);
});

test("the pool is given to several people, as far as each may hold them, row by row", async () => {
  await setSetting(db, "customer.cap", 2);
  const ids = await many(6, { name: "徐公海", level: "C" });
  await many(1, { level: "D" });
  const give = (as: As, user_ids: number[]) =>
    as.unchecked(customer.assignAll, { query: { level: ["C"] }, body: { user_ids, count: 6 } });
  const off = await makeUser(db, { role: "sales", team_id: colleague.team_id, accept_inquiry: false });
  expect(await give(asManager, [off.id])).toMatchObject(refusedAt("user_ids", "该员工已关闭接单"));
  const id = idOf(await give(asManager, [sales.id, colleague.id]));
  expect(await ended(asManager, id)).toMatchObject({
    ...{ status: "done", success: 4, failed: 2 },
    errors: ids.slice(4).map((one) => ({ id: one, name: "徐公海", message: "已达客户上限（2）" })),
  });
  expect([await held(sales.id), await held(colleague.id), await pooled()]).toEqual([2, 2, 3]);
  expect(await rowsIn("batch")).toMatchObject([{ act: "assign", count: 4 }]);
});

test("owned customers are handed on and tagged by their filter", async () => {
  await many(2, { owner_id: sales.id, source: "referral", tags: [] });
  const query = { view: "team" as const, source: ["referral"] };
  const transfer = { user_id: colleague.id, reason: "交接", count: 2 };
  const tags = { add: ["urgent"], remove: [], count: 2 };
  for (const begun of [
    () => asManager.unchecked(customer.transferAll, { query, body: transfer }),
    () => asManager(customer.tagAll, { query, body: tags }),
  ])
    expect(await ended(asManager, idOf(await begun()))).toMatchObject({ success: 2, failed: 0 });
  expect(await held(colleague.id)).toBe(2);
  expect((await rowsIn("customer")).map((row) => row.tags)).toEqual([["urgent"], ["urgent"]]);
  expect((await rowsIn("batch")).map(({ act }) => act).sort()).toEqual(["assign", "tag"]);
});

test("a form that is sent twice acts once", async () => {
  await many(2, { owner_id: sales.id });
  const send = () => release(asSales, 2, {}, "release-all-1");
  const first = await send();
  await ended(asSales, idOf(first));
  expect((await send()).data).toEqual(first.data);
  expect(await db.$count(batch)).toBe(1);
});

test("while it goes on it is not taken back; what its server left has broken off, and is", async () => {
  const [one] = await many(1, { owner_id: sales.id });
  const id = idOf(await release(asSales, 1));
  await ended(asSales, id);
  const beat_at = testNow.toISOString();
  const running = { of: "act", status: "running", total: 5, success: 1, failed: 0, errors: [], message: null, beat_at };
  await db.update(batch).set({ undo_result: running });
  expect(await undo(asSales, id)).toMatchObject({ code: 40902, message: "操作仍在进行，请等待其完成" });
  expect((await asSales(batchContract.list, {})).data.list).toMatchObject([{ status: "none", can: { undo: false } }]);
  await endDeadUndos(db);
  expect((await look(asSales, id)).data).toMatchObject({
    act: { status: "failed", message: "服务器已重启，操作在第1条后中断" },
  });
  expect((await undo(asSales, id)).data.success).toEqual([one]);
});
