import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { testApi } from "~/test/support/api";
import { restore } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeTeam, makeUser, makeWebhook, setSetting, testNow } from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowIn, rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });

const { manager, sales, asManager } = signedIn(api, {
  manager: { role: "sales_manager", team: "一组", name: "陆经理" },
  sales: { role: "sales", team: "一组", name: "林顾问" },
});

type Given = Parameters<typeof makeCustomer>[1];
/** Somebody in the recycle bin, last held by the seller. */
const recycled = (given: Given = {}) =>
  makeCustomer(db, {
    ...{ last_owner_id: sales.id, pool_at: null, pool_reason: null },
    ...{ deleted_at: days(-1), deleted_by: manager.id, delete_reason: "重复录入" },
    ...given,
  });
const about = (id: number) => rowIn("customer", id);
const person = async (given: object) => (await makeUser(db, { role: "sales", team_id: manager.team_id, ...given })).id;
const list = async (as: As, query: object = {}) =>
  (await as(customer.trashed, { query: { trashed: "only", ...query } })).data;

describe("the recycle bin", () => {
  test("tells who was removed, by whom, when and why, with the number masked", async () => {
    const target = await makeCustomer(db, { owner_id: sales.id });
    const { id, customer_no } = await recycled({ name: "王伟", phone: "13812345678", merged_to_id: target.id });
    await recycled({ destroyed_at: days(0) });
    await recycled({ last_owner_id: await person({ team_id: (await makeTeam(db)).id }) });
    const row = {
      ...{ id, customer_no, name: "王伟", phone: "138****5678", last_owner: { id: sales.id, name: "林顾问" } },
      ...{ deleted_by: { id: manager.id, name: "陆经理" }, deleted_at: days(-1), delete_reason: "重复录入" },
      ...{ merged_to: { id: target.id, name: target.customer_no }, can: { restore: false, destroy: false } },
    };
    expect(await list(asManager)).toMatchObject({ total: 1, list: [row] });
    const other = await asManager(customer.poolTrashed, { query: { trashed: "only" } });
    expect(other.data.list).toMatchObject([{ id }]);
  });

  test("is searched by name and number, last owner and day, and comes newest first", async () => {
    const owner_id = await person({});
    const { id: old } = await recycled({ name: "王伟", deleted_at: days(-5) });
    const { id: late } = await recycled({ name: "李娜", last_owner_id: owner_id, phone: "13800005555" });
    for (const [query, ids] of [
      [{}, [late, old]],
      [{ sort: "deleted_at" }, [old, late]],
      [{ keyword: "王伟" }, [old]],
      [{ keyword: "5555" }, [late]],
      [{ owner_id }, [late]],
      [{ deleted_to: "2026-11-16" }, [old]],
      [{ page_size: 10, page: 2 }, []],
    ] as const)
      expect((await list(asManager, query)).list.map(({ id }) => id)).toEqual(ids);
  });

  test("shows whom nobody has held to managers, to anybody else those whom he held last, each with what he may do", async () => {
    const keeper = await makeUser(db, { permissions: ["customer:recycle:view"], scope: "self" });
    const own = await recycled({ last_owner_id: keeper.id });
    const never = await recycled({ last_owner_id: null });
    const merged_to_id = (await makeCustomer(db)).id;
    const merged = await recycled({ last_owner_id: sales.id, deleted_at: days(-2), merged_to_id });
    const asAdmin = await api.as((await makeUser(db, { role: "super_admin" })).id);
    const rows = async (as: As) =>
      (await list(as, { sort: "-deleted_at" })).list.map(({ id, can }) => [id, can.restore, can.destroy]);
    expect(await rows(await api.as(keeper.id))).toEqual([[own.id, false, false]]);
    expect(await rows(asManager)).toEqual([
      [never.id, true, false],
      [merged.id, false, false],
    ]);
    expect(await rows(asAdmin)).toContainEqual([never.id, true, true]);
  });
});

