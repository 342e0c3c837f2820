import { eq, inArray, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { customer } from "~/contract/customer/customer";
import { tracking as trackingContract } from "~/contract/customer/tracking";
import { batch as contract } from "~/contract/shared/batch";
import {
  customerChangeLog,
  customerOwnerLog,
  customer as customerTable,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import { batch, batchRow, importTask, message, operationLog } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { endDeadUndos } from "~/server/resources/shared/batch/undo-task";
import { testApi } from "~/test/support/api";
import { assignBatch, claim, lock, recycleBatch, releaseBatch, undo } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeSchedule, makeTeam, testNow } from "~/test/support/factories";
import { patience } from "~/test/support/patience";
import { rowsOf } from "~/test/support/rows";
import { rounds } from "~/test/support/seed";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

/** More rows than an undo takes back at once. */
const large = rounds(2_500, 4_500);
const { db } = testDatabase();
const { rowIn, rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });

const at = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000);

const { manager, sales, colleague, asManager, asSales, asColleague } = signedIn(api, {
  manager: { role: "sales_manager", team: "一组" },
  sales: { role: "sales", team: "一组" },
  colleague: { role: "sales", team: "一组" },
});

const about = (id: number) => rowIn("customer", id);
const batchOf = async (act: Promise<{ data: { batch_id: number | null } }>) => (await act).data.batch_id ?? 0;
const assign = (ids: number[]) => batchOf(assignBatch(asManager, ids, colleague.id));
const release = (as: As, ids: number[]) => batchOf(releaseBatch(as, ids));
const recycle = (as: As, ids: number[]) => batchOf(recycleBatch(as, ids));
const owned = (given: Parameters<typeof makeCustomer>[1] = {}) => makeCustomer(db, { owner_id: sales.id, ...given });
/** A plan that was made before the acts of a test. */
const plan = (customer_id: number) =>
  makeSchedule(db, { user_id: sales.id, customer_id, created_at: days(-1), updated_at: days(-1) });

const linesOfBatches = () => rowsIn("operationLog", eq(operationLog.target_type, "batch"));
const changedSince = { code: 40901, message: "之后已被修改" };

