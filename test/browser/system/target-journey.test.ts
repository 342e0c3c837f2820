import { expect, test } from "vitest";
import { openPage, signIn, toast } from "~/test/support/browser";

const manager = "sales_manager@demo.test";
const value = "451";

test("a manager sets his team's target, and finds it on the dashboard", async () => {
  const page = await openPage();
  await signIn(page, manager, "/dashboard");
  await page
    .getByRole("region", { name: /^月度目标/ })
    .getByRole("link", { name: "设置" })
    .click();
  const cell = page.getByRole("textbox", { name: /^华东 有效跟进$/ });
  await cell.fill(value);
  await page.getByText("1 项未保存").waitFor();
  await page.getByRole("button", { name: "保存" }).click();
  await toast(page, "已保存：设置 1 项").waitFor();
  await expect.poll(() => cell.inputValue()).toBe(value);

  await page.goBack();
  await page
    .getByRole("region", { name: /^团队目标/ })
    .getByText(`/ ${value}`)
    .first()
    .waitFor();
});
