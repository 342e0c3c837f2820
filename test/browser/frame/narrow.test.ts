import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { actAtOnce, countClicks, openPage, signIn } from "~/test/support/browser";

// One way to narrow a list (domain D.0). What acts when, to the millisecond: test/app/blocks/list/use-narrowed.test.tsx.

const pool = "**/customer/publicCustomer";

/** Positions that must not move: search, 筛选, the last tool, the head of the table. */
const places = (page: Page) =>
  page.getByRole("main").evaluate((main) =>
    ["[role=search] input", "[data-narrow]", "[aria-label=列设置]", "thead"].map((one) => {
      const box = main.querySelector(one)?.getBoundingClientRect();
      return [one, box && Math.round(box.left), box && Math.round(box.top)];
    }),
  );

test("a view of two conditions is kept with six presses from the home page, and nothing moves meanwhile", async () => {
  const page = await openPage();
  await signIn(page, "sales@demo.test");
  await page.getByRole("region", { name: "今日工作" }).waitFor();
  const clicks = await countClicks(page);
  let enters = 0;
  const enter = async () => {
    enters += 1;
    await page.keyboard.press("Enter");
  };
  await page.getByRole("button", { name: "客户管理" }).click();
  await page.waitForURL(pool);
  await page.locator("tbody tr").first().waitFor();
  const before = await places(page);
  const entries = await page.evaluate(() => window.history.length);
  await page.getByRole("button", { name: "筛选", exact: true }).click();
  const find = page.getByRole("searchbox", { name: "查找字段或选项" });
  await find.fill("中意向");
  await enter();
  await page.waitForURL(`${pool}?level=B`);
  await find.fill("网站询盘");
  await enter();
  await page.waitForURL(/level=B&source=\w+$/);
  await expect.poll(() => places(page)).toEqual(before);
  await page.getByRole("button", { name: "保存视图" }).click();
  const form = page.getByRole("dialog", { name: "保存视图" });
  await form.getByRole("textbox", { name: "视图名称" }).fill("网站来的中意向");
  await enter();
  await page.waitForURL(/saved=/);
  await expect.poll(async () => (await clicks()) + enters).toBeLessThanOrEqual(6);
  // The filters have replaced the entry of the list; the view is one of its own.
  await expect.poll(() => page.evaluate(() => window.history.length)).toBe(entries + 1);
  await page
    .getByRole("navigation", { name: "视图" })
    .getByRole("button", { name: /^网站来的中意向/ })
    .waitFor();
});

test("typing gives up the older request, and the newest answer stands there", async () => {
  const page = await openPage();
  await signIn(page, "sales@demo.test", "/customer/publicCustomer");
  await page.locator("tbody tr").first().waitFor();
  const failed: string[] = [];
  page.on("requestfailed", (request) => failed.push(request.url()));
  // The first answer never comes, and the page does not come to rest.
  actAtOnce(page);
  await page.route(/information\?.*keyword=%E7%8E%8B(&|$)/, () => undefined);
  const search = page.getByRole("main").getByRole("searchbox");
  const asked = page.waitForRequest(/keyword=%E7%8E%8B(&|$)/);
  await search.fill("王");
  await asked;
  await search.fill("没有这样的客户");
  await page.getByText("没有符合条件的数据").waitFor();
  expect(failed.some((url) => /keyword=%E7%8E%8B(&|$)/.test(url))).toBe(true);
  await expect.poll(() => search.inputValue()).toBe("没有这样的客户");
});