describe("the undo of an assignment", () => {
  test("gives back owner, dates, lock and plans, and writes it down everywhere", async () => {
    const before = { assigned_at: days(-5), is_locked: true, locked_until: days(9), next_tracking_at: days(2) };
    const mine = await owned(before);
    const pooled = await makeCustomer(db);
    const planned = await plan(mine.id);
    const batch_id = await assign([mine.id, pooled.id]);
    expect(await about(mine.id)).toMatchObject({ owner_id: colleague.id, is_locked: false });
    api.setClock(at(5));
    const { data } = await undo(asManager, batch_id);
    expect(data).toEqual({ success: [mine.id, pooled.id], failed: [], batch_id: null, task: null });
    const now = { owner_id: sales.id, ...before, version: 3, updated_by: manager.id };
    expect(await about(mine.id)).toMatchObject(now);
    const { pool_at } = pooled;
    expect(await about(pooled.id)).toMatchObject({
      ...{ owner_id: null, pool_at, pool_reason: "new_unassigned", last_owner_id: null },
    });
    expect(await rowsIn("schedule")).toMatchObject([{ id: planned.id, user_id: sales.id, status: "pending" }]);
    expect(await rowsIn("customerOwnerLog", eq(customerOwnerLog.action, "undo"))).toMatchObject([
      { customer_id: mine.id, from_user: colleague.id, to_user: sales.id, by: manager.id },
      { customer_id: pooled.id, from_user: colleague.id, to_user: null },
    ]);
    expect(await linesOfBatches()).toMatchObject([
      { summary: "撤销批量分配：恢复2条", user_id: manager.id, target_id: batch_id },
    ]);
    expect(await rowsIn("batch")).toMatchObject([{ undone_by: manager.id, undo_result: { success: 2, failed: 0 } }]);
    const messages = await rowsIn("message", eq(message.title, "批量操作已撤销"));
    expect(new Set(messages.map(({ user_id }) => user_id))).toEqual(new Set([sales.id, colleague.id]));
    const changes = [{ field: "owner_id", before: colleague.name, after: sales.name }];
    const history = await asManager(customer.audit, { params: { id: mine.id } });
    expect(history.data.list[0]).toMatchObject({ action: "undo", changes });
  });

  test("leaves what was changed or followed up since, and says so", async () => {
    const [untouched, edited, followed] = [await owned(), await owned(), await owned()];
    const batch_id = await assign([untouched.id, edited.id, followed.id]);
    api.setClock(at(5));
    await lock(asColleague, edited.id);
    const body = { customer_id: followed.id, type: "other" as const, content: "发了一份资料", tracked_at: days(0) };
    expect((await asColleague(trackingContract.create, { body })).code).toBe(200);
    expect((await undo(asManager, batch_id)).data).toEqual({
      success: [untouched.id],
      failed: [edited, followed].map(({ id }) => ({ id, ...changedSince })),
      batch_id: null,
      task: null,
    });
    expect(await about(edited.id)).toMatchObject({ owner_id: colleague.id, is_locked: true });
    expect((await rowIn("batch", batch_id)).undo_result).toEqual({ success: 1, failed: 2 });
  });

  test("does not give a customer to somebody who has left, nor back a plan that was moved since", async () => {
    const [mine, other] = [await owned(), await makeCustomer(db, { owner_id: manager.id })];
    const planned = await makeSchedule(db, { user_id: manager.id, customer_id: other.id, updated_at: days(-1) });
    const batch_id = await assign([mine.id, other.id]);
    await updateIn("user", sales.id, { status: "resigned" });
    await updateIn("schedule", planned.id, { title: "改期", updated_at: days(0.1) });
    const failed = [{ id: mine.id, code: 40902, message: "原跟进人已停用" }];
    expect((await undo(asManager, batch_id)).data).toMatchObject({ success: [other.id], failed });
    expect(await rowsIn("schedule")).toMatchObject([{ user_id: colleague.id }]);
  });

  test("ends requests for a transfer that came meanwhile", async () => {
    const { id } = await owned();
    const batch_id = await assign([id]);
    const request = { applicant_id: manager.id, owner_id: colleague.id, reason: "老客户" };
    await db.insert(transferRequest).values({ customer_id: id, ...request });
    await undo(asManager, batch_id);
    expect(await rowsIn("transferRequest")).toMatchObject([{ status: "cancelled" }]);
  });
});

describe("the undo of a release", () => {
  test("brings customers home with their plans, by whoever released them, cap or not", async () => {
    await updateIn("user", sales.id, { customer_cap: 0 });
    const { id } = await owned({ next_tracking_at: days(1) });
    const planned = await plan(id);
    const batch_id = await release(asSales, [id]);
    expect(await rowsIn("schedule")).toMatchObject([{ status: "cancelled" }]);
    expect((await undo(asSales, batch_id)).data.success).toEqual([id]);
    expect(await about(id)).toMatchObject({ owner_id: sales.id, pool_at: null, next_tracking_at: days(1) });
    expect(await rowsIn("schedule")).toMatchObject([{ id: planned.id, status: "pending" }]);
  });

  test("does not take a customer from whoever has claimed him", async () => {
    const { id } = await owned();
    const batch_id = await release(asSales, [id]);
    expect((await claim(asColleague, id)).code).toBe(200);
    expect((await undo(asSales, batch_id)).data).toMatchObject({ success: [], failed: [{ id, code: 40901 }] });
    expect((await about(id)).owner_id).toBe(colleague.id);
  });
});

