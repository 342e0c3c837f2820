import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectErrors, failedRequest, openPage, signIn, toast } from "~/test/support/browser";
import { type Product, startProduct } from "~/test/support/product";

const service = "customer_service@demo.test";
const path = "/customer/unregister";
const day = 86_400_000;
/** The days to think again, and one more, in which the nightly job runs. */
const past = 8 * day;

// Its clock runs ahead: the other tests' product keeps theirs.
let product: Product;
beforeAll(async () => {
  product = await startProduct({ name: "moved-clock", hasMovedClock: true, demo: inject("product").demo });
});
afterAll(() => product?.stop());

const open = (page: Page, query = "") => signIn(page, service, `${path}${query}`, product);
const rowOf = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("row").or(page.getByRole("listitem")).filter({ hasText: text });

test("an account is let go, and after the days to think again nothing of the person is left", async () => {
  const page = await openPage();
  await open(page);
  const waiting = rowOf(page, /ZX\d+/)
    .filter({ has: page.getByRole("button", { name: "审核" }) })
    .first();
  await waiting.waitFor();
  const [number = ""] = /ZX\d+/.exec((await waiting.textContent()) ?? "") ?? [];
  await waiting.getByRole("button", { name: "审核" }).click();

  const dialog = page.getByRole("dialog", { name: `审核注销申请 ${number}` });
  await dialog.getByText("✓ 无进行中的成交").waitFor();
  const [phoneNumber] = (await dialog.getByText(/\d{3}\*{4}\d{4}/).allTextContents()) ?? [];
  await dialog.getByRole("textbox", { name: "审核结果" }).click();
  await page.getByRole("option", { name: "通过" }).click();
  await dialog.getByRole("button", { name: "提交审核" }).click();
  await toast(page, "已通过，冷静期后注销").waitFor();
  await rowOf(page, number).waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: /^已通过/ }).click();
  await rowOf(page, number).getByText(/注销$/).first().waitFor();

  // The page's event stream finds its session run out.
  expectErrors(failedRequest);
  product.moveClock(past);
  await expect
    .poll(
      async () => {
        // The session has run out meanwhile.
        await open(page, `?status=all&keyword=${number}`);
        return rowOf(page, number).first().textContent();
      },
      { timeout: 90_000, interval: 2_000 },
    )
    .toContain("已注销");

  await rowOf(page, number).getByRole("button", { name: "查看" }).click();
  const view = page.getByRole("dialog", { name: `注销申请 ${number}` });
  await view.getByText("完成时间").waitFor();
  // Named by number alone, and the phone stays as masked as it was shown.
  await view.getByText(/^U-\d+（U-\d+）$/).waitFor();
  if (phoneNumber) await view.getByText(phoneNumber).waitFor();
});
