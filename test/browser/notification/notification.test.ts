import type { Page } from "playwright-core";
import { test } from "vitest";
import { baseUrl, openPage, signIn, toast, tokenOf } from "~/test/support/browser";

const editor = "content_editor@demo.test";
const listPath = "/notification/information-list";
const title = "年会改到周五下午";

async function nameOf(page: Page): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(page, editor)}` };
  return (await (await page.request.get(`${baseUrl}/api/user/profile`, { headers })).json()).data.name;
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const foot = (page: Page, name: string) => page.locator("[data-form-foot]").getByRole("button", { name, exact: true });

test("a notification is written, tested, sent by itself, and read in the bell", async () => {
  const page = await openPage();
  await signIn(page, editor, listPath);
  const me = await nameOf(page);
  await page.getByRole("link", { name: "写通知" }).first().click();
  const text = page.getByRole("textbox", { name: "内容", exact: true });
  // The list's own filter is called 标题 as well.
  await text.waitFor();
  await page.getByRole("textbox", { name: /^标题/ }).fill(title);
  await text.click();
  await page.keyboard.type("请各位提前十分钟到场。");
  await page.getByText("指定", { exact: true }).click();
  await page.getByRole("textbox", { name: "员工" }).fill(me);
  await page.getByRole("option", { name: me }).first().click();
  await page.keyboard.press("Escape");
  await page.getByText("约 1人").waitFor();
  // As it will be read: in a document of its own.
  await page.frameLocator("iframe[title=通知正文]").getByText("请各位提前十分钟到场。").waitFor();

  await foot(page, "发给自己测试").click();
  const results = dialog(page, "发给自己测试");
  await results.getByText("已发出").waitFor();
  await results.getByRole("button", { name: "关闭" }).last().click();
  await page.waitForURL(/information-edit\?id=\d+/);

  await foot(page, "发送").click();
  const asked = dialog(page, "发送通知");
  await asked.getByText("渠道：站内信（1个）").waitFor();
  await asked.getByText("约 1人").waitFor();
  await asked.getByRole("button", { name: "发送", exact: true }).click();
  await toast(page, "已开始发送").waitFor();

  await page.getByRole("button", { name: /^未读消息|^消息$/ }).click();
  const bell = dialog(page, "消息");
  await bell.getByRole("listitem").filter({ hasText: title }).first().getByRole("button").first().click();
  await bell.getByRole("heading", { name: title }).waitFor();
  await bell.frameLocator("iframe[title=通知正文]").getByText("请各位提前十分钟到场。").waitFor();
});