describe("the undo of a recycling", () => {
  test("takes customers out of the bin, each to where he was", async () => {
    const [mine, pooled] = [await owned(), await makeCustomer(db)];
    const planned = await plan(mine.id);
    const batch_id = await recycle(asManager, [mine.id, pooled.id]);
    expect((await about(mine.id)).deleted_at).not.toBeNull();
    expect((await undo(asManager, batch_id)).data.failed).toEqual([]);
    const living = { deleted_at: null, deleted_by: null, delete_reason: null };
    expect(await about(mine.id)).toMatchObject({ owner_id: sales.id, ...living });
    expect(await about(pooled.id)).toMatchObject({ owner_id: null, pool_at: pooled.pool_at, ...living });
    expect(await rowsIn("schedule")).toMatchObject([{ id: planned.id, status: "pending" }]);
  });

  test("leaves in the bin whose number another customer has by now", async () => {
    const [gone, free] = [await owned({ phone: "13811112222" }), await owned()];
    const batch_id = await recycle(asSales, [gone.id, free.id]);
    await makeCustomer(db, { phone: "13811112222", owner_id: colleague.id });
    const failed = [{ id: gone.id, code: 40910, message: expect.stringContaining(colleague.name) }];
    expect((await undo(asSales, batch_id)).data).toMatchObject({ success: [free.id], failed });
    expect((await about(gone.id)).deleted_at).not.toBeNull();
  });

  test("is not stopped by rows of the batch that share a number", async () => {
    const shared = [await owned({ phone: "13811112222" }), await owned({ phone: "13811112222" })].map(({ id }) => id);
    expect((await undo(asSales, await recycle(asSales, shared))).data.success).toEqual(shared);
  });
});

describe("tags in a batch", () => {
  const tag = (as: As, ids: number[], add: string[], remove: string[] = []) =>
    as(customer.tagBatch, { body: { add, remove, ids } });
  const [first, second] = ["cash_buyer", "urgent"];

  test("are put on and taken off, written down, and undone", async () => {
    const [one, two] = [await owned({ tags: [first] }), await owned()];
    const { data } = await tag(asSales, [one.id, two.id], [second], [first]);
    expect(data).toMatchObject({ success: [one.id, two.id], failed: [] });
    expect(await about(one.id)).toMatchObject({ tags: [second], version: 2, updated_by: sales.id });
    expect(await rowsIn("customerChangeLog")).toMatchObject([
      { action: "tag", customer_id: one.id, changes: [{ field: "tags", label: "标签" }] },
      { customer_id: two.id, changes: [{ before: null }] },
    ]);
    expect((await undo(asSales, data.batch_id)).data.success).toEqual([one.id, two.id]);
    expect(await about(one.id)).toMatchObject({ tags: [first], version: 3 });
    expect(await about(two.id)).toMatchObject({ tags: [] });
    const lines = await rowsIn("customerChangeLog", eq(customerChangeLog.customer_id, one.id));
    const changeOf = (action: string) => lines.find((line) => line.action === action)?.changes[0];
    expect(changeOf("undo")?.after).toBe(changeOf("tag")?.before);
  });

  test("are at most ten, of those that exist, of customers within reach", async () => {
    const full = await owned({ tags: Array.from({ length: 10 }, (_, index) => `old${index}`) });
    const foreign = await makeCustomer(db, { owner_id: colleague.id });
    const { data } = await tag(asSales, [full.id, foreign.id], [first]);
    expect(data).toMatchObject({
      success: [],
      failed: [
        { id: full.id, code: 42200, message: "标签最多10个" },
        { id: foreign.id, code: 40301 },
      ],
      batch_id: null,
    });
    expect((await tag(asSales, [full.id], [first], ["old0"])).data.success).toEqual([full.id]);
    for (const [add, remove, message] of [
      [[], [], "请选择要添加或移除的标签"],
      [[first], [first], "同一标签不能既添加又移除"],
      [["no_such"], [], "添加标签含有不能选择的选项"],
    ] as const)
      expect(await tag(asSales, [full.id], [...add], [...remove])).toMatchObject({
        ...{ code: 42200, data: { errors: [{ message }] } },
      });
  });
});

