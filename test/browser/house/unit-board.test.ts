import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { baseUrl, openPage, signIn, toast, tokenOf } from "~/test/support/browser";

/** Two flats in a building of their own, of an estate of the demo that has a board. */
async function addBuilding(page: Page, building: string): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(page, "estate_manager@demo.test")}` };
  const found = await page.request.get(`${baseUrl}/api/estate?has_units=1&page_size=10`, { headers });
  const estate: { id: number } = (await found.json()).data.list[0];
  const board = await page.request.get(`${baseUrl}/api/estate/${estate.id}/unit`, { headers });
  const room: { id: number } = (await board.json()).data.rooms[0];
  for (const unit_no of ["1201", "1101"]) {
    const place = { building, floor: Number(unit_no.slice(0, 2)), stack: "01", unit_no };
    const data = { ...place, room_id: room.id, list_price: "61800000" };
    const made = await page.request.post(`${baseUrl}/api/estate/${estate.id}/unit`, { headers, data });
    expect((await made.json()).code).toBe(200);
  }
  return `/house/estate-list/estate-detail?id=${estate.id}&building=${encodeURIComponent(building)}#board`;
}

/** The button of a unit, once the board has come near enough to be fetched. */
async function unitOn(page: Page, unitNo: string) {
  await page.locator("#board").scrollIntoViewIfNeeded();
  const unit = page.getByRole("button", { name: new RegExp(`^${unitNo} `) });
  await unit.waitFor();
  return unit;
}

test("what one holds the other sees at once", async () => {
  const page = await openPage();
  const path = await addBuilding(page, "栖台");
  const other = await openPage();
  await Promise.all([signIn(page, "sales@demo.test", path), signIn(other, "sales_manager@demo.test", path)]);
  const [mine, theirs] = await Promise.all([unitOn(page, "1201"), unitOn(other, "1201")]);
  await mine.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  const card = page.getByRole("dialog", { name: "栖台 1201" });
  await card.getByLabel("锁定时长").fill("3");
  await card.getByRole("button", { name: "锁定", exact: true }).click();
  await toast(page, "已锁定 1201").waitFor();
  await mine.getByText("我的").waitFor();
  await theirs.getByText(/剩\d:\d\d$/).waitFor();
  // His manager may give it back.
  await theirs.click();
  await other.getByRole("dialog", { name: "栖台 1201" }).getByRole("button", { name: "释放" }).click();
  await other.getByRole("dialog", { name: "释放房号" }).getByRole("button", { name: "释放" }).click();
  await mine.getByText("可售").waitFor();
});

test("on the phone a unit is held and released from the list", async () => {
  const page = await openPage({ phone: true });
  await signIn(page, "sales@demo.test", await addBuilding(page, "鹤台"));
  const unit = await unitOn(page, "1101");
  await unit.tap();
  const sheet = page.getByRole("dialog", { name: "鹤台 1101" });
  await sheet.getByRole("button", { name: "锁定", exact: true }).tap();
  await toast(page, "已锁定 1101").waitFor();
  await unit.getByText("我的").waitFor();
  expect((await unit.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await unit.tap();
  await sheet.getByRole("button", { name: "释放" }).tap();
  await page.getByRole("dialog", { name: "释放房号" }).getByRole("button", { name: "释放" }).tap();
  await unit.getByText("可售").waitFor();
});
