import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as dashboard from "~/app/routes/dashboard/dashboard";
import { customer as customers, tracking as trackings } from "~/server/database/tables/customer/customer";
import { schedule as schedules } from "~/server/database/tables/system/system";
import { days, makeCustomer, makeSchedule, makeTracking } from "../../../support/factories";
import { routeTest } from "../../../support/route-test";

const path = "/dashboard";
const { db, team, staff, open } = routeTest({
  path,
  module: dashboard,
  others: {
    "/customer/editCustomerInfo/:id": () => <p>客户页</p>,
    "/customer/publicCustomer": () => <p>公海页</p>,
  },
});
const ours = team();
const sales = staff({ role: "sales", team: ours });
const manager = staff({ role: "sales_manager", team: ours });

/** What is below the window, until `comes` says that the reader has come to it: there the chart is neither loaded nor asked for. */
let comes: () => void;
beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(see: (entries: { isIntersecting: boolean }[]) => void) {
        comes = () => see([{ isIntersecting: true }]);
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
const linesOf = (group: string) =>
  within(screen.getByRole("region", { name: group }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("the day", () => {
  it("stands in its order: late, by the hour, the whole day, whom the pool takes", async () => {
    await own({ name: "钱迟", next_tracking_at: at("09:00") });
    await own({ name: "孙晚", next_tracking_at: at("18:00"), stage: "visited", last_tracking_at: days(-2) });
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
    ).toEqual(["已逾期 2", "今天 2", "今天之内 1", "即将掉公海 1"]);
    expect(linesOf("已逾期")).toEqual([expect.stringMatching(/^11-18 12:00催款/), expect.stringMatching(/^09:00钱迟/)]);
    expect(linesOf("今天")).toEqual([
      expect.stringMatching(/^15:00带看云汀带看/),
      expect.stringMatching(/^18:00孙晚.*已看房上次跟进 2天前/),
    ]);
    expect(linesOf("今天之内")).toEqual([expect.stringMatching(/^全天整理资料/)]);
    expect(linesOf("即将掉公海")).toEqual([expect.stringMatching(/^李险.*2天内须跟进/)]);
  });

  it("has the call and the follow-up of a line in its place; what is written is gone from it", async () => {
    const { id } = await own({ name: "钱迟", next_tracking_at: at("09:00"), phone: "13812345678" });
    const { actor, place } = await open();
    expect((await screen.findByRole("link", { name: /^拨打/ })).getAttribute("href")).toBe("tel:+8613812345678");
    await actor.click(screen.getByRole("button", { name: "跟进 钱迟" }));
    const form = within(await screen.findByRole("dialog", { name: "跟进钱迟" }));
    await actor.type(await form.findByLabelText(/^跟进内容/), "电话沟通预算与看房时间安排");
    await actor.click(form.getByText("保存"));
    await screen.findByText("跟进已保存，计入有效跟进");
    expect(await screen.findByText("今天的事都做完了")).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("button", { name: /0\s*今日待跟进客户/ })).toBeDefined();
    expect(place.href).toBe("/dashboard");
    expect(await db.select().from(trackings)).toMatchObject([{ customer_id: id, is_valid: true }]);
    expect((await db.select().from(customers).where(eq(customers.id, id)))[0]?.next_tracking_at).toBeNull();
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
    expect(screen.getByRole("button", { name: "跟进 孙晚" })).toBeDefined();
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
    expect(linesOf("已逾期")).toHaveLength(6);
    expect(screen.getByRole("link", { name: "还有 1 位客户" }).getAttribute("href")).toBe(
      "/customer/customerInfor?view=today&sort=next_tracking_at",
    );
    await actor.click(screen.getByRole("button", { name: "展开其余 14 条" }));
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
    await actor.click(screen.getByRole("radio", { name: "近30天" }));
    await waitFor(() => expect(place.href).toBe("/dashboard?scope=mine&from=2026-10-22&to=2026-11-20"));
  });
});

it("draws the last thirty days when one comes to them", async () => {
  const { id } = await own({ created_at: days(-3) });
  for (const tracked_at of [days(-1), days(-3)])
    await makeTracking(db, { customer_id: id, user_id: sales.id, tracked_at });
  await open();
  await screen.findByRole("region", { name: "今日工作" });
  expect(screen.queryByRole("region", { name: "近30天" })).toBeNull();
  comes();
  const chart = within(await screen.findByRole("region", { name: "近30天" }));
  expect((await chart.findAllByRole("figure")).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("有效跟进 2"),
    expect.stringContaining("新增客户 1"),
  ]);
});

it("shows what waits to be done and the figures of the last seven days", async () => {
  await makeCustomer(db, { owner_id: sales.id, next_tracking_at: days(0), created_at: days(-1) });
  await makeCustomer(db, { owner_id: sales.id, created_at: days(-40) });
  await open();
  expect(await screen.findByRole("button", { name: /1\s*今日待跟进客户/ })).toBeDefined();
  expect(screen.getByRole("button", { name: /新增客户\s*1/ })).toBeDefined();
  expect(screen.getByRole("button", { name: /有效客户（现值）\s*2/ })).toBeDefined();
});

it("opens the rows behind a figure, each leading to its customer", async () => {
  await makeCustomer(db, { name: "王伟", owner_id: sales.id, created_at: days(-1) });
  const { actor, place } = await open();
  await actor.click(await screen.findByRole("button", { name: /新增客户/ }));
  const drawer = await screen.findByRole("dialog", { name: "新增客户" });
  expect(place.href).toBe("/dashboard?metric=customer_new");
  await actor.click(within(drawer).getByRole("link", { name: /王伟/ }));
  expect(await screen.findByText("客户页")).toBeDefined();
});

it("opens the follow-ups behind their figure", async () => {
  const { id } = await makeCustomer(db, { name: "王伟", owner_id: sales.id });
  await makeTracking(db, { customer_id: id, user_id: sales.id, content: "约好周六看房的时间" });
  await open("/dashboard?metric=tracking_valid");
  const drawer = await screen.findByRole("dialog", { name: "有效跟进" });
  expect(within(drawer).getByText("约好周六看房的时间")).toBeDefined();
});

it("keeps the range in the address", async () => {
  await makeCustomer(db, { owner_id: sales.id, created_at: days(-20) });
  const { actor, place } = await open();
  await screen.findByRole("button", { name: /新增客户\s*0/ });
  await actor.click(screen.getByRole("radio", { name: "近30天" }));
  await waitFor(() => expect(place.href).toBe("/dashboard?from=2026-10-22&to=2026-11-20"));
  expect(await screen.findByRole("button", { name: /新增客户\s*1/ })).toBeDefined();
});

it("sends whoever may not see it to the first screen of his menu", async () => {
  await open("", { permissions: ["customer:pool:view"], scope: "all" });
  expect(await screen.findByText("公海页")).toBeDefined();
});