describe("the undo of an import", () => {
  /** So many customers as an import leaves them, and their batch. */
  async function imported(count: number) {
    await db.execute(sql`insert into customer (customer_no, name, source, owner_id, assigned_at, created_at, updated_at)
      select 'KHI' || n, '导入' || n, 'import', ${sales.id}::bigint, ${days(0)}, ${days(0)}, ${days(0)}
      from generate_series(1, ${count}::int) n`);
    const rows = await db.select({ id: customerTable.id }).from(customerTable).orderBy(customerTable.id);
    const values = { act: "import", target_type: "customer", permission: "customer:info:create", user_id: sales.id };
    await db.insert(batch).values({ ...values, count, created_at: days(0) });
    const { id: batchId } = found((await rowsIn("batch"))[0]);
    await db.execute(sql`insert into batch_row select ${batchId}::bigint, id, '{}', 1 from customer`);
    return { batchId, ids: rows.map(({ id }) => id) };
  }

  const look = (as: As, id: number) => as(contract.get, { params: { id } });
  const ended = (id: number) =>
    vi.waitFor(async () => {
      const { data } = await look(asSales, id);
      expect(data.status).not.toBe("running");
      return data;
    }, patience);
  const recycled = async () => {
    const { rows } = await db.execute(sql`select count(*)::int as n, max(version) as version from customer
      where deleted_at is not null and owner_id is null and last_owner_id = ${sales.id} and delete_reason = '撤销导入' and is_undone`);
    return rows[0];
  };

  test("puts its rows into the recycle bin, those that were worked on since apart", async () => {
    const { batchId, ids } = await imported(2_000);
    const [changed = 0, ...others] = ids;
    await updateIn("customer", changed, { version: 2 });
    const planned = await plan(others[0] ?? 0);
    expect((await look(asSales, batchId)).data).toMatchObject({ status: "none", total: 2_000 });
    const { data } = await undo(asSales, batchId);
    expect(data).toMatchObject({ success: others, task: null });
    expect(data.failed).toEqual([{ id: changed, ...changedSince }]);
    expect(await recycled()).toEqual({ n: 1_999, version: 2 });
    expect((await about(changed)).deleted_at).toBeNull();
    expect((await rowIn("schedule", planned.id)).status).toBe("cancelled");
    expect(await rowsIn("customerChangeLog", eq(customerChangeLog.customer_id, others[0] ?? 0))).toMatchObject([
      { action: "recycle", reason: "撤销导入", by: sales.id },
    ]);
    expect((await look(asSales, batchId)).data).toMatchObject({ status: "done", success: 1_999, failed: 1 });
  });

  test("of more rows is a task that says how far it is, and is told of once", async () => {
    const { batchId, ids } = await imported(large);
    await updateIn("customer", ids[2_200] ?? 0, { version: 2 });
    const begun = { success: [], failed: [], task: { status: "running", total: large, success: 0 } };
    expect((await undo(asSales, batchId)).data).toMatchObject(begun);
    // Asked for a second time it is the same one.
    expect((await undo(asSales, batchId)).data.task).toMatchObject({ status: "running" });
    expect((await look(asColleague, batchId)).code).toBe(40301);
    expect(await ended(batchId)).toEqual({
      ...{ id: batchId, status: "done", total: large, success: large - 1, failed: 1 },
      ...{ message: changedSince.message, act: null },
    });
    expect(await recycled()).toEqual({ n: large - 1, version: 2 });
    expect(await linesOfBatches()).toMatchObject([{ summary: `撤销导入：恢复${large - 1}条，1条未恢复` }]);
    expect(await undo(asSales, batchId)).toMatchObject({ code: 40902 });
  });

  test("goes on where a dead server has left it, and takes nothing back twice", async () => {
    const { batchId, ids } = await imported(large);
    const done = ids.slice(0, 2_000);
    await db
      .update(customerTable)
      .set({
        ...{ owner_id: null, last_owner_id: sales.id, version: 2 },
        ...{ deleted_at: days(0), delete_reason: "撤销导入", is_undone: true },
      })
      .where(inArray(customerTable.id, done));
    const undo_result = { status: "running", success: 2_000, failed: 0, last_id: done.at(-1), message: null };
    await db.update(batch).set({ undo_result: { ...undo_result, beat_at: days(0) } });
    expect((await undo(asSales, batchId)).data.task).toMatchObject({ status: "running", success: 2_000 });
    await endDeadUndos(db);
    expect((await look(asSales, batchId)).data).toMatchObject({
      status: "failed",
      message: "服务器已重启，撤销在第2000条后中断，可继续撤销",
    });
    expect((await undo(asSales, batchId)).data.task).toMatchObject({ status: "running", success: 2_000 });
    expect(await ended(batchId)).toMatchObject({ status: "done", success: large, failed: 0 });
    expect(await recycled()).toEqual({ n: large, version: 2 });
  });
});

