import { eq, inArray, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { customer } from "~/contract/customer/customer";
import { tracking as trackingContract } from "~/contract/customer/tracking";
import { batch as contract } from "~/contract/shared/batch";
import {
  customerChangeLog,
  customerOwnerLog,
  customer as customerTable,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import {
  batch,
  batchRow,
  importTask,
  message,
  operationLog,
  schedule,
  user,
} from "~/server/database/tables/system/system";
import { endDeadUndos } from "~/server/resources/shared/batch/undo-task";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeSchedule, makeTeam, makeUser, testNow } from "~/test/support/factories";
import { patience } from "~/test/support/patience";
import { rounds } from "~/test/support/seed";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

/** More rows than an undo takes back at once. */
const large = rounds(2_500, 4_500);
const { db } = testDatabase();
const api = testApi(db, { now: testNow });

const at = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000);

const { manager, sales, colleague, asManager, asSales } = signedIn(api, {
  manager: { role: "sales_manager", team: "一组" },
  sales: { role: "sales", team: "一组" },
  colleague: { role: "sales", team: "一组" },
});

const rowOf = async (id: number) => (await db.select().from(customerTable).where(eq(customerTable.id, id)))[0];
const undo = (as: As, id: number | null) => as(contract.undo, { params: { id: id ?? 0 } });
const assign = async (ids: number[]) => {
  const body = { action: "assign" as const, user_id: colleague.id, reason: "交接", ids };
  return (await asManager(customer.assignBatch, { body })).data.batch_id;
};
const release = async (as: As, ids: number[]) =>
  (await as(customer.releaseBatch, { body: { reason: "no_intent", note: null, ids } })).data.batch_id;
const recycle = async (as: As, ids: number[]) =>
  (await as(customer.recycleBatch, { body: { reason: "重复录入", ids } })).data.batch_id;
const owned = (given: Parameters<typeof makeCustomer>[1] = {}) => makeCustomer(db, { owner_id: sales.id, ...given });
/** A plan that was made before the acts of a test. */
const plan = (customer_id: number) =>
  makeSchedule(db, { user_id: sales.id, customer_id, created_at: days(-1), updated_at: days(-1) });

