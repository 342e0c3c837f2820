import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { transfer } from "~/contract/customer/transfer";
import { message, operationLog, userRole } from "~/server/database/tables/system/system";
import { poolRelease } from "~/server/jobs/customer/pool-release";
import { found } from "~/server/lib/call";
import { testApi } from "~/test/support/api";
import { assign, recycle, release } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeTeam, makeUser, setSetting, testNow } from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowIn, rowsIn, updateIn } = rowsOf(db);
const api = testApi(testDatabase(8).db, { now: testNow });

const { manager, owner, applicant, asManager, asOwner, asApplicant } = signedIn(api, {
  manager: { role: "sales_manager", team: "一组", name: "陈经理" },
  owner: { role: "sales", team: "一组", name: "林顾问" },
  applicant: { role: "sales", team: "applicant的组", name: "周顾问" },
});

const owned = (given: Parameters<typeof makeCustomer>[1] = {}) =>
  makeCustomer(db, { name: "王伟", owner_id: owner.id, ...given });
const apply = (as: As, customer_no: string) =>
  as(transfer.apply, { body: { customer_no, reason: "老客户转介绍给我" } });
const requestOf = async (customer_no: string) => (await apply(asApplicant, customer_no)).data.id;
const approve = (id: number) => asManager(transfer.approve, { params: { id } });
const reject = (id: number, reason: string) => asManager(transfer.reject, { params: { id }, body: { reason } });
const cancel = (id: number) => asApplicant(transfer.cancel, { params: { id } });
const about = (id: number) => rowIn("customer", id);
const stored = (id: number) => rowIn("transferRequest", id);
const titlesOf = async (userId: number) =>
  (await rowsIn("message", eq(message.user_id, userId))).map(({ title }) => title);
const readers = async () => (await rowsIn("message")).map(({ user_id }) => user_id);

describe("a request", () => {
  test("reaches the owner's manager with a link to the inbox, and is logged", async () => {
    const { id: customerId, customer_no } = await owned();
    await makeUser(db, { role: "super_admin" });
    const { code, data } = await apply(asApplicant, customer_no);
    expect(code).toBe(200);
    const people = { applicant_id: applicant.id, owner_id: owner.id };
    expect(await stored(data.id)).toMatchObject({ customer_id: customerId, ...people, status: "pending" });
    expect(await rowsIn("message")).toMatchObject([
      {
        user_id: manager.id,
        content: `【周顾问】申请转移客户【${customer_no}】，理由：老客户转介绍给我。`,
        link: "/customer/customerInfor?view=transfer",
        link_id: data.id,
      },
    ]);
    expect(await rowsIn("operationLog")).toMatchObject([
      { target_id: customerId, summary: `申请转移客户${customer_no}`, reason: "老客户转介绍给我" },
    ]);
  });

  test("reaches the super admins where the owner has no manager", async () => {
    const admin = await makeUser(db, { role: "super_admin" });
    const alone = await makeUser(db, { role: "sales", team_id: (await makeTeam(db)).id });
    const { customer_no } = await owned({ owner_id: alone.id });
    await apply(asApplicant, customer_no);
    expect(await readers()).toEqual([admin.id]);
  });

  test("reaches nobody who has left or may decide no more, and an owner who decides about himself", async () => {
    const team_id = owner.team_id;
    await makeUser(db, { role: "sales_manager", team_id, status: "disabled" });
    await makeUser(db, { role: "sales_manager", team_id, deleted_at: days(-1) });
    await apply(asApplicant, (await owned()).customer_no);
    const alone = await makeUser(db, { role: "sales_manager" });
    await apply(asApplicant, (await owned({ owner_id: alone.id })).customer_no);
    expect(await readers()).toEqual([manager.id, alone.id]);
  });

  test("reaches who decides by the scope of a role in force, an exception before the rest", async () => {
    const permissions = ["customer:info:assign"] as const;
    const roleOf = async (id: number) => (await rowsIn("userRole", eq(userRole.user_id, id)))[0]?.role_id ?? 0;
    const decider = await makeUser(db, { permissions, scope: "self", team_id: owner.team_id });
    const own = await roleOf(decider.id);
    const role_id = await roleOf((await makeUser(db, { permissions, scope: "team" })).id);
    await updateIn("role", role_id, { status: "disabled" });
    await db.insert(userRole).values({ user_id: decider.id, role_id });
    await apply(asApplicant, (await owned()).customer_no);
    expect(await titlesOf(decider.id)).toEqual([]);
    await updateIn("role", own, { scope_overrides: { customer: "team" } });
    await apply(asApplicant, (await owned()).customer_no);
    expect(await titlesOf(decider.id)).toEqual(["转移申请待处理"]);
  });

  test("reaches the manager of a team above", async () => {
    const below = await makeTeam(db, { parent_id: manager.team_id });
    const { customer_no } = await owned({ owner_id: (await makeUser(db, { team_id: below.id })).id });
    await apply(asApplicant, customer_no);
    expect(await titlesOf(manager.id)).toEqual(["转移申请待处理"]);
  });

  test("is one per person and customer, until it is closed", async () => {
    const { customer_no } = await owned();
    const id = await requestOf(customer_no);
    expect(await apply(asApplicant, customer_no)).toMatchObject({ status: 409, code: 40900 });
    await cancel(id);
    expect((await apply(asApplicant, customer_no)).code).toBe(200);
  });

  test("is refused for one's own, the pool's and a recycled customer", async () => {
    const { customer_no } = await owned();
    expect((await apply(asOwner, customer_no)).code).toBe(40902);
    for (const given of [{}, { deleted_at: days(-1) }])
      expect((await apply(asApplicant, (await makeCustomer(db, given)).customer_no)).code).toBe(40902);
    expect((await apply(asApplicant, "KH0")).code).toBe(40400);
    const short = await asApplicant(transfer.apply, { body: { customer_no, reason: "要" } });
    expect(short).toMatchObject({ code: 42200, data: { errors: [{ field: "reason" }] } });
  });

  test("comes once of many at once", async () => {
    const { customer_no } = await owned();
    const replies = await Promise.all(Array.from({ length: 6 }, () => apply(asApplicant, customer_no)));
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 40900, 40900, 40900, 40900, 40900]);
  });
});

