import { beforeEach, describe, expect, test } from "vitest";
import { tracking } from "~/contract/customer/tracking";
import { type ScheduleStatus, schedule } from "~/contract/schedule/schedule";
import { message } from "~/server/database/tables/system/system";
import { jobsOf } from "~/server/jobs/jobs";
import { scheduleRemind } from "~/server/jobs/schedule/schedule-remind";
import { days, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db, api, make, setSetting, rowIn, rowsIn } = setUp();

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
const act =
  (action: "done" | "cancel" | "undo") =>
  (id: number, result: string | null = null, as = asSales) =>
    as.unchecked(schedule[action], { params: { id }, body: { action, result } });
const [done, cancel, undo] = [act("done"), act("cancel"), act("undo")];
const titles = async (query: object = {}, as = asSales) =>
  (await as(schedule.list, { query })).data.list.map(({ title }) => title);
const later = (minutes: number) => api.setClock(new Date(testNow.getTime() + minutes * 60_000));

describe("a schedule", () => {
  test("that was done without a network was done when that was written", async () => {
    const { id } = (await create({})).data;
    const body = { action: "done", result: null };
    const { data } = await asSales.unchecked(schedule.done, { params: { id }, age: 3_600, body });
    expect(data).toMatchObject({ status: "done", done_at: days(-1 / 24) });
  });

  test("is made, changed, done, taken back, cancelled and deleted", async () => {
    const about = await make.customer({ name: "王伟", owner_id: sales.id });
    const made = await create({ customer_id: about.id, location: "销售中心" });
    const { id } = made.data;
    expect(made.data).toMatchObject({
      ...{ title: "带看滨海公寓", start_at: "2026-11-20T15:00:00.000+08:00", customer: { id: about.id, name: "王伟" } },
      ...{ user: { name: "林顾问" }, creator: { name: "林顾问" }, remind_minutes: 30, status: "pending" },
      is_overdue: false,
      can: { edit: true, done: true, cancel: true, undo: false, delete: true },
    });
    const times = { end_at: "2026-11-20T16:00:00+08:00", remind_minutes: null };
    const changed = await change(id, { title: "带看海景公寓", ...times });
    expect(changed.data).toMatchObject({ title: "带看海景公寓", remind_minutes: null, customer: null, location: null });
    expect((await done(id, "客户满意")).data).toMatchObject({
      ...{ status: "done", done_at: "2026-11-20T12:00:00.000+08:00", result: "客户满意" },
      can: { edit: false, done: false, cancel: false, undo: true },
    });
    expect((await undo(id)).data).toMatchObject({ status: "pending", done_at: null, result: null });
    expect((await cancel(id)).data).toMatchObject({ status: "cancelled", can: { edit: false, undo: false } });
    expect((await asSales(schedule.remove, { params: { id } })).code).toBe(200);
    expect(await rowsIn("schedule")).toEqual([]);
    const lines = await rowsIn("operationLog");
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
    expect(await create(wrong)).toMatchObject(refusedAt(field, message));
    expect(await rowsIn("schedule")).toEqual([]);
  });

  test("of a whole day has days alone, and is late when the last one is over", async () => {
    const { data } = await create({ all_day: true, end_at: "2026-11-20T09:00:00+08:00", remind_minutes: 0 });
    const midnight = "2026-11-20T00:00:00.000+08:00";
    expect(data).toMatchObject({ start_at: midnight, end_at: midnight, remind_minutes: 0 });
    const isOverdue = async () => (await asSales(schedule.list)).data.list[0]?.is_overdue;
    api.setClock(new Date("2026-11-20T23:59:00+08:00"));
    expect(await isOverdue()).toBe(false);
    api.setClock(new Date("2026-11-21T00:01:00+08:00"));
    expect(await isOverdue()).toBe(true);
  });

  test("names only a customer whom one may see, and keeps one who has gone", async () => {
    const foreign = await make.customer({ owner_id: stranger.id, name: "赵敏" });
    expect(await create({ customer_id: foreign.id })).toMatchObject(refusedAt("customer_id"));
    const remaining = await make.schedule({ user_id: sales.id, customer_id: foreign.id });
    const { data } = await change(remaining.id, { customer_id: foreign.id });
    expect(data.customer).toEqual({ id: foreign.id, name: foreign.customer_no });
  });

  test("that is over is neither changed nor done again, and is taken back within a day only", async () => {
    const { id } = (await create({})).data;
    await done(id);
    for (const again of [await change(id, {}), await done(id), await cancel(id)])
      expect(again).toMatchObject({ code: 40902 });
    later(24 * 60);
    expect(await undo(id)).toMatchObject({ code: 40905 });
    const other = await make.schedule({ user_id: sales.id });
    expect(await undo(other.id)).toMatchObject({ code: 40902 });
  });

  test("begins with the setting's reminder, or the next shorter one that there is", async () => {
    await setSetting("schedule.default_remind", 45);
    expect((await asSales(schedule.list)).data.default_remind).toBe(30);
    expect((await create({})).data.remind_minutes).toBe(30);
  });
});

