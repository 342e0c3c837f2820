import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findings, unreachable } from "~/test/support/axe";
import { expectErrors, failedRequest, frame, openPage, password, signIn, toast } from "~/test/support/browser";
import { addCustomer, addMansionWithEstate } from "~/test/support/browser-rows";

const sales = "sales@demo.test";
/** What the walk over the screens (walk.test.ts) does not reach, each with what must be shown before it is looked at. */
const places: Record<string, (page: Page) => Promise<unknown>> = {
  "the sign-in page": async (page) => {
    await page.goto("/login");
    await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  },
  "the sign-in page of whoever is signed in": async (page) => {
    await signIn(page, sales);
    await page.goto("/login");
    await page.getByRole("link", { name: "进入工作台" }).waitFor();
  },
  "the 404 page": async (page) => {
    await page.goto("/no/such/page");
    await page.getByRole("button", { name: "返回" }).waitFor();
  },
  "the rows behind a figure": async (page) => {
    await signIn(page, sales, "/dashboard?metric=customer_active");
    await page.getByRole("dialog", { name: "有效客户" }).getByRole("link").first().waitFor();
  },
  "the form of a building in which one estate stands": async (page) => {
    const id = await addMansionWithEstate(page, "estate_manager@demo.test");
    await signIn(page, "estate_manager@demo.test", `/house/mansion-management/mansion-management-edit?id=${id}`);
    await page.getByText("关联房源").getByRole("link", { name: "1", exact: true }).waitFor();
  },
  "an empty list": async (page) => {
    await signIn(page, sales, "/customer/publicCustomer?keyword=没有这样的客户");
    await page.getByText("没有符合条件的数据").waitFor();
  },
  "the header's search": async (page) => {
    await signIn(page, "sales_manager@demo.test");
    await page.getByRole("button", { name: "搜索", exact: true }).click();
    await page.getByRole("combobox", { name: "搜索" }).fill("王");
    await page.getByRole("option").first().waitFor();
  },
  "a customer's time line and basics, and the forms": async (page) => {
    await signIn(page, sales, "/dashboard?metric=customer_active");
    await page.getByRole("dialog", { name: "有效客户" }).getByRole("link").first().click();
    await page.getByRole("list", { name: "动态" }).waitFor();
  },
  "an estate in front of a client": async (page) => {
    await signIn(page, sales, "/house/estate-list?view=card&publish_status=online&has_units=1");
    await page.getByRole("button", { name: "客户模式", exact: true }).click();
    await page.locator("#content li a").first().click();
    await page.getByRole("region", { name: "关键数据" }).waitFor();
  },
  "the figures on a wall": async (page) => {
    await signIn(page, "sales_manager@demo.test", "/dashboard?wall=1");
    const wall = page.getByRole("dialog", { name: "数据看板" });
    await wall.locator("svg .recharts-line").first().waitFor();
    await expect.poll(() => wall.boundingBox()).toMatchObject(page.viewportSize() ?? {});
  },
  "the 403 block": async (page) => {
    expectErrors(failedRequest);
    await signIn(page, "finance@demo.test", "/customer/publicCustomer");
    await page.getByText("您没有查看该内容的权限，请联系管理员").waitFor();
  },
};

test.each(Object.entries(places))("%s has no serious finding, light or dark", async (name, open) => {
  const page = await openPage();
  await open(page);
  const found = [...(await unreachable(page)), ...(await findings(page))];
  if (name.startsWith("a customer")) {
    await page.getByRole("link", { name: "写跟进", exact: true }).click();
    await page.getByRole("textbox", { name: "跟进内容" }).waitFor();
    found.push(...(await findings(page)));
    await page.getByRole("button", { name: "取消", exact: true }).click();
    await page.getByRole("button", { name: "编辑全部资料" }).click();
    await page.getByRole("textbox", { name: "备注" }).waitFor();
    found.push(...(await findings(page)));
  }
  expect([...new Set(found)]).toEqual([]);
});

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: "textbox" | "button" | "link" = "button") {
  const wanted = page.getByRole(role, { name, exact: true }).first();
  for (let step = 0; step < 80; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${String(name)} cannot be reached with Tab`);
}

test("one signs in and claims a customer by keyboard alone", async () => {
  const page = await openPage();
  // The newest is first in the pool.
  const { name } = await addCustomer(page, sales, { to_pool: true });
  await page.goto("/login");
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  await tabTo(page, /^邮箱/, "textbox");
  await page.keyboard.type("sales_manager@demo.test");
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await frame(page).waitFor();

  await page.getByRole("heading", { name: "今日工作" }).waitFor();
  await tabTo(page, "客户管理");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/customer/publicCustomer");
  await page.getByText(/^共 .+ 条$/).waitFor();
  await tabTo(page, "领取");
  await page.keyboard.press("Enter");
  await toast(page, `已领取${name}`).waitFor();
});

test("the first Tab offers to skip the menu, and a dialog keeps the focus and gives it back", async () => {
  const page = await openPage();
  await signIn(page, sales);
  await page.getByRole("heading", { name: "今日工作" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("main").evaluate((element) => element === document.activeElement)).toBe(true);

  await page.getByRole("button", { name: /^账号菜单/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "修改密码" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "修改密码" });
  await dialog.waitFor();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("Tab");
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});
