import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { tryBack, tryReload } from "~/test/support/back";
import { openPage, quiet, signIn } from "~/test/support/browser";

const sales = "sales@demo.test";
const list = "/customer/customerInfor";

type Open = (page: Page) => Promise<unknown>;

const button =
  (name: string | RegExp): Open =>
  (page) =>
    page
      .getByRole("button", { name, ...(typeof name === "string" && { exact: true }) })
      .first()
      .click();

/** From the menu 我的, whose sheet closes as the next one opens. */
const fromMine =
  (name: RegExp): Open =>
  async (page) => {
    await button("我的")(page);
    await page.getByRole("dialog").getByRole("button", { name }).click();
  };

const onPhone: Record<string, Open> = {
  我的: button("我的"),
  消息: button(/^未读消息|^消息$/),
  搜索: button("搜索"),
  筛选: button(/^筛选/),
  新增客户: button("新增"),
  我的批量操作: fromMine(/我的批量操作/),
};

const atDesk: Record<string, Open> = {
  消息: button(/^未读消息|^消息$/),
  搜索: (page) => page.keyboard.press("Control+k"),
  新增客户: button("新增"),
  一条客户: (page) => page.locator("tbody tr a").first().click(),
};

test.each([
  { phone: true, ways: onPhone },
  { phone: false, ways: atDesk },
])(
  "Back closes what lies on top of a list, Forward brings nothing back, a reload neither (phone: $phone)",
  async ({ phone, ways }) => {
    const page = await openPage({ phone });
    await signIn(page, sales, list);
    await page.getByText(/^共 .+ 条$/).waitFor();
    await quiet(page, 150);
    await page.evaluate(() => window.scrollTo(0, 200));
    for (const [name, open] of Object.entries(ways)) {
      expect(await tryBack(page, name, () => open(page)), name).toBe(true);
    }
    const [name = "", open = () => Promise.resolve()] = Object.entries(ways)[0] ?? [];
    await tryReload(page, name, () => open(page));
  },
);

test("a form with something typed asks before Back closes it, and Back closes the question first", async () => {
  const page = await openPage({ phone: true });
  await signIn(page, sales, list);
  const index = () => page.evaluate(() => window.history.state?.idx ?? 0);
  const opened = (await index()) + 1;
  await button("新增")(page);
  const name = page.getByRole("dialog", { name: "新增客户" }).getByLabel(/^客户姓名/);
  await name.fill("云汀");
  // Its entry may come a moment later than the form.
  await expect.poll(index).toBe(opened);
  const question = page.getByText("内容尚未保存，确定离开？");
  for (const _ of ["once", "again"]) {
    await page.evaluate(() => window.history.back());
    await question.waitFor();
    await expect.poll(index).toBe(opened + 1);
    // Nobody presses in the moment in which the question's entry comes.
    await quiet(page, 150);
    await page.evaluate(() => window.history.back());
    await expect.poll(() => question.count()).toBe(0);
    await expect.poll(() => name.inputValue()).toBe("云汀");
    await quiet(page, 150);
  }
  await page.evaluate(() => window.history.back());
  await page.getByRole("button", { name: "离开", exact: true }).click();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await expect.poll(index).toBe(opened - 1);
});