describe("the undo of an assignment", () => {
  test("gives back owner, dates, lock and plans, and writes it down everywhere", async () => {
    const mine = await owned({
      is_locked: true,
      locked_until: days(9),
      next_tracking_at: days(2),
      assigned_at: days(-5),
    });
    const pooled = await makeCustomer(db);
    const planned = await plan(mine.id);
    const batch_id = await assign([mine.id, pooled.id]);
    expect(await rowOf(mine.id)).toMatchObject({ owner_id: colleague.id, is_locked: false });
    api.setClock(at(5));
    const { data } = await undo(asManager, batch_id);
    expect(data).toEqual({ success: [mine.id, pooled.id], failed: [], batch_id: null, task: null });
    expect(await rowOf(mine.id)).toMatchObject({
      owner_id: sales.id,
      assigned_at: days(-5),
      is_locked: true,
      locked_until: days(9),
      next_tracking_at: days(2),
      version: 3,
      updated_by: manager.id,
    });
    expect(await rowOf(pooled.id)).toMatchObject({
      owner_id: null,
      pool_at: pooled.pool_at,
      pool_reason: "new_unassigned",
      last_owner_id: null,
    });
    expect(await db.select().from(schedule)).toMatchObject([{ id: planned.id, user_id: sales.id, status: "pending" }]);
    const log = await db
      .select()
      .from(customerOwnerLog)
      .where(eq(customerOwnerLog.action, "undo"))
      .orderBy(customerOwnerLog.customer_id);
    expect(log).toMatchObject([
      { customer_id: mine.id, from_user: colleague.id, to_user: sales.id, by: manager.id },
      { customer_id: pooled.id, from_user: colleague.id, to_user: null },
    ]);
    const audit = await db.select().from(operationLog).where(eq(operationLog.target_type, "batch"));
    expect(audit).toMatchObject([{ summary: "撤销批量分配：恢复2条", user_id: manager.id, target_id: batch_id }]);
    expect(await db.select().from(batch)).toMatchObject([
      { undone_by: manager.id, undo_result: { success: 2, failed: 0 } },
    ]);
    const told = await db.select().from(message).where(eq(message.title, "批量操作已撤销"));
    expect(new Set(told.map(({ user_id }) => user_id))).toEqual(new Set([sales.id, colleague.id]));
    const history = await asManager(customer.audit, { params: { id: mine.id } });
    expect(history.data.list[0]).toMatchObject({
      action: "undo",
      changes: [{ field: "owner_id", before: colleague.name, after: sales.name }],
    });
  });

  test("leaves what was changed or followed up since, and says so", async () => {
    const [kept, edited, followed] = [await owned(), await owned(), await owned()];
    const batch_id = await assign([kept.id, edited.id, followed.id]);
    api.setClock(at(5));
    const asColleague = await api.as(colleague.id);
    await asColleague(customer.lock, { params: { id: edited.id } });
    const written = await asColleague(trackingContract.create, {
      body: {
        customer_id: followed.id,
        type: "other",
        content: "发了一份资料",
        tracked_at: "2026-11-20T12:00:00+08:00",
      },
    });
    expect(written).toMatchObject({ code: 200 });
    const { data } = await undo(asManager, batch_id);
    const changed = { code: 40901, message: "之后已被修改" };
    expect(data).toEqual({
      success: [kept.id],
      failed: [
        { id: edited.id, ...changed },
        { id: followed.id, ...changed },
      ],
      batch_id: null,
      task: null,
    });
    expect(await rowOf(edited.id)).toMatchObject({ owner_id: colleague.id, is_locked: true });
    const [assigned] = await db
      .select()
      .from(batch)
      .where(eq(batch.id, batch_id ?? 0));
    expect(assigned?.undo_result).toEqual({ success: 1, failed: 2 });
  });

  test("does not give a customer to somebody who has left, nor back a plan that was moved since", async () => {
    const [mine, other] = [await owned(), await makeCustomer(db, { owner_id: manager.id })];
    const planned = await makeSchedule(db, { user_id: manager.id, customer_id: other.id, updated_at: days(-1) });
    const batch_id = await assign([mine.id, other.id]);
    await db.update(user).set({ status: "resigned" }).where(eq(user.id, sales.id));
    await db
      .update(schedule)
      .set({ title: "改期", updated_at: days(0.1) })
      .where(eq(schedule.id, planned.id));
    const { data } = await undo(asManager, batch_id);
    expect(data).toMatchObject({
      success: [other.id],
      failed: [{ id: mine.id, code: 40902, message: "原跟进人已停用" }],
    });
    expect(await db.select().from(schedule)).toMatchObject([{ user_id: colleague.id }]);
  });

  test("ends requests for a transfer that came meanwhile", async () => {
    const { id } = await owned();
    const batch_id = await assign([id]);
    await db
      .insert(transferRequest)
      .values({ customer_id: id, applicant_id: manager.id, owner_id: colleague.id, reason: "老客户" });
    await undo(asManager, batch_id);
    expect(await db.select().from(transferRequest)).toMatchObject([{ status: "cancelled" }]);
  });
});

describe("the undo of a release", () => {
  test("brings customers home with their plans, by whoever released them, cap or not", async () => {
    await db.update(user).set({ customer_cap: 0 }).where(eq(user.id, sales.id));
    const { id } = await owned({ next_tracking_at: days(1) });
    const planned = await plan(id);
    const batch_id = await release(asSales, [id]);
    expect((await db.select().from(schedule))[0]?.status).toBe("cancelled");
    expect((await undo(asSales, batch_id)).data.success).toEqual([id]);
    expect(await rowOf(id)).toMatchObject({ owner_id: sales.id, pool_at: null, next_tracking_at: days(1) });
    expect(await db.select().from(schedule)).toMatchObject([{ id: planned.id, status: "pending" }]);
  });

  test("does not take a customer from whoever has claimed him", async () => {
    const { id } = await owned();
    const batch_id = await release(asSales, [id]);
    const asColleague = await api.as(colleague.id);
    expect((await asColleague(customer.claim, { params: { id }, body: { action: "claim" } })).code).toBe(200);
    expect((await undo(asSales, batch_id)).data).toMatchObject({ success: [], failed: [{ id, code: 40901 }] });
    expect((await rowOf(id))?.owner_id).toBe(colleague.id);
  });
});

