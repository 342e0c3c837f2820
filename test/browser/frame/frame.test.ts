import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { RoleRow } from "~/contract/system/role";
import { expectErrors, failedRequest, frame, openPage, signIn, stored, tokenOf } from "~/test/support/browser";

const sales = "sales@demo.test";
const lost = "对不起，你访问的页面不存在！";
const forbidden = "您没有查看该内容的权限，请联系管理员";

test("an unknown address shows the 404 page to anyone; without history 返回 leads to the beginning", async () => {
  const page = await openPage();
  await page.goto("/no/such/page");
  await page.getByRole("heading", { name: lost }).waitFor();
  await expect.poll(() => page.title()).toBe("页面不存在 · 新房工作台");
  await page.getByRole("button", { name: "返回" }).click();
  await page.waitForURL("**/login");
});

test("a screen without its permission is the 403 block, inside the frame", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  await signIn(page, "finance@demo.test", "/customer/publicCustomer");
  await page.getByRole("main").getByText(forbidden).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "公海客户" }).count()).toBe(0);
});

/** Sets whether the content editors' role may be used; its holders have no other. */
async function setEditors(page: Page, status: "enabled" | "disabled"): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(page, "super_admin@demo.test")}` };
  const roles = await (await page.request.get("/api/system/role", { headers })).json();
  const { id, version }: RoleRow = roles.data.list.find(({ code }: RoleRow) => code === "content_editor");
  await page.request.put(`/api/system/role/${id}`, { headers, data: { status, version } });
}

test("whoever may open nothing else has their own day", async () => {
  const page = await openPage();
  await setEditors(page, "disabled");
  try {
    await signIn(page, "content_editor@demo.test");
    await page.getByRole("region", { name: "今日工作" }).getByText("今天的事都做完了").waitFor();
    await expect.poll(() => page.getByRole("main").getByText(forbidden).count()).toBe(0);
  } finally {
    await setEditors(page, "enabled");
  }
});

test("the menu folds to icons and stays so after a reload", async () => {
  const page = await openPage();
  await signIn(page, sales);
  await page.getByRole("button", { name: "收起菜单" }).click();
  await page.getByRole("button", { name: "展开菜单" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "展开菜单" }).waitFor();
  await expect.poll(() => stored(page)).toMatchObject({ setting: { collapsed: true } });
  await page.getByRole("button", { name: "客户管理" }).click();
  await page.getByRole("menuitem", { name: "公海客户" }).click();
  await page.waitForURL("**/customer/publicCustomer");
  await page.getByRole("button", { name: "展开菜单" }).click();
  await page.getByRole("button", { name: "收起菜单" }).waitFor();
});

test("light and dark are switched in the header and kept", async () => {
  const page = await openPage();
  await signIn(page, sales);
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute("data-mantine-color-scheme"));
  await expect.poll(() => scheme()).toBe("light");
  await page.getByRole("button", { name: "切换到深色" }).click();
  await page.getByRole("button", { name: "切换到浅色" }).waitFor();
  await expect.poll(() => scheme()).toBe("dark");
  await page.reload();
  await page.getByRole("button", { name: "切换到浅色" }).waitFor();
  await expect.poll(() => scheme()).toBe("dark");
});

test("the breadcrumb and the title name the present screen and the way to it", async () => {
  const page = await openPage();
  await signIn(page, sales, "/customer/publicCustomer");
  const breadcrumb = page.getByRole("navigation", { name: "当前位置" });
  await expect.poll(async () => (await breadcrumb.textContent())?.replace(/\s+/g, "")).toBe("客户管理/公海客户");
  await expect.poll(() => page.title()).toBe("公海客户 · 新房工作台");
  await frame(page).getByRole("link", { name: "ToB数据看板" }).click();
  await breadcrumb.getByText("工作台").waitFor();
  await expect.poll(() => page.title()).toBe("工作台 · 新房工作台");
});

test("addresses match in either case", async () => {
  const page = await openPage();
  await signIn(page, sales, "/CUSTOMER/publiccustomer");
  await page.getByRole("navigation", { name: "当前位置" }).getByText("公海客户").waitFor();
});

test("a phone has tabs at its foot, and 我的 opens a sheet with the rest", async () => {
  const page = await openPage({ phone: true });
  await signIn(page, sales);
  const tabs = frame(page).getByRole("link");
  await expect.poll(() => tabs.allTextContents()).toEqual(["工作台", "询盘", "客户", "房源"]);
  await tabs.filter({ hasText: "客户" }).tap();
  await page.waitForURL("**/customer/customerInfor");
  await expect.poll(() => tabs.filter({ hasText: "客户" }).getAttribute("aria-current")).toBe("page");
  await frame(page).getByRole("button", { name: "我的" }).tap();
  const sheet = page.getByRole("dialog", { name: "我的" });
  await sheet.getByText("销售顾问").waitFor();
  await sheet.getByRole("link", { name: "公海客户" }).tap();
  await page.waitForURL("**/customer/publicCustomer");
  await frame(page).getByRole("button", { name: "我的" }).tap();
  await sheet.getByRole("button", { name: "修改密码" }).tap();
  await page.getByRole("dialog", { name: "修改密码" }).getByRole("button", { name: "取消" }).tap();
  await frame(page).getByRole("button", { name: "我的" }).tap();
  await sheet.getByRole("button", { name: "退出登录" }).tap();
  await page.waitForURL("**/login");
});

test("nothing on the way offends the Content-Security-Policy", async () => {
  const page = await openPage();
  const violations: string[] = [];
  await page.exposeFunction("tellViolation", (what: string) => violations.push(what));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { tellViolation } = window as unknown as { tellViolation: (what: string) => void };
      tellViolation(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await page.goto("/login");
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  await signIn(page, sales);
  await page.getByRole("button", { name: "客户管理" }).click();
  await page.waitForURL("**/customer/publicCustomer");
  await page.getByRole("button", { name: "切换到深色" }).click();
  await page.goto("/no/such/page");
  await page.getByRole("heading", { name: lost }).waitFor();
  expect(violations).toEqual([]);
});

test("index.html is never kept, hashed files for a year, and a missing one is a plain 404", async () => {
  const page = await openPage();
  const index = await page.request.get("/customer/publicCustomer");
  expect(index.headers()).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  const policy = index.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain("unsafe");

  const files = [...(await index.text()).matchAll(/"(\/static\/(?:js|css)\/[^"]+)"/g)].map(([, path]) => path ?? "");
  expect(files.some((path) => path.startsWith("/static/js/"))).toBe(true);
  expect(files.some((path) => path.startsWith("/static/css/"))).toBe(true);
  for (const path of new Set(files)) {
    const file = await page.request.get(path, { headers: { "accept-encoding": "br" } });
    expect([path, file.status(), file.headers()["content-encoding"]]).toEqual([path, 200, "br"]);
    expect(file.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
  }
  const missing = await page.request.get("/static/js/gone-12345678.js");
  expect([missing.status(), missing.headers()["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
});

test("a service worker of a former version is unregistered at the start", async () => {
  const page = await openPage();
  await page.goto("/login");
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  // Any of the product's modules that runs without a document will do as the old worker.
  await page.evaluate(async () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")) {
      const options: RegistrationOptions = { type: "module" };
      const registration = await navigator.serviceWorker.register(link.href, options).catch(() => undefined);
      if (registration) return;
    }
  });
  await expect.poll(() => workers()).toBe(1);
  await page.reload();
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  await expect.poll(workers).toBe(0);
});
