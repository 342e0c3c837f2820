import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { baseUrl, openPage, signIn, toast } from "~/test/support/browser";

const path = "/system/user";

async function tryPassword(page: Page, email: string, password: string) {
  const data = { email, password, remember: false };
  const reply = await page.request.post(`${baseUrl}/api/auth/login`, { data });
  return (await reply.json()) as { code: number; data: { must_change_password: boolean } | null };
}

async function pick(page: Page, label: string, option: string) {
  await page.getByRole("dialog").getByRole("textbox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("somebody is invited, signs in by the password that was told once, and is shut out again", async () => {
  const page = await openPage();
  const email = "invited@demo.test";
  await signIn(page, "super_admin@demo.test", path);
  await page.getByRole("button", { name: "新增员工" }).click();
  const form = page.getByRole("dialog", { name: "新增员工" });
  await form.getByLabel("姓名").fill("钱新人");
  await form.getByLabel("邮箱").fill(email);
  await pick(page, "所属团队", "华东");
  await pick(page, "角色", "财务");
  await page.keyboard.press("Escape");
  await form.getByRole("button", { name: "保存", exact: true }).click();

  const invitation = page.getByRole("dialog", { name: `邀请钱新人` });
  const told = await invitation.getByLabel("邀请内容").inputValue();
  const [, secret = ""] = /初始密码：(\S+)/.exec(told) ?? [];
  expect(told).toContain(`登录地址：${baseUrl}/login`);
  expect(await tryPassword(page, email, secret)).toMatchObject({ code: 200, data: { must_change_password: true } });
  await invitation.getByRole("button", { name: "完成" }).click();

  await page.goto(`${path}?keyword=${email}`);
  await page.getByRole("button", { name: `钱新人的更多操作` }).click();
  await page.getByRole("menuitem", { name: "停用" }).click();
  await page.getByRole("dialog", { name: "停用员工" }).getByRole("button", { name: "停用" }).click();
  await toast(page, "已停用").waitFor();
  expect(await tryPassword(page, email, secret)).toMatchObject({ code: 40102 });
});
