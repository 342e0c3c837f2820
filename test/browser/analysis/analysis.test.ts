import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findings, overflow } from "~/test/support/axe";
import { openPage } from "~/test/support/browser";

/** What holds for each of them, for every user. */
async function look(page: Page, name: string) {
  await page.getByRole("heading", { level: 1, name }).waitFor({ state: "attached" });
  await expect.poll(() => overflow(page), { message: name }).toEqual([]);
  await expect.poll(() => findings(page), { message: name }).toEqual([]);
}

test("nobody has to be signed in to look at the public screens, at either width", async () => {
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
