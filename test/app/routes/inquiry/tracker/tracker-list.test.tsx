import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as trackerList from "~/app/routes/inquiry/tracker/tracker-list";
import { tracker as table, trackerDaily } from "~/server/database/tables/inquiry/tracker";
import { answer, chooseAct, chooseOption, routeTest } from "../../../../support/route-test";
import { makeTracker } from "../../../../support/tracker";

const { db, staff, open } = routeTest({
  path: "/inquiry/tracker",
  module: trackerList,
  ready: () => screen.findByRole("search"),
});
staff({ role: "seo_editor", name: "林优化" });

const add = async (code: string, name: string) => (await makeTracker(db, { code, name })).id;
const rowOf = (text: string) => within(screen.getByText(text).closest("tr") ?? document.body);

it("adds a tracking point and changes it", async () => {
  const { actor } = await open("?add=1");
  const form = within(await screen.findByRole("dialog", { name: "新增追踪点" }));
  const type = async (label: RegExp, value: string) =>
    fireEvent.change(await form.findByLabelText(label), { target: { value } });
  await type(/^编码/, "home-top");
  await type(/^名称/, "首页按钮");
  await type(/^目标地址/, "https://www.example.com/jp");
  await chooseOption(actor, await form.findByLabelText(/^渠道/, { selector: "input" }), "社媒");
  await actor.click(form.getByText("保存"));
  await waitFor(() => expect(screen.getByText("home-top")).toBeDefined());
  await actor.click(rowOf("home-top").getByLabelText(/的更多操作$/));
  await actor.click(await screen.findByRole("menuitem", { name: "编辑" }));
  const edit = within(await screen.findByRole("dialog", { name: "编辑追踪点 home-top" }));
  expect(edit.queryByLabelText(/^编码/)).toBeNull();
  fireEvent.change(await edit.findByLabelText(/^名称/), { target: { value: "顶部按钮" } });
  await actor.click(edit.getByText("保存"));
  await waitFor(() => expect(screen.getByText("顶部按钮")).toBeDefined());
  expect(await db.select().from(table)).toMatchObject([
    { code: "home-top", name: "顶部按钮", channel: "social", version: 2 },
  ]);
});

it("shows the numbers of the chosen days, day by day too, and the link with its code", async () => {
  const id = await add("home-top", "首页按钮");
  await db.insert(trackerDaily).values([
    { tracker_id: id, date: "2026-11-10", pv: 300, uv: 200, inquiry_count: 3 },
    { tracker_id: id, date: "2026-10-01", pv: 7, uv: 5 },
  ]);
  const { actor } = await open("?stat_from=2026-11-01&stat_to=2026-11-20");
  expect(rowOf("首页按钮").getByText("1.5%")).toBeDefined();
  await actor.click(rowOf("首页按钮").getByText("数据"));
  const drawer = within(await screen.findByRole("dialog", { name: "首页按钮 home-top 的数据" }));
  await drawer.findByRole("img", { name: "每日曲线，20 天：PV 300，UV 200，询盘 3" });
  expect(drawer.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "日期PVUV点击展示询盘转客户",
    "2026-11-1030020000" + "30",
  ]);
  await actor.keyboard("{Escape}");
  await chooseAct(actor, screen.getByRole("row", { name: /首页按钮/ }), "链接");
  const link = within(await screen.findByRole("dialog", { name: "首页按钮 的链接" }));
  expect(link.getByLabelText("链接")).toHaveProperty("value", "https://www.example.com/?tk=home-top");
  expect(await link.findByRole("img", { name: "首页按钮 的二维码" })).toBeDefined();
});

it("takes tracking points out of use and back, several at once with undo, and deletes one after asking", async () => {
  await add("one", "甲");
  await add("two", "乙");
  const { actor } = await open("");
  const choose = async (name: string, act: string) => {
    await actor.click(rowOf(name).getByLabelText(/的更多操作$/));
    await actor.click(await screen.findByRole("menuitem", { name: act }));
  };
  const stored = async () => (await db.select().from(table).orderBy(table.id)).map(({ status }) => status);
  await choose("甲", "停用");
  await answer(actor, "停用追踪点", "停用");
  expect(await screen.findByText("已停用")).toBeDefined();
  await choose("甲", "启用");
  expect(await screen.findByText("已启用")).toBeDefined();
  await waitFor(() => expect(rowOf("甲").getByRole("checkbox")).toHaveProperty("disabled", false));
  for (const name of ["甲", "乙"]) await actor.click(rowOf(name).getByRole("checkbox"));
  await actor.click(within(screen.getByRole("toolbar", { name: "批量操作" })).getByText("停用"));
  await answer(actor, "批量停用追踪点", "停用");
  await waitFor(async () => expect(await stored()).toEqual(["disabled", "disabled"]));
  await actor.click(await screen.findByRole("button", { name: "撤销" }));
  await waitFor(async () => expect(await stored()).toEqual(["enabled", "enabled"]));
  await choose("甲", "删除");
  await answer(actor, "删除追踪点", "删除");
  await waitFor(() => expect(screen.queryByText("甲")).toBeNull());
});