describe("the list", () => {
  test("holds one's own: what waits first, the oldest on top, then the rest, the newest on top", async () => {
    const mine = (title: string, day: number, status: ScheduleStatus = "pending") =>
      make.schedule({ user_id: sales.id, title, start_at: days(day), status });
    await mine("后天", 2);
    await mine("昨天", -1);
    await mine("上周做完", -7, "done");
    await mine("昨天做完", -1, "done");
    await make.schedule({ user_id: manager.id, title: "经理的" });
    expect(await titles()).toEqual(["昨天", "后天", "昨天做完", "上周做完"]);
    expect(await titles({ sort: "-start_at", status: ["pending"] })).toEqual(["后天", "昨天"]);
    const [first] = (await asSales(schedule.list)).data.list;
    expect(first).toMatchObject({ title: "昨天", is_overdue: true });
  });

  test("is narrowed by type, customer and the days that a schedule touches", async () => {
    const about = await make.customer({ owner_id: sales.id });
    const mine = (title: string, given: object) => make.schedule({ user_id: sales.id, title, ...given });
    await mine("三天会议", { type: "meeting", start_at: days(-1), end_at: days(1) });
    await mine("明天回访", { start_at: days(1), customer_id: about.id });
    expect(await titles({ from: "2026-11-20", to: "2026-11-20" })).toEqual(["三天会议"]);
    expect(await titles({ from: "2026-11-21", to: "2026-11-21" })).toEqual(["三天会议", "明天回访"]);
    expect(await titles({ from: "2026-11-22" })).toEqual([]);
    for (const query of [{ type: ["call"] }, { customer_id: about.id }])
      expect(await titles(query)).toEqual(["明天回访"]);
  });

  test("of a team is its manager's", async () => {
    const own = await make.schedule({ user_id: sales.id, title: "林的" });
    await make.schedule({ user_id: stranger.id, title: "外人的" });
    expect(await titles({}, asManager)).toEqual([]);
    expect(await titles({ scope: "team" }, asManager)).toEqual(["林的"]);
    expect(await titles({ user_id: stranger.id }, asManager)).toEqual([]);
    expect(await titles({ scope: "team" })).toEqual(["林的"]);
    expect(await done(own.id, null, asManager)).toMatchObject({ code: 200 });
  });
});

describe("a member's schedule", () => {
  test("is set by his manager, and he hears of it", async () => {
    const { data } = await create({ user_id: sales.id }, asManager);
    expect(data).toMatchObject({ user: { name: "林顾问" }, creator: { name: "陈经理" } });
    expect(await rowsIn("message")).toMatchObject([
      {
        ...{ user_id: sales.id, category: "schedule", link: "/schedule-list" },
        content: "【陈经理】为您安排了日程：带看滨海公寓，2026-11-20 15:00。",
      },
    ]);
    expect(await titles()).toEqual(["带看滨海公寓"]);
  });

  test("is not set for somebody outside of the scope, or who has left", async () => {
    const left = await make.user({ team_id: manager.team_id, status: "resigned" });
    const refused = refusedAt("user_id", "只能指定本人或本团队的成员");
    expect(await create({ user_id: stranger.id }, asManager)).toMatchObject(refused);
    expect(await create({ user_id: manager.id }, asSales)).toMatchObject(refused);
    expect(await create({ user_id: left.id }, asManager)).toMatchObject(refusedAt("user_id"));
  });
});

