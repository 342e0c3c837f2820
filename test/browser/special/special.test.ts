import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inquiry } from "~/contract/inquiry/inquiry";
import { special } from "~/contract/special/special";
import { baseUrl, openPage, signIn, toast, tokenOf } from "~/test/support/browser";
import { newNumber } from "~/test/support/browser-rows";
import { callerOf } from "~/test/support/caller";

const editor = "content_editor@demo.test";
const admin = "super_admin@demo.test";

const picture = () =>
  sharp({ create: { width: 1280, height: 640, channels: 3, background: { r: 40, g: 90, b: 160 } } })
    .jpeg()
    .toBuffer();

/** A page is built by its modules; answers where visitors open it. */
async function build(page: Page): Promise<string> {
  await signIn(page, editor, "/specialEstate/special");
  await page.getByRole("link", { name: "新增专题" }).click();
  await page.waitForURL(/edit-special$/);
  await page.getByRole("textbox", { name: "名称", exact: true }).fill("湾岸秋季看房");
  await page.getByRole("textbox", { name: "标题", exact: true }).fill("东京湾岸看房团");
  const file = { name: "封面.jpg", mimeType: "image/jpeg", buffer: await picture() };
  await page.getByLabel("选择封面").setInputFiles(file);
  await page.getByRole("button", { name: "查看图片封面.jpg" }).waitFor();

  const add = async (type: string) => {
    await page.getByRole("button", { name: "添加模块", exact: true }).click();
    await page.getByRole("menuitem", { name: type, exact: true }).click();
  };
  await add("表单");
  await add("常见问题");
  await add("文本");
  await page.getByRole("textbox", { name: "内容", exact: true }).fill("轨道与商业配套成熟。");
  // The text goes up by the keyboard, the question goes away and comes back.
  const grip = page.getByRole("button", { name: "移动文本" });
  await grip.press("Enter");
  await page.getByRole("menuitem", { name: "移到最前" }).click();
  await page.getByRole("button", { name: "删除模块常见问题" }).click();
  await page.getByRole("button", { name: "撤销删除" }).click();
  await page.getByRole("button", { name: "删除模块常见问题" }).click();
  const names = page.getByRole("list", { name: "模块" }).getByRole("listitem").locator("strong");
  await expect.poll(() => names.allTextContents()).toEqual(["文本", "表单"]);

  await page.getByRole("button", { name: "发布", exact: true }).click();
  await toast(page, "已发布").waitFor();
  const preview = page.frameLocator('iframe[title="页面预览"]');
  await preview.getByRole("heading", { level: 1, name: "东京湾岸看房团" }).waitFor();
  await page.getByText("桌面", { exact: true }).click();
  await page.goto(`${baseUrl}/specialEstate/specialList`);
  const card = page.getByRole("listitem", { name: "湾岸秋季看房" });
  return (await card.getByRole("link", { name: "查看", exact: true }).getAttribute("href")) ?? "";
}

test("a special page is built, a visitor without a script sends its form, and the inquiry is there", async () => {
  const page = await openPage();
  const url = await build(page);
  const { pathname } = new URL(url);

  const browser = page.context().browser();
  const visit = await browser?.newContext({
    ...{ javaScriptEnabled: false, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148",
  });
  const visitor = await visit?.newPage();
  if (!visit || !visitor) throw new Error("no browser");
  await visitor.goto(`${baseUrl}${pathname}?utm_source=wechat`);
  await visitor.getByText("轨道与商业配套成熟").waitFor();
  const width = await visitor.locator("html").boundingBox();
  expect(width?.width).toBeLessThanOrEqual(390);
  await visitor.getByRole("link", { name: "立即咨询" }).click();
  await visitor.getByLabel(/^姓名/).fill("赵晓雯");
  // Nobody fills in a form that quickly: a visitor who does is asked to send it once more.
  const sendUntil = (shown: Locator) =>
    expect
      .poll(
        async () => {
          const button = visitor.getByRole("button", { name: "提交" });
          if (await button.isVisible()) await button.click();
          return shown.count();
        },
        { interval: 1_000 },
      )
      .toBe(1);
  await sendUntil(visitor.getByText("手机号、微信、邮箱至少填写一项"));
  await expect.poll(() => visitor.getByLabel(/^姓名/).inputValue()).toBe("赵晓雯");
  await visitor.getByLabel(/^手机号/).fill(newNumber());
  await sendUntil(visitor.getByRole("status"));
  await expect.poll(() => visitor.getByRole("status").textContent()).toContain("提交成功");
  expect(await visit.cookies()).toEqual([]);
  await visit.close();

  const call = callerOf(baseUrl, await tokenOf(page, admin));
  expect((await call(inquiry.list, { query: { keyword: "赵晓雯" } })).data.list).toHaveLength(1);
  // The page that it came from counts it.
  const { list } = (await call(special.list, { query: { keyword: "湾岸秋季看房" } })).data;
  expect(list).toMatchObject([{ inquiry_count: 1 }]);
});
