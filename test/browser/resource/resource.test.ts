import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { partBytes } from "~/contract/shared/upload";
import { overflow } from "~/test/support/axe";
import { actAtOnce, baseUrl, chooseAct, expectErrors, openPage, signIn, toast } from "~/test/support/browser";
import { colourFilm, film } from "~/test/support/media-files";

const editor = "content_editor@demo.test";
const picture = () =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: { r: 40, g: 90, b: 160 } } })
    .jpeg()
    .toBuffer();

const fill = (page: Page, name: string, text: string) => page.getByRole("textbox", { name, exact: true }).fill(text);
const choose = async (page: Page, name: string, option: string) => {
  await page.getByRole("textbox", { name }).click();
  await page.getByRole("option", { name: option }).first().click();
};
async function giveCover(page: Page) {
  const file = { name: "封面.jpg", mimeType: "image/jpeg", buffer: await picture() };
  await page.getByLabel("选择封面").setInputFiles(file);
  await page.getByRole("button", { name: "查看图片封面.jpg" }).waitFor();
}
async function publish(page: Page): Promise<number> {
  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  await toast(page, "已发布").waitFor();
  // A new one has its address a moment after it was saved.
  const idIn = ({ searchParams }: URL) => Number(searchParams.get("id") ?? searchParams.get("form"));
  await page.waitForURL((address) => idIn(address) > 0);
  return idIn(new URL(page.url()));
}

test("a film goes on after the page was loaded again, and is public with a picture where the browser cannot decode it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "xinfang-film-"));
  try {
    const path = join(folder, "讲解.mp4");
    await writeFile(path, film({ content: partBytes + 5_000 }));
    const page = await openPage();
    await signIn(page, editor, "/resources/video");
    await page.getByRole("link", { name: "新增视频" }).click();
    await page.waitForURL(/deployVideo$/);
    await fill(page, "标题", "湾岸塔实景讲解");
    // The second part does not arrive.
    expectErrors(/part\/2/);
    await page.route("**/part/2", (route) => route.abort());
    await page.getByLabel("选择视频文件").setInputFiles(path);
    await page.getByRole("button", { name: "上传失败点此重试：讲解.mp4" }).waitFor();
    await page.unroute("**/part/2");
    await page.reload();
    await page.getByRole("button", { name: "恢复草稿" }).click();
    const sent: string[] = [];
    page.on("request", (request) => {
      const [, n] = /\/part\/(\d+)$/.exec(request.url()) ?? [];
      if (n) sent.push(n);
    });
    await page.getByLabel("选择视频文件").setInputFiles(path);
    await page.getByText("浏览器无法读取画面").waitFor();
    expect(sent).toEqual(["2"]);
    await giveCover(page);
    await choose(page, "类型", "探盘");
    const id = await publish(page);
    const { data } = await (await page.request.get(`${baseUrl}/api/public/video/${id}`)).json();
    expect(data).toMatchObject({ title: "湾岸塔实景讲解", source: "upload", duration: 5 });
    const part = await page.request.get(data.url, { headers: { range: "bytes=0-7" } });
    expect([part.status(), (await part.body()).length]).toEqual([206, 8]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("on the phone a film is stopped and goes on, and the picture that it shows becomes its cover", async () => {
  const folder = await mkdtemp(join(tmpdir(), "xinfang-film-"));
  try {
    const path = join(folder, "看房.mp4");
    await writeFile(path, await colourFilm(["#d02020", "#20b040", "#2030d0"], { padding: partBytes }));
    const page = await openPage({ phone: true });
    await signIn(page, editor, "/resources/video/deployVideo");
    await fill(page, "标题", "手机上传的看房");
    // The second part stays on its way.
    actAtOnce(page);
    await page.route("**/part/2", () => undefined);
    const second = page.waitForRequest(/\/part\/2$/);
    await page.getByLabel("选择视频文件").setInputFiles(path);
    await second;
    const stop = page.getByRole("button", { name: "暂停上传看房.mp4" });
    await expect.poll(() => stop.textContent()).toMatch(/暂停 99%/);
    await stop.tap();
    const goOn = page.getByRole("button", { name: "继续上传看房.mp4" });
    await goOn.waitFor();
    await page.unroute("**/part/2");
    const sent: string[] = [];
    page.on("request", (request) => {
      const [, n] = /\/part\/(\d+)$/.exec(request.url()) ?? [];
      if (n) sent.push(n);
    });
    await goOn.tap();
    const take = page.getByRole("button", { name: "截取当前画面为封面" });
    await expect.poll(() => take.isEnabled()).toBe(true);
    await expect.poll(() => sent).toEqual(["2"]);
    await page.locator("video").evaluate(
      (video: HTMLVideoElement) =>
        new Promise((done) => {
          video.addEventListener("seeked", done, { once: true });
          video.currentTime = 1.2;
        }),
    );
    await take.tap();
    await toast(page, "已用 0:01 的画面作封面").waitFor();
    await expect.poll(() => overflow(page)).toEqual([]);
    await page.getByRole("radiogroup", { name: /^类型/ }).getByText("探盘").tap();
    const id = await publish(page);
    const { data } = await (await page.request.get(`${baseUrl}/api/public/video/${id}`)).json();
    expect(data).toMatchObject({ title: "手机上传的看房", duration: 3 });
    const cover = await (await page.request.get(data.cover)).body();
    const { dominant } = await sharp(cover).stats();
    // The second colour: the frame after the first second.
    expect(dominant.g).toBeGreaterThan(2 * Math.max(dominant.r, dominant.b));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a piece of the column reckons while it is written, and for its readers; on the phone it is read", async () => {
  const page = await openPage();
  await signIn(page, editor, "/resources/investment/invest-edit");
  await fill(page, "标题", "三千万日元的月供");
  await page.getByLabel("总价").fill("30000000");
  await page.getByLabel("贷款比例").fill("50");
  await page.getByLabel("贷款年利率").fill("0");
  await page.getByLabel("贷款年限").fill("25");
  const answer = page.getByRole("region", { name: "测算结果" });
  await expect.poll(() => answer.textContent()).toMatch(/月供50,000/);
  await page.getByRole("button", { name: "存草稿", exact: true }).click();
  await page.waitForURL(/\?id=\d+/);
  await chooseAct(page, "预览");
  const frame = page.frameLocator("iframe[title=预览]");
  await frame.getByText("50,000").first().waitFor();
  await frame.getByLabel("总价").fill("60000000");
  await frame.getByRole("button", { name: "测算" }).click();
  await frame.getByText("100,000").first().waitFor();

  const phone = await openPage({ phone: true });
  await signIn(phone, editor, "/resources/investment");
  await phone.getByText("三千万日元的月供").waitFor();
  await phone.goto(`${baseUrl}/resources/investment/invest-edit`);
  await phone.getByText("请在电脑端操作").waitFor();
});
