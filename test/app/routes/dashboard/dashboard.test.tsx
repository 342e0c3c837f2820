import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as dashboard from "~/app/routes/dashboard/dashboard";
import type { Permission } from "~/contract/permissions";
import { clue as clues } from "~/server/database/tables/clue/clue";
import { customer as customers } from "~/server/database/tables/customer/customer";
import { billing as billings } from "~/server/database/tables/deal/deal";
import { inquiry as inquiries } from "~/server/database/tables/inquiry/inquiry";
import { target as targets } from "~/server/database/tables/system/admin";
import { schedule as schedules, user as users } from "~/server/database/tables/system/system";
import { makeAgentWith } from "../../../support/agent-rows";
import { makeClue } from "../../../support/clue";
import { makeBilling, makeDeal } from "../../../support/deal";
import { makeEstate } from "../../../support/estate";
import { days, makeCustomer, makeInquiry, makeSchedule, makeTracking, testNow } from "../../../support/factories";
import { answer, chooseOption, fromMenu, routeTest } from "../../../support/route-test";

const path = "/dashboard";
const { db, team, staff, open } = routeTest({
  path,
  module: dashboard,
  others: {
    "/customer/editCustomerInfo/:id": () => <p>客户页</p>,
  },
});
const ours = team();
const sales = staff({ role: "sales", team: ours });
const manager = staff({ role: "sales_manager", team: ours });

