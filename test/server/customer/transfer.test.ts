import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { transfer } from "~/contract/customer/transfer";
import {
  customerOwnerLog,
  customer as customerTable,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import { message, operationLog, role, userRole, user as userTable } from "~/server/database/tables/system/system";
import { poolRelease } from "~/server/jobs/customer/pool-release";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeTeam, makeUser, setSetting, testNow } from "~/test/support/factories";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
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
const stored = async (id: number) => (await db.select().from(transferRequest).where(eq(transferRequest.id, id)))[0];
const told = async (userId: number) => {
  const rows = await db.select().from(message).where(eq(message.user_id, userId)).orderBy(message.id);
  return rows.map(({ title }) => title);
};

describe("a request", () => {
  test("reaches the owner's manager with a link to the inbox, and is logged", async () => {
    const { id: customerId, customer_no } = await owned();
    await makeUser(db, { role: "super_admin" });
    const { code, data } = await apply(asApplicant, customer_no);
    expect(code).toBe(200);
    expect(await stored(data.id)).toMatchObject({
      customer_id: customerId,
      applicant_id: applicant.id,
      owner_id: owner.id,
      status: "pending",
    });
    const messages = await db.select().from(message);
    expect(messages).toMatchObject([
      {
        user_id: manager.id,
        content: `【周顾问】申请转移客户【${customer_no}】，理由：老客户转介绍给我。`,
        link: "/customer/customerInfor?view=transfer",
        link_id: data.id,
      },
    ]);
    expect(await db.select().from(operationLog)).toMatchObject([
      { target_id: customerId, summary: `申请转移客户${customer_no}`, reason: "老客户转介绍给我" },
    ]);
  });

  test("reaches the super admins where the owner has no manager", async () => {
    const admin = await makeUser(db, { role: "super_admin" });
    const alone = await makeUser(db, { role: "sales", team_id: (await makeTeam(db)).id });
    const { customer_no } = await owned({ owner_id: alone.id });
    await apply(asApplicant, customer_no);
    expect((await db.select().from(message)).map(({ user_id }) => user_id)).toEqual([admin.id]);
  });

  test("reaches nobody who has left or may decide no more, and an owner who decides about himself", async () => {
    const team_id = owner.team_id;
    await makeUser(db, { role: "sales_manager", team_id, status: "disabled" });
    await makeUser(db, { role: "sales_manager", team_id, deleted_at: days(-1) });
    await apply(asApplicant, (await owned()).customer_no);
    const alone = await makeUser(db, { role: "sales_manager" });
    await apply(asApplicant, (await owned({ owner_id: alone.id })).customer_no);
    const messages = await db.select().from(message).orderBy(message.id);
    expect(messages.map(({ user_id }) => user_id)).toEqual([manager.id, alone.id]);
  });

  test("reaches who decides by the scope of a role in force, an exception before the rest", async () => {
    const permissions = ["customer:info:assign"] as const;
    const roleOf = async (id: number) =>
      (await db.select().from(userRole).where(eq(userRole.user_id, id)))[0]?.role_id ?? 0;
    const decider = await makeUser(db, { permissions, scope: "self", team_id: owner.team_id });
    const own = await roleOf(decider.id);
    const role_id = await roleOf((await makeUser(db, { permissions, scope: "team" })).id);
    await db.update(role).set({ status: "disabled" }).where(eq(role.id, role_id));
    await db.insert(userRole).values({ user_id: decider.id, role_id });
    await apply(asApplicant, (await owned()).customer_no);
    expect(await told(decider.id)).toEqual([]);
    const scope_overrides = { customer: "team" as const };
    await db.update(role).set({ scope_overrides }).where(eq(role.id, own));
    await apply(asApplicant, (await owned()).customer_no);
    expect(await told(decider.id)).toEqual(["转移申请待处理"]);
  });

  test("reaches the manager of a team above", async () => {
    const below = await makeTeam(db, { parent_id: manager.team_id });
    const { customer_no } = await owned({ owner_id: (await makeUser(db, { team_id: below.id })).id });
    await apply(asApplicant, customer_no);
    expect(await told(manager.id)).toEqual(["转移申请待处理"]);
  });

  test("is one per person and customer, until it is closed", async () => {
    const { customer_no } = await owned();
    const id = await requestOf(customer_no);
    expect(await apply(asApplicant, customer_no)).toMatchObject({ status: 409, code: 40900 });
    await asApplicant(transfer.cancel, { params: { id } });
    expect((await apply(asApplicant, customer_no)).code).toBe(200);
  });

  test("is refused for one's own, the pool's and a recycled customer", async () => {
    const { customer_no } = await owned();
    expect((await apply(asOwner, customer_no)).code).toBe(40902);
    expect((await apply(asApplicant, (await makeCustomer(db)).customer_no)).code).toBe(40902);
    expect((await apply(asApplicant, (await makeCustomer(db, { deleted_at: days(-1) })).customer_no)).code).toBe(40902);
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
    const inbox = await asManager(transfer.list);
    expect(inbox.data).toMatchObject({
      total: 1,
      pending: 1,
      list: [
        {
          id,
          customer: { id: row.id, name: "王伟" },
          customer_no: row.customer_no,
          applicant: { id: applicant.id, name: "周顾问" },
          owner: { id: owner.id, name: "林顾问" },
          last_tracking_at: row.last_tracking_at,
          can: { approve: true, reject: true, cancel: false },
        },
      ],
    });
    const { data: mine } = await asApplicant(transfer.mine);
    expect(mine.total).toBe(2);
    const one = mine.list.find((request) => request.id === id);
    // He does not see the customer: only the number that he has named.
    expect(one).toMatchObject({
      customer: { name: row.customer_no },
      can: { approve: false, reject: false, cancel: true },
    });
    expect((await asOwner(transfer.mine)).data.total).toBe(0);
  });

  test("can be narrowed to a status, and count what waits", async () => {
    const [first, second] = [await owned(), await owned()];
    const id = await requestOf(first.customer_no);
    await requestOf(second.customer_no);
    await asManager(transfer.reject, { params: { id }, body: { reason: "已在谈" } });
    const third = await requestOf((await owned()).customer_no);
    await db
      .update(transferRequest)
      .set({ created_at: days(-2) })
      .where(eq(transferRequest.id, third));
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
    await db.update(userTable).set({ accept_inquiry: false }).where(eq(userTable.id, applicant.id));
    const row = await owned({ is_locked: true });
    const id = await requestOf(row.customer_no);
    const third = await makeUser(db, { role: "sales" });
    const late = (await apply(await api.as(third.id), row.customer_no)).data.id;
    const { data } = await asManager(transfer.approve, { params: { id } });
    expect(data).toMatchObject({ status: "approved", owner: { id: applicant.id }, handler: { id: manager.id } });
    const [after] = await db.select().from(customerTable).where(eq(customerTable.id, row.id));
    expect(after).toMatchObject({ owner_id: applicant.id, last_owner_id: owner.id, is_locked: false });
    expect(await db.select().from(customerOwnerLog)).toMatchObject([
      { action: "transfer", from_user: owner.id, to_user: applicant.id, by: manager.id, reason: "老客户转介绍给我" },
    ]);
    expect(await told(applicant.id)).toEqual(["您有新的客户"]);
    expect(await told(owner.id)).toEqual(["您的客户已转移"]);
    expect(await stored(late)).toMatchObject({ status: "cancelled", handled_at: "2026-11-20T12:00:00.000+08:00" });
    expect(await told(third.id)).toEqual(["转移申请已关闭"]);
  });

  test("is refused twice, and when he has no room, is gone or sells no more", async () => {
    const row = await owned();
    const id = await requestOf(row.customer_no);
    await setSetting(db, "customer.cap", 1);
    await makeCustomer(db, { owner_id: applicant.id });
    expect((await asManager(transfer.approve, { params: { id } })).code).toBe(40913);
    expect(await stored(id)).toMatchObject({ status: "pending" });
    await setSetting(db, "customer.cap", 9);
    await db.update(userTable).set({ status: "disabled" }).where(eq(userTable.id, applicant.id));
    expect((await asManager(transfer.approve, { params: { id } })).code).toBe(42200);
    await db
      .update(userTable)
      .set({ status: "enabled", deleted_at: days(-1) })
      .where(eq(userTable.id, applicant.id));
    expect((await asManager(transfer.approve, { params: { id } })).code).toBe(42200);
    await db.update(userTable).set({ deleted_at: null }).where(eq(userTable.id, applicant.id));
    const ofApplicant = eq(userRole.user_id, applicant.id);
    const [held] = await db.delete(userRole).where(ofApplicant).returning();
    expect((await asManager(transfer.approve, { params: { id } })).code).toBe(42200);
    if (held) await db.insert(userRole).values(held);
    expect((await asManager(transfer.approve, { params: { id } })).code).toBe(200);
    expect((await asManager(transfer.approve, { params: { id } })).code).toBe(40902);
    expect((await asManager(transfer.approve, { params: { id: 999_999_999 } })).code).toBe(40400);
  });
});