describe("a restoration", () => {
  test("goes back to the last owner, who is told", async () => {
    await makeWebhook(db, ["customer.assigned"]);
    const { id, customer_no, version } = await recycled({ name: "王伟" });
    expect((await restore(asManager, id)).data).toEqual({
      status: "assigned",
      owner: { id: sales.id, name: "林顾问" },
    });
    expect(await about(id)).toMatchObject({
      ...{ owner_id: sales.id, assigned_at: days(0), assigned_by: manager.id, version: version + 1 },
      ...{ deleted_at: null, deleted_by: null, delete_reason: null, pool_at: null },
    });
    expect(await rowsIn("customerOwnerLog")).toMatchObject([
      { action: "restore", from_user: null, to_user: sales.id, by: manager.id },
    ]);
    expect(await rowsIn("operationLog")).toMatchObject([
      { action: "restore", target_type: "customer", target_id: id, summary: `恢复客户${customer_no}给林顾问` },
    ]);
    expect(await rowsIn("message")).toMatchObject([
      { user_id: sales.id, category: "customer", link_id: id, content: expect.stringContaining("从回收站恢复") },
    ]);
    expect(await rowsIn("outbox")).toMatchObject([{ event: "webhook", payload: { event: "customer.assigned" } }]);
  });

  test("goes into the pool when the last owner has left, sells no more, is full, or never was", async () => {
    for (const given of [
      { status: "disabled" },
      { deleted_at: days(-1) },
      { role: "finance" },
      { customer_cap: 0 },
      null,
    ]) {
      const last_owner_id = given && (await person(given));
      const { id } = await recycled({ last_owner_id });
      expect((await restore(asManager, id)).data).toEqual({ status: "pool", owner: null });
      const pooled = { owner_id: null, pool_at: days(0), pool_reason: "restored", deleted_at: null };
      expect(await about(id)).toMatchObject({ ...pooled, last_owner_id });
    }
    expect(await rowsIn("message")).toEqual([]);
  });

  test("to oneself is no message", async () => {
    const { id } = await recycled({ last_owner_id: manager.id });
    expect((await restore(asManager, id)).data.owner?.id).toBe(manager.id);
    expect(await rowsIn("message")).toEqual([]);
  });

  test("goes to the colleague who is named, unless he is full, closed, or no seller", async () => {
    const target = await person({ customer_cap: 1 });
    expect((await restore(asManager, (await recycled()).id, target)).data.owner?.id).toBe(target);
    const { id } = await recycled();
    expect(await restore(asManager, id, target)).toMatchObject({ code: 40913, message: "已达客户上限（1）" });
    const refusedOn = { code: 42200, data: { errors: [{ field: "owner_id", label: "恢复给" }] } };
    for (const given of [{ accept_inquiry: false }, { role: "finance" }])
      expect(await restore(asManager, id, await person(given))).toMatchObject(refusedOn);
    expect((await about(id)).deleted_at).not.toBeNull();
  });

  test("is refused while a live customer has the same contact, by what he is", async () => {
    const phone = "13812345678";
    const { id } = await recycled({ phone });
    const live = await makeCustomer(db, { phone, owner_id: sales.id });
    const refused = { status: 409, code: 40910, data: { customer_no: live.customer_no } };
    expect(await restore(asManager, id)).toMatchObject(refused);
    await updateIn("customer", live.id, { owner_id: null, pool_at: days(-1) });
    expect((await restore(asManager, id)).code).toBe(40911);
    await updateIn("customer", live.id, { deleted_at: days(-1) });
    expect((await restore(asManager, id)).data.status).toBe("assigned");
  });

  test("of many says for each how it went; two of one phone are not both restored, and a cap is not passed", async () => {
    await setSetting(db, "customer.cap", 2);
    const phone = "13812345678";
    const ids: number[] = [];
    for (const given of [{ phone }, { phone }, {}, {}]) ids.push((await recycled(given)).id);
    const { data } = await asManager(customer.restoreBatch, { body: { ids: [...ids, 999_999_999] } });
    expect(data).toEqual({
      success: [ids[0], ids[2], ids[3]],
      failed: [
        { id: ids[1], code: 40910, message: expect.stringContaining("林顾问") },
        { id: 999_999_999, code: 40400, message: "数据不存在或已被删除" },
      ],
      batch_id: null,
    });
    const owners = await Promise.all(ids.map(async (id) => (await about(id)).owner_id));
    expect(owners).toEqual([sales.id, null, sales.id, null]);
    expect((await asManager(customer.restoreBatch, { body: { ids: [] } })).code).toBe(42200);
  });
});
