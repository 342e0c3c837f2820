import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findings, overflow } from "~/test/support/axe";
import { baseUrl, expectErrors, failedRequest, openPage, signIn } from "~/test/support/browser";

const screens = ["/analysis", "/analysis/overview", "/analysis/salesBriefing"];

/** What holds for each of them, for every user. */
async function look(page: Page, name: string) {
  await page.getByRole("heading", { level: 1, name }).waitFor({ state: "attached" });
  await expect.poll(() => overflow(page), { message: name }).toEqual([]);
  await expect.poll(() => findings(page), { message: name }).toEqual([]);
}

test("nobody has to be signed in to look at the public screens, at either width, and no search engine lists them", async () => {
  for (const path of screens) {
    const page = await fetch(`${baseUrl}${path}`);
    expect(page.headers.get("x-robots-tag")).toBe("noindex");
    const text = await page.text();
    expect(text).toMatch(/<meta name="robots" content="noindex"/);
  }
  const page = await openPage();
  await page.goto("/analysis");
  await look(page, "ToC数据看板");
  await page.getByText(/^本月新增询盘/).waitFor();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^客户分析/ })
    .click();
  await page.waitForURL("**/analysis/overview");
  await page.getByRole("region", { name: "热门房源 Top10" }).getByRole("listitem").first().waitFor();
  await look(page, "客户分析");
  await page.getByRole("link", { name: "销售简报" }).click();
  await page.waitForURL("**/analysis/salesBriefing");
  await look(page, "销售简报");
  const picture = page.waitForEvent("download");
  await page.getByRole("button", { name: "导出图片" }).click();
  expect((await picture).suggestedFilename()).toMatch(/^销售月报 .*\.png$/);
  await expect.poll(() => page.getByRole("region", { name: "顾问明细" }).count()).toBe(0);

  const phone = await openPage({ phone: true });
  await phone.goto("/analysis/overview");
  await phone.getByRole("region", { name: "各渠道访客UV" }).waitFor();
  await look(phone, "客户分析");
  await phone.getByRole("textbox", { name: "图表" }).click();
  await phone.getByRole("option", { name: "预算" }).click();
  await phone.getByRole("region", { name: "预算" }).waitFor();
  await expect.poll(() => phone.getByRole("region", { name: "各渠道访客UV" }).count()).toBe(0);
});

test("staff see them inside of their own frame, with names, and what a number counts", async () => {
  const page = await openPage();
  await signIn(page, "sales_manager@demo.test", "/analysis/salesBriefing?type=month");
  const table = page.getByRole("region", { name: "顾问明细" });
  await table.getByRole("row").nth(1).waitFor();
  await page.getByRole("navigation", { name: "主菜单" }).waitFor();
  await look(page, "销售简报");
  await page.getByRole("button", { name: "推送到群" }).click();
  await page.getByText(/^没有订阅“销售简报”的群/).waitFor();
  await page.keyboard.press("Escape");
  await table
    .getByRole("button", { name: /有效跟进 [1-9]/ })
    .first()
    .click();
  await page.waitForURL(/\/dashboard\?.*metric=tracking_valid/);
  await page.getByRole("dialog", { name: "有效跟进" }).getByRole("link").first().waitFor();
});

test("closed, they say so and nothing else", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  await page.route("**/api/figures/public/**", (route) =>
    route.fulfill({ status: 403, json: { code: 40303, message: "看板未开放", data: null } }),
  );
  await page.goto("/analysis/overview");
  await page.getByText("看板未开放").waitFor();
  await expect.poll(() => page.getByRole("status").count()).toBe(0);
});
