import { expect, test } from "vitest";
import { openPage, signIn, toast } from "~/test/support/browser";

const keeper = "estate_manager@demo.test";
const lists = "/regionalManage/countryList";
const name = "银座西";

test("a keeper goes down to a city, adds a district there, and finds it again where he was", async () => {
  const page = await openPage();
  await signIn(page, keeper, `${lists}/regionalList?country=JP&keyword=djd`);
  await page.getByRole("link", { name: "东京都", exact: true }).first().click();
  // The address changes before the page does.
  await page.getByRole("link", { name: "新增市区町村" }).waitFor();
  await page.getByRole("searchbox").fill("zyq");
  await page.getByRole("searchbox").press("Enter");
  await page.getByRole("link", { name: "中央区", exact: true }).first().click();
  await page.getByRole("link", { name: "新增片区" }).click();
  await page.getByLabel(/^中文名/).fill(name);
  await page.getByRole("button", { name: "保存" }).click();
  await toast(page, "已新增").waitFor();
  await page.waitForURL(/district-edit\?id=/);
  await expect.poll(() => page.getByLabel(/^代码/).inputValue()).toMatch(/^13102-\d\d$/);
  await page.getByRole("button", { name: "取消" }).click();
  await page.getByRole("link", { name, exact: true }).first().waitFor();
  await expect.poll(() => page.url()).toContain("threeLevelList?country=JP&parent_id=");
});
