import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { findings } from "~/test/support/axe";
import { openPage, signIn } from "~/test/support/browser";

const manager = "sales_manager@demo.test";

/** Opens the charts, and waits until one is drawn. */
async function chart(page: Page, name: string) {
  const region = page.getByRole("region", { name, exact: true });
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 600);
      return region.count();
    })
    .toBe(1);
  await region.scrollIntoViewIfNeeded();
  return region;
}

/** What a part of the page has in its menu. */
async function fromMenu(part: Locator, name: string, of: string | RegExp = /的更多操作$/) {
  await part.getByRole("button", { name: of }).click();
  await part.page().getByRole("menuitem", { name }).click();
}

async function exported(page: Page, region: Awaited<ReturnType<typeof chart>>, kind: string) {
  const download = page.waitForEvent("download");
  await fromMenu(region, kind);
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test("charts are drawn, read as tables, opened, and handed on as picture and spreadsheet", async () => {
  const page = await openPage();
  await signIn(page, manager, "/dashboard");
  await page.getByRole("button", { name: "更多数据" }).click();
  const trend = await chart(page, "趋势");
  await trend.locator("svg .recharts-line").first().waitFor();
  const lines = () => trend.locator("svg .recharts-line").count();
  const before = await lines();
  await trend.getByRole("list", { name: "图例" }).getByRole("button").first().click();
  await expect.poll(lines).toBe(before - 1);
  const picture = await exported(page, trend, "导出图片");
  expect(picture.name).toMatch(/^趋势 .+\.png$/);
  expect(picture.bytes.subarray(1, 4).toString()).toBe("PNG");
  // Twice as wide as the panel, in the header of the file.
  const { width = 0 } = (await trend.boundingBox()) ?? {};
  expect(Math.abs(picture.bytes.readUInt32BE(16) - 2 * width)).toBeLessThanOrEqual(4);
  const sheet = await exported(page, trend, "导出表格");
  expect(sheet.name).toMatch(/^趋势 .+\.xlsx$/);
  expect(sheet.bytes.subarray(0, 2).toString()).toBe("PK");
  await fromMenu(trend, "看表");
  await expect.poll(() => trend.getByRole("row").count()).toBe(8);
  await expect.poll(() => findings(page)).toEqual([]);
  await trend.getByRole("row").getByRole("button").first().click();
  await page.waitForURL("**/dashboard?more=1&metric=*&day=*");
  await page.getByRole("dialog").waitFor();
});

test("the phone has the figures as cards and one chart at a time", async () => {
  const page = await openPage({ phone: true });
  await signIn(page, manager, "/dashboard?more=1");
  const first = page.getByRole("textbox", { name: "图表" });
  // It loads when scrolled near.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 600);
      return first.count();
    })
    .toBe(1);
  await first.scrollIntoViewIfNeeded();
  await page.getByRole("region", { name: "团队目标", exact: false }).waitFor();
  await first.click();
  await page.getByRole("option", { name: "趋势" }).click();
  const trend = page.getByRole("region", { name: "趋势" });
  await trend.locator("svg .recharts-line").first().waitFor();
  await expect.poll(() => page.getByRole("region", { name: "排行榜" }).count()).toBe(0);
  for (const button of await trend.getByRole("button").all()) {
    const box = await button.boundingBox();
    if (box && (await button.textContent()) !== "趋势") expect(box.height).toBeGreaterThanOrEqual(44);
  }
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expect.poll(() => findings(page)).toEqual([]);
});
