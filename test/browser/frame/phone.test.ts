import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { frame, openPage, quiet, signIn } from "~/test/support/browser";

// What a hand wants of the phone: rows in sight, targets as large as a finger, choices without lists to open.

const sales = "sales@demo.test";
const admin = "super_admin@demo.test";

interface Box {
  top: number;
  bottom: number;
  width: number;
  height: number;
}

const boxesOf = (of: Locator): Promise<Box[]> =>
  of.evaluateAll((all) =>
    all.map((one) => {
      const { top, bottom, width, height } = one.getBoundingClientRect();
      return { top, bottom, width, height };
    }),
  );

const cards = (page: Page) =>
  page
    .getByRole("main")
    .locator("ul > li")
    .filter({ has: page.locator("dl") });

/** How many whole rows are between the header and what is at the bottom edge. */
async function rowsInSight(page: Page): Promise<number> {
  const [head] = await boxesOf(page.locator("header"));
  const feet = await boxesOf(frame(page).or(page.locator("[data-thumb-bar]")));
  const foot = Math.min(...feet.map(({ top }) => top));
  const rows = await boxesOf(cards(page));
  return rows.filter(({ top, bottom }) => top >= (head?.bottom ?? 0) && bottom <= foot).length;
}

const tooSmall = ({ width, height }: Box) => width < 44 || height < 44;

describe("a list on the phone", () => {
  test.each([
    [sales, "/customer/customerInfor"],
    [sales, "/customer/publicCustomer"],
    [admin, "/house/estate-list"],
    [admin, "/system/user"],
  ])("shows %s five rows or more of %s, and every act of a row is as large as a finger", async (who, address) => {
    const page = await openPage({ phone: true });
    await signIn(page, who, address);
    await page.getByText(/^共 .+ 条$/).waitFor();
    await quiet(page, 150);
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(5);
    // The name is as large as its card.
    const acts = cards(page).locator("button:not([data-opener]), a[href^='tel:']");
    await expect.poll(async () => (await boxesOf(acts)).filter(tooSmall)).toEqual([]);
  });

  test("has what adds to it at the thumb, and its end is not hidden behind that", async () => {
    const page = await openPage({ phone: true });
    await signIn(page, sales, "/customer/customerInfor");
    const [add] = await boxesOf(page.getByRole("button", { name: "新增", exact: true }));
    const [tabs] = await boxesOf(frame(page));
    expect(add?.height).toBeGreaterThanOrEqual(44);
    expect(add?.top).toBeGreaterThan(700);
    expect(add?.bottom).toBeLessThanOrEqual(tabs?.top ?? 0);
    const total = page.getByText(/^共 .+ 条$/);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect
      .poll(async () => (await boxesOf(total))[0]?.bottom, { interval: 20 })
      .toBeLessThanOrEqual((await boxesOf(page.locator("[data-thumb-bar]")))[0]?.top ?? 0);
  });
});

test("a customer's acts stand at the thumb, and give way to 保存", async () => {
  const page = await openPage({ phone: true });
  await signIn(page, sales, "/customer/customerInfor");
  await cards(page).getByRole("link").first().tap();
  const track = page.getByRole("link", { name: "写跟进" });
  await track.waitFor();
  await quiet(page, 150);
  const [at] = await boxesOf(track);
  expect(at?.top).toBeGreaterThan(700);
  expect(at?.height).toBeGreaterThanOrEqual(44);
  await track.tap();
  const save = page.getByRole("button", { name: "保存" });
  await save.waitFor();
  await save.tap({ trial: true });
  await expect.poll(async () => (await boxesOf(save))[0]?.top).toBeGreaterThan(700);
});

describe("a choice of up to six", () => {
  test("is chips in a form: one of them, or several", async () => {
    const page = await openPage({ phone: true });
    await signIn(page, sales, "/customer/addCustomerInfo");
    const group = page.getByRole("radiogroup", { name: "客户等级" });
    await group.waitFor();
    const chips = group.locator("label");
    await expect.poll(() => chips.count()).toBeLessThanOrEqual(6);
    await expect.poll(async () => (await boxesOf(chips)).filter(({ height }) => height < 36)).toEqual([]);
    await chips.last().tap();
    await expect.poll(() => group.getByRole("radio").last().isChecked()).toBe(true);
    await expect.poll(() => group.getByRole("radio", { checked: true }).count()).toBe(1);
  });
});

test("light and dark change in 我的, not in the header", async () => {
  const page = await openPage({ phone: true });
  await signIn(page, sales);
  await frame(page).getByRole("button", { name: "我的" }).waitFor();
  const inHeader = page.locator("header").getByRole("button", { name: /^切换到/ });
  await expect.poll(() => inHeader.count()).toBe(0);
  await frame(page).getByRole("button", { name: "我的" }).tap();
  const sheet = page.getByRole("dialog", { name: "我的" });
  await sheet.getByRole("button", { name: "切换到深色" }).tap();
  await sheet.getByRole("button", { name: "切换到浅色" }).waitFor();
  await expect.poll(() => page.locator("html").getAttribute("data-mantine-color-scheme")).toBe("dark");
});
