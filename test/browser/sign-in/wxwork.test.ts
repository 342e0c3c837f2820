import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { baseUrl, frame, openPage, signIn } from "~/test/support/browser";

const host = "https://open.weixin.test";

/** WeCom is configured: the server names its address, and a fake page there answers the browser, without leaving this machine. */
async function configure(page: Page) {
  const visits: URL[] = [];
  const data = { appid: "ww0123", oauth2_login_url: `${host}/connect/oauth2/authorize` };
  await page.route("**/api/auth/link?platform=wecom", (route) =>
    route.fulfill({ json: { code: 200, message: "ok", data } }),
  );
  await page.context().route(`${host}/**`, (route) => {
    visits.push(new URL(route.request().url()));
    return route.fulfill({ contentType: "text/html", body: "<title>WeCom</title>" });
  });
  return visits;
}

test("WeCom's browser is sent to authorize, for the page that was meant; Back does not lead into the redirect again", async () => {
  const page = await openPage({ wxwork: true });
  const visits = await configure(page);
  await page.goto("/home/editCustomerInfo/12?client_id=88", { waitUntil: "commit" });
  await page.waitForURL(`${host}/**`);
  expect(page.url()).toMatch(/#wechat_redirect$/);
  expect(visits).toHaveLength(1);
  expect(visits[0]?.pathname).toBe("/connect/oauth2/authorize");
  expect(Object.fromEntries(visits[0]?.searchParams ?? [])).toEqual({
    appid: "ww0123",
    redirect_uri: `${baseUrl}/weauth`,
    response_type: "code",
    scope: "snsapi_base",
    state: "/customer/editCustomerInfo/12_88",
  });
  await page.goBack();
  expect(page.url()).toBe("about:blank");
});

test("signed in, WeCom's browser has the phone's layout at any width", async () => {
  const page = await openPage({ wxwork: true });
  await signIn(page, "sales@demo.test");
  await frame(page).getByRole("button", { name: "我的" }).waitFor();
});
