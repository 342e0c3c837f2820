import { expect, test } from "vitest";
import { atRest } from "~/test/support/at-rest";
import { openPage, quiet, signIn } from "~/test/support/browser";
import { addCustomer } from "~/test/support/browser-rows";

// At most half of what stood there before sort arrows, frames round values and row acts came with the pointer. A page of a list has twenty rows at most,
// so that the bounds hold whatever the rows are. The homes: test/browser/dashboard/home-at-rest.test.ts.

test.each([
  { name: "own customers", role: "sales", path: "/customer/customerInfor", acts: 105, above: 12 },
  { name: "the pool", role: "sales", path: "/customer/publicCustomer", acts: 51, above: 6 },
  { name: "estates", role: "sales", path: "/house/estate-list", acts: 40, above: 7 },
  { name: "leads", role: "channel_manager", path: "/clue/feedback", acts: 74, above: 10 },
  { name: "deals", role: "sales_manager", path: "/Covenant/covenantList", acts: 50, above: 7 },
  { name: "bills", role: "finance", path: "/Covenant/covenantList?tab=bills", acts: 31, above: 7 },
])("$name are quiet at rest", async ({ role, path, acts, above }) => {
  const page = await openPage();
  await signIn(page, `${role}@demo.test`, path);
  await page.locator("tbody tr").first().waitFor();
  await quiet(page);
  const rest = await atRest(page);
  // Views are as many as somebody keeps.
  const kept = await page.getByRole("navigation", { name: "视图" }).getByRole("button").count();
  expect(rest.acts - kept).toBeLessThanOrEqual(acts);
  expect(rest.above - kept).toBeLessThanOrEqual(above);
  expect(rest.twice).toBe(0);
});

test("a value that can be changed is the value alone until one points at it, and the keyboard finds its button", async () => {
  const page = await openPage();
  const { address, name } = await addCustomer(page, "sales@demo.test");
  await signIn(page, "sales@demo.test", address);
  await page.getByRole("button", { name: "写评论" }).waitFor();
  await quiet(page);
  const rest = await atRest(page);
  expect(rest.acts).toBeLessThanOrEqual(32);
  expect(rest.above).toBeLessThanOrEqual(4);
  expect(rest.blue).toBeLessThanOrEqual(1);
  expect(rest.twice).toBeLessThanOrEqual(6);
  const level = page.getByRole("button", { name: `修改${name}的等级和阶段` });
  await level.focus();
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog", { name: `修改${name}的等级和阶段` })
    .getByRole("button", { name: "保存" })
    .waitFor();
});

test("the settings' first part is open, the others with a press, and the foot comes with a change", async () => {
  const page = await openPage();
  await signIn(page, "super_admin@demo.test", "/system/setCenter");
  const name = page.getByRole("textbox", { name: "站点名称" });
  await name.waitFor();
  await quiet(page);
  const rest = await atRest(page);
  expect(rest.acts).toBeLessThanOrEqual(14);
  expect(rest.twice).toBeLessThanOrEqual(3);
  const rows = page.getByRole("textbox", { name: "单次导出上限" });
  await expect.poll(() => rows.isVisible()).toBe(false);
  await page.getByText("操作与导出").click();
  await rows.waitFor();
  const save = page.getByRole("button", { name: "保存", exact: true });
  await expect.poll(() => save.isVisible()).toBe(false);
  await name.fill("另一个名称");
  await save.waitFor();
  await page.getByRole("button", { name: "放弃修改" }).click();
  await expect.poll(() => save.isVisible()).toBe(false);
});
