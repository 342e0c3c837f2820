import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { baseUrl, chooseAct, chooseTool, moveByKey, offered, openPage, signIn, toast } from "~/test/support/browser";
import { someNumber } from "~/test/support/browser-rows";

const editor = "content_editor@demo.test";

const picture = () =>
  sharp({ create: { width: 1200, height: 400, channels: 3, background: { r: 40, g: 90, b: 160 } } })
    .jpeg()
    .toBuffer();

const read = async <T>(page: Page, path: string): Promise<T> =>
  (await (await page.request.get(`${baseUrl}/api/public/${path}`)).json()).data;
const place = "platform=mini_program&position=detail_side";
const titles = async (page: Page, more = "") =>
  (await read<{ title: string }[]>(page, `carousel?${place}${more}`)).map(({ title }) => title);
const codes = async (page: Page) =>
  (await read<{ code: string }[]>(page, "home-section?platform=web")).map(({ code }) => code);

async function isAsWideAsTheScreen(page: Page) {
  const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(inner).toBeLessThanOrEqual(outer ?? 0);
}

/** A new banner at a place that the demo leaves free, by its form. */
async function addBanner(page: Page, title: string): Promise<void> {
  await page.getByRole("link", { name: "新增轮播图" }).click();
  await page.waitForURL(/deployBanner$/);
  await page.getByRole("textbox", { name: "标题", exact: true }).fill(title);
  await page
    .getByLabel("选择图片", { exact: true })
    .setInputFiles({ name: "活动.jpg", mimeType: "image/jpeg", buffer: await picture() });
  await page.getByRole("button", { name: "查看图片活动.jpg" }).waitFor();
  const choose = async (field: string, option: string) => {
    await page.getByRole("textbox", { name: field, exact: true }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await choose("链接类型", "房源");
  await page.getByRole("textbox", { name: "房源", exact: true }).click();
  await offered(page).first().click();
  await page.getByRole("textbox", { name: "平台" }).press("Backspace");
  await page.getByRole("textbox", { name: "平台" }).press("Backspace");
  await choose("平台", "小程序");
  await page.keyboard.press("Escape");
  await choose("位置", "详情侧栏");
  await page.getByRole("button", { name: /^开始时间/ }).click();
  await page.getByRole("textbox", { name: "时间", exact: true }).fill("00:00");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "确定" }).click();
}

test("a banner is made, seen at its place, put in order by keyboard, read by visitors while it is in use", async () => {
  const page = await openPage();
  const [one, two] = [`甲${someNumber()}`, `乙${someNumber()}`];
  await signIn(page, editor, "/resources/banner");
  await addBanner(page, one);
  await page.getByText("这段时间该位置没有别的轮播图，上限8张").waitFor();
  for (const width of ["桌面", "手机"])
    await expect
      .poll(() =>
        page
          .getByRole("img", { name: `${width}：详情侧栏` })
          .locator("img")
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBeGreaterThan(0);
  await page.getByRole("button", { name: "保存并启用" }).click();
  await toast(page, "已启用").waitFor();
  await page.waitForURL(/\/resources\/banner$/);
  await expect.poll(() => titles(page)).toEqual([one]);
  await addBanner(page, two);
  await page.getByText("与1张轮播图时间重叠，同时最多2张，上限8张").waitFor();
  await page.getByRole("button", { name: "保存并启用" }).click();
  await page.waitForURL(/\/resources\/banner$/);
  // The newer one goes before the older of the same number.
  await expect.poll(() => titles(page)).toEqual([two, one]);

  await chooseTool(page, "调整顺序");
  const sorting = page.getByRole("dialog", { name: "轮播图排序" });
  await sorting.getByRole("textbox", { name: "位置" }).click();
  await page.getByRole("option", { name: "详情侧栏" }).click();
  await sorting.getByRole("button", { name: `移动${one}` }).focus();
  await page.keyboard.press("Space");
  await page.getByText(`已拿起${one}`).waitFor({ state: "attached" });
  await moveByKey(page, "ArrowUp", new RegExp(`${one}移到第\\d+个`));
  await page.keyboard.press("Space");
  await sorting.getByRole("button", { name: "保存顺序" }).click();
  await toast(page, "顺序已保存").waitFor();
  // With another query than before: the order that visitors get is cached for twenty seconds.
  await expect.poll(() => titles(page, "&lang=zh")).toEqual([one, two]);

  for (const title of [one, two]) {
    await chooseAct(page, "停用", page.getByRole("row", { name: new RegExp(title) }));
    await page.getByRole("dialog", { name: /^停用/ }).getByRole("button", { name: "停用" }).click();
    await expect.poll(() => titles(page)).not.toContain(title);
  }
});

test("a section of the home page is found by a rule while one types, and taken off it on the phone", async () => {
  const page = await openPage();
  const code = `journey-${someNumber()}`;
  const title = `便宜的${someNumber()}`;
  await signIn(page, editor, "/resources/homeSection");
  await page.getByRole("button", { name: "新增" }).click();
  const form = page.getByRole("dialog", { name: "新增首页版块" });
  await form.getByRole("textbox", { name: "标题", exact: true }).fill(title);
  await form.getByRole("textbox", { name: "编码" }).fill(code);
  await form.getByRole("textbox", { name: "取数" }).click();
  await page.getByRole("option", { name: "规则" }).click();
  await form.getByRole("textbox", { name: "顺序" }).click();
  await page.getByRole("option", { name: "总价从低到高" }).click();
  await form.getByRole("textbox", { name: "数量" }).fill("3");
  await form.getByText("现在找到 3 项").waitFor();
  await form.getByRole("button", { name: "保存" }).click();
  await toast(page, "已新增").waitFor();
  await expect.poll(() => codes(page)).not.toContain(code);
  await chooseAct(page, "启用", page.getByRole("row", { name: new RegExp(title) }));
  await toast(page, "已启用").waitFor();
  await expect.poll(() => codes(page)).toContain(code);

  const phone = await openPage({ phone: true });
  await signIn(phone, editor, "/resources/homeSection");
  await phone.getByText(title).waitFor();
  await isAsWideAsTheScreen(phone);
  await chooseTool(phone, "预览首页");
  await phone.getByRole("dialog", { name: "预览首页" }).getByRole("region", { name: title }).waitFor();
  await isAsWideAsTheScreen(phone);
  await phone.getByRole("button", { name: "关闭" }).click();
  await phone.getByRole("button", { name: new RegExp(`^${title}.*的更多操作$`) }).click();
  await phone.getByRole("menuitem", { name: "停用" }).click();
  await phone.getByRole("dialog", { name: /^停用/ }).getByRole("button", { name: "停用" }).click();
  await expect.poll(() => codes(phone)).not.toContain(code);
  await phone.goto(`${baseUrl}/resources/banner`);
  await phone.getByText("东京新盘开放日").waitFor();
  await isAsWideAsTheScreen(phone);
});
