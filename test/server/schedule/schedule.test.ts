import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { tracking } from "~/contract/customer/tracking";
import { type ScheduleStatus, schedule } from "~/contract/schedule/schedule";
import { customer as customerTable } from "~/server/database/tables/customer/customer";
import { message, operationLog, schedule as table } from "~/server/database/tables/system/system";
import { jobsOf } from "~/server/jobs/jobs";
import { scheduleRemind } from "~/server/jobs/schedule/schedule-remind";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeSchedule, makeUser, setSetting, testNow } from "~/test/support/factories";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });

const { sales, manager, stranger, asSales, asManager } = signedIn(api, {
  sales: { role: "sales", name: "林顾问", team: "一组" },
  manager: { role: "sales_manager", name: "陈经理", team: "一组" },
  stranger: { role: "sales", team: "stranger的组" },
});

const visit = { title: "带看滨海公寓", type: "visit", start_at: "2026-11-20T15:00:00+08:00" };
// What a caller might send, right or wrong.
const create = (body: object, as = asSales) => as.unchecked(schedule.create, { body: { ...visit, ...body } });
const change = (id: number, body: object, as = asSales) =>
  as.unchecked(schedule.update, { params: { id }, body: { ...visit, ...body } });
const done = (id: number, result: string | null = null, as = asSales) =>
  as(schedule.done, { params: { id }, body: { action: "done", result } });
const cancel = (id: number) => asSales(schedule.cancel, { params: { id }, body: { action: "cancel" } });
const undo = (id: number) => asSales(schedule.undo, { params: { id }, body: { action: "undo" } });
const titles = async (query: object = {}, as = asSales) =>
  (await as(schedule.list, { query })).data.list.map(({ title }) => title);
const errorsOf = (reply: { data: unknown }) => (reply.data as { errors: unknown }).errors;
const later = (minutes: number) => api.setClock(new Date(testNow.getTime() + minutes * 60_000));

