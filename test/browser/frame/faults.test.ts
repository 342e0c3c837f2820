import type { Locator, Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import {
  actAtOnce,
  choose,
  chooseTool,
  countDocuments,
  expectErrors,
  failedRequest,
  frame,
  openPage,
  quiet,
  signIn,
  toast,
} from "~/test/support/browser";
import { addCustomer, newNumber } from "~/test/support/browser-rows";

const sales = "sales@demo.test";
const manager = "sales_manager@demo.test";
const pool = "/customer/publicCustomer";
const add = "/customer/addCustomerInfo";
const anyCall = /\/(api|crm)\//;
const busy = "系统繁忙，请稍后再试";
const createLine = /^POST \/\w+\/customer\/\w+$/;
const unreachable = "请求错误，请检查网络后重试。";

const total = (page: Page) => page.getByText(/^共 .+ 条$/);
const claim = (page: Page) => page.getByRole("button", { name: "领取", exact: true });

async function openPool(page: Page) {
  await signIn(page, sales, pool);
  await total(page).waitFor();
}

/** The pool with nobody but a new customer. */
async function openPoolOfOne(page: Page, email: string) {
  const { number } = await addCustomer(page, manager, { to_pool: true });
  await signIn(page, email, `${pool}?keyword=${number}`);
  await total(page).waitFor();
}

/** What a server and the proxies before it say when they are overwhelmed, one after the other. */
const overwhelmed = [
  { status: 500, json: { code: 50000, message: busy, data: { request_id: "r-1" } } },
  { status: 502, contentType: "text/html", body: "<html><h1>Bad Gateway</h1></html>" },
  { status: 503, json: { code: 50300, message: busy, data: null } },
  { status: 504, contentType: "text/html", body: "<html><h1>Gateway Time-out</h1></html>" },
];

/** Every call fails until the returned function is called. */
async function storm(page: Page): Promise<{ calls: number; end(): Promise<void> }> {
  const weather = { calls: 0, end: () => page.unroute(anyCall) };
  await page.route(anyCall, (route) => route.fulfill(overwhelmed[weather.calls++ % overwhelmed.length]));
  return weather;
}

/** The writes that the page sends from now on, by method and path. */
function countWrites(page: Page): string[] {
  const writes: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && anyCall.test(pathname)) writes.push(`${request.method()} ${pathname}`);
  });
  return writes;
}

/** Three clicks before the page can answer the first. */
const clickThrice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    for (let time = 0; time < 3; time += 1) element.click();
  });

test("a storm of 5xx is told once, keeps what stands there, and is over when it is over", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  // Without events the counts are asked for.
  await page.route("**/api/user/events*", (route) => route.abort());
  await openPool(page);
  const documents = countDocuments(page);
  const weather = await storm(page);
  // Back at the tab the unread counts are requested again and again, without a notice.
  await page.evaluate(() => {
    for (let time = 0; time < 8; time += 1) document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(() => weather.calls).toBeGreaterThanOrEqual(8);
  await expect.poll(() => toast(page, busy).count()).toBe(0);
  // A list that is asked for anew: it says so, and 重试 helps when it is over.
  await page.getByRole("searchbox").first().fill("没有这样的客户");
  const again = page.getByRole("main").getByRole("button", { name: "重试" });
  await again.waitFor();
  await frame(page).waitFor();
  await expect.poll(() => toast(page, busy).count()).toBe(1);
  await again.click();
  await expect.poll(() => again.isEnabled()).toBe(true);
  await weather.end();
  await again.click();
  await page.getByText("没有符合条件的数据").waitFor();
  expect(documents.count).toBe(0);
});

test("a page that is opened in the storm says so, does not reload by itself, and comes with 重试", async () => {
  expectErrors(failedRequest, /CallError/);
  const page = await openPage();
  await signIn(page, sales);
  const weather = await storm(page);
  const documents = countDocuments(page);
  await page.goto(pool);
  const again = page.getByRole("button", { name: "重试" });
  await again.waitFor();
  await expect.poll(() => toast(page, busy).count()).toBeLessThanOrEqual(1);
  expect(documents.count).toBe(1);
  await weather.end();
  await again.click();
  await total(page).waitFor();
});

test("a form keeps what was typed through the storm, and is sent once when it is over", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  await signIn(page, sales, add);
  await fillCustomer(page, "风暴中的客户");
  const weather = await storm(page);
  await page.getByRole("button", { name: "保存" }).click();
  await toast(page, busy).waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: /客户姓名/ }).inputValue()).toBe("风暴中的客户");
  await weather.end();
  const writes = countWrites(page);
  // Awaited before the click, which may return only when the next page is shown.
  const shown = toast(page, "已新增").waitFor();
  await page.getByRole("button", { name: "保存" }).click();
  await shown;
  expect(writes.filter((line) => createLine.test(line))).toHaveLength(1);
});

