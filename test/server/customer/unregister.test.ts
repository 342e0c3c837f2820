import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { customerUser as userContract } from "~/contract/customer/customer-user";
import { unregister } from "~/contract/customer/unregister";
import { blacklist as blacklistTable } from "~/server/database/tables/customer/audience";
import { customerChangeLog } from "~/server/database/tables/customer/customer";
import { jobRun } from "~/server/database/tables/system/system";
import { jobsOf } from "~/server/jobs/jobs";
import { executeRequest } from "~/server/resources/customer/unregister/execute";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import {
  days,
  makeBehavior,
  makeBlacklist,
  makeCustomer,
  makeCustomerUser,
  makeUnregister,
  setSetting,
  testNow,
} from "~/test/support/factories";
import { withOpen } from "~/test/support/open-business";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowIn, rowsIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const jobs = jobsOf(api.services);
afterAll(() => jobs.stop());

const { service, asService, asAdmin } = signedIn(api, {
  service: { role: "customer_service", name: "周客服" },
  admin: { role: "super_admin" },
});

const approve = (id: number, more: { reason?: string; force?: boolean } = {}, ask = asService) =>
  ask(unregister.approve, { params: { id }, body: { action: "approve", reason: null, ...more } });
const reject = (id: number, reason: string) =>
  asService(unregister.reject, { params: { id }, body: { action: "reject", reason } });
const list = async (query: object = {}) => (await asService(unregister.list, { query })).data.list;
const requestOf = (id: number) => rowIn("unregisterRequest", id);
const accountOf = (id: number) => rowIn("customerUser", id);

/** Sets the clock to a moment and runs what is due then. */
async function runAt(moment: string) {
  const now = new Date(moment);
  api.setClock(now);
  await jobs.runDue(now);
}

describe("the list", () => {
  test("shows what waits with masked contacts, checks and the working days that are left", async () => {
    const about = await makeCustomer(db, { owner_id: service.id, name: "王伟" });
    const account = await makeCustomerUser(db, { status: "unregistering", nickname: "小王", customer_id: about.id });
    const due_at = "2026-11-24T10:00:00+08:00";
    const { id, request_no } = await makeUnregister(db, { customer_user_id: account.id, due_at });
    await makeUnregister(db, { status: "rejected" });
    const people = { customer_user: { id: account.id, name: "小王" }, customer: { id: about.id, name: "王伟" } };
    expect(await list()).toMatchObject([
      {
        ...{ id, request_no, ...people, phone: "139****5678", email: "l****@demo.test" },
        checks: { liveDeals: 0, unpaidBillings: 0, openVisaCases: 0, openChats: 0, openClues: 0 },
        ...{ workdays_left: 2, is_overdue: false, can: { audit: true, force: false } },
      },
    ]);
  });

  test("is divided by state and by what is late, and counted", async () => {
    const early = await makeUnregister(db);
    const late = await makeUnregister(db, { due_at: days(-1) });
    expect((await list()).map(({ id }) => id)).toEqual([late.id, early.id]);
    for (const status of ["approved", "rejected", "cancelled", "completed"]) await makeUnregister(db, { status });
    const { data } = await asService(unregister.count);
    expect(data).toEqual({ pending: 2, approved: 1, rejected: 1, cancelled: 1, completed: 1, overdue: 1 });
    expect(await list({ status: "overdue" })).toMatchObject([{ id: late.id, is_overdue: true, workdays_left: -1 }]);
    for (const overdue of [true, false]) expect(await list({ overdue })).toHaveLength(1);
    expect(await list({ status: "completed" })).toMatchObject([{ status: "completed", workdays_left: null }]);
    expect(await list({ status: "all" })).toHaveLength(6);
  });

  test("is searched by number, nickname and phone, whole or its last four digits", async () => {
    const account = await makeCustomerUser(db, { nickname: "海边的猫", phone: "13911112222" });
    const { id, request_no } = await makeUnregister(db, { customer_user_id: account.id });
    await makeUnregister(db);
    for (const keyword of [request_no, account.user_no, "海边", "2222", "13911112222", "+86 139 1111 2222"])
      expect(await list({ keyword })).toMatchObject([{ id }]);
    for (const keyword of ["1391111", "1111"]) expect(await list({ keyword })).toEqual([]);
  });

  test("has its choices", async () => {
    const { data } = await asService(unregister.options);
    expect(data.status).toContainEqual({ value: "approved", label: "已通过(冷静期)" });
    expect(data.reason).toContainEqual({ value: "privacy", label: "隐私顾虑" });
  });
});