/** What is below the window, until `comes` says that the reader has reached it: there the chart is neither loaded nor requested. */
const below: (() => void)[] = [];
const comes = () => {
  for (const see of below.splice(0)) see();
};
beforeEach(() => {
  below.length = 0;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(see: (entries: { isIntersecting: boolean }[]) => void) {
        below.push(() => see([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
});

// It is noon.
const at = (time: string) => `2026-11-20T${time}:00+08:00`;
const own = (given: object) =>
  makeCustomer(db, { owner_id: sales.id, created_at: days(-30), assigned_at: days(-1), ...given });
const chooseRange = async (actor: UserEvent, name: string) => {
  await actor.click(screen.getByRole("textbox", { name: "时间范围" }));
  await actor.click(await screen.findByRole("option", { name }));
};
const linesOf = (group: string) =>
  within(screen.getByRole("region", { name: group }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("the day", () => {
  it("stands in its order: late, by the hour, the whole day, whom the pool takes", async () => {
    await own({ name: "钱迟", next_tracking_at: at("09:00") });
    const { id } = await own({ name: "孙晚", next_tracking_at: at("18:00"), last_tracking_at: days(-2) });
    await makeTracking(db, { customer_id: id, user_id: sales.id, tracked_at: days(-2), content: "答应给报价" });
    await own({ name: "李险", assigned_at: days(-13) });
    await makeSchedule(db, { user_id: sales.id, title: "带看云汀", type: "visit", start_at: at("15:00") });
    await makeSchedule(db, {
      user_id: sales.id,
      title: "整理资料",
      type: "task",
      start_at: at("00:00"),
      all_day: true,
    });
    await makeSchedule(db, { user_id: sales.id, title: "催款", type: "payment", start_at: days(-2) });
    await open();
    const day = await screen.findByRole("region", { name: "今日工作" });
    expect(
      within(day)
        .getAllByRole("heading", { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(["已逾期 2", "今天 2", "今天之内 1", "即将进公海 1"]);
    expect(linesOf("已逾期")).toEqual([
      expect.stringMatching(/^11-18 12:00催款.*逾期2天/),
      expect.stringMatching(/^09:00钱迟.*还没有跟进记录/),
    ]);
    expect(linesOf("今天")).toEqual([
      expect.stringMatching(/^15:00带看云汀带看/),
      expect.stringMatching(/^18:00孙晚.*2天前：答应给报价/),
    ]);
    expect(linesOf("今天之内")).toEqual([expect.stringMatching(/^全天整理资料/)]);
    expect(linesOf("即将进公海")).toEqual([expect.stringMatching(/^李险.*2天内须跟进/)]);
  });

  it("shows the number to call with its code and the last note beside the form, plans the next date by a press, and takes it all back", async () => {
    const { id } = await own({ name: "钱迟", next_tracking_at: days(-1) });
    await makeTracking(db, { customer_id: id, user_id: sales.id, content: "说好这周看样板间" });
    const { actor } = await open();
    await actor.click(await screen.findByRole("link", { name: /^拨打/ }));
    const form = within(await screen.findByRole("dialog", { name: "跟进钱迟" }));
    const number = (await form.findByRole("link", { name: /^拨打/ })).getAttribute("href") ?? "";
    expect(number).toMatch(/^tel:\+\d+$/);
    expect(await form.findByRole("img", { name: "用手机扫码拨打" })).toBeDefined();
    expect(form.getByText(/说好这周看样板间/)).toBeDefined();
    await actor.type(await form.findByLabelText(/^跟进内容/), "看过样板间，周末带家人再来");
    await actor.click(form.getByRole("button", { name: "3天后" }));
    // Its line does not wait for the day to come again.
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const ask = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
      if (String(input).includes("/figures/dashboard")) await held;
      return ask(input, init);
    });
    await actor.click(form.getByText("保存"));
    await screen.findByText("跟进已保存，计入有效跟进");
    await waitFor(() => expect(screen.queryByRole("link", { name: "钱迟" })).toBeNull());
    answer();
    const next = async () => (await db.select().from(customers).where(eq(customers.id, id)))[0]?.next_tracking_at;
    expect(await next()).toMatch(/^2026-11-23T10:00/);
    await waitFor(() => expect(screen.queryByRole("link", { name: "钱迟" })).toBeNull());
    await actor.click(screen.getByRole("button", { name: "撤销" }));
    await screen.findByText("已撤销 1 条");
    expect(await screen.findByRole("link", { name: "钱迟" })).toBeDefined();
    expect(await next()).toBe(days(-1));
  });

  it("finishes a schedule in its place, and plans one", async () => {
    const { id } = await own({ name: "孙晚" });
    await makeSchedule(db, {
      user_id: sales.id,
      customer_id: id,
      title: "带看云汀",
      type: "visit",
      start_at: at("15:00"),
    });
    const { actor } = await open();
    expect(await screen.findByRole("link", { name: "孙晚" })).toBeDefined();
    expect(screen.getByRole("button", { name: "写跟进 孙晚" })).toBeDefined();
    await actor.click(screen.getByRole("button", { name: "完成 带看云汀" }));
    const dialog = within(await screen.findByRole("dialog", { name: "完成日程" }));
    await actor.click(await dialog.findByRole("button", { name: "完成" }));
    await screen.findByText("日程已完成");
    expect(await screen.findByText("今天的事都做完了")).toBeDefined();
    expect(await db.select().from(schedules)).toMatchObject([{ status: "done" }]);
    await actor.click(screen.getByRole("button", { name: "新增日程" }));
    expect(await screen.findByRole("dialog", { name: "新增日程" })).toBeDefined();
  });

  it("folds what is much, and names the list that has the rest", async () => {
    for (let n = 0; n < 21; n += 1) await own({ name: `客户${n}`, next_tracking_at: days(-1) });
    const { actor } = await open();
    await screen.findByRole("region", { name: "已逾期" });
    expect(linesOf("已逾期")).toHaveLength(5);
    expect(screen.getByRole("link", { name: "还有 1 位客户" }).getAttribute("href")).toBe(
      "/customer/customerInfor?view=today&sort=next_tracking_at",
    );
    await actor.click(screen.getByRole("button", { name: "展开其余 15 条" }));
    expect(linesOf("已逾期")).toHaveLength(20);
  });

  it("is the team's for who leads one, whose numbers are asked for with a reason, and one's own by a switch", async () => {
    await own({ name: "钱迟", next_tracking_at: at("09:00"), phone: "13812345678" });
    const { actor, place } = await open("", { as: manager });
    await screen.findByRole("region", { name: "已逾期" });
    expect(linesOf("已逾期")[0]).toContain(sales.name);
    await actor.click(screen.getByRole("button", { name: "查看钱迟的号码" }));
    const dialog = within(await screen.findByRole("dialog", { name: "查看完整号码" }));
    await actor.click(await dialog.findByRole("textbox", { name: /原因/ }));
    await actor.click((await screen.findAllByRole("option"))[0] as HTMLElement);
    await actor.click(dialog.getByRole("button", { name: "查看" }));
    expect((await dialog.findByRole("link", { name: /13812345678/ })).getAttribute("href")).toBe("tel:+8613812345678");
    await actor.click(dialog.getByRole("button", { name: "完成" }));
    await actor.click(screen.getByRole("radio", { name: "我的" }));
    expect(await screen.findByText("今天的事都做完了")).toBeDefined();
    expect(place.href).toBe("/dashboard?scope=mine");
    await chooseRange(actor, "近30天");
    await waitFor(() => expect(place.href).toBe("/dashboard?scope=mine&from=2026-10-22&to=2026-11-20"));
  });
});

it("draws what comes in when one comes to it, all charts by one call; a day of it opens its rows", async () => {
  const { id } = await own({ name: "王伟", created_at: days(-3) });
  for (const tracked_at of [days(-1), days(-3)])
    await makeTracking(db, { customer_id: id, user_id: sales.id, tracked_at, content: "约好周六看房的时间" });
  const { actor, place, asked } = await open();
  await screen.findByRole("region", { name: "今日工作" });
  const calls = () => asked.filter((address) => address.includes("/api/figures/dashboard"));
  await waitFor(() => expect(calls()).toHaveLength(1));
  // Behind one press, and only when scrolled to.
  comes();
  expect(screen.queryByRole("region", { name: "趋势" })).toBeNull();
  await actor.click(screen.getByRole("button", { name: "更多数据" }));
  await waitFor(() => expect(below).not.toHaveLength(0));
  expect(place.href).toBe("/dashboard?more=1");
  expect(screen.queryByRole("region", { name: "趋势" })).toBeNull();
  comes();
  const chart = within(await screen.findByRole("region", { name: "趋势" }));
  await actor.click(await chart.findByRole("radio", { name: "客户" }));
  expect(chart.getByRole("figure", { name: /新增客户 1，有效跟进 2/ })).toBeDefined();
  const charts = calls().filter((address) => address.includes("trend"));
  expect(charts).toEqual([expect.stringMatching(/blocks=trend%2Cfunnel%2Crank$/)]);
  await fromMenu(actor, "趋势", "看表");
  expect(chart.getAllByRole("row")).toHaveLength(8);
  await actor.click(chart.getByRole("button", { name: "2026-11-17 有效跟进 1" }));
  expect(place.href).toBe("/dashboard?more=1&metric=tracking_valid&day=2026-11-17");
  const drawer = await screen.findByRole("dialog", { name: "有效跟进" });
  expect(await within(drawer).findAllByText("约好周六看房的时间")).toHaveLength(1);
});

it("shows four figures of the last seven days, those of one's role; the others come with one press", async () => {
  await makeCustomer(db, { owner_id: sales.id, next_tracking_at: days(0), created_at: days(-1) });
  await makeCustomer(db, { owner_id: sales.id, created_at: days(-40) });
  const { actor } = await open();
  const figures = within(await screen.findByRole("region", { name: "关键指标" }));
  const names = () => figures.getAllByRole("button").map(({ textContent }) => textContent?.match(/^\D+/)?.[0]);
  expect(names()).toEqual(["新增客户", "有效跟进", "到访量", "签约套数"]);
  expect(figures.getByRole("button", { name: /新增客户\s*1/ })).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "更多数据" }));
  expect(await figures.findByRole("button", { name: /有效客户（现值）\s*2/ })).toBeDefined();
  expect(names().length).toBeGreaterThan(8);
});

it("says of the commissions that are due what they are made of: received, to be confirmed and open", async () => {
  const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id });
  const { id: estate_id } = await makeEstate(db);
  const { id: deal_id } = await makeDeal(db, { customer_id, estate_id, owner_id: sales.id, status: "contracted" });
  const line = { deal_id, type: "dev_commission", payer: "developer", fx_rate_to_cny: "0.05" } as const;
  const due = { ...line, due_at: "2026-11-18", paid_at: "2026-11-19" };
  await makeBilling(db, { ...due, amount: "4000000.00", paid_amount: "4000000.00", status: "confirmed" });
  await makeBilling(db, { ...due, amount: "2000000.00", paid_amount: "2000000.00", status: "paid" });
  await makeBilling(db, { ...line, due_at: "2026-11-20", amount: "6000000.00" });
  await open("", { role: "finance" });
  const figures = within(await screen.findByRole("region", { name: "关键指标" }));
  const card = await figures.findByRole("button", { name: /^应收佣金/ });
  expect(card.textContent).toMatch(/^应收佣金60万/);
  expect(card.textContent).toContain("已收 20万元· 待确认 10万元· 待收 30万元");
});

describe("the queues", () => {
  it("say that nothing is left only where nothing waits, and lead to what does", async () => {
    const { id: agent_id } = await makeAgentWith(db, { manager_id: manager.id });
    const { id: estate_id } = await makeEstate(db);
    const permissions = ["clue:clue:view", "clue:clue:audit"] as const;
    await makeClue(db, { agent_id, estate_id, status: "pending" });
    await open("", { permissions: [...permissions], scope: "all" });
    expect(await screen.findByText("今天没有日程，待办还有 1 项")).toBeDefined();
    expect(screen.queryByText("今天的事都做完了")).toBeNull();
    const queue = screen.getByRole("link", { name: /待审报备\s*1/ });
    expect(queue.getAttribute("href")).toBe("/clue/feedback?view=pending");
    // Figures have a code of their own.
    expect(screen.queryByRole("region", { name: "关键指标" })).toBeNull();
    expect(screen.queryByRole("button", { name: "更多数据" })).toBeNull();
  });

  it("pass a lead in its place by two presses, and are one less then", async () => {
    const { id: agent_id } = await makeAgentWith(db, { manager_id: manager.id });
    const { id: estate_id } = await makeEstate(db);
    const { id } = await makeClue(db, {
      agent_id,
      estate_id,
      status: "pending",
      handler_id: sales.id,
      customer_name: "赵敏",
    });
    const { actor } = await open("", { role: "super_admin" });
    await actor.click(await screen.findByRole("button", { name: "通过 赵敏" }));
    await answer(actor, "通过", "通过");
    await screen.findByText("已通过");
    expect(await db.select().from(clues).where(eq(clues.id, id))).toMatchObject([
      { status: "valid", handler_id: sales.id },
    ]);
    await waitFor(() => expect(screen.queryByRole("link", { name: /待审报备/ })).toBeNull());
  });

  it("assign an inquiry in its place", async () => {
    const { id } = await makeInquiry(db, { name: "赵敏", created_at: days(-1) });
    const { actor } = await open("", { as: manager });
    await actor.click(await screen.findByRole("button", { name: "分配 赵敏" }));
    const dialog = within(await screen.findByRole("dialog", { name: "分配询盘" }));
    await chooseOption(actor, await dialog.findByRole("textbox", { name: /顾问/ }), new RegExp(sales.name));
    await actor.click(dialog.getByRole("button", { name: "分配" }));
    await screen.findByText("已分配");
    expect(await db.select().from(inquiries).where(eq(inquiries.id, id))).toMatchObject([{ assignee_id: sales.id }]);
  });

  it("confirm a payment in its place, for finance, who has no seller's day and no team's target", async () => {
    await db
      .insert(targets)
      .values({ month: "2026-11", dim: "team", team_id: ours.id, metric: "customer_new", value: "9" });
    const { id: customer_id } = await own({ name: "钱迟", next_tracking_at: at("09:00") });
    const { id: estate_id } = await makeEstate(db);
    const { id: deal_id } = await makeDeal(db, { customer_id, estate_id, owner_id: sales.id, status: "subscribed" });
    const paid = { status: "paid", paid_at: "2026-11-19", paid_amount: "6000000.00" } as const;
    const { id } = await makeBilling(db, { deal_id, ...paid });
    await makeBilling(db, { deal_id, status: "pending", due_at: "2026-11-17" });
    const { actor } = await open("", { role: "finance" });
    expect(await screen.findByText("今天没有日程，待办还有 2 项")).toBeDefined();
    expect(screen.queryByRole("link", { name: "钱迟" })).toBeNull();
    expect(screen.queryByRole("region", { name: /^月度目标/ })).toBeNull();
    expect(screen.getByRole("link", { name: /逾期账单\s*1/ })).toBeDefined();
    expect(await screen.findByText("逾期3天")).toBeDefined();
    await actor.click(await screen.findByRole("button", { name: "确认到账 林女士" }));
    await answer(actor, "确认账单", "确认到账");
    await screen.findByText("已确认");
    expect(await db.select().from(billings).where(eq(billings.id, id))).toMatchObject([{ status: "confirmed" }]);
  });

  it("begin for who leads people with what each of them has not done", async () => {
    await own({ name: "钱迟", next_tracking_at: at("09:00") });
    await open("", { as: manager });
    const people = within(await screen.findByRole("region", { name: "团队进展" }));
    expect(people.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      "成员逾期跟进未跟进平均响应",
      `${sales.name}11–`,
    ]);
    expect(people.getByRole("link", { name: sales.name }).getAttribute("href")).toBe(
      `/customer/customerInfor?view=today&owner_id=${sales.id}&sort=next_tracking_at`,
    );
  });
});

it("opens the rows behind a figure, each leading to its customer", async () => {
  await makeCustomer(db, { name: "王伟", owner_id: sales.id, created_at: days(-1) });
  const { actor, place } = await open();
  await actor.click(await screen.findByRole("button", { name: /新增客户/ }));
  const drawer = await screen.findByRole("dialog", { name: "新增客户" });
  expect(place.href).toBe("/dashboard?metric=customer_new");
  await actor.click(await within(drawer).findByRole("link", { name: /王伟/ }));
  expect(await screen.findByText("客户页")).toBeDefined();
});

it("shows what leads to a contract, a percentage of nothing as --, and opens inquiries behind theirs", async () => {
  await makeInquiry(db, { name: "赵敏", assignee_id: sales.id, created_at: days(-1) });
  const { actor } = await open("", {
    permissions: ["dashboard:tob:view", "inquiry:inquiry:view", "clue:clue:view"],
    scope: "all",
  });
  expect(await screen.findByRole("button", { name: /报备有效率\s*--/ })).toBeDefined();
  expect(screen.getByRole("button", { name: /及时响应率\s*0\s*%/ })).toBeDefined();
  await actor.click(screen.getByRole("button", { name: /新增询盘\s*1/ }));
  const drawer = await screen.findByRole("dialog", { name: "新增询盘" });
  expect(await within(drawer).findByRole("link", { name: /赵敏/ })).toBeDefined();
});

it("shows what leads to a contract step by step, and who is first; each opens its rows", async () => {
  const { id: estate_id } = await makeEstate(db);
  const { id: agent_id } = await makeAgentWith(db, { manager_id: sales.id });
  await makeClue(db, { agent_id, estate_id, handler_id: sales.id, status: "valid", created_at: days(-1) });
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  await makeTracking(db, { customer_id: id, user_id: sales.id, content: "约好周六看房的时间" });
  const { actor, place } = await open("?more=1", {
    permissions: ["dashboard:tob:view", "dashboard:rank:view", "clue:clue:view", "customer:tracking:view"],
    scope: "all",
  });
  await screen.findByRole("region", { name: "今日工作" });
  comes();
  const funnel = await screen.findByRole("region", { name: "转化漏斗" });
  await actor.click(await within(funnel).findByRole("button", { name: /有效.*1.*上一步 100%/ }));
  const step = await screen.findByRole("dialog", { name: "报备漏斗 · 有效" });
  expect(await within(step).findByRole("link", { name: /BB/ })).toBeDefined();
  await actor.keyboard("{Escape}");
  await waitFor(() => expect(place.href).toBe("/dashboard?more=1"));
  const ranking = await screen.findByRole("region", { name: "排行榜" });
  await actor.click(await within(ranking).findByRole("button", { name: new RegExp(sales.name) }));
  await waitFor(() => expect(place.href).toBe(`/dashboard?more=1&metric=tracking_valid&of=${sales.id}`));
  const followUps = await screen.findByRole("dialog", { name: "有效跟进" });
  expect(await within(followUps).findByText("约好周六看房的时间")).toBeDefined();
});

it("says of a figure that nothing is to be compared with by --, but not of one of now; of last year's only where there is one", async () => {
  await makeCustomer(db, { owner_id: sales.id, created_at: days(-1) });
  await open("?more=1");
  const card = await screen.findByRole("button", { name: /新增客户\s*1/ });
  expect(card.textContent).toContain("环比 --");
  expect(card.textContent).not.toContain("同比");
  expect(card.querySelector("svg")).not.toBeNull();
  expect(screen.getByRole("button", { name: /到访量\s*0/ }).querySelector("svg")).toBeNull();
  expect(screen.getByRole("button", { name: /有效客户（现值）/ }).textContent).not.toContain("--");
});

it("draws the chart as finely as one chooses, and a week of it opens its rows", async () => {
  const { id } = await own({ name: "王伟", created_at: days(-3) });
  await makeTracking(db, { customer_id: id, user_id: sales.id, tracked_at: days(-3), content: "约好周六看房的时间" });
  const { actor, place } = await open("?from=2026-11-01&to=2026-11-20&more=1");
  await screen.findByRole("region", { name: "今日工作" });
  comes();
  const chart = within(await screen.findByRole("region", { name: "趋势" }));
  await actor.click(await chart.findByRole("radio", { name: "客户" }));
  await actor.click(chart.getByRole("radio", { name: "按周" }));
  await fromMenu(actor, "趋势", "看表");
  expect(chart.getAllByRole("row").map((row) => row.querySelector("th")?.textContent)).toEqual([
    ...["周", "2026-11-01", "2026-11-02 至 2026-11-08", "2026-11-09 至 2026-11-15", "2026-11-16 至 2026-11-20"],
  ]);
  await actor.click(chart.getByRole("button", { name: "2026-11-16 至 2026-11-20 有效跟进 1" }));
  expect(place.href).toBe(
    "/dashboard?from=2026-11-01&to=2026-11-20&more=1&metric=tracking_valid&day=2026-11-16&until=2026-11-20",
  );
  const drawer = await screen.findByRole("dialog", { name: "有效跟进" });
  expect(await within(drawer).findAllByText("约好周六看房的时间")).toHaveLength(1);
});

it("opens what was reached of a target, of a person and of a team", async () => {
  const month = "2026-11";
  await db.insert(targets).values([
    { month, dim: "user", user_id: sales.id, metric: "customer_new", value: "4" },
    { month, dim: "team", team_id: ours.id, metric: "customer_new", value: "9" },
  ]);
  await own({ name: "王伟", first_owner_id: sales.id, created_at: days(-1) });
  const { actor, place } = await open("?more=1", { as: manager });
  const bullets = within(await screen.findByRole("region", { name: /^月度目标/ }));
  expect((await bullets.findByRole("link", { name: "设置" })).getAttribute("href")).toBe(
    `/system/setCenter?tab=target&month=${month}`,
  );
  await actor.click(await bullets.findByRole("button", { name: /新增客户/ }));
  expect(place.href).toBe(`/dashboard?more=1&metric=customer_new&day=2026-11-01&until=2026-11-30&team=${ours.id}`);
  const drawer = await screen.findByRole("dialog", { name: "新增客户" });
  expect(await within(drawer).findByRole("link", { name: /王伟/ })).toBeDefined();
  await actor.keyboard("{Escape}");
  await waitFor(() => expect(place.href).toBe("/dashboard?more=1"));
  comes();
  const table = within(await screen.findByRole("region", { name: /^团队目标/ }));
  await actor.click(await table.findByRole("button", { name: `${sales.name} 新增客户 1` }));
  await waitFor(() =>
    expect(place.href).toBe(`/dashboard?more=1&metric=customer_new&day=2026-11-01&until=2026-11-30&of=${sales.id}`),
  );
});

it("opens for whoever may see no figures, with the day", async () => {
  await makeSchedule(db, { user_id: sales.id, title: "整理资料", start_at: at("15:00") });
  const { place } = await open("", { role: "content_editor" });
  expect(await screen.findByText("今天的事都做完了")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(titles()).toEqual(["今日工作"]);
  expect(place.href).toBe("/dashboard");
});

const titles = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

describe("the arrangement", () => {
  it("is that of one's role; a block that one hides is gone, and stays so", async () => {
    await makeInquiry(db, { assignee_id: sales.id, status: "assigned", due_at: days(-1) });
    const { actor } = await open("?more=1");
    await screen.findByRole("region", { name: "今日工作" });
    comes();
    await screen.findByRole("region", { name: "趋势" });
    expect(titles()).toEqual(["今日工作", "待办", "关键指标", "转化漏斗", "排行榜", "趋势"]);
    await fromMenu(actor, "工作台", "调整版块");
    const drawer = within(await screen.findByRole("dialog", { name: "调整版块" }));
    await actor.click(await drawer.findByRole("switch", { name: "待办" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "待办" })).toBeNull());
    await actor.click(drawer.getByRole("button", { name: "移动趋势" }));
    await actor.click(await screen.findByRole("menuitem", { name: "移到最前" }));
    await waitFor(() =>
      expect(titles().filter((title) => title !== "调整版块")).toEqual([
        ...["今日工作", "趋势", "关键指标", "转化漏斗", "排行榜"],
      ]),
    );
    const saved = async () => (await db.select().from(users).where(eq(users.id, sales.id)))[0]?.preferences.dashboard;
    await expect.poll(saved).toMatchObject({ hidden: ["todo"], order: expect.arrayContaining(["trend", "kpi"]) });
    await actor.click(drawer.getByRole("button", { name: "恢复默认" }));
    await screen.findByRole("region", { name: "待办" });
    await expect.poll(saved).toEqual({ hidden: [], order: [] });
  });
});

it("narrows the figures to a team or a person of one's scope", async () => {
  await makeCustomer(db, { owner_id: sales.id });
  const { actor, place } = await open("?more=1", { as: manager });
  expect(await screen.findByRole("button", { name: /有效客户（现值）\s*1/ })).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "+ 筛选" }));
  await actor.click(await screen.findByRole("textbox", { name: "人员" }));
  await actor.type(screen.getByRole("combobox", { name: "人员" }), manager.name);
  await actor.click(await screen.findByRole("option", { name: new RegExp(manager.name) }));
  expect(await screen.findByRole("button", { name: /有效客户（现值）\s*0/ })).toBeDefined();
  expect(place.href).toBe(`/dashboard?more=1&user_id=${manager.id}`);
  await chooseOption(actor, screen.getByRole("textbox", { name: "团队" }), ours.name);
  expect(await screen.findByRole("button", { name: /有效客户（现值）\s*1/ })).toBeDefined();
  expect(place.href).toBe(`/dashboard?more=1&team_id=${ours.id}`);
});