describe("the customer's next follow-up", () => {
  const followUp = {
    type: "call",
    content: "电话沟通购房预算与区域",
    tracked_at: "2026-11-20T11:00:00+08:00",
    next_at: "2026-11-21T10:00:00+08:00",
  } as const;
  let about: Awaited<ReturnType<typeof make.customer>>;
  const nextOf = async () => (await rowIn("customer", about.id)).next_tracking_at ?? null;

  beforeEach(async () => {
    about = await make.customer({ name: "王伟", owner_id: sales.id });
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
  const notices = async () => (await rowsIn("message")).map(({ content }) => content);

  test("comes once, so many minutes before, to whom it concerns", async () => {
    const about = await make.customer({ owner_id: sales.id });
    await create({ customer_id: about.id, start_at: "2026-11-20T12:40:00+08:00", location: "销售中心" });
    await create({ title: "不提醒", start_at: "2026-11-20T12:40:00+08:00", remind_minutes: null });
    const { id } = (await create({ title: "已取消", start_at: "2026-11-20T12:40:00+08:00" })).data;
    await cancel(id);
    await runAt(9);
    expect(await notices()).toEqual([]);
    await runAt(10);
    await runAt(11);
    expect(await notices()).toEqual(["带看滨海公寓将在30分钟后开始（2026-11-20 12:40，地点：销售中心）。"]);
    const link = `/customer/editCustomerInfo/${about.id}`;
    expect(await rowsIn("message")).toMatchObject([{ user_id: sales.id, category: "schedule", link }]);
  });

  test("that was read and deleted does not come again, one of another hour does", async () => {
    const { id } = (await create({ start_at: "2026-11-20T12:40:00+08:00" })).data;
    await runAt(10);
    await db.delete(message);
    await runAt(12);
    expect(await notices()).toEqual([]);
    await change(id, { start_at: "2026-11-20T12:50:00+08:00" });
    await runAt(20);
    expect(await notices()).toEqual(["带看滨海公寓将在30分钟后开始（2026-11-20 12:50）。"]);
  });

  test("makes up for what became due while no server ran, and for what was added late", async () => {
    await create({ start_at: "2026-11-20T13:00:00+08:00" });
    await create({ title: "全天盘点", all_day: true, start_at: "2026-11-21T00:00:00+08:00", remind_minutes: 0 });
    await runAt(1);
    await runAt(26 * 60);
    expect(await notices()).toEqual([
      "带看滨海公寓已到开始时间（2026-11-20 13:00）。",
      "全天盘点（2026-11-21 全天）。",
    ]);
    await create({ title: "马上开会", start_at: "2026-11-21T14:20:00+08:00" });
    await create({ title: "补记", start_at: "2026-11-21T10:00:00+08:00" });
    await runAt(26 * 60 + 5);
    expect((await notices()).slice(2)).toEqual(["马上开会将在15分钟后开始（2026-11-21 14:20）。"]);
  });

  test("that is late is not sent for what has begun before anybody was responsible", async () => {
    await make.schedule({ user_id: sales.id, remind_minutes: 30, start_at: days(-10), updated_at: days(-11) });
    await runAt(0);
    expect(await notices()).toEqual([]);
  });
});

const anybody = (action: string) => ({ roles: "any", body: { action } }) as const;
whoMay(api, schedule, {
  ...{ list: "any", create: "any", update: "any", remove: "any" },
  ...{ done: anybody("done"), cancel: anybody("cancel"), undo: anybody("undo") },
});
