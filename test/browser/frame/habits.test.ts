import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { frame, openPage, signIn } from "~/test/support/browser";
import { addCustomer } from "~/test/support/browser-rows";

// What people do in WeCom's browser on a phone: go back, change tabs, be interrupted.

const sales = "sales@demo.test";
const phone = { phone: true, wxwork: true };
const list = "/customer/customerInfor?sort=name&page_size=50";
const total = (page: Page) => page.getByText(/^共 .+ 条$/);
const place = (page: Page) => page.evaluate(() => window.scrollY);

/** The web view is ended as the system does it: no page gets an event. Another one opens with what the browser has kept. */
async function killed(page: Page): Promise<Page> {
  const context = page.context();
  const next = await context.newPage();
  await page.close({ runBeforeUnload: false });
  return next;
}

test("back leads to the same list, filter and place, and a tab to where it was left", async () => {
  const page = await openPage(phone);
  await signIn(page, sales, list);
  await total(page).waitFor();
  // The scroll position at the tap: bringing the card into view has moved it.
  const tappedAt = page.evaluate(
    () => new Promise<number>((resolve) => document.addEventListener("click", () => resolve(window.scrollY), true)),
  );
  await page.locator("main a[href^='/customer/editCustomerInfo/']").nth(9).tap();
  const before = await tappedAt;
  expect(before).toBeGreaterThan(0);
  await page.getByRole("tab", { name: "基本信息" }).waitFor();
  await page.goBack();
  await total(page).waitFor();
  await expect.poll(() => page.url()).toContain(list);
  await expect.poll(() => place(page)).toBe(before);

  const tabs = frame(page).getByRole("link");
  await expect.poll(() => tabs.allTextContents()).toEqual(["工作台", "询盘", "客户", "房源"]);
  await tabs.filter({ hasText: "工作台" }).tap();
  await page.getByRole("heading", { name: "今日工作" }).waitFor();
  await tabs.filter({ hasText: "客户" }).tap();
  await total(page).waitFor();
  await expect.poll(() => page.url()).toContain(list);
  await expect.poll(() => tabs.filter({ hasText: "客户" }).getAttribute("aria-current")).toBe("page");
});

describe("a web view that is ended loses nothing that was typed", () => {
  test("into a follow-up", async () => {
    const page = await openPage(phone);
    const { address: record } = await addCustomer(page, sales);
    const address = `${record}?tab=trackings&write=1`;
    await signIn(page, sales, address);
    await page.getByRole("textbox", { name: "跟进内容" }).fill("客户想周末看房，");
    await page.getByRole("textbox", { name: "跟进内容" }).pressSequentially("问了贷款");
    // Another application comes to the front, then the web view is ended.
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    const next = await killed(page);
    await next.goto(address);
    await next.getByRole("button", { name: "恢复草稿" }).tap();
    await expect
      .poll(() => next.getByRole("textbox", { name: "跟进内容" }).inputValue())
      .toBe("客户想周末看房，问了贷款");
  });
});

test("a page out of the back-forward cache asks again, and lets nobody see what he has signed out of", async () => {
  const page = await openPage({ phone: true });
  await signIn(page, sales, list);
  await total(page).waitFor();
  const comeBack = () =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  const asked = page.waitForResponse((response) => response.url().includes("/api/customer/information?"));
  await comeBack();
  expect((await asked).status()).toBe(200);
  await page.context().clearCookies({ name: "access_token" });
  // What is being refreshed already is not requested twice.
  await expect
    .poll(async () => {
      await comeBack();
      return new URL(page.url()).pathname;
    })
    .toBe("/login");
});
