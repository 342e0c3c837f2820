import { expect, test } from "vitest";
import { openPage, signIn } from "~/test/support/browser";

const seller = "sales@demo.test";
const list = "/house/estate-list";

test("estates are narrowed on the desktop, looked at by pictures, and found again in the same place after one's page", async () => {
  const page = await openPage();
  await signIn(page, seller, `${list}?country=JP&publish_status=online`);
  const total = page.getByText(/^共 [\d,]+ 条$/);
  await total.waitFor();
  const before = await total.textContent();
  await page.getByRole("button", { name: "展开" }).click();
  await page.getByRole("textbox", { name: "步行不超过（分钟）" }).fill("5");
  await page.getByRole("textbox", { name: "步行不超过（分钟）" }).press("Enter");
  await page.waitForURL("**walk_max=5**");
  await expect.poll(() => total.textContent()).not.toBe(before);
  await page.getByRole("button", { name: "卡片" }).click();
  const card = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("link") })
    .first();
  await card.getByText(/步行[1-5]分钟/).waitFor();
  await page.waitForURL("**view=card**");
  const address = page.url();
  await card.getByRole("link").first().click();
  await page.waitForURL("**/estate-detail?id=*");
  await page.goBack();
  await card.getByText(/步行[1-5]分钟/).waitFor();
  expect(page.url()).toBe(address);
});

test("on the phone estates are cards with a price, found by a word in the header as well", async () => {
  const page = await openPage({ phone: true });
  await signIn(page, seller, `${list}?country=JP&publish_status=online`);
  const card = page.getByRole("main").getByRole("listitem").first();
  await card.getByText(/[万亿]日元$/).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  const name = (await card.getByRole("link").first().textContent()) ?? "";
  await page.getByRole("button", { name: "搜索", exact: true }).tap();
  const dialog = page.getByRole("dialog", { name: "搜索" });
  await dialog.getByRole("combobox", { name: "搜索" }).fill(name);
  await dialog.getByRole("option", { name }).first().tap();
  await page.waitForURL("**/estate-detail?id=*");
});
