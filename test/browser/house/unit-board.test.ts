import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { baseUrl, openPage, signIn, toast, tokenOf } from "~/test/support/browser";
import { now } from "~/test/support/clock";

/** Two flats in a building of their own, of an estate of the demo that has a board. */
async function addBuilding(page: Page, building: string): Promise<{ estate: number; path: string }> {
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
  const path = `/house/estate-list/estate-detail?id=${estate.id}&building=${encodeURIComponent(building)}#board`;
  return { estate: estate.id, path };
}

/** The button of a unit, once the board has come near enough to be fetched. */
async function unitOn(page: Page, unitNo: string) {
  await page.locator("#board").scrollIntoViewIfNeeded();
  const unit = page.getByRole("button", { name: new RegExp(`^${unitNo} `) });
  await unit.waitFor();
  return unit;
}

/** How often one clicks or taps until something is done. */
function clicksOn(page: Page) {
  let count = 0;
  return {
    click: async (target: Locator) => {
      count += 1;
      await (page.viewportSize()?.width === 390 ? target.tap() : target.click());
    },
    count: () => count,
  };
}

/** One of the seller's customers: has this estate in mind and was dealt with last. */
async function addCustomer(page: Page, estate: number, name: string, phone: string): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(page, "sales@demo.test")}` };
  const made = await page.request.post(`${baseUrl}/api/customer/information`, {
    headers: { ...headers, "Idempotency-Key": `board-${phone}` },
    data: { name, phone_cc: "86", phone, source: "phone", level: "B", intent_estate_ids: [estate] },
  });
  const { code, data } = await made.json();
  expect(code).toBe(200);
  const about = { customer_id: data.id, type: "call", content: "电话沟通购房预算与意向房源" };
  const shown = await page.request.post(`${baseUrl}/crm/tracking`, {
    headers: { ...headers, "Idempotency-Key": `told-${phone}` },
    data: { ...about, tracked_at: new Date(now()).toISOString() },
  });
  expect((await shown.json()).code).toBe(200);
}

test("a unit is held for a customer in three clicks and quoted in two; filters survive Back", async () => {
  const page = await openPage();
  const { estate, path } = await addBuilding(page, "云台");
  await addCustomer(page, estate, "欧阳试购", "13800138017");
  await signIn(page, "sales@demo.test", path.replace("#", "&status=available#"));
  const unit = await unitOn(page, "1201");
  await page.getByText("符合 2 / 2 套").waitFor();
  const hold = clicksOn(page);
  const card = page.getByRole("dialog", { name: "云台 1201" });
  await hold.click(unit);
  await hold.click(card.getByRole("button", { name: "欧阳试购" }));
  await hold.click(card.getByRole("button", { name: "锁定", exact: true }));
  await toast(page, "已锁定 1201").waitFor();
  expect(hold.count()).toBeLessThanOrEqual(3);
  const quote = clicksOn(page);
  await quote.click(unit);
  await card.getByRole("definition").getByText("欧阳试购").waitFor();
  await quote.click(card.getByRole("link", { name: "报价单" }));
  const paper = page.getByRole("article", { name: "报价单" });
  await paper.getByText("致：欧阳试购").waitFor();
  expect(quote.count()).toBeLessThanOrEqual(2);
  const words = (await paper.textContent()) ?? "";
  expect(words).toMatch(/挂牌价61,800,000.*费用合计.*顾问：/);
  expect(words).not.toMatch(/佣金|锁定|编号|审核/);
  // Only the sheet is printed.
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => page.getByRole("button", { name: "打印" }).isVisible()).toBe(false);
  await expect.poll(() => page.getByRole("banner").first().isVisible()).toBe(false);
  await expect.poll(() => paper.isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
  await page.goBack();
  await unitOn(page, "1201");
  expect(page.url()).toContain("status=available");
  await page.getByText("符合 1 / 2 套").waitFor();
});

test("on the phone a unit is held from the list", async () => {
  const page = await openPage({ phone: true });
  await signIn(page, "sales@demo.test", (await addBuilding(page, "鹤台")).path);
  const unit = await unitOn(page, "1101");
  // Its filters stay in sight while one goes down the floors.
  const filters = page.getByRole("toolbar", { name: "筛选房号" });
  const isBeside = await page.evaluate(
    () =>
      getComputedStyle(document.querySelector("[data-unit]")?.parentElement ?? document.body).gridTemplateColumns.split(
        " ",
      ).length,
  );
  expect([2, 3]).toContain(isBeside);
  await expect.poll(() => filters.evaluate((bar) => getComputedStyle(bar).position)).toBe("sticky");
  await unit.tap();
  const sheet = page.getByRole("dialog", { name: "鹤台 1101" });
  await sheet.getByRole("button", { name: "锁定", exact: true }).tap();
  await toast(page, "已锁定 1101").waitFor();
  await unit.getByText("我的").waitFor();
  await expect.poll(async () => (await unit.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
});
