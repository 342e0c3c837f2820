import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import * as customerEdit from "~/app/routes/customer/page/customer-edit";
import * as scheduleList from "~/app/routes/schedule/schedule-list";
import { schedule as table } from "~/server/database/tables/system/system";
import { makeOwnDeal } from "../../../support/deal-rows";
import { days, makeCustomer, makeSchedule } from "../../../support/factories";
import { chooseAct, chooseOption, enter, routeTest } from "../../../support/route-test";

const path = "/schedule-list";
const page = { path: "/customer/editCustomerInfo/:id", module: customerEdit };
const { db, team, staff, open } = routeTest({
  path,
  module: scheduleList,
  others: { [page.path]: () => <p>客户页</p> },
});
const east = team();
const sales = staff({ role: "sales", name: "林顾问", team: east });
const manager = staff({ role: "sales_manager", name: "陈经理", team: east });
const row = (name: RegExp) => screen.findByRole("row", { name });
const dialog = (name: string | RegExp) => screen.findByRole("dialog", { name });
const rows = () => db.select().from(table).orderBy(table.id);
const mine = (title: string, start_at: string, given: object = {}) =>
  makeSchedule(db, { user_id: sales.id, created_by: sales.id, title, start_at, ...given });

describe("the list", () => {
  it("shows one's own schedules, late ones first and named so", async () => {
    const about = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
    await mine("带看滨海公寓", "2026-11-20T15:00:00+08:00", {
      type: "visit",
      end_at: "2026-11-20T16:00:00+08:00",
      customer_id: about.id,
      location: "销售中心",
      remind_minutes: 60,
    });
    await mine("回访李娜", days(-1));
    await mine("季度盘点", "2026-11-24T00:00:00+08:00", { all_day: true, end_at: "2026-11-25T00:00:00+08:00" });
    await open();
    const first = within(await row(/带看滨海公寓/));
    for (const text of ["带看", "2026-11-20 15:00 至 16:00", "王伟", "销售中心", "提前1小时", "待办", "林顾问"])
      expect(first.getByText(text)).toBeDefined();
    expect(within(await row(/季度盘点/)).getByText("2026-11-24 至 2026-11-25 全天")).toBeDefined();
    const all = screen.getAllByRole("row").map(({ textContent }) => textContent);
    expect(all[1]).toMatch(/回访李娜.*已逾期/);
    expect(screen.queryByText("成员")).toBeNull();
  });

  it("wishes a rest where nothing is planned", async () => {
    await open();
    expect(await screen.findByText("今天没有日程，休息一下吧")).toBeDefined();
  });

  it("adds a schedule with the default reminder", async () => {
    const { actor } = await open();
    await actor.click((await screen.findAllByRole("button", { name: "新增" }))[0] as HTMLElement);
    const form = within(await dialog("新增日程"));
    await enter(actor, await form.findByRole("textbox", { name: "标题" }), "团队周会");
    expect(form.getByRole("textbox", { name: "提醒" })).toHaveProperty("value", "提前30分钟");
    await chooseOption(actor, form.getByRole("textbox", { name: "类型" }), "会议");
    await actor.click(form.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("日程已新增")).toBeDefined();
    expect(await row(/团队周会/)).toBeDefined();
    expect(await rows()).toMatchObject([
      { title: "团队周会", type: "meeting", start_at: "2026-11-20T13:00:00.000+08:00", remind_minutes: 30 },
    ]);
  });

  it("names a deal of its customer, to which it leads", async () => {
    const about = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
    const sold = await makeOwnDeal(db, { owner_id: sales.id, customer_id: about.id, status: "subscribed" });
    await mine("签约提醒", days(1), { customer_id: about.id });
    const { actor } = await open();
    const line = within(await row(/签约提醒/));
    await actor.click(line.queryByRole("button", { name: "编辑" }) ?? line.getByLabelText(/的更多操作$/));
    const edit = screen.queryByRole("menuitem", { name: /^编辑/ });
    if (edit) await actor.click(edit);
    const form = within(await dialog("编辑日程"));
    await chooseOption(
      actor,
      await form.findByRole("textbox", { name: "关联成交" }),
      new RegExp(`^${sold.deal_no} · .* · 已认购$`),
    );
    await actor.click(form.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("已保存")).toBeDefined();
    expect(await rows()).toMatchObject([{ deal_id: sold.id, customer_id: about.id }]);
  });

  it("asks for the outcome of what is done, and takes it back", async () => {
    await mine("回访李娜", days(0));
    const { actor } = await open();
    await actor.click(within(await row(/回访李娜/)).getByRole("button", { name: "完成" }));
    const form = within(await dialog("完成日程"));
    await enter(actor, await form.findByRole("textbox", { name: "完成情况" }), "已约下周看房");
    await actor.click(form.getByRole("button", { name: "完成" }));
    expect(await screen.findByText("日程已完成")).toBeDefined();
    expect(await rows()).toMatchObject([{ status: "done", result: "已约下周看房" }]);
    await actor.click(await within(await row(/已完成/)).findByRole("button", { name: "撤销完成" }));
    expect(await screen.findByText("已恢复为待办")).toBeDefined();
    expect(await rows()).toMatchObject([{ status: "pending", result: null }]);
  });

  it("changes one, and asks before one is cancelled or deleted", async () => {
    await mine("回访李娜", days(1), { remind_minutes: null });
    const { actor } = await open();
    await chooseAct(actor, await row(/回访李娜/), "编辑");
    const form = within(await dialog("编辑日程"));
    expect(await form.findByRole("textbox", { name: "提醒" })).toHaveProperty("value", "不提醒");
    await actor.type(form.getByRole("textbox", { name: "地点" }), "电话");
    await actor.click(form.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("已保存")).toBeDefined();
    expect(await rows()).toMatchObject([{ location: "电话", remind_minutes: null }]);

    const choose = async (name: string) => {
      await actor.click(await screen.findByRole("button", { name: "回访李娜的更多操作" }));
      await actor.click(await screen.findByRole("menuitem", { name }));
    };
    await choose("取消");
    await actor.click(within(await dialog("取消日程")).getByRole("button", { name: "取消日程" }));
    expect(await screen.findByText("日程已取消")).toBeDefined();
    expect(await rows()).toMatchObject([{ status: "cancelled" }]);
    await actor.click(await within(await row(/已取消/)).findByRole("button", { name: "删除" }));
    await actor.click(within(await dialog("删除日程")).getByRole("button", { name: "删除" }));
    expect(await screen.findByText("已删除")).toBeDefined();
    expect(await rows()).toEqual([]);
  });

  it("shows a manager the team, whom he may plan for", async () => {
    await mine("回访李娜", days(1));
    const { actor } = await open(`${path}?scope=team`, { as: manager });
    expect(within(await row(/回访李娜/)).getAllByText("林顾问")).toHaveLength(2);
    await actor.click((await screen.findAllByRole("button", { name: "新增" }))[0] as HTMLElement);
    const form = within(await dialog("新增日程"));
    await actor.type(await form.findByRole("textbox", { name: "标题" }), "晨会");
    await chooseOption(actor, form.getByRole("textbox", { name: "成员" }), /林顾问/);
    await actor.click(form.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("日程已新增")).toBeDefined();
    expect((await rows()).at(-1)).toMatchObject({ title: "晨会", user_id: sales.id, created_by: manager.id });
  });
});

