import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  baseUrl,
  countDocuments,
  expectErrors,
  failedRequest,
  frame,
  goInside,
  openPage,
  password,
  signIn,
  stored,
  submitLogin,
  toast,
} from "~/test/support/browser";

// Single sign-on and WeCom against the services that stand in for them.

const sales = "sales@demo.test";
const pool = "/customer/publicCustomer";
const expired = "登录已过期，请重新登录";

/** On the fake provider's own page: picks the user and signs in. */
async function prove(page: Page, email: string) {
  await page.getByRole("radio", { name: email }).check();
  await page.getByLabel("演示密码").fill(password);
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

const leave = (page: Page, way: "单点登录") => page.getByRole("button", { name: way }).click();

/** The token's own claims. */
async function claims(page: Page): Promise<Record<string, unknown>> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === "access_token");
  return JSON.parse(Buffer.from(cookie?.value.split(".")[1] ?? "", "base64url").toString());
}

/** Ends the session behind the page's back. */
async function endSession(page: Page) {
  const cookie = (await page.context().cookies()).find(({ name }) => name === "access_token");
  await page.request.post(`${baseUrl}/api/auth/logout`, { headers: { authorization: `Bearer ${cookie?.value}` } });
}

/** Counts the alerts of this text that the document shows from now on, however soon they go. */
async function hearAlerts(page: Page, text: string): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle((wanted) => {
    const alerts = new Set<Element>();
    const look = () => {
      for (const alert of document.querySelectorAll("[role=alert]"))
        if (alert.textContent?.includes(wanted)) alerts.add(alert);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    return alerts;
  }, text);
  return () => seen.evaluate(({ size }) => size);
}

/** Presses a button if it is still there: something else on the page may have got the 401 first. */
const press = (page: Page, name: string) =>
  page.getByRole("button", { name }).evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });

test("单点登录 leads to the dashboard, with our own token", async () => {
  const page = await openPage();
  const seen: string[] = [];
  page.on("framenavigated", (frame) => seen.push(new URL(frame.url()).pathname + new URL(frame.url()).search));
  await page.goto("/login");
  await leave(page, "单点登录");
  await prove(page, sales);
  await toast(page, "登录成功！").waitFor();
  await page.waitForURL(`${baseUrl}/dashboard`);
  await frame(page).waitFor();
  await expect.poll(() => claims(page)).toMatchObject({ iss: "xinfang-desk", sid: expect.any(String) });
  const { name } = await claims(page);
  const kept = { user: { userInfo: name }, setting: { openKeys: "/dashboard" } };
  await expect.poll(() => stored(page)).toMatchObject(kept);
  await expect
    .poll(() => page.evaluate(() => [Object.keys(window.localStorage), Object.keys(window.sessionStorage)]))
    .toEqual([["seoneox"], expect.not.arrayContaining(["sso_begun"])]);
  // Read, and gone from the address before the exchange.
  expect(seen.filter((place) => place.startsWith("/auth")).at(-1)).toBe("/auth");
});

test("WeCom's browser signs in by itself and opens the page that was meant, with its client", async () => {
  const page = await openPage({ phone: true, wxwork: true });
  await page.goto(`${pool}?client_id=88`);
  await prove(page, sales);
  await toast(page, "登录成功！").waitFor();
  await page.waitForURL(`${baseUrl}${pool}?client_id=88`);
  await page.getByText(/^共 .+ 条$/).waitFor();
  const { name } = await claims(page);
  await expect.poll(() => stored(page)).toMatchObject({ user: { userInfo: { name, userid: "sales" } } });
});

test("a session that ends in three tabs is told once, and one sign-in brings all of them back", async () => {
  expectErrors(failedRequest);
  const first = await openPage();
  await signIn(first, sales, `${pool}?level=A`);
  const others = [await first.context().newPage(), await first.context().newPage()];
  for (const [index, other] of others.entries()) await other.goto(`${pool}?level=${"BC"[index]}`);
  const tabs = [first, ...others];
  const arrivals = tabs.map(() => 0);
  for (const [index, tab] of tabs.entries()) {
    await tab.getByText(/^共 .+ 条$/).waitFor();
    tab.on("framenavigated", (at) => {
      if (at.url().endsWith("/login")) arrivals[index] = (arrivals[index] ?? 0) + 1;
    });
  }
  const told = await Promise.all(tabs.map((tab) => hearAlerts(tab, expired)));
  await endSession(first);
  await Promise.all(tabs.map((tab) => press(tab, "查询")));
  for (const tab of tabs) await tab.getByRole("button", { name: "登录", exact: true }).waitFor();
  const times = await Promise.all(told.map((count) => count()));
  expect(times.reduce((sum, count) => sum + count)).toBe(1);
  expect(arrivals).toEqual([1, 1, 1]);

  await submitLogin(first, sales);
  for (const [index, tab] of tabs.entries()) {
    await tab.waitForURL(`${baseUrl}${pool}?level=${"ABC"[index]}`);
    await tab.getByText(/^共 .+ 条$/).waitFor();
  }
});

test("what another person signs in to is shown in all tabs, and what the first has typed is theirs alone", async () => {
  const first = await openPage();
  const form = "/customer/addCustomerInfo";
  await signIn(first, sales, pool);
  const second = await first.context().newPage();
  await second.goto(form);
  const words = (page: Page) => page.getByRole("textbox", { name: "备注" });
  const offer = second.getByRole("button", { name: "恢复草稿" });
  await words(second).fill("第一个人写下的备注");

  // Signing out reaches the other tab; the next user finds nothing of the former one in it.
  await goInside(first, "/login?out=1");
  await second.waitForURL(`${baseUrl}/login`);
  const manager = "sales_manager@demo.test";
  await submitLogin(first, manager);
  await frame(first).waitFor();
  await second.getByText("您已登录").waitFor();
  await second.goto(form);
  await words(second).waitFor();
  const { sub } = await claims(second);
  await expect.poll(() => offer.count()).toBe(0);

  // So does signing in as another user: the tab reloads at its address.
  await words(second).fill("第二个人写下的备注");
  const documents = countDocuments(second);
  await goInside(first, "/login");
  await submitLogin(first, sales);
  await expect.poll(() => documents.count).toBe(1);
  await offer.click();
  await expect.poll(() => words(second).inputValue()).toBe("第一个人写下的备注");
  expect((await claims(second)).sub).not.toBe(sub);
  expect(new URL(second.url()).pathname).toBe(form);
});
