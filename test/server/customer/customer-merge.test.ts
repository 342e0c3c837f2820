import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { comment, mentionOf } from "~/contract/shared/comment";
import { blacklist, customerUser } from "~/server/database/tables/customer/audience";
import {
  customerChangeLog,
  customer as customerTable,
  requirement,
  tracking,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import { message, operationLog, schedule } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import {
  days,
  makeBlacklist,
  makeCustomer,
  makeCustomerUser,
  makeRequirement,
  makeSchedule,
  makeTracking,
  testNow,
} from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });

type Row = Awaited<ReturnType<typeof makeCustomer>>;

const { sales, other, manager, asSales, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  other: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});

const merge = (as: As, target: Pick<Row, "id" | "version">, source: Pick<Row, "id">) =>
  as(customer.merge, { params: { id: target.id }, body: { from_id: source.id, version: target.version } });
const stored = async (id: number) => (await db.select().from(customerTable).where(eq(customerTable.id, id)))[0];
const pair = async (target: Parameters<typeof makeCustomer>[1] = {}, source: typeof target = {}) => ({
  target: await makeCustomer(db, { name: "留下的", owner_id: sales.id, ...target }),
  source: await makeCustomer(db, { name: "并入的", owner_id: other.id, ...source }),
});

/** What the history of a customer says of its registered user. */
const link = { field: "customer_user_id", label: "注册用户" };
async function linkOf(id: number) {
  const lines = await db
    .select()
    .from(customerChangeLog)
    .where(eq(customerChangeLog.customer_id, id))
    .orderBy(customerChangeLog.id);
  return lines.flatMap(({ changes }) => changes).filter(({ field }) => field === link.field);
}

