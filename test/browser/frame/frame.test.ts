import { expect, test } from "vitest";
import { frame, openPage, signIn, stored } from "~/test/support/browser";

const sales = "sales@demo.test";
const lost = "对不起，你访问的页面不存在！";

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

test("dark follows the system until one is chosen, from the first paint on", async () => {
  const page = await openPage();
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute("data-mantine-color-scheme"));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/login", { waitUntil: "commit" });
  await expect.poll(() => scheme()).toBe("dark");
  await signIn(page, sales);
  await page.getByRole("button", { name: "切换到浅色" }).waitFor();
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => scheme()).toBe("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("button", { name: "切换到浅色" }).click();
  await page.getByRole("button", { name: "切换到深色" }).waitFor();
  await page.reload();
  await expect.poll(() => scheme()).toBe("light");
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
