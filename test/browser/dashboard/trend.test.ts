import { expect, test } from "vitest";
import { findings } from "~/test/support/axe";
import { openPage, signIn } from "~/test/support/browser";

const manager = "sales_manager@demo.test";

test("a trend keeps its days from screen to screen; a number opens its rows, and goes back to where one was", async () => {
  const page = await openPage();
  await signIn(page, manager, "/dashboard");
  await page.getByRole("button", { name: "工作台的更多操作" }).click();
  await page.getByRole("menuitem", { name: "客户趋势" }).click();
  await page.waitForURL("**/dashboard/customerTrend*");
  const totals = page.getByRole("list", { name: "合计" });
  await totals.waitFor();
  await page.locator("label", { hasText: "近7天" }).click();
  // The address is there before what it shows.
  await page.waitForURL(/from=.*to=/);
  await expect.poll(() => page.getByRole("radio", { name: "近7天" }).isChecked()).toBe(true);
  const days = new URL(page.url()).searchParams;
  const chart = page.getByRole("region", { name: "新增、流失与公海进出" });
  await chart.locator("svg .recharts-line, svg .recharts-area, svg .recharts-bar").first().waitFor();
  await expect.poll(() => findings(page)).toEqual([]);
  await chart.getByRole("button", { name: /的更多操作$/ }).click();
  await page.getByRole("menuitem", { name: "看表" }).click();
  await expect.poll(() => chart.getByRole("row").count()).toBe(8);

  await totals.getByRole("button", { name: /^新增客户/ }).click();
  const drawer = page.getByRole("dialog", { name: "新增客户" });
  await drawer.getByRole("link").first().waitFor();
  expect(new URL(page.url()).searchParams.get("metric")).toBe("customer_new");
  await page.goBack();
  await drawer.waitFor({ state: "hidden" });
  expect(new URL(page.url()).searchParams.get("from")).toBe(days.get("from"));

  await page.getByRole("navigation", { name: "趋势" }).getByRole("link", { name: "线索趋势" }).click();
  await page.waitForURL("**/dashboard/clueTrend?*");
  const same = new URL(page.url()).searchParams;
  expect([same.get("from"), same.get("to")]).toEqual([days.get("from"), days.get("to")]);
  await page.getByRole("region", { name: "报备按状态" }).waitFor();
  await expect.poll(() => findings(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);

  // A number of a table opens the rows of that estate alone; its name leads to its page.
  await page.locator("label", { hasText: "近30天" }).click();
  await expect.poll(() => page.getByRole("radio", { name: "近30天" }).isChecked()).toBe(true);
  const table = page.getByRole("region", { name: "房源转化", exact: true });
  const row = table.getByRole("row").nth(1);
  const [name, count] = [
    await row.getByRole("rowheader").textContent(),
    await row.getByRole("button").first().textContent(),
  ];
  await expect
    .poll(() => row.getByRole("link", { name: String(name) }).getAttribute("href"))
    .toContain("/house/estate-list/estate-detail?id=");
  await row.getByRole("button").first().click();
  const rows = page.getByRole("dialog", { name: `${name} · 报备` });
  await rows.getByRole("link").first().waitFor();
  await expect.poll(() => rows.getByRole("link").count()).toBe(Math.min(Number(count), 20));
});

test("the phone chooses one chart of the four trends, with keys for a thumb", async () => {
  const page = await openPage({ phone: true });
  await signIn(page, manager, "/dashboard/customerTrend");
  await page.getByRole("list", { name: "合计" }).waitFor();
  const chart = page.getByRole("textbox", { name: "图表" });
  await chart.click();
  await page.getByRole("option", { name: "等级" }).click();
  await page.getByRole("region", { name: "等级" }).waitFor();
  await expect.poll(() => page.getByRole("region", { name: "新增、流失与公海进出" }).count()).toBe(0);
  for (const link of await page.getByRole("navigation", { name: "趋势" }).getByRole("link").all())
    await expect.poll(async () => (await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect.poll(() => findings(page)).toEqual([]);
});
