import { expect, test } from "vitest";
import { chooseAct, openPage, signIn } from "~/test/support/browser";

test("the line of a currency's past is drawn, and fits into its drawer", async () => {
  const page = await openPage();
  await signIn(page, "finance@demo.test", "/regionalManage/currencyList?keyword=THB");
  await chooseAct(page, "历史曲线", page.getByRole("row", { name: /THB/ }));
  const drawer = page.getByRole("dialog", { name: /THB 的汇率$/ });
  const line = drawer.locator(".recharts-line-curve");
  await expect.poll(async () => (await line.getAttribute("d"))?.length).toBeGreaterThan(200);
  await expect.poll(() => drawer.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
});
