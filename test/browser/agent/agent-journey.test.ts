import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { agent } from "~/contract/agent/agent";
import { user } from "~/contract/personal/user";
import { agentFacts, mainFacts } from "~/test/support/agent-facts";
import {
  baseUrl,
  chooseAct,
  expectErrors,
  failedRequest,
  frame,
  offered,
  openPage,
  signIn,
  toast,
  tokenOf,
} from "~/test/support/browser";
import { callerOf } from "~/test/support/caller";

const keeper = "channel_manager@demo.test";

async function pick(page: Page, label: string, option: RegExp) {
  await page.getByRole("textbox", { name: label }).first().click();
  await page.getByRole("option", { name: option }).first().click();
}

/** What a dialog says that shows a password once; it is closed. */
async function told(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole("dialog", { name });
  const text = await dialog.getByLabel("登录信息").inputValue();
  await dialog.getByRole("button", { name: "完成" }).click();
  return text;
}

/** Fills in and saves the form of a new agent that takes two accounts: its list is shown with it open. */
async function addAgent(page: Page, name: string, phone: string, { picksKeeper = false } = {}) {
  await page.goto("/agent/list/addAgent");
  await pick(page, "类型", /个人/);
  await page.getByLabel("代理名称").fill(name);
  await pick(page, "国家/地区", /日本/);
  await page.getByLabel("联系人").fill("周联系");
  await page.getByLabel("联系电话").fill(`${phone}1`);
  if (picksKeeper) await pick(page, "渠道经理", /./);
  await page.getByLabel("佣金标准").fill("3");
  await page.getByLabel("子账号上限").fill("2");
  await page.getByLabel("主账号姓名").fill("周主号");
  await page.getByLabel("登录手机号").fill(`${phone}2`);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  expect(await told(page, "周主号的初始密码")).toMatch(/初始密码：\S{16,}/);
  await page.waitForURL(/\/agent\/list\?open=\d+/);
}

test("an agent is made with its main account, gets accounts to its limit, and one of them a new password", async () => {
  const page = await openPage();
  await signIn(page, keeper);
  await frame(page).getByText("代理管理").click();
  await frame(page).getByText("代理列表").click();
  await page.waitForURL(/\/agent\/list$/);
  await addAgent(page, "旅程置业", "1990000800");
  const drawer = page.getByRole("dialog", { name: "旅程置业" });
  await drawer.getByRole("tab", { name: "子账号" }).click();
  await drawer.getByText("已用 1 / 上限 2").waitFor();
  await drawer.getByRole("link", { name: "管理子账号" }).click();
  await page.waitForURL(/childAgent/);
  const form = page.getByRole("dialog", { name: "新增子账号" });
  const add = async (phone: string) => {
    await page.getByRole("button", { name: "新增子账号" }).click();
    await form.getByLabel("姓名").fill("田中");
    await form.getByLabel("登录手机号").fill(phone);
    await form.getByRole("button", { name: "保存", exact: true }).click();
  };
  await add("19900008003");
  await told(page, "田中的初始密码");
  await page.getByText("子账号已达上限：2 / 2").waitFor();
  expectErrors(failedRequest);
  await add("19900008004");
  await toast(page, "子账号已达上限（2）").waitFor();
  await page.keyboard.press("Escape");
  await chooseAct(page, "重置密码", page.getByRole("row", { name: /田中/ }));
  await page.getByRole("dialog", { name: "重置子账号密码" }).getByRole("button", { name: "重置密码" }).click();
  expect(await told(page, "田中的新密码")).toMatch(/新密码：\S{16,}/);
});

test("agents are given to a colleague at once and taken back, and one is disabled with its reason", async () => {
  const page = await openPage();
  await signIn(page, "super_admin@demo.test");
  await addAgent(page, "交接置业", "1990000801", { picksKeeper: true });
  await page.goto("/agent/list?keyword=交接置业");
  const row = page.getByRole("row", { name: /交接置业/ });
  await row.getByRole("checkbox").check();
  await page.getByRole("toolbar", { name: "批量操作" }).getByRole("button", { name: "分配渠道经理" }).click();
  const form = page.getByRole("dialog", { name: "批量分配渠道经理" });
  await form.getByRole("textbox", { name: "渠道经理" }).click();
  await offered(page).last().click();
  await form.getByRole("button", { name: "分配", exact: true }).click();
  await page.getByRole("button", { name: "撤销" }).click();
  await toast(page, "已撤销 1 条").waitFor();
  await row.getByRole("button", { name: /的更多操作$/ }).click();
  await page.getByRole("menuitem", { name: "停用" }).click();
  const off = page.getByRole("dialog", { name: "停用代理" });
  await off.getByLabel("停用原因").fill("违规报备");
  await off.getByRole("button", { name: "停用", exact: true }).click();
  await toast(page, "已停用").waitFor();
});

test("on the phone an agent opens over its list, and its accounts are reached", async () => {
  const page = await openPage({ phone: true });
  const call = callerOf(baseUrl, await tokenOf(page, keeper));
  const { id: manager_id } = (await call(user.profile)).data;
  const body = { ...agentFacts, ...mainFacts, manager_id, name: "手机置业", account_limit: 2 };
  expect(await call(agent.create, { body })).toMatchObject({ code: 200 });
  await signIn(page, keeper, "/agent/list?keyword=手机置业");
  await page.getByRole("link", { name: "手机置业" }).click();
  const drawer = page.getByRole("dialog", { name: "手机置业" });
  await drawer.getByRole("tab", { name: "子账号" }).click();
  await drawer.getByText("已用 1 / 上限 2").waitFor();
  await drawer.getByRole("link", { name: "管理子账号" }).click();
  await page.waitForURL(/childAgent/);
  await page.getByText("已用 1 / 上限 2").waitFor();
});
