import { test } from "vitest";
import { baseUrl, openPage, signIn } from "~/test/support/browser";

test("a line of the operation log is read field by field, and one's bulk acts are found in the account's menu", async () => {
  const page = await openPage();
  await signIn(page, "super_admin@demo.test");
  await page.goto(`${baseUrl}/system/record?module=customer&action=update`);
  await page.getByText("查看变更").first().click();
  const line = page.getByRole("dialog", { name: "操作详情" });
  await line.getByText("变更前").waitFor();
  await line.getByLabel("关闭").click();
  await line.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: /账号菜单/ }).click();
  await page.getByRole("menuitem", { name: "我的批量操作" }).click();
  await page
    .getByRole("dialog", { name: "我的批量操作" })
    .getByText(/小时内的批量操作可以撤销/)
    .waitFor();
});