describe("the undo of a recycling", () => {
  test("takes customers out of the bin, each to where he was", async () => {
    const [mine, pooled] = [await owned(), await makeCustomer(db)];
    const planned = await plan(mine.id);
    const batch_id = await recycle(asManager, [mine.id, pooled.id]);
    expect((await rowOf(mine.id))?.deleted_at).not.toBeNull();
    expect((await undo(asManager, batch_id)).data.failed).toEqual([]);
    const living = { deleted_at: null, deleted_by: null, delete_reason: null };
    expect(await rowOf(mine.id)).toMatchObject({ owner_id: sales.id, ...living });
    expect(await rowOf(pooled.id)).toMatchObject({ owner_id: null, pool_at: pooled.pool_at, ...living });
    expect(await db.select().from(schedule)).toMatchObject([{ id: planned.id, status: "pending" }]);
  });

  test("leaves in the bin whose number another customer has by now", async () => {
    const [gone, free] = [await owned({ phone: "13811112222" }), await owned()];
    const batch_id = await recycle(asSales, [gone.id, free.id]);
    await makeCustomer(db, { phone: "13811112222", owner_id: colleague.id });
    const { data } = await undo(asSales, batch_id);
    expect(data).toMatchObject({ success: [free.id], failed: [{ id: gone.id, code: 40910 }] });
    expect(data.failed[0]?.message).toContain(colleague.name);
    expect((await rowOf(gone.id))?.deleted_at).not.toBeNull();
  });

  test("is not stopped by rows of the batch that share a number", async () => {
    const shared = [await owned({ phone: "13811112222" }), await owned({ phone: "13811112222" })].map(({ id }) => id);
    expect((await undo(asSales, await recycle(asSales, shared))).data.success).toEqual(shared);
  });
});