describe("the lists", () => {
  test("show the inbox to who decides, and one's own to who asked", async () => {
    const row = await owned({ last_tracking_at: days(-3) });
    const id = await requestOf(row.customer_no);
    const foreign = await makeCustomer(db, { owner_id: (await makeUser(db)).id });
    await requestOf(foreign.customer_no);
    const { customer_no, last_tracking_at } = row;
    const request = {
      ...{ id, customer: { id: row.id, name: "王伟" }, customer_no, last_tracking_at },
      ...{ applicant: { id: applicant.id, name: "周顾问" }, owner: { id: owner.id, name: "林顾问" } },
      can: { approve: true, reject: true, cancel: false },
    };
    expect((await asManager(transfer.list)).data).toMatchObject({ total: 1, pending: 1, list: [request] });
    const { data: mine } = await asApplicant(transfer.mine);
    expect(mine.total).toBe(2);
    // He does not see the customer: only the number that he has named.
    const can = { approve: false, reject: false, cancel: true };
    expect(mine.list.find((one) => one.id === id)).toMatchObject({ customer: { name: customer_no }, can });
    expect((await asOwner(transfer.mine)).data.total).toBe(0);
  });

  test("can be narrowed to a status, and count what waits", async () => {
    const [first, second] = [await owned(), await owned()];
    const id = await requestOf(first.customer_no);
    await requestOf(second.customer_no);
    await reject(id, "已在谈");
    const third = await requestOf((await owned()).customer_no);
    await updateIn("transferRequest", third, { created_at: days(-2) });
    const { list } = (await asManager(transfer.list)).data;
    expect(list.map(({ id: one }) => one)).toEqual([third, list[1]?.id, id]);
    const { data } = await asManager(transfer.list, { query: { status: ["rejected"] } });
    expect(data).toMatchObject({
      total: 1,
      pending: 2,
      list: [{ id, reject_reason: "已在谈", handler: { name: "陈经理" }, can: { approve: false } }],
    });
  });
});

