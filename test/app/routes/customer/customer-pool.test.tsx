import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import * as customerPool from "~/app/routes/customer/customer-pool";
import { customer, customerOwnerLog } from "~/server/database/tables/customer/customer";
import { days, makeCustomer, makeUser, setSetting } from "../../../support/factories";
import { narrowBy } from "../../../support/narrow";
import { actOnAll, enter, fromMenu, routeTest, row } from "../../../support/route-test";

const path = "/customer/publicCustomer";
const { db, team, staff, open } = routeTest({
  path,
  module: customerPool,
  others: { "/customer/editCustomerInfo/:id": () => <p>客户页</p> },
  ready: () => screen.findByRole("search"),
});
const east = team();
const sales = staff({ role: "sales", team: east, name: "林顾问" });
const manager = staff({ role: "sales_manager", team: east, name: "陈经理" });

it("shows the pool with masked phones, and the day's claims against their limits", async () => {
  await makeCustomer(db, {
    name: "王伟",
    phone: "13812345678",
    budget_min: "30000000",
    budget_max: "59800000",
    budget_currency: "JPY",
  });
  await makeCustomer(db, { name: "他人客户", owner_id: sales.id });
  await open();
  expect(within(row("王伟")).getByText("138****5678")).toBeDefined();
  expect(within(row("王伟")).getByText("3,000–5,980万日元")).toBeDefined();
  expect(screen.queryByText("他人客户")).toBeNull();
  expect(screen.getByText("今日已领取 0/20，名下客户 1/200")).toBeDefined();
});

it("claims a customer, who then leaves the pool, and counts it", async () => {
  await makeCustomer(db, { name: "王伟" });
  const { actor } = await open();
  await actor.click(within(row("王伟")).getByRole("button", { name: "领取" }));
  expect(await screen.findByText("已领取王伟")).toBeDefined();
  expect(await screen.findByText("今日已领取 1/20，名下客户 1/200")).toBeDefined();
  expect(screen.queryByRole("link", { name: "王伟" })).toBeNull();
});

it("says why a customer cannot be claimed, and lets it not be chosen for it", async () => {
  const given = await makeCustomer(db, { name: "王伟", pool_at: days(-1), last_owner_id: sales.id });
  await db.insert(customerOwnerLog).values({
    ...{ customer_id: given.id, action: "release", from_user: sales.id, by: sales.id },
    at: days(-1),
  });
  await makeCustomer(db, { name: "李娜", pool_at: days(-2) });
  const { actor } = await open();
  const reason = "7天内释放过的客户不能再领取";
  expect(within(row("王伟")).getByRole("button", { name: "领取" })).toMatchObject({ disabled: true, title: reason });
  expect(within(row("王伟")).getByRole("checkbox")).toMatchObject({ disabled: true, title: reason });
  await actor.click(screen.getByRole("checkbox", { name: "选择本页全部" }));
  expect(screen.getByText("已选 1 条")).toBeDefined();
});

it("claims the chosen customers and tells for each why it failed", async () => {
  await setSetting(db, "pool.claim_daily_limit", 1);
  await makeCustomer(db, { name: "王伟", pool_at: days(-1) });
  await makeCustomer(db, { name: "李娜", pool_at: days(-2) });
  const { actor } = await open();
  await actOnAll(actor, "领取");
  const dialog = await screen.findByRole("dialog", { name: "1 条成功，1 条失败" });
  expect(within(dialog).getByRole("row", { name: /今日领取已达上限/ })).toBeDefined();
});

it("says before who gets how many, of those alone who take customers, and then gives them so", async () => {
  for (const name of ["王伟", "李娜", "张强"]) await makeCustomer(db, { name });
  await makeUser(db, { role: "sales", team_id: east.id, name: "休假顾问", accept_inquiry: false });
  await makeUser(db, { role: "sales", name: "别队顾问" });
  await makeUser(db, { role: "sales", team_id: east.id, name: "停用顾问", status: "disabled" });
  const { actor } = await open("", { as: manager });
  await actOnAll(actor, "分配");
  const form = within(await screen.findByRole("dialog", { name: "分配客户" }));
  const people = within(await form.findByRole("group", { name: "跟进人" }));
  const names = people.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).labels?.[0]?.textContent);
  expect(names.sort()).toEqual(["林顾问", "陈经理"].sort());
  expect(form.getByRole("button", { name: "分配" })).toMatchObject({ disabled: true });
  await actor.click(people.getByRole("checkbox", { name: /林顾问/ }));
  expect(people.getByText("3 位")).toBeDefined();
  await actor.click(people.getByRole("checkbox", { name: /陈经理/ }));
  expect(people.queryByText("3 条")).toBeNull();
  expect([people.getByText("2 位"), people.getByText("1 位")]).toHaveLength(2);
  await actor.click(form.getByRole("button", { name: "分配" }));
  await waitFor(async () => expect(await db.$count(customer, eq(customer.owner_id, sales.id))).toBe(2));
  expect(await db.$count(customer, eq(customer.owner_id, manager.id))).toBe(1);
});

