import { describe, expect, test } from "vitest";
import { openPage, signIn, toast } from "~/test/support/browser";

const keeper = "estate_manager@demo.test";

describe.each([
  { width: "desktop", phone: false, type: "信息纠错", act: /^采纳纠错/, done: "已采纳" },
  { width: "phone", phone: true, type: "房产认领", act: "确认认领", done: "已确认认领" },
])("on the $width", ({ phone, type, act, done }) => {
  test("what waits on the dashboard is handled, and leads to the next one", async () => {
    const page = await openPage({ phone });
    await signIn(page, keeper, "/dashboard");
    await page.getByRole("link", { name: /待审楼栋申请/ }).click();
    const row = page.getByRole("row").or(page.getByRole("listitem")).filter({ hasText: type }).first();
    await row.waitFor();
    const [number = ""] = /LS\d+/.exec((await row.textContent()) ?? "") ?? [];
    await row.getByRole("link", { name: "处理" }).click();
    await page.getByRole("heading", { name: number }).waitFor();
    if (phone) {
      await page
        .getByRole("button", { name: /^查看图片/ })
        .first()
        .click();
      await page.getByRole("button", { name: "关闭", exact: true }).click();
    }
    await page.getByRole("toolbar").getByRole("button", { name: act }).click();
    if (phone) await page.getByRole("dialog").getByRole("button", { name: act }).click();
    await toast(page, done).waitFor();
    await page.getByRole("region", { name: "处理结果" }).getByText("已确认").waitFor();
    await page.getByRole("link", { name: "下一条" }).click();
    await page.getByRole("heading", { name: number }).waitFor({ state: "hidden" });
    await page.getByRole("toolbar").getByRole("button", { name: "驳回" }).waitFor();
    await page.getByRole("link", { name: "返回列表" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?status=pending");
  });
});
