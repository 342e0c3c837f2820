import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { baseUrl, expectErrors, offered, openPage, signIn, toast, tokenOf } from "~/test/support/browser";
import { now } from "~/test/support/clock";

const editor = "content_editor@demo.test";
const words = "湾岸地区今年有三个项目交付，通勤与学区都在改善。".repeat(3);

const picture = (red: number) =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: { r: red, g: 90, b: 160 } } })
    .jpeg()
    .toBuffer();

async function api(page: Page) {
  const headers = { authorization: `Bearer ${await tokenOf(page, editor)}` };
  const at = (path: string) => `${baseUrl}/api/article/${path}`;
  return {
    get: async (id: number) => (await (await page.request.get(at(`${id}`), { headers })).json()).data,
    schedule: async (id: number, data: object) =>
      (await page.request.patch(at(`${id}/schedule`), { headers, data })).json(),
  };
}

const shown = (page: Page, slug: string, headers: Record<string, string> = {}) =>
  page.request.get(`${baseUrl}/api/public/article/${slug}`, { headers });

/** What a user copies from an article of WeChat, with a script in it. */
const pasted = `<section><section><strong>要点</strong>：交付与通勤</section><section><img data-src="https://mmbiz.qpic.cn/1.png" alt="外观"></section></section><script>window.hurt = true</script><img src=x onerror="window.hurt = true">`;

test("an article is written with pictures and a table, scheduled, read by the public at its minute", async () => {
  const page = await openPage();
  await signIn(page, editor, "/article/news-list");
  await page.getByRole("link", { name: "写资讯" }).click();
  await page.waitForURL(/news-edit$/);
  const text = page.getByRole("textbox", { name: "正文", exact: true });
  await page.getByRole("textbox", { name: "标题", exact: true }).fill("湾岸交付观察");
  await page.getByLabel("摘要").fill("湾岸地区今年三个项目交付，通勤与学区的变化一文看懂，附价格表。");
  await page
    .getByLabel("选择封面")
    .setInputFiles({ name: "封面.jpg", mimeType: "image/jpeg", buffer: await picture(40) });
  await page.getByRole("button", { name: "查看图片封面.jpg" }).waitFor();
  await page.getByRole("textbox", { name: "分类" }).click();
  await offered(page).first().click();

  await text.click();
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await text.evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", html);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
  // No site of another is reached from here.
  expectErrors(/content\/media\/fetch/);
  await page.getByText("图片未能带入，请重新上传").first().waitFor();
  // One missing picture is put in, the other goes.
  await page
    .getByLabel("选择要补上的图片")
    .first()
    .setInputFiles({ name: "外观.jpg", mimeType: "image/jpeg", buffer: await picture(90) });
  await page.getByText("1 张图片 ").or(page.getByText("字 · 1 张图片")).first().waitFor();
  await page.getByRole("button", { name: "移除图片未能带入，请重新上传" }).click();
  await text.press("Control+End");
  await page.getByRole("button", { name: "表格", exact: true }).click();
  await page.getByRole("menuitem", { name: "插入3×3表格" }).click();
  await page.keyboard.type("项目");
  await page.keyboard.press("Tab");
  await page.keyboard.type("价格");
  await expect.poll(() => page.evaluate(() => "hurt" in window)).toBe(false);

  await page.getByRole("button", { name: "定时发布", exact: true }).click();
  await page.waitForURL(/news-edit\?id=\d+/);
  const dialog = page.getByRole("dialog", { name: "定时发布资讯" });
  await dialog.getByRole("button", { name: "定时发布" }).click();
  await toast(page, "已定时").waitFor();
  const id = Number(new URL(page.url()).searchParams.get("id"));
  const desk = await api(page);
  const { slug, version } = await desk.get(id);
  expect((await shown(page, slug)).status()).toBe(404);
  const publish_at = new Date(now() + 3_000).toISOString();
  expect(await desk.schedule(id, { publish_at, version })).toMatchObject({ code: 200 });
  await expect.poll(async () => (await shown(page, slug)).status()).toBe(200);
  const first = await shown(page, slug);
  const { content } = (await first.json()).data;
  expect(content).toMatch(/<strong>要点<\/strong>[\s\S]*<img[\s\S]*<table>[\s\S]*价格/);
  expect(content).not.toMatch(/script|onerror|missing/);
  const etag = first.headers().etag ?? "";
  expect((await shown(page, slug, { "if-none-match": etag })).status()).toBe(304);

  // Its reader on a phone, without an account.
  const url = (
    await (
      await page.request.get(`${baseUrl}/api/article/${id}/preview-link`, {
        headers: { authorization: `Bearer ${await tokenOf(page, editor)}` },
      })
    ).json()
  ).data.url;
  for (const phone of [false, true]) {
    const reader = await openPage({ phone });
    await reader.goto(new URL(url, baseUrl).href);
    await reader.getByRole("heading", { name: "湾岸交付观察" }).waitFor();
    const [inner, outer] = await reader.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(inner).toBeLessThanOrEqual(outer);
  }
});