it("on the phone shows one chart at a time", async () => {
  const { actor } = await open("?more=1", { phone: true });
  await screen.findByRole("region", { name: "今日工作" });
  expect(screen.getByRole("region", { name: "关键指标" })).toBeDefined();
  comes();
  await screen.findByRole("region", { name: "转化漏斗" });
  expect(screen.queryByRole("region", { name: "排行榜" })).toBeNull();
  await chooseOption(actor, screen.getByRole("textbox", { name: "图表" }), "排行榜");
  comes();
  await screen.findByRole("region", { name: "排行榜" });
  expect(screen.queryByRole("region", { name: "转化漏斗" })).toBeNull();
});

it("stands on a wall, asks anew each minute, and says since when it could not", async () => {
  vi.useFakeTimers({ now: testNow, toFake: ["Date", "setInterval", "clearInterval"] });
  await makeCustomer(db, { owner_id: sales.id });
  const { actor, place } = await open("/dashboard?wall=1");
  const wall = within(await screen.findByRole("dialog", { name: "数据看板" }));
  expect(await wall.findByRole("button", { name: /有效客户（现值）\s*1/ })).toBeDefined();
  expect(wall.getByRole("status").textContent).toBe("更新于 12:00");
  await makeCustomer(db, { owner_id: sales.id });
  vi.advanceTimersByTime(60_000);
  expect(await wall.findByRole("button", { name: /有效客户（现值）\s*2/ })).toBeDefined();
  expect(wall.getByRole("status").textContent).toBe("更新于 12:01");
  const fetching = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("offline"));
  vi.advanceTimersByTime(60_000);
  await wall.findByText("12:01 起未能更新，显示的是当时的数据");
  expect(wall.getByRole("button", { name: /有效客户（现值）\s*2/ })).toBeDefined();
  fetching.mockRestore();
  await actor.click(wall.getByRole("button", { name: "退出投屏" }));
  await screen.findByRole("region", { name: "今日工作" });
  expect(place.href).toBe("/dashboard");
});

