import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { baseUrl, frame, openPage, signIn, tokenOf } from "~/test/support/browser";

const admin = "super_admin@demo.test";
const sales = "sales@demo.test";
const pool = "/customer/publicCustomer";
const isApi = (address: string) => /^\/(api|crm)\//.test(new URL(address).pathname);
const pathOf = (address: string) => new URL(address).pathname + new URL(address).search;

/** Holds back what matches until it is let go. */
async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return release;
}

function hearRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (isApi(request.url())) asked.push(pathOf(request.url()));
  });
  return asked;
}

describe.each([
  { width: "desktop", phone: false },
  { width: "phone", phone: true },
])("$width", ({ phone }) => {
  test("the frame stands before any script or sheet has come, where the staff frame will stand, and the data are on their way", async () => {
    const page = await openPage({ phone });
    await page.context().addCookies([{ name: "access_token", value: await tokenOf(page, admin), url: baseUrl }]);
    const asked = hearRequests(page);
    const release = await hold(page, "**/static/**");
    await page.goto(`${pool}?page=2`, { waitUntil: "commit" });
    const first = page.getByRole("status", { name: "加载中" });
    await first.waitFor();
    const headOf = (selector: string) => page.locator(selector).first().boundingBox();
    const early = await headOf(".ff-head");
    await expect.poll(() => asked.length).toBe(3);
    release();
    await frame(page).waitFor();
    await page.getByText(/^共 .+ 条$/).waitFor();
    await expect.poll(() => headOf("header")).toEqual(early);
    await expect.poll(() => first.count()).toBe(0);
    // Each once: the calls have taken over what the head had begun. The event stream comes with the frame.
    const isData = (address: string) => /information|^\/api\/user\/(?!events)/.test(address);
    expect(asked.filter(isData)).toEqual([
      "/crm/customer/information?page=2&page_size=20&sort=-pool_at&view=pool",
      "/api/user/profile",
      "/api/user/menus",
      ...asked.filter((address) => address.startsWith("/api/user/view")),
    ]);
  });
});

// On the phone: habits.test.ts.
test("back from a record the list stands at once with its filter, page and place, and is refreshed", async () => {
  const page = await openPage();
  await signIn(page, admin, "/customer/register?platform=web,h5&page=2");
  const names = page.locator("tbody td[class*=title]").getByRole("link");
  const name = (await names.nth(18).textContent()) ?? "";
  // The scroll position at the click: bringing the link into view has moved it.
  const clickedAt = page.evaluate(
    () => new Promise<number>((resolve) => document.addEventListener("click", () => resolve(window.scrollY), true)),
  );
  await names.nth(18).click();
  const place = await clickedAt;
  expect(place).toBeGreaterThan(0);
  await page.getByRole("heading", { name, exact: true }).waitFor();

  const release = await hold(page, /\/api\/customer\/user\?/);
  const asked = hearRequests(page);
  await page.goBack();
  await page.getByText(/^共 .+ 条$/).waitFor();
  await expect.poll(() => names.nth(18).textContent()).toBe(name);
  await expect.poll(() => new URL(page.url()).search).toBe("?platform=web,h5&page=2");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await expect.poll(() => asked.filter((address) => address.startsWith("/api/customer/user?")).length).toBe(1);
  release();
});

test("Chinese is shown by a face that maps its file: one that a style names is copied first, 100 ms of layout for each weight", async () => {
  const page = await openPage();
  await signIn(page, sales, pool);
  await page.getByText(/^共 .+ 条$/).waitFor();
  const states = await page.evaluate(() =>
    [...document.fonts].map(({ family, weight, status }) => `${family.replaceAll('"', "")} ${weight} ${status}`),
  );
  expect(states.toSorted()).toEqual([
    expect.stringMatching(/^Local Han 100 500 (loaded|error)$/),
    expect.stringMatching(/^Local Han 501 900 (loaded|error)$/),
  ]);
});