describe("a request ends", () => {
  test("refused, with the reason told", async () => {
    const { id: target_id, customer_no } = await owned();
    const id = await requestOf(customer_no);
    const { data } = await asManager(transfer.reject, { params: { id }, body: { reason: "正在签约" } });
    expect(data).toMatchObject({ status: "rejected", reject_reason: "正在签约" });
    const [note] = await db.select().from(message).where(eq(message.user_id, applicant.id));
    expect(note?.content).toBe(`陈经理驳回了您对客户【${customer_no}】的转移申请，原因：正在签约。`);
    expect((await db.select().from(operationLog).orderBy(operationLog.id)).at(-1)).toMatchObject({
      ...{ action: "audit", target_type: "customer", target_id, user_id: manager.id },
      ...{ summary: `驳回客户${customer_no}的转移申请`, reason: "正在签约" },
    });
    expect((await asManager(transfer.reject, { params: { id }, body: { reason: "再次" } })).code).toBe(40902);
  });

  test("taken back by who asked", async () => {
    const { customer_no } = await owned();
    const id = await requestOf(customer_no);
    expect((await asApplicant(transfer.cancel, { params: { id } })).data).toMatchObject({ status: "cancelled" });
    expect((await asApplicant(transfer.cancel, { params: { id } })).code).toBe(40902);
    const lines = await db.select().from(operationLog).where(eq(operationLog.action, "update"));
    expect(lines.map(({ summary }) => summary)).toContain(`撤回客户${customer_no}的转移申请`);
  });

  test("whichever way the owner changes", async () => {
    const ends: Record<string, (id: number) => Promise<unknown>> = {
      release: (id) => asOwner(customer.release, { params: { id }, body: { reason: "no_intent", note: null } }),
      assign: (id) =>
        asManager(customer.assign, { params: { id }, body: { action: "assign", user_id: manager.id, reason: "调整" } }),
      recycle: (id) => asOwner(customer.recycle, { params: { id }, body: { reason: "重复客户" } }),
      auto_release: async (id) => {
        await db
          .update(customerTable)
          .set({ assigned_at: days(-40) })
          .where(eq(customerTable.id, id));
        const signal = new AbortController().signal;
        await poolRelease.run({ services: api.services, at: testNow, signal });
      },
    };
    for (const [way, end] of Object.entries(ends)) {
      const row = await owned();
      const id = await requestOf(row.customer_no);
      await end(row.id);
      expect({ way, ...(await stored(id)) }).toMatchObject({ way, status: "cancelled", handler_id: null });
    }
    expect(await told(applicant.id)).toEqual(Object.keys(ends).map(() => "转移申请已关闭"));
  });

  test("either with the approval or with the release that meets it", async () => {
    const row = await owned();
    const id = await requestOf(row.customer_no);
    const [approved, released] = await Promise.all([
      asManager(transfer.approve, { params: { id } }),
      asOwner(customer.release, { params: { id: row.id }, body: { reason: "no_intent", note: null } }),
    ]);
    const { owner_id } = (await db.select().from(customerTable).where(eq(customerTable.id, row.id)))[0] ?? {};
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