it("says up to when figures from a replica are, on the wall as its time", async () => {
  vi.useFakeTimers({ now: testNow, toFake: ["Date", "setInterval", "clearInterval"] });
  const { actor } = await open("/dashboard?wall=1");
  const wall = within(await screen.findByRole("dialog", { name: "数据看板" }));
  const real = globalThis.fetch;
  const fromReplica = vi.spyOn(globalThis, "fetch").mockImplementation(async (...given) => {
    const answer = await real(...given);
    if (!String(given[0] instanceof Request ? given[0].url : given[0]).includes("figures/dashboard")) return answer;
    const body = await answer.json();
    body.data.as_of = "2026-11-20T11:59:58+08:00";
    return new Response(JSON.stringify(body), { headers: answer.headers });
  });
  vi.advanceTimersByTime(60_000);
  expect(await wall.findByText("更新于 11:59")).toBeDefined();
  await actor.click(wall.getByRole("button", { name: "退出投屏" }));
  expect(await screen.findByText("数据截至 11:59")).toBeDefined();
  fromReplica.mockRestore();
});

it("keeps the page when one block fails, and asks again", async () => {
  const permissions: Permission[] = ["dashboard:tob:view", "dashboard:rank:view", "deal:deal:view"];
  const { actor } = await open("?more=1", { permissions });
  await screen.findByRole("region", { name: "今日工作" });
  const real = globalThis.fetch;
  const failing = vi.spyOn(globalThis, "fetch").mockImplementation(async (...given) => {
    const answer = await real(...given);
    if (!String(given[0] instanceof Request ? given[0].url : given[0]).includes("rank")) return answer;
    const body = await answer.json();
    body.data.rank = { data: null, error: { code: 42200, message: "请缩小筛选范围" } };
    return new Response(JSON.stringify(body), { headers: answer.headers });
  });
  comes();
  const ranking = within(await screen.findByRole("region", { name: "排行榜" }));
  expect((await ranking.findByRole("alert")).textContent).toContain("请缩小筛选范围");
  expect(screen.getByRole("region", { name: "趋势" })).toBeDefined();
  failing.mockRestore();
  await actor.click(ranking.getByRole("button", { name: "重试" }));
  expect(await ranking.findByText("暂无数据")).toBeDefined();
});
