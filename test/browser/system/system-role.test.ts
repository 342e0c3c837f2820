import { expect, test } from "vitest";
import { openPage, quiet, signIn, toast } from "~/test/support/browser";

test("a role is made, given a permission and taken away again", async () => {
  const page = await openPage();
  const name = "电脑角色";
  await signIn(page, "super_admin@demo.test", "/system/role");
  await page.getByRole("button", { name: "新增", exact: true }).click();
  const form = page.getByRole("dialog", { name: "新增角色" });
  await form.getByLabel("角色名称").fill(name);
  await form.getByLabel("角色代码").fill("desk_role");
  await form.getByRole("button", { name: "保存" }).click();
  await toast(page, "已新增").waitFor();

  await page.getByRole("checkbox", { name: "客户查看" }).check();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.getByRole("dialog", { name: "确认修改" }).getByText("客户管理·客户查看").waitFor();
  await page.getByRole("button", { name: "确认保存" }).click();
  await toast(page, "已保存").waitFor();

  await page.getByRole("button", { name: "删除", exact: true }).click();
  await page.getByRole("dialog", { name: "删除角色" }).getByRole("button", { name: "删除" }).click();
  await toast(page, "已删除").waitFor();
  await quiet(page);
  await expect.poll(() => page.getByRole("link", { name }).count()).toBe(0);
});
