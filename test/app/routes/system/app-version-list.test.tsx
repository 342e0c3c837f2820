import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as appVersionList from "~/app/routes/system/app-version/app-version-list";
import { appVersion } from "~/server/database/tables/system/admin";
import { answer, chooseAct, chooseOption, dialog, routeTest } from "../../../support/route-test";

const path = "/system/version";
const { db, staff, open } = routeTest({ path, module: appVersionList, ready: () => screen.findByRole("search") });
staff({ role: "super_admin" });

const make = (given: Partial<typeof appVersion.$inferInsert> = {}) =>
  db.insert(appVersion).values({
    platform: "ios",
    version: "2.0.0",
    build: 200,
    update_type: "force",
    title: "全新首页",
    notes: "首页改版",
    store_url: "https://apps.apple.com/cn/app/id1",
    ...given,
  });
const row = (name: RegExp) => within(screen.getByRole("row", { name }));

it("writes a draft of the platform chosen, which then may be released after asking", async () => {
  const { actor } = await open();
  await actor.click(screen.getAllByRole("button", { name: "新增" })[0] as HTMLElement);
  const form = await dialog("新增APP版本");
  const type = (label: RegExp, value: string) => fireEvent.change(form.getByLabelText(label), { target: { value } });
  await form.findByLabelText(/^版本号/);
  expect(form.queryByLabelText(/^商店地址/)).toBeNull();
  await chooseOption(actor, form.getByLabelText(/^平台/, { selector: "input" }), "iOS");
  await chooseOption(actor, form.getByLabelText(/^更新方式/, { selector: "input" }), "强制更新");
  type(/^版本号/, "2.1.0");
  type(/^Build/, "210");
  type(/^标题/, "安全更新");
  type(/^更新说明/, "修复问题");
  await actor.click(form.getByText("保存草稿"));
  expect(await form.findByText("请输入商店地址")).toBeDefined();
  type(/^商店地址/, "https://apps.apple.com/cn/app/id1");
  await actor.click(form.getByText("保存草稿"));
  expect(await screen.findByText("草稿已保存")).toBeDefined();
  await screen.findByText("安全更新");
  await chooseAct(actor, screen.getByRole("row", { name: /2\.1\.0/ }), "发布");
  const asked = await dialog("发布APP版本");
  expect(asked.getByText(/iOS 2\.1\.0（Build 210）将向 100% 的设备发布/)).toBeDefined();
  await actor.click(asked.getByRole("button", { name: "发布" }));
  expect(await row(/2\.1\.0/).findByText("已发布")).toBeDefined();
  expect(await db.select().from(appVersion)).toMatchObject([{ version: "2.1.0", status: "released" }]);
});

it("shows a released version to read, and says why the only one is not withdrawn", async () => {
  await make({ status: "released", released_at: "2026-11-01T10:00:00.000+08:00" });
  const { actor, place } = await open();
  await actor.click(row(/2\.0\.0/).getByRole("button", { description: "查看" }));
  const view = await dialog("全新首页 2.0.0");
  for (const text of ["首页改版", "2026-11-01 10:00", "不限"]) expect(view.getByText(text)).toBeDefined();
  await actor.click(view.getAllByRole("button", { name: "关闭" }).at(-1) as HTMLElement);
  await waitFor(() => expect(place.href).toBe(path));
  expect(row(/2\.0\.0/).queryByRole("button", { name: "编辑" })).toBeNull();
  await actor.click(row(/2\.0\.0/).getByRole("button", { name: "撤回" }));
  await answer(actor, "撤回APP版本", "撤回");
  expect(await screen.findByText(/唯一满足最低支持版本的已发布版本/)).toBeDefined();
});

it("deletes a draft after asking", async () => {
  await make();
  const { actor } = await open();
  await chooseAct(actor, screen.getByRole("row", { name: /2\.0\.0/ }), "删除");
  await answer(actor, "删除APP版本", "删除");
  expect(await screen.findByText("暂无数据")).toBeDefined();
});

it("changes a draft", async () => {
  await make();
  const { actor } = await open();
  await actor.click(row(/2\.0\.0/).getByRole("button", { name: "编辑" }));
  await answer(actor, "编辑APP版本", "保存草稿", { 标题: "修复问题" });
  expect(await row(/2\.0\.0/).findByText("修复问题")).toBeDefined();
  expect(await db.select().from(appVersion)).toMatchObject([{ title: "修复问题", status: "draft", version: "2.0.0" }]);
});
