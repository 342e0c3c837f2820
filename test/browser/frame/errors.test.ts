import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import {
  expectErrors,
  failedRequest,
  frame,
  openPage,
  password,
  quiet,
  signIn,
  stored,
  submitLogin,
  toast,
} from "~/test/support/browser";
import { openOwnForm } from "~/test/support/browser-rows";

// Domain S.8, line by line, in the running product.

const sales = "sales@demo.test";
const pool = "/customer/publicCustomer";
const list = /\/crm\/customer\/information\?/;
const anyCall = /\/(api|crm)\//;
const late = "请求超时，请重试。";

const reply =
  (status: number, code: number, message: string, data: unknown = null) =>
  (route: Route) =>
    route.fulfill({ status, json: { code, message, data } });

const hang = () => undefined;

/** The pool with its rows on the page. */
async function openPool(page: Page, email = sales, search = "") {
  await signIn(page, email, `${pool}${search}`);
  await page.getByText(/^共 .+ 条$/).waitFor();
}

test("ten calls that fail together with 401 lead to /login once and are told once", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  // Without events the counts are asked for.
  await page.route("**/api/user/events*", (route) => route.abort());
  await openPool(page, sales, "?level=A");
  let refused = 0;
  const refuse = reply(401, 40100, "登录已过期，请重新登录");
  await page.route(anyCall, (route) => {
    refused += 1;
    return refuse(route);
  });
  let arrivals = 0;
  page.on("framenavigated", (frame) => {
    if (frame.url().endsWith("/login")) arrivals += 1;
  });
  // Back at the tab the unread counts are asked for: ten times, before the first answer has come.
  await page.evaluate(() => {
    for (let time = 0; time < 10; time += 1) document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.waitForURL("**/login");
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  expect(refused).toBeGreaterThanOrEqual(10);
  expect(arrivals).toBe(1);
  await expect.poll(() => toast(page, "登录已过期，请重新登录").count()).toBe(1);
  expect(await page.context().cookies()).toEqual([]);
  expect(await stored(page)).toMatchObject({ user: { userInfo: "" } });

  await page.unroute(anyCall);
  await submitLogin(page, sales);
  await page.waitForURL(`**${pool}?level=A`);
  await page.getByText(/^共 .+ 条$/).waitFor();
});

test("a filter that an old link holds and the server refuses is told and taken off", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  const where = { op: "and", items: [{ field: "phone", cmp: "contains", value: "138" }] };
  await signIn(page, sales, `${pool}?where=${encodeURIComponent(JSON.stringify(where))}`);
  await page.getByText("没有可筛选的字段“phone”", { exact: true }).waitFor();
  await page.getByRole("link", { name: "清空筛选" }).click();
  await page.getByText(/^共 .+ 条$/).waitFor();
  expect(new URL(page.url()).search).toBe("");
});

test("what was typed when the session ended comes back after the next sign-in", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  await openOwnForm(page);
  const address = page.url();
  await page.getByRole("textbox", { name: "备注" }).fill("会话结束前写下的备注");
  await quiet(page);
  const [cookie] = await page.context().cookies();
  await page.request.post("/api/auth/logout", { headers: { authorization: `Bearer ${cookie?.value}` } });
  // The stream of events ends with the session, and the page learns why when it asks again.
  await page.waitForURL("**/login");
  await submitLogin(page, sales);
  await page.waitForURL(address);
  await page.getByRole("button", { name: "恢复草稿" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "备注" }).inputValue()).toBe("会话结束前写下的备注");
});

test("a page whose data fails to load says so and can try again", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  await signIn(page, sales);
  await page.route(list, reply(500, 50000, "系统繁忙，请稍后再试", { request_id: "r-1" }));
  await page.goto(pool);
  await page.getByRole("main").getByText("加载失败").waitFor();
  await toast(page, "系统繁忙，请稍后再试").waitFor();
  await frame(page).waitFor();
  await page.unroute(list);
  await page.getByRole("main").getByRole("button", { name: "重试" }).click();
  await page.getByText(/^共 .+ 条$/).waitFor();
});

test("a record that does not exist leads back to its list", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  await signIn(page, sales, "/customer/editCustomerInfo/99999999");
  await page.getByRole("main").getByText("数据不存在或已被删除").waitFor();
  await page.getByRole("link", { name: "返回列表" }).click();
  await page.waitForURL(`**${pool}`);
});

test("a dashboard without its figures keeps its frame", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  await page.route("**/api/analytics/**", reply(404, 40400, "数据不存在或已被删除"));
  await signIn(page, sales);
  await page.getByRole("main").getByText("数据不存在或已被删除").waitFor();
  await page.getByRole("button", { name: "客户管理" }).click();
  await page.waitForURL(`**${pool}`);
});

test("a form keeps what was typed when its request times out", async () => {
  const page = await openPage();
  await page.clock.install();
  await page.goto("/login");
  await page.route("**/api/auth/login", hang);
  const asked = page.waitForRequest("**/api/auth/login");
  await submitLogin(page, sales);
  await asked;
  await page.clock.fastForward(30_500);
  await toast(page, late).waitFor();
  await expect.poll(() => page.getByLabel("密码", { exact: true }).inputValue()).toBe(password);
  await page.unroute("**/api/auth/login");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.waitForURL("**/dashboard");
});