describe("an undo is refused", () => {
  test("after the hours that the settings give", async () => {
    const { id } = await owned();
    const batch_id = await release(asSales, [id]);
    api.setClock(at(24 * 60 + 1));
    const late = { status: 409, code: 40905, message: "已超过可撤销时间" };
    expect(await undo(await api.as(sales.id), batch_id)).toMatchObject(late);
    expect((await about(id)).owner_id).toBeNull();
    api.setClock(at(24 * 60));
    expect((await undo(asSales, batch_id)).code).toBe(200);
  });

  test("row by row to who has been moved to another team since", async () => {
    const [released, tagged] = [await owned(), await owned()];
    const asManagerThen = await api.as(manager.id);
    const batches = [await release(asManager, [released.id]), await assign([tagged.id])];
    await updateIn("user", manager.id, { team_id: (await makeTeam(db)).id });
    for (const [index, { id }] of [released, tagged].entries()) {
      const { data } = await undo(asManagerThen, batches[index] ?? 0);
      expect(data).toMatchObject({ success: [], failed: [{ id, code: 40301 }] });
    }
    expect((await about(released.id)).owner_id).toBeNull();
  });

  test("of an import that still runs; one that died is taken back", async () => {
    const { id } = await owned();
    const batch_id = await recycle(asSales, [id]);
    const task = { user_id: sales.id, kind: "customer", name: "客户.xlsx", file_key: "import/x", dry_run: false };
    await db.insert(importTask).values({ ...task, batch_id, created_at: days(0), beat_at: days(0) });
    const running = { status: 409, code: 40902, message: "导入仍在进行，请等待其完成" };
    expect(await undo(asSales, batch_id)).toMatchObject(running);
    api.setClock(at(10));
    expect((await undo(asSales, batch_id)).data.success).toEqual([id]);
  });

  test("the second time", async () => {
    const { id } = await owned();
    const batch_id = await release(asSales, [id]);
    expect((await undo(asSales, batch_id)).code).toBe(200);
    expect(await undo(asSales, batch_id)).toMatchObject({ status: 409, code: 40902 });
    expect(await db.select().from(batchRow)).toHaveLength(1);
  });
});

test("the empty suffix (domain S.7) recycles too, and keeps no batch of one", async () => {
  const { id } = await owned();
  expect((await asSales(customer.remove, { params: { id }, body: { reason: "重复录入" } })).code).toBe(200);
  expect(await about(id)).toMatchObject({ delete_reason: "重复录入", owner_id: null, last_owner_id: sales.id });
  expect(await rowsIn("batch")).toEqual([]);
});

whoMay(api, contract, { all: "any" });