describe("the review", () => {
  test("lets an account go after the days to think again, and leaves a line", async () => {
    const { id, request_no, customer_user_id } = await makeUnregister(db);
    const approved = { status: "approved", reviewer: { id: service.id, name: "周客服" }, execute_at: days(7) };
    expect((await approve(id)).data).toMatchObject({ ...approved, workdays_left: null, can: { audit: false } });
    expect(await accountOf(customer_user_id)).toMatchObject({ status: "unregistering" });
    const target = { target_type: "unregister_request", target_id: id, target_name: request_no };
    expect(await rowsIn("operationLog")).toMatchObject([{ action: "audit", ...target, user_id: service.id }]);
  });

  test("keeps an account for a reason, which is then as it was; one that staff have barred stays so", async () => {
    const { id, customer_user_id } = await makeUnregister(db);
    expect(await reject(id, "")).toMatchObject(refusedAt("reason"));
    const reason = "账号仍有进行中的咨询";
    expect(await reject(id, reason)).toMatchObject({
      data: { status: "rejected", reject_reason: reason, execute_at: null, reviewer: { id: service.id } },
    });
    expect(await rowsIn("operationLog")).toMatchObject([
      { action: "audit", target_id: id, summary: expect.stringContaining("驳回注销申请"), reason },
    ]);
    expect(await accountOf(customer_user_id)).toMatchObject({ status: "normal" });
    const barred = await makeCustomerUser(db, { status: "disabled" });
    const again = async () => (await makeUnregister(db, { customer_user_id: barred.id })).id;
    await reject(await again(), "账号已被禁用");
    expect(await accountOf(barred.id)).toMatchObject({ status: "disabled" });
    await approve(await again());
    expect(await accountOf(barred.id)).toMatchObject({ status: "unregistering" });
  });

  test.each(["approved", "rejected", "cancelled", "completed"])("of what is %s is 40902", async (status) => {
    const { id } = await makeUnregister(db, { status });
    expect(await approve(id)).toMatchObject({ code: 40902 });
    expect(await reject(id, "信息不完整")).toMatchObject({ code: 40902 });
  });

  test("is one of two that come at once", async () => {
    const { id } = await makeUnregister(db);
    const codes = (await Promise.all([approve(id), reject(id, "信息不完整")])).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 40902]);
  });

  test("waits for open business, which a super_admin alone may pass over, with a reason", async () => {
    const about = await makeCustomer(db);
    const account = await makeCustomerUser(db, { status: "unregistering", customer_id: about.id });
    const { id } = await makeUnregister(db, { customer_user_id: account.id });
    await withOpen({ openClues: 2, unpaidBillings: 1, liveDeals: 3, openChats: 1 }, async () => {
      expect(await list()).toMatchObject([{ checks: { openClues: 2, openChats: 1 } }]);
      const open = { code: 40920, message: "存在未结业务：报备2、对账单1、成交3", data: { checks: { openChats: 1 } } };
      expect(await approve(id)).toMatchObject(open);
      expect(await approve(id, { force: true, reason: "客户坚持" })).toMatchObject({ code: 40300 });
      expect(await approve(id, { force: true }, asAdmin)).toMatchObject(refusedAt("reason"));
      expect(await requestOf(id)).toMatchObject({ status: "pending" });
      const forced = { status: "approved", review_reason: "客户书面坚持注销" };
      const reply = await approve(id, { force: true, reason: forced.review_reason }, asAdmin);
      expect(reply.data).toMatchObject(forced);
    });
    // Kept as it was found.
    expect(await list({ status: "approved" })).toMatchObject([{ checks: { openClues: 2, liveDeals: 3 } }]);
  });
});

