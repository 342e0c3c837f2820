import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { baseUrl, chooseAct, frame, openPage, signIn, tokenOf } from "~/test/support/browser";

const page = "/house/estate-list/estate-detail";

/** The page of an estate of the demo with layouts, in Japan. */
async function somePage(browser: Page, more = ""): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(browser, "sales@demo.test")}` };
  const query = `country=JP&publish_status=online&layout=1LDK,2LDK,3LDK&page_size=10${more}`;
  const found = await browser.request.get(`${baseUrl}/api/estate?${query}`, { headers });
  return `${page}?id=${(await found.json()).data.list[0].id}`;
}

/** The page's overflow at the side. */
const overflowOf = (browser: Page) =>
  browser.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The way out of 客户模式. */
const wayOut = (browser: Page) => browser.getByRole("button", { name: "按住1秒退出客户模式" });

/** What no client may read or use, as far as it is on the page. */
async function staffOn(browser: Page): Promise<string[]> {
  const words = /佣金|审核|编号|XF\d{6}|上架|评论|报备|浏览|意向客户|内部|锁定人|匹配客户|复制链接|销控/;
  const said = (await browser.locator("header, main").allTextContents()).join(" ");
  const found = (said.match(words) ?? []).map((word) => `word ${word}`);
  if (await frame(browser).count()) found.push("menu");
  if (await browser.getByRole("search").count()) found.push("search");
  for (const name of [/消息/, /账号菜单/, /搜索/])
    if (await browser.getByRole("button", { name }).count()) found.push(`${name}`);
  return found;
}

/** Controls that a thumb would miss, by name and height. */
const smallTargets = (browser: Page) =>
  browser.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("header a, header button, #content :is(a, button, input)")].flatMap(
      (control) => {
        const { height, width } = (control.closest("label") ?? control).getBoundingClientRect();
        const isShown = width > 1 && control.checkVisibility({ visibilityProperty: true });
        return isShown && height < 43.5 ? [`${control.ariaLabel ?? control.textContent} ${height}`] : [];
      },
    ),
  );

test.each([
  [1024, 768],
  [390, 844],
])(
  "a client looks at estates without what is for the house, at %i × %i, until one presses for a second",
  async (width, height) => {
    const browser = await openPage({ phone: width === 390 });
    await browser.setViewportSize({ width, height });
    const path = await somePage(browser, "&has_units=1");
    await signIn(browser, "estate_manager@demo.test", path);
    await chooseAct(browser, "客户模式");
    await wayOut(browser).waitFor();
    await browser.locator("#board").scrollIntoViewIfNeeded();
    await browser.locator("[data-unit]").first().waitFor();
    await expect.poll(() => staffOn(browser)).toEqual([]);
    await expect.poll(() => overflowOf(browser)).toBeLessThanOrEqual(0);
    if (width === 390) await expect.poll(() => smallTargets(browser)).toEqual([]);

    // It outlives a reload, a short click, and a way within the application.
    await browser.reload();
    await wayOut(browser).click();
    await browser.keyboard.press("Control+k");
    await browser.keyboard.press("?");
    await expect.poll(() => browser.getByRole("dialog").count()).toBe(0);
    await browser.getByRole("link", { name: "全部房源" }).click();
    await browser.waitForURL(/publish_status=online/);
    const card = browser.locator("#content li a").first();
    await card.waitFor();
    await expect.poll(() => staffOn(browser)).toEqual([]);
    await card.click();
    await browser.getByRole("region", { name: "关键数据" }).waitFor();
    await expect.poll(() => staffOn(browser)).toEqual([]);
    // What else there is, is not for them.
    await browser.goto(`${baseUrl}/house/audit`);
    await browser.getByRole("heading", { name: "此内容暂不展示" }).waitFor();

    await wayOut(browser).hover();
    await browser.mouse.down();
    await frame(browser).waitFor();
    await browser.mouse.up();
    await browser.reload();
    await frame(browser).waitFor();
    await expect.poll(() => wayOut(browser).count()).toBe(0);
  },
);

test("pictures follow the finger, and a unit's quotation comes in two taps in front of a client", async () => {
  const browser = await openPage({ phone: true });
  const path = await somePage(browser, "&has_units=1");
  await signIn(browser, "sales@demo.test", path);
  await browser.goto(`${baseUrl}${path}&client=1`);
  await wayOut(browser).waitFor();
  const pictures = browser.getByRole("region", { name: "相册" });
  await pictures
    .getByRole("status")
    .getByText(/^1 \/ /)
    .waitFor();
  await pictures.locator("ul").evaluate((strip) => strip.scrollTo({ left: strip.clientWidth }));
  await pictures
    .getByRole("status")
    .getByText(/^2 \/ /)
    .waitFor();
  await pictures.getByRole("button", { name: "全屏查看" }).tap();
  await browser.getByLabel("图片预览").getByRole("img").waitFor();
  await browser.getByLabel("图片预览").getByRole("button", { name: "关闭" }).tap();

  await browser.getByRole("button", { name: "选房" }).last().tap();
  const unit = browser.locator("[data-unit][data-status=available]").first();
  await unit.tap();
  await browser.getByRole("link", { name: "报价单" }).tap();
  await browser.getByRole("article", { name: "报价单" }).waitFor();
  await expect.poll(() => staffOn(browser)).toEqual([]);
  await expect.poll(() => browser.getByLabel("致客户").count()).toBe(0);
  await expect.poll(() => overflowOf(browser)).toBeLessThanOrEqual(0);
});