describe("a schedule", () => {
  test("is made, changed, done, taken back, cancelled and deleted", async () => {
    const about = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
    const made = await create({ customer_id: about.id, location: "销售中心" });
    const { id } = made.data;
    expect(made).toMatchObject({
      status: 200,
      data: {
        title: "带看滨海公寓",
        start_at: "2026-11-20T15:00:00.000+08:00",
        customer: { id: about.id, name: "王伟" },
        user: { name: "林顾问" },
        creator: { name: "林顾问" },
        remind_minutes: 30,
        status: "pending",
        is_overdue: false,
        can: { edit: true, done: true, cancel: true, undo: false, delete: true },
      },
    });
    const changed = await change(id, {
      title: "带看海景公寓",
      end_at: "2026-11-20T16:00:00+08:00",
      remind_minutes: null,
    });
    expect(changed.data).toMatchObject({ title: "带看海景公寓", remind_minutes: null, customer: null, location: null });
    expect((await done(id, "客户满意")).data).toMatchObject({
      status: "done",
      done_at: "2026-11-20T12:00:00.000+08:00",
      result: "客户满意",
      can: { edit: false, done: false, cancel: false, undo: true },
    });
    expect((await undo(id)).data).toMatchObject({ status: "pending", done_at: null, result: null });
    expect((await cancel(id)).data).toMatchObject({ status: "cancelled", can: { edit: false, undo: false } });
    expect((await asSales(schedule.remove, { params: { id } })).code).toBe(200);
    expect(await db.select().from(table)).toEqual([]);
    const lines = await db.select().from(operationLog).orderBy(operationLog.id);
    expect(lines.map(({ action, summary }) => [action, summary])).toEqual([
      ["create", "新增日程：带看滨海公寓"],
      ["update", "编辑日程：带看滨海公寓"],
      ["update", "完成日程：带看海景公寓"],
      ["update", "撤销完成日程：带看海景公寓"],
      ["update", "取消日程：带看海景公寓"],
      ["delete", "删除日程：带看海景公寓"],
    ]);
    expect(lines[1]?.changes).toMatchObject([
      { label: "标题", before: "带看滨海公寓", after: "带看海景公寓" },
      { label: "结束时间" },
      { label: "客户", before: `王伟 ${about.customer_no}`, after: null },
      { label: "地点" },
      { label: "提醒", before: "提前30分钟" },
    ]);
  });

  test.each([
    [{ title: " " }, "title", "请输入标题"],
    [{ title: "长".repeat(51) }, "title", "标题不能超过50个字"],
    [{ type: "party" }, "type", "请选择类型"],
    [{ start_at: "tomorrow" }, "start_at", "请选择开始时间"],
    [{ end_at: "2026-11-20T14:59:00+08:00" }, "end_at", "结束时间不能早于开始时间"],
    [{ remind_minutes: 45 }, "remind_minutes", "请选择提醒"],
    [{ location: "长".repeat(101) }, "location", "地点不能超过100个字"],
    [{ content: "长".repeat(501) }, "content", "内容不能超过500个字"],
    [{ customer_id: 999_999 }, "customer_id", "客户含有不能选择的选项"],
  ])("is refused at its field: %j", async (wrong, field, message) => {
    const reply = await create(wrong);
    expect(reply).toMatchObject({ status: 422, code: 42200 });
    expect(errorsOf(reply)).toMatchObject([{ field, message }]);
    expect(await db.select().from(table)).toEqual([]);
  });

  test("of a whole day has days alone, and is late when the last one is over", async () => {
    const { data } = await create({ all_day: true, end_at: "2026-11-20T09:00:00+08:00", remind_minutes: 0 });
    expect(data).toMatchObject({
      start_at: "2026-11-20T00:00:00.000+08:00",
      end_at: "2026-11-20T00:00:00.000+08:00",
      remind_minutes: 0,
    });
    const isOverdue = async () => (await asSales(schedule.list)).data.list[0]?.is_overdue;
    api.setClock(new Date("2026-11-20T23:59:00+08:00"));
    expect(await isOverdue()).toBe(false);
    api.setClock(new Date("2026-11-21T00:01:00+08:00"));
    expect(await isOverdue()).toBe(true);
  });

  test("names only a customer whom one may see, and keeps one who has gone", async () => {
    const foreign = await makeCustomer(db, { owner_id: stranger.id, name: "赵敏" });
    expect(errorsOf(await create({ customer_id: foreign.id }))).toMatchObject([{ field: "customer_id" }]);
    const kept = await makeSchedule(db, { user_id: sales.id, customer_id: foreign.id });
    const { data } = await change(kept.id, { customer_id: foreign.id });
    expect(data.customer).toEqual({ id: foreign.id, name: foreign.customer_no });
  });

  test("that is over is neither changed nor done again, and is taken back within a day only", async () => {
    const { id } = (await create({})).data;
    await done(id);
    expect(await change(id, {})).toMatchObject({ status: 409, code: 40902 });
    expect(await done(id)).toMatchObject({ code: 40902 });
    expect(await cancel(id)).toMatchObject({ code: 40902 });
    later(24 * 60);
    expect(await undo(id)).toMatchObject({ code: 40905 });
    const other = await makeSchedule(db, { user_id: sales.id });
    expect(await undo(other.id)).toMatchObject({ code: 40902 });
    expect(await done(999_999)).toMatchObject({ status: 404, code: 40400 });
  });

  test("begins with the setting's reminder, or the next shorter one that there is", async () => {
    await setSetting(db, "schedule.default_remind", 45);
    expect((await asSales(schedule.list)).data.default_remind).toBe(30);
    expect((await create({})).data.remind_minutes).toBe(30);
  });
});

