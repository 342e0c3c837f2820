import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { staff } from "~/contract/system/staff";
import {
  baseUrl,
  expectErrors,
  failedRequest,
  frame,
  openPage,
  password,
  signIn,
  stored,
  submitLogin,
  toast,
  tokenOf,
} from "~/test/support/browser";
import { callerOf } from "~/test/support/caller";
import { now } from "~/test/support/clock";

const day = 86_400;
const sales = "sales@demo.test";

async function profileOf(email: string) {
  const page = await openPage();
  const headers = { authorization: `Bearer ${await tokenOf(page, email)}` };
  const response = await page.request.get("/api/user/profile", { headers });
  const { data }: { data: { name: string } } = await response.json();
  return data;
}

test("signing in says 登录成功！ for one second and opens the dashboard", async () => {
  const page = await openPage();
  await page.clock.install();
  await page.goto("/login");
  await page.clock.pauseAt(now() + 60_000);
  await submitLogin(page, sales);
  await toast(page, "登录成功！").waitFor();
  await page.waitForURL("**/dashboard");
  await page.clock.runFor(900);
  await toast(page, "登录成功！").waitFor();
  await page.clock.runFor(500);
  await toast(page, "登录成功！").waitFor({ state: "hidden" });
  await page.clock.resume();
  await frame(page).waitFor();
});

test("signing in leads to the page that the access rule interrupted, with its query", async () => {
  const page = await openPage();
  await page.goto("/customer/publicCustomer?level=A");
  await page.waitForURL("**/login");
  await submitLogin(page, sales);
  await page.waitForURL("**/customer/publicCustomer?level=A");
  await frame(page).waitFor();
});

test("the sign-in form says what is missing before it asks the server", async () => {
  const page = await openPage();
  await page.goto("/login");
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByText("请输入密码").waitFor();
  await expect.poll(() => page.getByLabel("邮箱").getAttribute("aria-invalid")).toBe("true");
  expect(calls).not.toContain("/api/auth/login");
});

test("记住我 fills the form at the next sign-in, and only then is anything kept", async () => {
  const page = await openPage();
  await page.goto("/login");
  await page.getByLabel("记住我").check();
  await submitLogin(page, sales);
  await page.waitForURL("**/dashboard");
  await frame(page).waitFor();
  await page.getByRole("button", { name: /^账号菜单/ }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).click();
  await page.waitForURL("**/login");
  await expect.poll(() => page.getByLabel("邮箱").inputValue()).toBe(sales);
  await expect.poll(() => page.getByLabel("密码", { exact: true }).inputValue()).toBe(password);
  await expect.poll(() => page.getByLabel("记住我").isChecked()).toBe(true);

  await page.getByLabel("记住我").uncheck();
  await submitLogin(page, sales);
  await page.waitForURL("**/dashboard");
  expect(await stored(page)).toMatchObject({ user: { loginInfo: { password: "", email: "", remember: false } } });
  expect(await page.evaluate(() => JSON.stringify({ ...window.localStorage }))).not.toContain(password);
});

test("a wrong password is told and what was typed stays", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  await page.goto("/login");
  const form = page.getByRole("button", { name: "登录", exact: true });
  const place = async () => Math.round((await form.boundingBox())?.y ?? 0);
  const before = await place();
  await submitLogin(page, sales, "not the password");
  await toast(page, "邮箱或密码错误").waitFor();
  // Told once, and the form stays where it is.
  await expect.poll(() => page.getByText("邮箱或密码错误").count()).toBe(1);
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
  await expect.poll(() => page.getByLabel("密码", { exact: true }).getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => page.getByLabel("邮箱").inputValue()).toBe(sales);
  await expect.poll(() => page.getByLabel("密码", { exact: true }).inputValue()).toBe("not the password");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/login");
});

/** The address of somebody whom no other test signs in as: those are named after their roles. */
async function addressOfAnother(page: Page): Promise<string> {
  const call = callerOf(baseUrl, await tokenOf(page, "super_admin@demo.test"));
  const { data } = await call(staff.list, { query: { page_size: 100, status: ["enabled"] } });
  const another = data.list.find(({ email }) => !/^(sales|finance|\w*_\w*)@/.test(email));
  if (!another) throw new Error("everybody is named after a role");
  return another.email;
}

test("the fifth wrong password locks the account, also for the right one", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  const email = await addressOfAnother(page);
  await page.goto("/login");
  await page.getByLabel("邮箱").fill(email);
  for (let time = 1; time <= 5; time += 1) {
    await page.getByLabel("密码", { exact: true }).fill(`wrong ${time}`);
    const answer = page.waitForResponse("**/api/auth/login");
    await page.getByRole("button", { name: "登录", exact: true }).click();
    expect((await answer).status()).toBe(time < 5 ? 400 : 403);
  }
  await toast(page, "账号已锁定，请15分钟后再试").waitFor();
  const refused = page.waitForResponse("**/api/auth/login");
  await submitLogin(page, email);
  expect((await refused).status()).toBe(403);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/login");
});