describe("the execution", () => {
  const approved = (given: object = {}) =>
    makeUnregister(db, { status: "approved", execute_at: "2026-11-20T02:59:00+08:00", ...given });
  const turn = "2026-11-20T03:00:00+08:00";

  test("leaves nothing of the person, unlinks his customer and has him left alone", async () => {
    const about = await makeCustomer(db, { owner_id: service.id, phone: "13812345678", wechat: "wangwei88" });
    const account = await makeCustomerUser(db, {
      ...{ status: "unregistering", nickname: "小王", phone: "13812345678", email: "wang@demo.test" },
      ...{ wechat_unionid: "union-1", avatar_url: "/avatar.png", gender: "male", register_ip: "203.0.113.9" },
      ...{ country_code: "CN", language: "zh", favorite_count: 3, customer_id: about.id },
    });
    await makeBehavior(db, { customer_user_id: account.id, type: "favorite" });
    const { id } = await approved({ customer_user_id: account.id, detail: "我是王伟，请删除我的账号" });
    await runAt(turn);
    const { user_no } = account;
    const emptied = [
      ...["nickname", "phone", "phone_cc", "phone_e164", "phone_last4", "email", "wechat_unionid", "avatar_url"],
      ...["register_ip", "country_code", "language", "customer_id"],
    ];
    expect(await accountOf(account.id)).toMatchObject({
      ...Object.fromEntries(emptied.map((name) => [name, null])),
      ...{ user_no, status: "unregistered", gender: "unknown", favorite_count: 0 },
    });
    expect(await rowsIn("userBehavior")).toEqual([]);
    expect(await requestOf(id)).toMatchObject({
      ...{ status: "completed", completed_at: "2026-11-20T03:00:00.000+08:00" },
      ...{ phone: "139****5678", email: "l****@demo.test", detail: null },
    });
    expect(await rowsIn("customerChangeLog")).toMatchObject([
      { customer_id: about.id, action: "unlink", by: null, changes: [{ before: account.user_no, after: null }] },
    ]);
    expect(await db.select().from(blacklistTable).orderBy(blacklistTable.type)).toMatchObject([
      { type: "phone", value: "+8613812345678", effects: ["no_contact"], customer_id: about.id, created_by: null },
      { type: "wechat", value: "wangwei88", effects: ["no_contact"] },
    ]);
    expect(await rowIn("customer", about.id)).toMatchObject({ is_blacklisted: true, owner_id: service.id });
    expect(await rowsIn("operationLog")).toMatchObject([
      { user_name: "系统", action: "destroy", target_type: "unregister_request", target_id: id },
    ]);
    expect(await list({ status: "completed" })).toMatchObject([
      { phone: "139****5678", customer_user: { name: account.user_no } },
    ]);
  });

  test("leaves no nickname in the logs, which name the account by its number", async () => {
    const about = await makeCustomer(db, { owner_id: service.id });
    const account = await makeCustomerUser(db, { nickname: '小"王\\五' });
    const params = { id: account.id };
    await asAdmin(userContract.disable, { params, body: { reason: "恶意注册" } });
    await asAdmin(userContract.enable, { params, body: { reason: null } });
    await asAdmin(userContract.link, { params, body: { customer_id: about.id } });
    const named = async () =>
      JSON.stringify([await rowsIn("customerChangeLog"), await rowsIn("operationLog")]).split("王").length;
    expect(await named()).toBeGreaterThan(5);
    await approved({ customer_user_id: account.id });
    await runAt(turn);
    expect(await named()).toBe(1);
    const [linked] = await rowsIn("customerChangeLog", eq(customerChangeLog.action, "link"));
    expect(linked?.changes).toMatchObject([{ label: "注册用户", before: null, after: account.user_no }]);
  });

  test("leaves who has bought in peace, and widens an entry that is there", async () => {
    const buyer = await makeCustomer(db);
    const ofBuyer = await makeCustomerUser(db, { status: "unregistering", customer_id: buyer.id });
    await approved({ customer_user_id: ofBuyer.id });
    await withOpen({ deals: 1 }, () => runAt(turn));
    expect(await accountOf(ofBuyer.id)).toMatchObject({ status: "unregistered", customer_id: null });
    expect(await rowsIn("blacklist")).toEqual([]);
    const other = await makeCustomer(db, { phone: "13812345678" });
    const ofOther = await makeCustomerUser(db, { status: "unregistering", customer_id: other.id });
    await makeBlacklist(db, { type: "phone", value: "+8613812345678" });
    await approved({ customer_user_id: ofOther.id });
    await runAt("2026-11-21T03:00:00+08:00");
    expect(await rowsIn("blacklist")).toMatchObject([{ effects: ["block_inquiry", "no_contact"] }]);
  });

  test("takes none before its time, and none that was taken back", async () => {
    const early = await approved({ execute_at: "2026-11-20T03:00:01+08:00" });
    const taken = await approved({ status: "cancelled" });
    const waiting = await makeUnregister(db);
    const due = await approved({ execute_at: turn });
    const statuses = async () => {
      const states = await Promise.all([early, taken, waiting, due].map(({ id }) => requestOf(id)));
      return states.map(({ status }) => status);
    };
    await runAt("2026-11-20T09:00:00+08:00");
    expect(await db.transaction((tx) => executeRequest(tx, api.services, new Date(turn), taken.id))).toBe(false);
    expect(await statuses()).toEqual(["approved", "cancelled", "pending", "completed"]);
    await runAt("2026-11-21T03:00:00+08:00");
    expect(await statuses()).toEqual(["completed", "cancelled", "pending", "completed"]);
  });

  test("goes with the next run where there are no days to think again", async () => {
    await setSetting(db, "unregister.cooling_days", 0);
    const { id } = await makeUnregister(db);
    await approve(id);
    await runAt("2026-11-21T03:00:00+08:00");
    expect(await requestOf(id)).toMatchObject({ status: "completed" });
  });

  test("that is done twice does nothing the second time", async () => {
    const { id } = await approved();
    await runAt(turn);
    await db.delete(jobRun);
    await runAt(turn);
    expect(await requestOf(id)).toMatchObject({ status: "completed" });
    expect(await rowsIn("operationLog")).toHaveLength(1);
  });
});

whoMay(
  api,
  unregister,
  { list: "CS", options: "CS", count: "CS", approve: { roles: "CS", body: { action: "approve" } }, reject: "CS" },
  { "/customer/unregister": "CS" },
);