describe("the list", () => {
  test("holds one's own: what waits first, the oldest on top, then the rest, the newest on top", async () => {
    const mine = (title: string, day: number, status: ScheduleStatus = "pending") =>
      makeSchedule(db, { user_id: sales.id, title, start_at: days(day), status });
    await mine("后天", 2);
    await mine("昨天", -1);
    await mine("上周做完", -7, "done");
    await mine("昨天做完", -1, "done");
    await makeSchedule(db, { user_id: manager.id, title: "经理的" });
    expect(await titles()).toEqual(["昨天", "后天", "昨天做完", "上周做完"]);
    expect(await titles({ sort: "-start_at", status: ["pending"] })).toEqual(["后天", "昨天"]);
    const [first] = (await asSales(schedule.list)).data.list;
    expect(first).toMatchObject({ title: "昨天", is_overdue: true });
  });

  test("is narrowed by type, customer and the days that a schedule touches", async () => {
    const about = await makeCustomer(db, { owner_id: sales.id });
    const mine = (title: string, given: object) => makeSchedule(db, { user_id: sales.id, title, ...given });
    await mine("三天会议", { type: "meeting", start_at: days(-1), end_at: days(1) });
    await mine("明天回访", { start_at: days(1), customer_id: about.id });
    expect(await titles({ from: "2026-11-20", to: "2026-11-20" })).toEqual(["三天会议"]);
    expect(await titles({ from: "2026-11-21", to: "2026-11-21" })).toEqual(["三天会议", "明天回访"]);
    expect(await titles({ from: "2026-11-22" })).toEqual([]);
    expect(await titles({ type: ["call"] })).toEqual(["明天回访"]);
    expect(await titles({ customer_id: about.id })).toEqual(["明天回访"]);
  });

  test("of a team is its manager's; nobody else reaches a colleague's", async () => {
    const own = await makeSchedule(db, { user_id: sales.id, title: "林的" });
    const foreign = await makeSchedule(db, { user_id: stranger.id, title: "外人的" });
    expect(await titles({}, asManager)).toEqual([]);
    expect(await titles({ scope: "team" }, asManager)).toEqual(["林的"]);
    expect(await titles({ user_id: stranger.id }, asManager)).toEqual([]);
    expect(await titles({ scope: "team" })).toEqual(["林的"]);
    expect(await done(own.id, null, asManager)).toMatchObject({ code: 200 });
    for (const as of [asSales, asManager]) {
      expect(await done(foreign.id, null, as)).toMatchObject({ status: 403, code: 40301 });
      expect(await change(foreign.id, {}, as)).toMatchObject({ code: 40301 });
      expect(await as(schedule.remove, { params: { id: foreign.id } })).toMatchObject({ code: 40301 });
    }
    expect(await api.send(schedule.list)).toMatchObject({ status: 401, code: 40100 });
  });
});

describe("a member's schedule", () => {
  test("is set by his manager, and he hears of it", async () => {
    const { data } = await create({ user_id: sales.id }, asManager);
    expect(data).toMatchObject({ user: { name: "林顾问" }, creator: { name: "陈经理" } });
    expect(await db.select().from(message)).toMatchObject([
      {
        user_id: sales.id,
        category: "schedule",
        content: "【陈经理】为您安排了日程：带看滨海公寓，2026-11-20 15:00。",
        link: "/schedule-list",
      },
    ]);
    expect(await titles()).toEqual(["带看滨海公寓"]);
  });

  test("is not set for somebody outside of the scope, or who has left", async () => {
    const left = await makeUser(db, { team_id: manager.team_id, status: "resigned" });
    for (const [user_id, as] of [
      [stranger.id, asManager],
      [manager.id, asSales],
    ] as const)
      expect(errorsOf(await create({ user_id }, as))).toEqual([
        { field: "user_id", label: "成员", message: "只能指定本人或本团队的成员" },
      ]);
    expect(errorsOf(await create({ user_id: left.id }, asManager))).toMatchObject([{ field: "user_id" }]);
  });
});