describe("the calendar", () => {
  const month = () => screen.findByRole("list", { name: "月历" });
  const dayOf = async (name: string) =>
    within(
      (await within(await month()).findByRole("button", { name: `${name} 新增日程` })).closest("li") as HTMLElement,
    );

  it("shows a month with three entries a day, the others behind +n, and adds to the day that is clicked", async () => {
    for (const hour of [9, 10, 11, 14, 15])
      await mine(`${hour}点的事`, `2026-11-25T${String(hour).padStart(2, "0")}:00:00+08:00`);
    await mine("展会", "2026-11-17T09:00:00+08:00", { end_at: "2026-11-18T18:00:00+08:00" });
    await mine("取消了的", "2026-11-26T09:00:00+08:00", { status: "cancelled" });
    const { actor, place } = await open(`${path}?view=month`);
    expect((await dayOf("11月20日 周五")).getByText("20").closest("li")?.getAttribute("aria-current")).toBe("date");
    const full = await dayOf("11月25日 周三");
    expect(full.getAllByText(/点的事/)).toHaveLength(3);
    expect((await dayOf("11月18日 周三")).getByText("至 18:00")).toBeDefined();
    expect(screen.queryByText("取消了的")).toBeNull();
    await actor.click(full.getByRole("button", { name: /^\+\d，11月25日 周三 全部 5 项日程$/ }));
    expect(await within(await dialog("11月25日 周三")).findByText("15点的事")).toBeDefined();
    await actor.keyboard("{Escape}");

    await actor.click((await dayOf("11月26日 周四")).getByRole("button", { name: "11月26日 周四 新增日程" }));
    const form = within(await dialog("新增日程"));
    await enter(actor, await form.findByRole("textbox", { name: "标题" }), "约看样板间");
    await actor.click(form.getByRole("button", { name: "保存" }));
    expect(await (await dayOf("11月26日 周四")).findByText("约看样板间")).toBeDefined();
    await actor.click(screen.getByRole("button", { name: "下个月" }));
    expect(await screen.findByRole("heading", { name: "2026年12月" })).toBeDefined();
    expect(place.href).toBe(`${path}?view=month&day=2026-12-01`);
  });

  it("shows a week, and opens an entry with what may be done with it", async () => {
    await mine("回访李娜", "2026-11-19T10:00:00+08:00");
    const { actor, place } = await open(`${path}?view=month`);
    await actor.click(await screen.findByRole("button", { name: "周" }));
    await waitFor(() => expect(place.href).toBe(`${path}?view=week`));
    const week = within(await screen.findByRole("list", { name: "周历" }));
    expect(week.getAllByRole("listitem")).toHaveLength(7);
    await actor.click(week.getByRole("button", { name: /10:00 回访李娜 已逾期/ }));
    const view = within(await dialog("回访李娜"));
    await actor.click(view.getByRole("button", { name: "完成" }));
    await actor.click(await within(await dialog("完成日程")).findByRole("button", { name: "完成" }));
    expect(await screen.findByText("日程已完成")).toBeDefined();
  });

  it("on a phone is a day's list below its week, where one begins", async () => {
    await mine("明天的会", "2026-11-21T10:00:00+08:00", { type: "meeting" });
    const { actor, place } = await open("", { phone: true });
    expect(await screen.findByText("今天没有日程，休息一下吧")).toBeDefined();
    expect(place.href).toBe(`${path}?view=week`);
    await actor.click(screen.getByRole("button", { name: "六 21 11月21日 周六，1 项日程" }));
    expect(await screen.findByText("明天的会")).toBeDefined();
    await actor.click(screen.getByRole("button", { name: "上一周" }));
    expect(await screen.findByText("这一天没有日程")).toBeDefined();
  });
});

describe("a customer", () => {
  let about: Awaited<ReturnType<typeof makeCustomer>>;
  beforeEach(async () => {
    about = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  });
  const others = { [path]: scheduleList };

  it("has what is planned with him in the time line, and its head plans more", async () => {
    await mine("签约准备", days(2), { customer_id: about.id, type: "sign" });
    await mine("别的事", days(2));
    const { actor } = await open(`${about.id}?tab=schedules`, { ...page, others });
    expect(await screen.findByText("签约准备")).toBeDefined();
    expect(screen.queryByText("别的事")).toBeNull();
    await actor.click(screen.getByRole("button", { name: "新增日程" }));
    const form = within(await dialog("新增日程"));
    expect(await form.findByText("该客户已有1项日程：2026-11-22 12:00 签约准备")).toBeDefined();
    expect(await form.findByRole("textbox", { name: "标题" })).toHaveProperty("value", "回访王伟");
    await actor.click(form.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("日程已新增")).toBeDefined();
    expect(await screen.findByText("回访王伟")).toBeDefined();
    expect((await rows()).at(-1)).toMatchObject({ customer_id: about.id, user_id: sales.id });
  });
});