describe("an approval", () => {
  test("transfers the customer and tells both", async () => {
    await updateIn("user", applicant.id, { accept_inquiry: false });
    const row = await owned({ is_locked: true });
    const id = await requestOf(row.customer_no);
    const third = await makeUser(db, { role: "sales" });
    const late = (await apply(await api.as(third.id), row.customer_no)).data.id;
    const approved = { status: "approved", owner: { id: applicant.id }, handler: { id: manager.id } };
    expect((await approve(id)).data).toMatchObject(approved);
    const after = { owner_id: applicant.id, last_owner_id: owner.id, is_locked: false };
    expect(await about(row.id)).toMatchObject(after);
    expect(await rowsIn("customerOwnerLog")).toMatchObject([
      { action: "transfer", from_user: owner.id, to_user: applicant.id, by: manager.id, reason: "老客户转介绍给我" },
    ]);
    expect(await titlesOf(applicant.id)).toEqual(["您有新的客户"]);
    expect(await titlesOf(owner.id)).toEqual(["您的客户已转移"]);
    expect(await stored(late)).toMatchObject({ status: "cancelled", handled_at: days(0) });
    expect(await titlesOf(third.id)).toEqual(["转移申请已关闭"]);
  });

  test("is refused twice, and when he has no room, is gone or sells no more", async () => {
    const row = await owned();
    const id = await requestOf(row.customer_no);
    await setSetting(db, "customer.cap", 1);
    await makeCustomer(db, { owner_id: applicant.id });
    expect((await approve(id)).code).toBe(40913);
    expect(await stored(id)).toMatchObject({ status: "pending" });
    await setSetting(db, "customer.cap", 9);
    const { status, deleted_at } = applicant;
    for (const given of [{ status: "disabled" }, { deleted_at: days(-1) }] as const) {
      await updateIn("user", applicant.id, given);
      expect((await approve(id)).code).toBe(42200);
      await updateIn("user", applicant.id, { status, deleted_at });
    }
    const [held] = await db.delete(userRole).where(eq(userRole.user_id, applicant.id)).returning();
    expect((await approve(id)).code).toBe(42200);
    await db.insert(userRole).values(found(held));
    expect((await approve(id)).code).toBe(200);
    expect((await approve(id)).code).toBe(40902);
  });
});

describe("a request ends", () => {
  test("refused, with the reason told", async () => {
    const { id: target_id, customer_no } = await owned();
    const id = await requestOf(customer_no);
    expect((await reject(id, "正在签约")).data).toMatchObject({ status: "rejected", reject_reason: "正在签约" });
    const [note] = await rowsIn("message", eq(message.user_id, applicant.id));
    expect(note?.content).toBe(`陈经理驳回了您对客户【${customer_no}】的转移申请，原因：正在签约。`);
    expect((await rowsIn("operationLog")).at(-1)).toMatchObject({
      ...{ action: "audit", target_type: "customer", target_id, user_id: manager.id },
      ...{ summary: `驳回客户${customer_no}的转移申请`, reason: "正在签约" },
    });
  });

  test("taken back by who asked", async () => {
    const { customer_no } = await owned();
    const id = await requestOf(customer_no);
    expect((await cancel(id)).data).toMatchObject({ status: "cancelled" });
    const lines = await rowsIn("operationLog", eq(operationLog.action, "update"));
    expect(lines.map(({ summary }) => summary)).toContain(`撤回客户${customer_no}的转移申请`);
  });

  test("whichever way the owner changes", async () => {
    const ends: Record<string, (id: number) => Promise<unknown>> = {
      release: (id) => release(asOwner, id),
      assign: (id) => assign(asManager, id, manager.id, { reason: "调整" }),
      recycle: (id) => recycle(asOwner, id),
      auto_release: async (id) => {
        await updateIn("customer", id, { assigned_at: days(-40) });
        const signal = new AbortController().signal;
        await poolRelease.run({ services: api.services, at: testNow, signal });
      },
    };
    for (const [act, end] of Object.entries(ends)) {
      const row = await owned();
      const id = await requestOf(row.customer_no);
      await end(row.id);
      expect(await stored(id), act).toMatchObject({ status: "cancelled", handler_id: null });
    }
    expect(await titlesOf(applicant.id)).toEqual(Object.keys(ends).map(() => "转移申请已关闭"));
  });

  test("either with the approval or with the release that meets it", async () => {
    const row = await owned();
    const id = await requestOf(row.customer_no);
    const [approved, released] = await Promise.all([approve(id), release(asOwner, row.id)]);
    const { owner_id } = await about(row.id);
    if (approved.code === 200) expect([owner_id, released.code]).toEqual([applicant.id, 40301]);
    else expect([approved.code, owner_id, released.code]).toEqual([40902, null, 200]);
  });
});

whoMay(api, transfer, {
  apply: "SM SR CS",
  list: "SM",
  mine: "SM SR CS",
  approve: "SM",
  reject: "SM",
  cancel: "SM SR CS",
});
