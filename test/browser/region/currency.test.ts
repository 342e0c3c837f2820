import { expect, test } from "vitest";
import { openPage, signIn, toast } from "~/test/support/browser";

const finance = "finance@demo.test";
/** A currency that no other test changes: the product is shared. */
const code = "THB";
const rate = "0.3";

test("finance sets a rate that jumps, is asked twice, and finds it in the line of the past", async () => {
  const page = await openPage();
  await signIn(page, finance, `/regionalManage/currencyList?keyword=${code}`);
  const row = page.locator("tr, li").filter({ hasText: code }).filter({ hasText: "改汇率" });
  await row.getByRole("button", { name: "改汇率" }).click();
  const form = page.getByRole("dialog", { name: `改汇率 ${code}` });
  await form.getByLabel("新汇率").fill(rate);
  await form.getByRole("button", { name: "保存", exact: true }).click();
  const asked = page.getByRole("dialog", { name: "汇率变动较大" });
  await asked.getByText(`改为 ${rate}`).waitFor();
  await asked.getByRole("button", { name: "确认修改" }).click();
  await toast(page, `${code} 的汇率已改为 ${rate}`).waitFor();
  await row.getByText(rate, { exact: true }).waitFor();

  await row.getByRole("button", { name: "历史曲线" }).click();
  const drawer = page.getByRole("dialog", { name: new RegExp(`${code} 的汇率$`) });
  const newest = drawer.getByRole("row").nth(1);
  await newest.getByText(rate, { exact: true }).waitFor();
  const line = drawer.locator(".recharts-line-curve");
  await line.waitFor();
  expect((await line.getAttribute("d"))?.length).toBeGreaterThan(200);
  await drawer.getByText("近365天", { exact: true }).click();
  await drawer.getByText(/^近365天最低/).waitFor();
  expect(await drawer.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
});
