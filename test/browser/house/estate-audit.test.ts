import { expect, test } from "vitest";
import { countClicks, openPage, signIn, toast } from "~/test/support/browser";

const reviewer = "super_admin@demo.test";

test("what waits on the dashboard is looked through and decided", async () => {
  const page = await openPage();
  await signIn(page, reviewer, "/dashboard");
  await page.getByRole("link", { name: /待审新房/ }).click();
  const row = page.getByRole("row").or(page.getByRole("listitem")).filter({ hasText: "变更" }).first();
  await row.waitFor();
  const [number = ""] = /SH\d+/.exec((await row.textContent()) ?? "") ?? [];
  await row.getByRole("button", { name: "审核" }).click();
  const review = page.getByRole("dialog", { name: `变更审核 ${number}` });
  const clicks = await countClicks(page);
  await review.getByRole("button", { name: "其余全部通过" }).click();
  await review.getByRole("toolbar", { name: "处理审核" }).getByRole("button", { name: "通过" }).click();
  const form = page.getByRole("dialog", { name: "通过审核" });
  await form.getByRole("button", { name: "通过" }).click();
  await toast(page, "已通过").waitFor();
  await review.waitFor({ state: "hidden" });
  expect(await clicks()).toBe(3);
  // The next one that waits has come by itself.
  const next = page.getByRole("dialog", { name: /审核 SH\d+/ });
  await next.getByText(/^已处理 1 · 还有 \d+$/).waitFor();
  await next.getByRole("button", { name: "关闭" }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await page.getByRole("tab", { name: /^已通过/ }).click();
  await page.getByText(number).first().waitFor();
});
