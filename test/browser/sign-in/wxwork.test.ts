import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { baseUrl, expectErrors, failedRequest, frame, openPage, signIn } from "~/test/support/browser";

const host = "https://open.weixin.test";
const linkCall = "**/api/auth/link?platform=wecom";

/** WeCom is configured: the server names its address, and what stands there answers to the browser, without leaving this machine. */
async function configure(page: Page, address = `${host}/connect/oauth2/authorize`) {
  const visits: URL[] = [];
  await page.route(linkCall, (route) =>
    route.fulfill({ json: { code: 200, message: "ok", data: { appid: "ww0123", oauth2_login_url: address } } }),
  );
  await page.context().route(`${host}/**`, (route) => {
    visits.push(new URL(route.request().url()));
    return route.fulfill({ contentType: "text/html", body: "<title>WeCom</title>" });
  });
  return visits;
}

test("WeCom's browser goes to the sign-in page while WeCom is not configured", async () => {
  expectErrors(failedRequest);
  const page = await openPage({ wxwork: true });
  const refusal = { code: 40000, message: "请求格式错误", data: null };
  await page.route(linkCall, (route) => route.fulfill({ status: 400, json: refusal }));
  await page.goto("/customer/publicCustomer");
  await page.waitForURL("**/login");
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
});

test.each([
  ["/customer/publicCustomer", "/customer/publicCustomer_false"],
  ["/customer/editCustomerInfo/12?client_id=88", "/customer/editCustomerInfo/12_88"],
  ["/home/editCustomerInfo/12", "/customer/editCustomerInfo/12_false"],
])("WeCom's browser is sent from %s to authorize with state %s", async (address, state) => {
  const page = await openPage({ wxwork: true });
  const visits = await configure(page);
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForURL(`${host}/**`);
  expect(page.url()).toMatch(/#wechat_redirect$/);
  expect(visits).toHaveLength(1);
  expect(visits[0]?.pathname).toBe("/connect/oauth2/authorize");
  expect(Object.fromEntries(visits[0]?.searchParams ?? [])).toEqual({
    appid: "ww0123",
    redirect_uri: `${baseUrl}/weauth`,
    response_type: "code",
    scope: "snsapi_base",
    state,
  });
});

test("what the configured address brings along stays, and Back does not lead into the redirect again", async () => {
  const page = await openPage({ wxwork: true });
  const visits = await configure(page, `${host}/connect?agentid=1000002`);
  await page.goto("/dashboard", { waitUntil: "commit" });
  await page.waitForURL(`${host}/**`);
  expect(visits[0]?.searchParams.get("agentid")).toBe("1000002");
  await page.goBack();
  expect(page.url()).toBe("about:blank");
});

test("another browser never asks for WeCom", async () => {
  const page = await openPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/dashboard");
  await page.waitForURL("**/login");
  expect(asked).not.toContain("/api/auth/link");
});

test("signed in, WeCom's browser has the phone's layout at any width", async () => {
  const page = await openPage({ wxwork: true });
  await signIn(page, "sales@demo.test");
  await frame(page).getByRole("button", { name: "我的" }).waitFor();
});