test("a dialog whose choices the business has opens with them: they have come while the page rested, and it does not move", async () => {
  const page = await openPage();
  const rested = page.waitForResponse((one) => one.url().includes("release_reason") && one.ok());
  await signIn(page, sales, "/customer/customerInfor");
  await page.locator("tr[data-row]").first().waitFor();
  await rested;
  // Nothing that is asked for now comes in time.
  await hold(page, /community.options/);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByRole("toolbar", { name: "批量操作" }).getByRole("button", { name: "释放" }).click();
  const dialog = page.getByRole("dialog", { name: "释放到公海" });
  await dialog.getByRole("radio", { name: "暂无意向" }).waitFor({ state: "attached" });
});

test("whoever is not signed in sees no frame, and nothing is asked for", async () => {
  const page = await openPage();
  const asked = hearRequests(page);
  const release = await hold(page, "**/static/js/**");
  await page.goto(pool, { waitUntil: "commit" });
  await page.getByRole("status", { name: "加载中" }).waitFor();
  await expect.poll(() => page.locator(".ff-side").isVisible()).toBe(false);
  expect(asked).toEqual([]);
  release();
  await page.waitForURL("**/login");
});

test("the next screen's chunk is fetched when the pointer is on its link, before the click", async () => {
  const page = await openPage();
  await signIn(page, admin, pool);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(pathOf(request.url())));
  await frame(page).getByRole("link", { name: "黑名单" }).hover();
  await expect.poll(() => fetched.some((address) => /blacklist/i.test(address))).toBe(true);
  await expect.poll(() => new URL(page.url()).pathname).toBe(pool);
});

test("a screen's data are asked for while its own sheet is on its way, and it is shown with both", async () => {
  const page = await openPage();
  // Before its link is there: it may fetch its page's files while the browser rests.
  const release = await hold(page, /\/static\/css\/dashboard-\w+\.css/);
  await signIn(page, sales, "/customer/tracking");
  const asked = hearRequests(page);
  await frame(page).getByRole("link", { name: "ToB数据看板" }).click();
  await expect.poll(() => asked.some((address) => address.startsWith("/api/figures/dashboard"))).toBe(true);
  const today = page.getByRole("heading", { name: "今日工作" });
  await expect.poll(() => today.count()).toBe(0);
  release();
  await today.waitFor();
});

test("a screen's data are asked for with the click on its link, and it is shown with them", async () => {
  const page = await openPage();
  await signIn(page, sales, "/customer/tracking");
  await page.locator("tbody td[class*=title]").getByRole("link").first().click();
  const link = page.getByRole("link", { name: "查看完整页面" });
  await link.waitFor();
  const asked = hearRequests(page);
  await link.click();
  await expect.poll(() => asked.some((address) => /\/timeline/.test(address))).toBe(true);
  await page.getByRole("tabpanel").first().waitFor();
});

test("each sheet stands once, whichever screens one has been to", async () => {
  const page = await openPage();
  await signIn(page, sales, "/customer/tracking");
  await page.locator("tbody td[class*=title]").getByRole("link").first().click();
  await page.getByRole("link", { name: "查看完整页面" }).click();
  await page.getByRole("tabpanel").first().waitFor();
  await frame(page).getByRole("link", { name: "黑名单" }).click();
  await page.getByText(/^共 .+ 条$/).waitFor();
  const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href).filter(Boolean));
  expect(sheets.length).toBeGreaterThan(3);
  expect(sheets).toEqual([...new Set(sheets)]);
});

test("a part that is loaded later goes over the library's styles, as one that comes with the page does", async () => {
  const page = await openPage();
  await signIn(page, admin, "/regionalManage/countryList/country-edit");
  const add = page.getByRole("button", { name: "添加" });
  await expect.poll(() => add.evaluate((tile) => getComputedStyle(tile).borderTopStyle)).toBe("dashed");
});