describe("tags in a batch", () => {
  const tag = (as: As, ids: number[], add: string[], remove: string[] = []) =>
    as(customer.tagBatch, { body: { add, remove, ids } });
  let known: string[];
  beforeEach(async () => {
    const { rows } = await db.execute<{ value: string }>(
      sql`select value from option where scene = 'customer_tag' and status = 'enabled' order by value`,
    );
    known = rows.map(({ value }) => value);
    expect(known.length).toBeGreaterThan(1);
  });

  test("are put on and taken off, written down, and undone", async () => {
    const [first = "", second = ""] = known;
    const [one, two] = [await owned({ tags: [first] }), await owned()];
    const { data } = await tag(asSales, [one.id, two.id], [second], [first]);
    expect(data).toMatchObject({ success: [one.id, two.id], failed: [] });
    expect(await rowOf(one.id)).toMatchObject({ tags: [second], version: 2, updated_by: sales.id });
    expect(await db.select().from(customerChangeLog).orderBy(customerChangeLog.id)).toMatchObject([
      { action: "tag", customer_id: one.id, changes: [{ field: "tags", label: "标签" }] },
      { customer_id: two.id, changes: [{ before: null }] },
    ]);
    expect((await undo(asSales, data.batch_id)).data.success).toEqual([one.id, two.id]);
    expect(await rowOf(one.id)).toMatchObject({ tags: [first], version: 3 });
    expect(await rowOf(two.id)).toMatchObject({ tags: [] });
    const lines = await db.select().from(customerChangeLog).where(eq(customerChangeLog.customer_id, one.id));
    const changeOf = (action: string) => lines.find((line) => line.action === action)?.changes[0];
    expect(changeOf("undo")?.after).toBe(changeOf("tag")?.before);
  });

  test("are at most ten, of those that exist, of customers within reach", async () => {
    const [first = ""] = known;
    const ten = Array.from({ length: 10 }, (_, index) => `old${index}`);
    const full = await owned({ tags: ten });
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
    const complaint = async (add: string[], remove: string[] = []) => {
      const { code, data }: { code: number; data: unknown } = await tag(asSales, [full.id], add, remove);
      return [code, (data as { errors: { field: string; message: string }[] }).errors[0]?.message];
    };
    expect(await complaint([])).toEqual([42200, "请选择要添加或移除的标签"]);
    expect(await complaint([first], [first])).toEqual([42200, "同一标签不能既添加又移除"]);
    expect(await complaint(["no_such"])).toEqual([42200, "添加标签含有不能选择的选项"]);
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
    const [kept] = await db
      .insert(batch)
      .values({ ...values, count, created_at: days(0) })
      .returning();
    const batchId = kept?.id ?? 0;
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
    await db.update(customerTable).set({ version: 2 }).where(eq(customerTable.id, changed));
    const planned = await plan(others[0] ?? 0);
    expect((await look(asSales, batchId)).data).toMatchObject({ status: "none", total: 2_000 });
    const { data } = await undo(asSales, batchId);
    expect(data).toMatchObject({ success: others, task: null });
    expect(data.failed).toEqual([{ id: changed, code: 40901, message: "之后已被修改" }]);
    expect(await recycled()).toEqual({ n: 1_999, version: 2 });
    expect((await rowOf(changed))?.deleted_at).toBeNull();
    const [plannedNow] = await db
      .select()
      .from(schedule)
      .where(inArray(schedule.id, [planned.id]));
    expect(plannedNow?.status).toBe("cancelled");
    const log = await db
      .select()
      .from(customerChangeLog)
      .where(eq(customerChangeLog.customer_id, others[0] ?? 0));
    expect(log).toMatchObject([{ action: "recycle", reason: "撤销导入", by: sales.id }]);
    expect((await look(asSales, batchId)).data).toMatchObject({ status: "done", success: 1_999, failed: 1 });
  });

  test("of more rows is a task that says how far it is, and is told of once", async () => {
    const { batchId, ids } = await imported(large);
    await db
      .update(customerTable)
      .set({ version: 2 })
      .where(eq(customerTable.id, ids[2_200] ?? 0));
    const begun = await undo(asSales, batchId);
    expect(begun.data).toMatchObject({
      success: [],
      failed: [],
      task: { status: "running", total: large, success: 0 },
    });
    // Asked for a second time it is the same one.
    expect((await undo(asSales, batchId)).data.task).toMatchObject({ status: "running" });
    expect((await look(await api.as(colleague.id), batchId)).code).toBe(40301);
    expect(await ended(batchId)).toEqual({
      id: batchId,
      status: "done",
      total: large,
      success: large - 1,
      failed: 1,
      message: "之后已被修改",
      act: null,
    });
    expect(await recycled()).toEqual({ n: large - 1, version: 2 });
    const lines = await db.select().from(operationLog).where(eq(operationLog.target_type, "batch"));
    expect(lines).toMatchObject([{ summary: `撤销导入：恢复${large - 1}条，1条未恢复` }]);
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
  test("to others, but not to a super_admin", async () => {
    const { id } = await owned();
    const batch_id = await release(asSales, [id]);
    expect(await undo(asManager, batch_id)).toMatchObject({ status: 403, code: 40301 });
    const asAdmin = await api.as((await makeUser(db, { role: "super_admin" })).id);
    expect((await undo(asAdmin, batch_id)).data.success).toEqual([id]);
  });

  test("without the permission of the act, for an unknown batch, and to nobody", async () => {
    const { id } = await owned();
    const batch_id = await release(asSales, [id]);
    await db.update(batch).set({ permission: "customer:info:assign" });
    expect(await undo(asSales, batch_id)).toMatchObject({ status: 403, code: 40300 });
    expect((await undo(asSales, 999_999)).code).toBe(40400);
    expect((await api.send(contract.undo, { params: { id: batch_id ?? 0 } })).code).toBe(40100);
  });

  test("after the hours that the settings give", async () => {
    const { id } = await owned();
    const batch_id = await release(asSales, [id]);
    api.setClock(at(24 * 60 + 1));
    const late = await (await api.as(sales.id))(contract.undo, { params: { id: batch_id ?? 0 } });
    expect(late).toMatchObject({ status: 409, code: 40905, message: "已超过可撤销时间" });
    expect((await rowOf(id))?.owner_id).toBeNull();
    api.setClock(at(24 * 60));
    expect((await undo(asSales, batch_id)).code).toBe(200);
  });

  test("row by row to who has been moved to another team since", async () => {
    const [released, tagged] = [await owned(), await owned()];
    const asManagerThen = await api.as(manager.id);
    const batches = [await release(asManager, [released.id]), await assign([tagged.id])];
    await db
      .update(user)
      .set({ team_id: (await makeTeam(db)).id })
      .where(eq(user.id, manager.id));
    for (const [index, { id }] of [released, tagged].entries()) {
      const { data } = await undo(asManagerThen, batches[index] ?? 0);
      expect(data).toMatchObject({ success: [], failed: [{ id, code: 40301 }] });
    }
    expect((await rowOf(released.id))?.owner_id).toBeNull();
  });

  test("of an import that still runs; one that died is taken back", async () => {
    const { id } = await owned();
    const batch_id = await recycle(asSales, [id]);
    await db.insert(importTask).values({
      user_id: sales.id,
      kind: "customer",
      name: "客户.xlsx",
      file_key: "import/x",
      dry_run: false,
      batch_id,
      created_at: days(0),
      beat_at: days(0),
    });
    expect(await undo(asSales, batch_id)).toMatchObject({
      status: 409,
      code: 40902,
      message: "导入仍在进行，请等待其完成",
    });
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
  expect(await rowOf(id)).toMatchObject({ delete_reason: "重复录入", owner_id: null, last_owner_id: sales.id });
  expect((await asSales(customer.remove, { params: { id }, body: { reason: "重复录入" } })).code).toBe(40301);
  expect(await db.select().from(batch)).toEqual([]);
});

whoMay(api, contract, { all: "any" });