it("moves a customer to the recycle bin with a reason", async () => {
  await makeCustomer(db, { name: "王伟" });
  const { actor } = await open("", { as: manager });
  await fromMenu(actor, "王伟", "移入回收站");
  const form = await screen.findByRole("dialog", { name: "移入回收站" });
  expect(within(form).getByText(/王伟（KH/)).toBeDefined();
  await enter(actor, await within(form).findByRole("textbox", { name: "移入原因" }), "重复录入");
  await actor.click(within(form).getByRole("button", { name: "移入回收站" }));
  expect(await screen.findByText("已移入回收站")).toBeDefined();
  expect(await screen.findByText("暂无数据")).toBeDefined();
});

it("keeps the rows that stand there when the server refuses a filter, and says why", async () => {
  await makeCustomer(db, { name: "王伟", level: "A" });
  const { actor, place } = await open();
  const { fetch } = globalThis;
  const refusal = { code: 42200, message: "请缩小筛选范围", data: null };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) =>
    String(input).includes("level=") ? Response.json(refusal, { status: 422 }) : fetch(input, init),
  );
  const panel = await narrowBy(actor, "客户等级");
  await actor.click(panel.getByRole("checkbox", { name: /^A 高意向/ }));
  expect(await screen.findByText("筛选未生效：请缩小筛选范围", { selector: "[role=alert]" })).toBeDefined();
  expect(screen.getAllByText(/请缩小筛选范围/)).toHaveLength(1);
  expect(place.href).toBe(`${path}?level=A`);
  expect(screen.getByRole("link", { name: "王伟" })).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "清空" }));
  await waitFor(() => expect(screen.queryByText(/^筛选未生效：/)).toBeNull());
  expect(screen.getByRole("link", { name: "王伟" })).toBeDefined();
});

it("offers nobody what he may not do", async () => {
  await makeCustomer(db, { name: "王伟" });
  await open("", { permissions: ["customer:pool:view"], scope: "all" });
  expect(screen.queryByRole("button", { name: "领取" })).toBeNull();
  expect(screen.queryByRole("button", { name: "导出" })).toBeNull();
  expect(screen.queryByRole("checkbox", { name: "选择本页全部" })).toBeNull();
});

describe("on the phone", () => {
  it("begins with what one may claim, and shows the rest on demand", async () => {
    const given = await makeCustomer(db, { name: "刚释放" });
    const release = { action: "release", from_user: sales.id, by: sales.id } as const;
    await db.insert(customerOwnerLog).values({ ...release, customer_id: given.id, at: days(-1) });
    const budget = { budget_min: "30000000", budget_max: "59800000", budget_currency: "JPY" };
    await makeCustomer(db, { name: "王伟", ...budget });
    const { actor, place } = await open("", { phone: true });
    expect(place.href).toBe(`${path}?claimable=1`);
    expect(screen.getByText("3,000–5,980万日元")).toBeDefined();
    expect(screen.queryByText("刚释放")).toBeNull();
    await actor.click(await screen.findByRole("button", { name: "只看可领取", pressed: true }));
    expect(await screen.findByText("刚释放")).toBeDefined();
    expect(place.href).toBe(`${path}?claimable=0`);
  });

  it("is one segment of three", async () => {
    await open("", { phone: true });
    const segments = within(await screen.findByRole("group", { name: "客户范围" })).getAllByRole("link");
    expect(segments.map(({ textContent, ariaCurrent }) => [textContent, ariaCurrent])).toEqual([
      ["我的", null],
      ["公海", "page"],
      ["全部", null],
    ]);
    expect(segments.map((link) => link.getAttribute("href"))).toEqual([
      "/customer/customerInfor?view=mine",
      path,
      "/customer/customerInfor",
    ]);
  });
});
