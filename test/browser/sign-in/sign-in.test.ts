import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  expectErrors,
  failedRequest,
  frame,
  openPage,
  signIn,
  stored,
  submitLogin,
  toast,
  tokenOf,
} from "~/test/support/browser";
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

test("a wrong password is told where the form stands still", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  await page.goto("/login");
  const form = page.getByRole("button", { name: "登录", exact: true });
  const place = async () => Math.round((await form.boundingBox())?.y ?? 0);
  const before = await place();
  await submitLogin(page, sales, "not the password");
  await toast(page, "邮箱或密码错误").waitFor();
  await expect.poll(() => page.getByLabel("密码", { exact: true }).getAttribute("aria-invalid")).toBe("true");
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
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
  await expect.poll(() => tokenCookies(page)).toEqual([]);
  const headers = { authorization: `Bearer ${cookie?.value}` };
  expect((await page.request.get("/api/user/profile", { headers })).status()).toBe(401);

  await page.goBack();
  await page.waitForURL("**/login");
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  await expect.poll(() => frame(page).count()).toBe(0);
  await expect.poll(() => stored(page)).toMatchObject({ user: { userInfo: "" } });
});

test("the root address is the sign-in page, and Back leaves the product instead of bouncing", async () => {
  const page = await openPage();
  await page.goto("/");
  await page.waitForURL("**/login");
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  await page.goBack();
  expect(page.url()).toBe("about:blank");
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
  await expect.poll(() => page.evaluate(() => Object.keys(window.localStorage))).toEqual(["seoneox"]);
  await expect
    .poll(() => stored(page))
    .toEqual({
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