describe("a merge", () => {
  test("takes along what was said, and where its messages lead", async () => {
    const { target, source } = await pair();
    const about = { owner_type: "customer", owner_id: source.id } as const;
    const content = `想看海景房 ${mentionOf(manager.id)}`;
    const said = (await (await api.as(other.id))(comment.create, { body: { ...about, content } })).data;
    expect((await merge(asManager, target, source)).code).toBe(200);
    const query = { ...about, owner_id: target.id };
    expect((await asSales(comment.list, { query })).data.list).toMatchObject([
      { id: said.id, author: { id: other.id } },
    ]);
    const link = `/customer/editCustomerInfo/${target.id}?tab=comments&comment=${said.id}`;
    expect(await db.select().from(message).where(eq(message.category, "mention"))).toMatchObject([
      { user_id: manager.id, link, link_id: target.id },
    ]);
  });

  test("moves what belongs to the source, counts anew, and retires it", async () => {
    const { target, source } = await pair({}, { is_blacklisted: true });
    await makeTracking(db, { customer_id: target.id, user_id: sales.id, tracked_at: days(-5) });
    const moved = await makeTracking(db, { customer_id: source.id, user_id: other.id, tracked_at: days(-2) });
    await makeRequirement(db, { customer_id: source.id });
    const planned = await makeSchedule(db, { customer_id: source.id, user_id: other.id });
    const linked = await makeCustomerUser(db, { customer_id: source.id });
    await db
      .insert(blacklist)
      .values({ type: "phone", value: "+8613800000000", reason: "fraud", customer_id: source.id });
    const introduced = await makeCustomer(db, { referrer_customer_id: source.id });
    const earlier = await makeCustomer(db, { deleted_at: days(-9), merged_to_id: source.id });
    await db
      .insert(transferRequest)
      .values({ customer_id: source.id, applicant_id: sales.id, owner_id: other.id, reason: "同一客户" });

    const { code, data } = await merge(asManager, target, source);
    expect({ code, data }).toMatchObject({
      code: 200,
      data: { id: target.id, version: 2, tracking_count: 2, last_tracking_at: moved.tracked_at },
    });
    expect(await stored(target.id)).toMatchObject({
      name: "留下的",
      owner_id: sales.id,
      last_valid_tracking_at: moved.tracked_at,
      is_blacklisted: true,
    });
    expect(await stored(source.id)).toMatchObject({
      owner_id: null,
      last_owner_id: other.id,
      merged_to_id: target.id,
      deleted_at: "2026-11-20T12:00:00.000+08:00",
      delete_reason: `合并至${target.customer_no}`,
      tracking_count: 0,
      version: 2,
    });
    for (const rows of [
      await db.select({ of: tracking.customer_id }).from(tracking),
      await db.select({ of: requirement.customer_id }).from(requirement),
      await db.select({ of: customerUser.customer_id }).from(customerUser).where(eq(customerUser.id, linked.id)),
      await db.select({ of: blacklist.customer_id }).from(blacklist),
    ])
      expect(new Set(rows.map(({ of }) => of))).toEqual(new Set([target.id]));
    expect(await db.select().from(schedule).where(eq(schedule.id, planned.id))).toMatchObject([
      { customer_id: target.id, user_id: sales.id, status: "pending" },
    ]);
    expect(await stored(introduced.id)).toMatchObject({ referrer_customer_id: target.id });
    expect(await stored(earlier.id)).toMatchObject({ merged_to_id: target.id });
    expect(await db.select().from(transferRequest)).toMatchObject([{ status: "cancelled" }]);
  });

  test("leaves what is moved as it was last changed", async () => {
    const { target, source } = await pair();
    const updated_at = "2026-11-02T12:00:00.000+08:00";
    const of = { customer_id: source.id, updated_at };
    await makeTracking(db, { ...of, user_id: other.id });
    await makeRequirement(db, of);
    await makeSchedule(db, { ...of, user_id: other.id, status: "done" });
    await makeBlacklist(db, { ...of, type: "phone", value: "+8613800000000" });
    expect((await merge(asManager, target, source)).code).toBe(200);
    for (const table of [tracking, requirement, schedule, blacklist])
      expect(await db.select().from(table)).toMatchObject([{ customer_id: target.id, updated_at }]);
  });

  test("takes the nearer of both next steps, and ends the lock and the next step of the source", async () => {
    for (const [mine, theirs, next] of [
      [days(5), days(3), days(3)],
      [days(3), days(5), days(3)],
      [null, days(4), days(4)],
    ] as const) {
      const { target, source } = await pair(
        { next_tracking_at: mine },
        { next_tracking_at: theirs, is_locked: true, locked_until: days(9) },
      );
      await merge(asManager, target, source);
      expect(await stored(target.id)).toMatchObject({ next_tracking_at: next });
      const ended = { next_tracking_at: null, is_locked: false, locked_until: null };
      expect(await stored(source.id)).toMatchObject({ ...ended, owner_id: null });
    }
  });

  test("says who did it on both, keeps who held the source last, and a blacklisted target stays one", async () => {
    const { target, source } = await pair({ is_blacklisted: true }, { owner_id: null, last_owner_id: other.id });
    const introduced = await makeCustomer(db, { referrer_customer_id: source.id });
    await merge(asManager, target, source);
    expect(await stored(target.id)).toMatchObject({
      is_blacklisted: true,
      updated_at: days(0),
      updated_by: manager.id,
    });
    const by = { deleted_by: manager.id, updated_at: days(0), updated_by: manager.id };
    expect(await stored(source.id)).toMatchObject({ ...by, last_owner_id: other.id });
    expect(await stored(introduced.id)).toMatchObject({ version: 2 });
  });

  test("moves only what the source's owner had planned to the target's", async () => {
    const { target, source } = await pair();
    await makeSchedule(db, { customer_id: source.id, user_id: other.id });
    await makeSchedule(db, { customer_id: source.id, user_id: manager.id });
    await merge(asManager, target, source);
    const plans = await db.select().from(schedule).orderBy(schedule.id);
    expect(plans).toMatchObject([{ user_id: sales.id }, { user_id: manager.id, customer_id: target.id }]);
  });

  test("is not told to who did it himself", async () => {
    const { target, source } = await pair({ owner_id: manager.id });
    await merge(asManager, target, source);
    expect(await db.select().from(message)).toMatchObject([{ user_id: other.id }]);
  });

  test("is told in both histories, in the log of both, and to the owners", async () => {
    const { target, source } = await pair();
    await merge(asManager, target, source);
    const changes = await db.select().from(customerChangeLog).orderBy(customerChangeLog.id);
    expect(changes).toMatchObject([
      { customer_id: target.id, action: "merge", reason: `并入客户${source.customer_no}` },
      { customer_id: source.id, action: "merge", reason: `合并至客户${target.customer_no}` },
    ]);
    const logged = await db.select().from(operationLog).orderBy(operationLog.id);
    expect(logged.map(({ target_id }) => target_id)).toEqual([target.id, source.id]);
    const told = await db.select().from(message);
    expect(told.map(({ user_id }) => user_id).sort()).toEqual([sales.id, other.id].sort());
  });

  test("fills in what the target lacks, and takes its stage forward only", async () => {
    const { target, source } = await pair(
      { stage: "contacted", remark: "留着", budget_max: "100.00", budget_currency: "CNY", wechat: "mine" },
      {
        stage: "visited",
        remark: "不要",
        budget_min: "5.00",
        budget_currency: "JPY",
        industry: "finance",
        tags: ["urgent"],
        wechat: "theirs",
        email: "their@demo.test",
        phone: "13912345678",
      },
    );
    await merge(asManager, target, source);
    expect(await stored(target.id)).toMatchObject({
      stage: "visited",
      remark: "留着",
      budget_min: null,
      budget_max: "100.00",
      budget_currency: "CNY",
      industry: "finance",
      tags: ["urgent"],
      phone: target.phone,
      phone2: "+8613912345678",
      wechat: "mine",
      email: "their@demo.test",
    });
    const behind = await pair({ stage: "visited" }, { stage: "contacted" });
    await merge(asManager, behind.target, behind.source);
    expect(await stored(behind.target.id)).toMatchObject({ stage: "visited" });
  });

  test("lets the target be found by every contact of the source, also after an edit", async () => {
    const { target, source } = await pair({ wechat: "mine" }, { wechat: "theirs", phone: "13912345678" });
    await merge(asManager, target, source);
    const found = async () => {
      const replies = [];
      for (const body of [{ wechat: "theirs" }, { wechat: "mine" }, { phone: "13912345678" }])
        replies.push((await asSales(customer.check, { body })).data.hit?.customer_no);
      return replies;
    };
    const ofTarget = [target.customer_no, target.customer_no, target.customer_no];
    expect(await found()).toEqual(ofTarget);
    const { data } = await asSales(customer.get, { params: { id: target.id } });
    const edited = await asSales.unchecked(customer.update, {
      params: { id: target.id },
      body: { ...data, wechat: "new", version: data.version },
    });
    expect(edited.code).toBe(200);
    expect(await found()).toEqual([target.customer_no, undefined, target.customer_no]);
    // A contact from the source is the target's own: like one of the form, it is no duplicate of itself.
    const taken = await asSales.unchecked(customer.update, {
      params: { id: target.id },
      body: { ...edited.data, wechat: "theirs" }, // what is shown has more than the form
    });
    expect(taken).toMatchObject({ code: 200, data: { wechat: "theirs" } });
  });

  test("keeps the target's registered user, and one who introduced himself is nobody", async () => {
    const { target, source } = await pair();
    const [mine, theirs] = [
      await makeCustomerUser(db, { customer_id: target.id }),
      await makeCustomerUser(db, { customer_id: source.id }),
    ];
    await db.update(customerTable).set({ referrer_customer_id: source.id }).where(eq(customerTable.id, target.id));
    await merge(asManager, target, source);
    const of = async (id: number) =>
      (await db.select().from(customerUser).where(eq(customerUser.id, id)))[0]?.customer_id;
    expect(await of(mine.id)).toBe(target.id);
    expect(await of(theirs.id)).toBeNull();
    expect(await stored(target.id)).toMatchObject({ referrer_customer_id: null });
    const name = `${theirs.nickname}（${theirs.user_no}）`;
    expect(await linkOf(target.id)).toEqual([{ ...link, before: name, after: null }]);
  });

  test("takes the source's registered user where the target has none, and keeps who introduced it", async () => {
    const introducer = await makeCustomer(db);
    const { target, source } = await pair({ referrer_customer_id: introducer.id });
    const theirs = await makeCustomerUser(db, { customer_id: source.id });
    await merge(asManager, target, source);
    const name = `${theirs.nickname}（${theirs.user_no}）`;
    expect(await linkOf(target.id)).toEqual([{ ...link, before: null, after: name }]);
    expect(await stored(target.id)).toMatchObject({ referrer_customer_id: introducer.id });
  });

  test("of a customer of the pool cancels what the source's owner had planned", async () => {
    const { target, source } = await pair({ owner_id: null }, { next_tracking_at: days(2) });
    await makeSchedule(db, { customer_id: source.id, user_id: other.id });
    expect((await merge(asManager, target, source)).code).toBe(200);
    expect(await db.select().from(schedule)).toMatchObject([{ customer_id: target.id, status: "cancelled" }]);
    expect(await stored(target.id)).toMatchObject({ owner_id: null, next_tracking_at: null });
  });
});

describe("a merge is refused", () => {
  test("with a version that is no longer the present one, which comes along", async () => {
    const { target, source } = await pair();
    const reply = await merge(asManager, { id: target.id, version: 7 }, source);
    expect(reply).toMatchObject({ status: 409, code: 40901, data: { id: target.id, version: 1 } });
    expect(await stored(source.id)).toMatchObject({ merged_to_id: null, deleted_at: null });
  });

  test("with itself, and where one is in the recycle bin already", async () => {
    const { target, source } = await pair();
    expect(await merge(asManager, target, target)).toMatchObject(refusedAt("from_id"));
    await merge(asManager, target, source);
    expect((await merge(asManager, { id: target.id, version: 2 }, source)).code).toBe(40902);
    expect((await merge(asManager, { id: source.id, version: 2 }, target)).code).toBe(40902);
  });
});
