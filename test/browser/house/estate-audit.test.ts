import { describe, expect, test } from "vitest";
import { openPage, signIn, toast } from "~/test/support/browser";

const reviewer = "super_admin@demo.test";

describe.each([
  { width: "desktop", phone: false, action: "变更" },
  { width: "phone", phone: true, action: "下架" },
])("on the $width", ({ phone, action }) => {
  test("what waits on the dashboard is looked through and decided", async () => {
    const page = await openPage({ phone });
    await signIn(page, reviewer, "/dashboard");
    await page.getByRole("link", { name: /待审新房/ }).click();
    const row = page.getByRole("row").or(page.getByRole("listitem")).filter({ hasText: action }).first();
    await row.waitFor();
    const [number = ""] = /SH\d+/.exec((await row.textContent()) ?? "") ?? [];
    await row.getByRole("button", { name: "审核" }).click();
    const review = page.getByRole("dialog", { name: `${action}审核 ${number}` });
    await review.getByRole("button", { name: "其余全部通过" }).click();
    const act = phone ? "驳回" : "通过";
    await review.getByRole("toolbar", { name: "处理审核" }).getByRole("button", { name: act }).click();
    const form = page.getByRole("dialog", { name: `${act}审核` });
    if (phone) {
      await form.getByLabel("驳回原因").click();
      await page.getByRole("option", { name: "信息缺失" }).click();
      await form.getByLabel("驳回说明").fill("请补充开发商的停售函");
    }
    await form.getByRole("button", { name: act }).click();
    await toast(page, `已${act}`).waitFor();
    const outcome = review.getByRole("region", { name: "审核结果" });
    await outcome
      .getByText(phone ? "已驳回 · 信息缺失" : "已通过")
      .first()
      .waitFor();
    await review.getByRole("button", { name: "关闭" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await page.getByRole("tab", { name: phone ? /^已驳回/ : /^已通过/ }).click();
    await page.getByText(number).first().waitFor();
  });
});
