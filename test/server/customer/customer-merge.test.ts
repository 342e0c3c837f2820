import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { comment, mentionOf } from "~/contract/shared/comment";
import { customerChangeLog, transferRequest } from "~/server/database/tables/customer/customer";
import { message } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { merge } from "~/test/support/customer-acts";
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
import { rowsOf } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowIn, rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });

const { sales, other, manager, asSales, asOther, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  other: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});

type Given = Parameters<typeof makeCustomer>[1];
const stored = (id: number) => rowIn("customer", id);
const pair = async (target: Given = {}, source: Given = {}) => ({
  target: await makeCustomer(db, { name: "留下的", owner_id: sales.id, ...target }),
  source: await makeCustomer(db, { name: "并入的", owner_id: other.id, ...source }),
});
/** Two who have been made one. */
async function merged(given: Given = {}, from: Given = {}) {
  const { target, source } = await pair(given, from);
  expect((await merge(asManager, target, source)).code).toBe(200);
  return { target, source };
}

/** What the history of a customer says of its registered user. */
const link = { field: "customer_user_id", label: "注册用户" };
const linkOf = async (id: number) =>
  (await rowsIn("customerChangeLog", eq(customerChangeLog.customer_id, id)))
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field === link.field);
const nameOf = ({ nickname, user_no }: { nickname: string | null; user_no: string }) => `${nickname}（${user_no}）`;