test("on a slow network a further click does nothing, and the page that was left does not come back", async () => {
  const page = await openPage();
  await openPoolOfOne(page, sales);
  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 800, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await network.send("Network.emulateNetworkConditions", slow);
  actAtOnce(page);
  const writes = countWrites(page);
  const button = claim(page);
  const progress = page.locator("[data-mounted]", { has: page.getByRole("progressbar") });
  await clickThrice(button);
  await progress.waitFor();
  await toast(page, "已领取").waitFor();
  expect(writes).toHaveLength(1);
  await quiet(page);

  // Its answer stalls; another screen is chosen meanwhile, and then it comes.
  let stalled: Route | undefined;
  await page.route(/\/crm\/customer\/information\?/, (route) => {
    stalled = route;
  });
  await page.getByRole("searchbox").first().fill("王");
  await page.getByRole("searchbox").first().press("Enter");
  await expect.poll(() => stalled !== undefined).toBe(true);
  await page.getByRole("link", { name: "ToB数据看板" }).first().click();
  await page.waitForURL("**/dashboard");
  await page.getByText("关键指标").first().waitFor();
  await stalled?.continue().catch(() => undefined); // given up by the page
  await quiet(page);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
  await page.getByText("关键指标").first().waitFor();
  await expect.poll(() => total(page).count()).toBe(0);
});

test("without a network it says so, and works again with it", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  await openPoolOfOne(page, sales);
  await page.context().setOffline(true);
  await claim(page).click();
  await toast(page, unreachable).waitFor();
  await page.context().setOffline(false);
  // What was shown is still shown: a failed refresh removes nothing.
  await claim(page).click();
  await toast(page, "已领取").waitFor();
});

test("a part that comes late and fails takes nothing away, and comes with its look once it can", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  const sheet = /\/static\/css\/floating-/;
  await page.route(sheet, (route) => route.abort());
  await signIn(page, manager, pool);
  await total(page).waitFor();
  const more = page.getByRole("button", { name: /的更多操作$/ }).first();
  await more.click();
  await toast(page, "页面资源加载失败，请检查网络后重试。").waitFor();
  await page.unroute(sheet);
  await more.click();
  const menu = page.getByRole("menu");
  await menu.waitFor();
  await expect.poll(() => menu.evaluate((opened) => getComputedStyle(opened).position)).toBe("absolute");
});

async function fillCustomer(page: Page, name: string) {
  await page.getByRole("textbox", { name: /客户姓名/ }).fill(name);
  const number = page.getByRole("textbox", { name: "手机号", exact: true });
  await number.fill(newNumber());
  await number.blur();
  await choose(page, page.getByRole("textbox", { name: /客户来源/ }), "来电");
  await quiet(page);
}

test("three quick clicks send a form once", async () => {
  const page = await openPage();
  await signIn(page, sales, add);
  await fillCustomer(page, "三次点击");
  const sent = countWrites(page);
  await clickThrice(page.getByRole("button", { name: "保存" }));
  await toast(page, "已新增").first().waitFor();
  await quiet(page);
  expect(sent.filter((line) => createLine.test(line))).toHaveLength(1);
});

test("three quick clicks begin an import once, and take it back once", async () => {
  const page = await openPage();
  await signIn(page, manager, "/customer/customerInfor");
  await chooseTool(page, "导入");
  const dialog = page.getByRole("dialog", { name: "导入客户" });
  const csv = `客户姓名,手机号,客户来源\n导入一次,${newNumber()},来电\n`;
  const file = { name: "客户.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await dialog.getByLabel("选择文件").setInputFiles(file);
  const sent = countWrites(page);
  await clickThrice(dialog.getByRole("button", { name: "预检" }));
  const confirm = dialog.getByRole("button", { name: "导入 1 行" });
  await confirm.waitFor();
  expect(sent).toHaveLength(1);
  await clickThrice(confirm);
  const undo = dialog.getByRole("button", { name: "撤销" });
  await undo.waitFor();
  expect(sent).toHaveLength(2);
  await clickThrice(undo);
  await toast(page, "已撤销 1 条").waitFor();
  expect(sent).toHaveLength(3);
});