/** What of the sign-in the browser holds; that it has signed in before stays known. */
const tokenCookies = async (page: Page) => (await page.context().cookies()).filter(({ name }) => name !== "device");

test("signing out ends the session here and on the server, and Back shows nothing protected", async () => {
  const page = await openPage();
  await signIn(page, sales);
  const [cookie] = await tokenCookies(page);
  await page.getByRole("button", { name: "客户管理" }).click();
  await page.waitForURL("**/customer/publicCustomer");
  await page.getByRole("button", { name: /^账号菜单/ }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).click();
  await page.waitForURL("**/login");
  expect(await tokenCookies(page)).toEqual([]);
  const headers = { authorization: `Bearer ${cookie?.value}` };
  expect((await page.request.get("/api/user/profile", { headers })).status()).toBe(401);

  await page.goBack();
  await page.waitForURL("**/login");
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  await expect.poll(() => frame(page).count()).toBe(0);
  expect(await stored(page)).toMatchObject({ user: { userInfo: "" } });
});

test("a cookie that has gone is noticed by the next thing that is asked for", async () => {
  const page = await openPage();
  await signIn(page, sales, "/customer/publicCustomer");
  await page.getByText(/^共 .+ 条$/).waitFor();
  await page.context().clearCookies();
  await page.getByRole("searchbox").first().fill("王");
  await page.getByRole("button", { name: "查询" }).click();
  await submitLogin(page, sales);
  await frame(page).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/customer/publicCustomer");
});

test("the root address is the sign-in page, and Back leaves the product instead of bouncing", async () => {
  const page = await openPage();
  await page.goto("/");
  await page.waitForURL("**/login");
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  await page.goBack();
  expect(page.url()).toBe("about:blank");
});

test("whoever is signed in already is offered 进入工作台 on the sign-in page", async () => {
  const page = await openPage();
  const { name } = await profileOf(sales);
  await page.goto("/login");
  await submitLogin(page, sales);
  await page.waitForURL("**/dashboard");
  await page.goto("/login");
  await page.getByText(`您已登录：${name}`).waitFor();
  await page.getByRole("link", { name: "进入工作台" }).click();
  await page.waitForURL("**/dashboard");
  await frame(page).waitFor();
});

test("a sign-in leaves a cookie for six days, readable by the product alone, and one key in local storage, seoneox, in the laid-down shape", async () => {
  const page = await openPage();
  const { name } = await profileOf(sales);
  await page.goto("/login");
  await submitLogin(page, sales);
  await page.waitForURL("**/dashboard");
  await frame(page).waitFor();
  const [cookie, ...others] = (await page.context().cookies()).sort((a, b) => a.name.localeCompare(b.name));
  // By it the server knows the browser again; it opens nothing.
  expect(others).toMatchObject([{ name: "device", path: "/api", httpOnly: true, sameSite: "Lax" }]);
  expect(cookie).toMatchObject({
    name: "access_token",
    path: "/",
    domain: "127.0.0.1",
    sameSite: "Lax",
    httpOnly: false,
    secure: false,
  });
  expect(Math.abs((cookie?.expires ?? 0) - now() / 1000 - 6 * day)).toBeLessThan(600);
  expect(await page.evaluate(() => Object.keys(window.localStorage))).toEqual(["seoneox"]);
  expect(await stored(page)).toEqual({
    user: { userInfo: name, loginInfo: { password: "", email: "", remember: false } },
    setting: {
      language: "zh",
      routes: [],
      openKeys: "/dashboard",
      selectedKeys: ["/dashboard"],
      collapsed: false,
      breadcrumb: [],
      columns: {},
      cdnBase: "",
      mainBase: "",
    },
  });
});

test("stored content that is no JSON does not stop the product", async () => {
  const page = await openPage();
  await page.context().addInitScript(() => {
    if (!window.localStorage.getItem("seoneox")) window.localStorage.setItem("seoneox", "{not json");
  });
  await signIn(page, sales);
  await page.getByRole("button", { name: "收起菜单" }).waitFor();
});

test("a first password must be changed: the dialog's only way out is to sign out", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  await page.route("**/api/auth/login", async (route) => {
    const response = await route.fetch();
    const body: { data: object } = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, must_change_password: true } } });
  });
  await page.goto("/login");
  await submitLogin(page, sales);
  const dialog = page.getByRole("dialog", { name: "修改密码" });
  await dialog.getByLabel("原密码").fill("not the password");
  await dialog.getByLabel(/^新密码/).fill("Brand-new-1");
  await dialog.getByLabel("再次输入新密码").fill("Brand-new-1");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "保存", exact: true }).click();
  await toast(page, "原密码错误").waitFor();
  await dialog.getByRole("button", { name: "退出登录" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => tokenCookies(page)).toEqual([]);
  expect(page.url()).toBe(`${baseUrl}/login`);
});
