import { expect, test } from "vitest";
import { openPage, signIn, toast } from "~/test/support/browser";

const keeper = "estate_manager@demo.test";

test("what waits on the dashboard is handled, and leads to the next one", async () => {
  const page = await openPage();
  await signIn(page, keeper, "/dashboard");
  await page.getByRole("link", { name: /待审楼栋申请/ }).click();
  const row = page.getByRole("row").or(page.getByRole("listitem")).filter({ hasText: "信息纠错" }).first();
  await row.waitFor();
  const [number = ""] = /LS\d+/.exec((await row.textContent()) ?? "") ?? [];
  await row.getByRole("link", { name: "处理" }).click();
  await page.getByRole("heading", { name: number }).waitFor();
  await page
    .getByRole("toolbar")
    .getByRole("button", { name: /^采纳纠错/ })
    .click();
  await toast(page, "已采纳").waitFor();
  await page.getByRole("heading", { name: number }).waitFor({ state: "hidden" });
  await page.getByText(/^已处理 1 · 还有 \d+$/).waitFor();
  await page.getByRole("toolbar").getByRole("button", { name: "驳回" }).waitFor();
  await page.getByRole("link", { name: "返回列表" }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("?status=pending");
});