describe("a merge", () => {
  test("takes along what was said, and where its messages lead", async () => {
    const { target, source } = await pair();
    const about = { owner_type: "customer", owner_id: source.id } as const;
    const content = `想看海景房 ${mentionOf(manager.id)}`;
    const { id } = (await asOther(comment.create, { body: { ...about, content } })).data;
    expect((await merge(asManager, target, source)).code).toBe(200);
    const query = { ...about, owner_id: target.id };
    expect((await asSales(comment.list, { query })).data.list).toMatchObject([{ id, author: { id: other.id } }]);
    const address = `/customer/editCustomerInfo/${target.id}?tab=comments&comment=${id}`;
    expect(await rowsIn("message", eq(message.category, "mention"))).toMatchObject([
      { user_id: manager.id, link: address, link_id: target.id },
    ]);
  });

  test("moves what belongs to the source, counts anew, and retires it", async () => {
    const { target, source } = await pair({}, { is_blacklisted: true });
    const of = { customer_id: source.id };
    await makeTracking(db, { customer_id: target.id, user_id: sales.id, tracked_at: days(-5) });
    const { tracked_at } = await makeTracking(db, { ...of, user_id: other.id, tracked_at: days(-2) });
    await makeRequirement(db, of);
    await makeSchedule(db, { ...of, user_id: other.id });
    await makeCustomerUser(db, of);
    await makeBlacklist(db, { ...of, type: "phone", value: "+8613800000000" });
    const introduced = await makeCustomer(db, { referrer_customer_id: source.id });
    const earlier = await makeCustomer(db, { deleted_at: days(-9), merged_to_id: source.id });
    const request = { applicant_id: sales.id, owner_id: other.id, reason: "同一客户" };
    await db.insert(transferRequest).values({ ...of, ...request });

    expect(await merge(asManager, target, source)).toMatchObject({
      code: 200,
      data: { id: target.id, version: 2, tracking_count: 2, last_tracking_at: tracked_at },
    });
    const kept = { name: "留下的", owner_id: sales.id, last_valid_tracking_at: tracked_at, is_blacklisted: true };
    expect(await stored(target.id)).toMatchObject(kept);
    expect(await stored(source.id)).toMatchObject({
      ...{ owner_id: null, last_owner_id: other.id, merged_to_id: target.id, tracking_count: 0, version: 2 },
      ...{ deleted_at: days(0), delete_reason: `合并至${target.customer_no}` },
    });
    for (const table of ["tracking", "requirement", "customerUser", "blacklist"] as const)
      for (const row of await rowsIn(table)) expect(row).toMatchObject({ customer_id: target.id });
    expect(await rowsIn("schedule")).toMatchObject([{ customer_id: target.id, user_id: sales.id, status: "pending" }]);
    expect(await stored(introduced.id)).toMatchObject({ referrer_customer_id: target.id });
    expect(await stored(earlier.id)).toMatchObject({ merged_to_id: target.id });
    expect(await rowsIn("transferRequest")).toMatchObject([{ status: "cancelled" }]);
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
    for (const table of ["tracking", "requirement", "schedule", "blacklist"] as const)
      expect(await rowsIn(table)).toMatchObject([{ customer_id: target.id, updated_at }]);
  });

  test("takes the nearer of both next steps, and ends the lock and the next step of the source", async () => {
    for (const [mine, theirs, next] of [
      [days(5), days(3), days(3)],
      [days(3), days(5), days(3)],
      [null, days(4), days(4)],
    ] as const) {
      const lock = { is_locked: true, locked_until: days(9) };
      const { target, source } = await merged({ next_tracking_at: mine }, { next_tracking_at: theirs, ...lock });
      expect(await stored(target.id)).toMatchObject({ next_tracking_at: next });
      const ended = { next_tracking_at: null, is_locked: false, locked_until: null };
      expect(await stored(source.id)).toMatchObject({ ...ended, owner_id: null });
    }
  });

  test("says who did it on both, keeps who held the source last, and a blacklisted target stays one", async () => {
    const { target, source } = await pair({ is_blacklisted: true }, { owner_id: null, last_owner_id: other.id });
    const introduced = await makeCustomer(db, { referrer_customer_id: source.id });
    await merge(asManager, target, source);
    const by = { updated_at: days(0), updated_by: manager.id };
    expect(await stored(target.id)).toMatchObject({ is_blacklisted: true, ...by });
    expect(await stored(source.id)).toMatchObject({ deleted_by: manager.id, ...by, last_owner_id: other.id });
    expect(await stored(introduced.id)).toMatchObject({ version: 2 });
  });

  test("moves only what the source's owner had planned to the target's", async () => {
    const { target, source } = await pair();
    for (const user of [other, manager]) await makeSchedule(db, { customer_id: source.id, user_id: user.id });
    await merge(asManager, target, source);
    expect(await rowsIn("schedule")).toMatchObject([
      { user_id: sales.id },
      { user_id: manager.id, customer_id: target.id },
    ]);
  });

  test("is told in both histories, in the log of both, and to the owners", async () => {
    const { target, source } = await merged();
    expect(await rowsIn("customerChangeLog")).toMatchObject([
      { customer_id: target.id, action: "merge", reason: `并入客户${source.customer_no}` },
      { customer_id: source.id, action: "merge", reason: `合并至客户${target.customer_no}` },
    ]);
    expect(await rowsIn("operationLog")).toMatchObject([{ target_id: target.id }, { target_id: source.id }]);
    const readers = (await rowsIn("message")).map(({ user_id }) => user_id);
    expect(readers.sort()).toEqual([sales.id, other.id].sort());
  });

  test("is not told to who did it himself", async () => {
    await merged({ owner_id: manager.id });
    expect(await rowsIn("message")).toMatchObject([{ user_id: other.id }]);
  });

  test("fills in what the target lacks, and takes its stage forward only", async () => {
    const mine = { remark: "留着", budget_max: "100.00", budget_currency: "CNY", wechat: "mine" };
    const { target } = await merged(
      { ...mine, stage: "contacted" },
      {
        ...{ stage: "visited", remark: "不要", budget_min: "5.00", budget_currency: "JPY", industry: "finance" },
        ...{ tags: ["urgent"], wechat: "theirs", email: "their@demo.test", phone: "13912345678" },
      },
    );
    expect(await stored(target.id)).toMatchObject({
      ...{ ...mine, stage: "visited", budget_min: null, industry: "finance", tags: ["urgent"] },
      ...{ phone: target.phone, phone2: "+8613912345678", email: "their@demo.test" },
    });
    const ahead = await merged({ stage: "visited" }, { stage: "contacted" });
    expect(await stored(ahead.target.id)).toMatchObject({ stage: "visited" });
  });

  test("lets the target be found by every contact of the source, also after an edit", async () => {
    const { target } = await merged({ wechat: "mine" }, { wechat: "theirs", phone: "13912345678" });
    const found = async () => {
      const numbers = [];
      for (const body of [{ wechat: "theirs" }, { wechat: "mine" }, { phone: "13912345678" }])
        numbers.push((await asSales(customer.check, { body })).data.hit?.customer_no);
      return numbers;
    };
    const { id, customer_no } = target;
    expect(await found()).toEqual([customer_no, customer_no, customer_no]);
    const edit = async (wechat: string) => {
      const { data } = await asSales(customer.get, { params: { id } });
      // What is shown has more than the form.
      return asSales.unchecked(customer.update, { params: { id }, body: { ...data, wechat } });
    };
    expect((await edit("new")).code).toBe(200);
    expect(await found()).toEqual([customer_no, undefined, customer_no]);
    // A contact from the source is the target's own: like one of the form, it is no duplicate of itself.
    expect(await edit("theirs")).toMatchObject({ code: 200, data: { wechat: "theirs" } });
  });

  test("keeps the target's registered user, and one who introduced himself is nobody", async () => {
    const { target, source } = await pair();
    const mine = await makeCustomerUser(db, { customer_id: target.id });
    const theirs = await makeCustomerUser(db, { customer_id: source.id });
    await updateIn("customer", target.id, { referrer_customer_id: source.id });
    await merge(asManager, target, source);
    expect((await rowIn("customerUser", mine.id)).customer_id).toBe(target.id);
    expect((await rowIn("customerUser", theirs.id)).customer_id).toBeNull();
    expect(await stored(target.id)).toMatchObject({ referrer_customer_id: null });
    expect(await linkOf(target.id)).toEqual([{ ...link, before: nameOf(theirs), after: null }]);
  });

  test("takes the source's registered user where the target has none, and keeps who introduced it", async () => {
    const { id: referrer_customer_id } = await makeCustomer(db);
    const { target, source } = await pair({ referrer_customer_id });
    const theirs = await makeCustomerUser(db, { customer_id: source.id });
    await merge(asManager, target, source);
    expect(await linkOf(target.id)).toEqual([{ ...link, before: null, after: nameOf(theirs) }]);
    expect(await stored(target.id)).toMatchObject({ referrer_customer_id });
  });

  test("of a customer of the pool cancels what the source's owner had planned", async () => {
    const { target, source } = await pair({ owner_id: null }, { next_tracking_at: days(2) });
    await makeSchedule(db, { customer_id: source.id, user_id: other.id });
    expect((await merge(asManager, target, source)).code).toBe(200);
    expect(await rowsIn("schedule")).toMatchObject([{ customer_id: target.id, status: "cancelled" }]);
    expect(await stored(target.id)).toMatchObject({ owner_id: null, next_tracking_at: null });
  });

  test("is refused with a version that is no longer the present one, which comes along, and with itself", async () => {
    const { target, source } = await pair();
    const reply = await merge(asManager, { id: target.id, version: 7 }, source);
    expect(reply).toMatchObject({ status: 409, code: 40901, data: { id: target.id, version: 1 } });
    expect(await stored(source.id)).toMatchObject({ merged_to_id: null, deleted_at: null });
    expect(await merge(asManager, target, target)).toMatchObject(refusedAt("from_id"));
  });
});
