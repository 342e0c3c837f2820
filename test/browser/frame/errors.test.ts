import { expect, test } from "vitest";
import { expectErrors, failedRequest, openPage, quiet, signIn, submitLogin } from "~/test/support/browser";
import { openOwnForm } from "~/test/support/browser-rows";

// The errors in the running product (domain S.8); the rest of it line by line: test/app/api/call.test.ts.

const sales = "sales@demo.test";
const pool = "/customer/publicCustomer";
test("a filter that an old link holds and the server refuses is told and taken off", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  const where = { op: "and", items: [{ field: "phone", cmp: "contains", value: "138" }] };
  await signIn(page, sales, `${pool}?where=${encodeURIComponent(JSON.stringify(where))}`);
  await page.getByText("没有可筛选的字段“phone”", { exact: true }).waitFor();
  await page.getByRole("link", { name: "清空筛选" }).click();
  await page.getByText(/^共 .+ 条$/).waitFor();
  expect(new URL(page.url()).search).toBe("");
});

test("what was typed when the session ended comes back after the next sign-in", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  await openOwnForm(page);
  const address = page.url();
  await page.getByRole("textbox", { name: "备注" }).fill("会话结束前写下的备注");
  await quiet(page);
  const [cookie] = await page.context().cookies();
  await page.request.post("/api/auth/logout", { headers: { authorization: `Bearer ${cookie?.value}` } });
  // The stream of events ends with the session, and the page learns why when it asks again.
  await page.waitForURL("**/login");
  await submitLogin(page, sales);
  await page.waitForURL(address);
  await page.getByRole("button", { name: "恢复草稿" }).click();
  await expect.poll(() => page.getByRole("textbox", { name: "备注" }).inputValue()).toBe("会话结束前写下的备注");
});

test("a record that does not exist leads back to its list", async () => {
  expectErrors(failedRequest);
  const page = await openPage();
  await signIn(page, sales, "/customer/editCustomerInfo/99999999");
  await page.getByRole("main").getByText("数据不存在或已被删除").waitFor();
  await page.getByRole("link", { name: "返回列表" }).click();
  await page.waitForURL(`**${pool}`);
});
