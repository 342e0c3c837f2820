import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { baseUrl, openPage, signIn, tokenOf } from "~/test/support/browser";

const page = "/house/estate-list/estate-detail";

/** The page of an estate of the demo with layouts, in Japan. */
async function somePage(browser: Page): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(browser, "sales@demo.test")}` };
  const query = "country=JP&publish_status=online&layout=1LDK,2LDK,3LDK&page_size=10";
  const found = await browser.request.get(`${baseUrl}/api/estate?${query}`, { headers });
  return `${page}?id=${(await found.json()).data.list[0].id}`;
}

/** Nothing stands out at the side. */
const overflowOf = (browser: Page) =>
  browser.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What the buyer brings himself, as the calculator tells it. */
const cashOf = (browser: Page) =>
  browser.getByRole("region", { name: "计算结果" }).getByRole("row", { name: /^自备资金/ });

test("an estate is looked at: its pictures, its parts by name, and what one of its layouts costs", async () => {
  const browser = await openPage();
  await signIn(browser, "sales@demo.test", await somePage(browser));
  const pictures = browser.getByRole("region", { name: "相册" });
  await pictures
    .getByRole("button", { name: /^查看图片/ })
    .first()
    .click();
  await browser.getByLabel("图片预览").getByRole("img").waitFor();
  await browser.keyboard.press("Escape");

  const parts = browser.getByRole("navigation", { name: "页内导航" });
  await parts.getByRole("button", { name: "审核记录" }).click();
  await expect.poll(() => parts.locator("[aria-current]").textContent()).toBe("审核记录");

  const room = browser.getByRole("region", { name: "户型" }).getByRole("row").nth(1);
  await room.getByRole("button", { name: /购房成本$/ }).click();
  await browser.getByLabel("总价", { exact: true }).fill("50,000,000");
  await browser.getByLabel("贷款成数").fill("100");
  const before = await cashOf(browser).textContent();
  await browser.getByLabel("贷款成数").fill("50");
  await expect.poll(() => cashOf(browser).textContent()).not.toBe(before);
  expect(await browser.getByRole("row", { name: /^贷款/ }).textContent()).toContain("25,000,000");
  expect(await overflowOf(browser)).toBeLessThanOrEqual(0);
});

test("on the phone an estate is read in one column, and changed on the desktop alone", async () => {
  const browser = await openPage({ phone: true });
  const path = await somePage(browser);
  await signIn(browser, "estate_manager@demo.test", path);
  const rooms = browser.getByRole("region", { name: "户型" });
  await rooms
    .getByRole("button", { name: /购房成本$/ })
    .first()
    .tap();
  await cashOf(browser).waitFor();
  expect(await overflowOf(browser)).toBeLessThanOrEqual(0);
  await browser.getByRole("link", { name: "编辑" }).tap();
  await browser.getByText("请在电脑端操作").waitFor();
  await browser.getByRole("link", { name: "返回" }).tap();
  await rooms.waitFor();
  await browser.waitForURL(`**${path}`);
});
