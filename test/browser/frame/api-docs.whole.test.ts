import { expect, test } from "vitest";
import { expectErrors, openPage, signIn } from "~/test/support/browser";
import { admin } from "~/test/support/walk";

test("the page of the API finds a call, sends it with one's own token, and asks before it writes", async () => {
  expectErrors(/已取消，没有发送/);
  const page = await openPage();
  await signIn(page, admin, "/personal-center");
  await page.goto("/api/docs");
  const search = page.getByPlaceholder("搜索地址或名称");
  const call = async (part: string, name: string) => {
    await search.fill(name);
    const area = page.locator(".opblock-tag");
    await expect.poll(() => area.allTextContents()).toEqual([part]);
    if ((await area.getAttribute("data-is-open")) !== "true") await area.click();
    await page.locator(".opblock-summary-control").click();
    await page.getByRole("button", { name: "Execute" }).click();
  };
  await call("个人", "我的最近登录");
  await expect.poll(() => page.locator(".live-responses-table").textContent()).toContain('"code": 200');
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await call("系统", "发送测试邮件");
  await expect.poll(() => asked).toEqual([expect.stringContaining("POST /api/system/mail/test")]);
});
