import { expect, test } from "vitest";
import { openPage, signIn, tokenOf } from "~/test/support/browser";

const manager = "sales_manager@demo.test";

test("the header finds a customer by number and last digits, and a page by its title", async () => {
  const page = await openPage();
  await signIn(page, manager, "/customer/customerInfor");
  const headers = { authorization: `Bearer ${await tokenOf(page, manager)}` };
  const answer = await page.request.get("/api/customer/information?page_size=10", { headers });
  const { data }: { data: { list: { id: number; customer_no: string; name: string; phone: string }[] } } =
    await answer.json();
  const [one] = data.list;
  if (!one) throw new Error("the manager has customers");

  const button = page.getByRole("button", { name: "搜索", exact: true });
  const dialog = page.getByRole("dialog", { name: "搜索" });
  const field = dialog.getByRole("combobox", { name: "搜索" });
  await page.getByText(/^共 .+ 条$/).waitFor();
  await page.keyboard.press("Control+k");
  await field.fill(one.phone.slice(-4));
  await dialog.getByRole("option", { name: one.customer_no }).waitFor();
  await field.fill(one.customer_no);
  // Their leads are found by the digits, and not by the number.
  await expect.poll(() => dialog.getByRole("option").count()).toBe(1);
  await dialog.getByRole("option", { name: one.name }).waitFor();
  await field.press("Enter");
  await page.waitForURL(`**/customer/editCustomerInfo/${one.id}`);
  await page.getByRole("heading", { name: one.name, level: 1 }).waitFor();
  await expect.poll(() => dialog.count()).toBe(0);

  await button.click();
  await field.fill("黑名单");
  await expect.poll(() => dialog.getByRole("option").allTextContents()).toEqual(["黑名单客户管理"]);
  await field.press("Enter");
  await page.waitForURL("**/customer/blackList");

  await button.click();
  await field.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
});