describe("the customer's next follow-up", () => {
  const followUp = {
    type: "call",
    content: "电话沟通购房预算与区域",
    tracked_at: "2026-11-20T11:00:00+08:00",
    next_at: "2026-11-21T10:00:00+08:00",
  } as const;
  let about: Awaited<ReturnType<typeof makeCustomer>>;
  const nextOf = async () =>
    (await db.select().from(customerTable).where(eq(customerTable.id, about.id)))[0]?.next_tracking_at ?? null;

  beforeEach(async () => {
    about = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
    await asSales(tracking.create, { body: { ...followUp, customer_id: about.id } });
  });

  test("goes with the schedule that it made", async () => {
    const [plan] = (await asSales(schedule.list)).data.list;
    const id = plan?.id ?? 0;
    const moved = { title: "回访王伟", type: "call", customer_id: about.id, start_at: "2026-11-22T10:00:00+08:00" };
    await change(id, moved);
    expect(await nextOf()).toBe("2026-11-22T10:00:00.000+08:00");
    await done(id);
    expect(await nextOf()).toBeNull();
    await undo(id);
    expect(await nextOf()).toBe("2026-11-22T10:00:00.000+08:00");
    await cancel(id);
    expect(await nextOf()).toBeNull();
  });

  test("stays with any other schedule of his", async () => {
    const { id } = (await create({ customer_id: about.id, start_at: followUp.next_at })).data;
    await done(id);
    expect(await nextOf()).toBe("2026-11-21T10:00:00.000+08:00");
  });
});

describe("the reminder", () => {
  const jobs = jobsOf(api.services, [scheduleRemind]);
  const runAt = async (minutes: number) => {
    later(minutes);
    await jobs.runDue(api.services.now());
  };
  const told = async () => (await db.select().from(message).orderBy(message.id)).map(({ content }) => content);

  test("comes once, so many minutes before, to whom it concerns", async () => {
    const about = await makeCustomer(db, { owner_id: sales.id });
    await create({ customer_id: about.id, start_at: "2026-11-20T12:40:00+08:00", location: "销售中心" });
    await create({ title: "不提醒", start_at: "2026-11-20T12:40:00+08:00", remind_minutes: null });
    const { id } = (await create({ title: "已取消", start_at: "2026-11-20T12:40:00+08:00" })).data;
    await cancel(id);
    await runAt(9);
    expect(await told()).toEqual([]);
    await runAt(10);
    await runAt(11);
    expect(await told()).toEqual(["带看滨海公寓将在30分钟后开始（2026-11-20 12:40，地点：销售中心）。"]);
    expect(await db.select().from(message)).toMatchObject([
      { user_id: sales.id, category: "schedule", link: `/customer/editCustomerInfo/${about.id}` },
    ]);
  });

  test("that was read and deleted does not come again, one of another hour does", async () => {
    const { id } = (await create({ start_at: "2026-11-20T12:40:00+08:00" })).data;
    await runAt(10);
    await db.delete(message);
    await runAt(12);
    expect(await told()).toEqual([]);
    await change(id, { start_at: "2026-11-20T12:50:00+08:00" });
    await runAt(20);
    expect(await told()).toEqual(["带看滨海公寓将在30分钟后开始（2026-11-20 12:50）。"]);
  });

  test("makes up for what became due while no server ran, and for what was added late", async () => {
    await create({ start_at: "2026-11-20T13:00:00+08:00" });
    await create({ title: "全天盘点", all_day: true, start_at: "2026-11-21T00:00:00+08:00", remind_minutes: 0 });
    await runAt(1);
    await runAt(26 * 60);
    expect(await told()).toEqual(["带看滨海公寓已到开始时间（2026-11-20 13:00）。", "全天盘点（2026-11-21 全天）。"]);
    await create({ title: "马上开会", start_at: "2026-11-21T14:20:00+08:00" });
    await create({ title: "补记", start_at: "2026-11-21T10:00:00+08:00" });
    await runAt(26 * 60 + 5);
    expect((await told()).slice(2)).toEqual(["马上开会将在15分钟后开始（2026-11-21 14:20）。"]);
  });

  test("that is late is not sent for what has begun before anybody was responsible", async () => {
    await makeSchedule(db, { user_id: sales.id, remind_minutes: 30, start_at: days(-10), updated_at: days(-11) });
    await runAt(0);
    expect(await told()).toEqual([]);
  });
});

whoMay(api, schedule, {
  list: "any",
  create: "any",
  update: "any",
  done: { roles: "any", body: { action: "done" } },
  cancel: { roles: "any", body: { action: "cancel" } },
  undo: { roles: "any", body: { action: "undo" } },
  remove: "any",
});
