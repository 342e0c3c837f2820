import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { baseUrl, moveByKey, openPage, signIn, toast, tokenOf } from "~/test/support/browser";

const manager = "estate_manager@demo.test";

/** A building of the test's own; its number. */
async function addBuilding(page: Page): Promise<number> {
  const headers = { authorization: `Bearer ${await tokenOf(page, manager)}` };
  const found = await page.request.get(`${baseUrl}/crm/community/options?scenes=districts&country=JP&keyword=港区`, {
    headers,
  });
  const district_id = (await found.json()).data.districts[0].value;
  const data = { name: "汐见画廊", address: "海岸9丁目3番", district_id, country_code: "JP", built_at: "2021-05" };
  const made = await page.request.post(`${baseUrl}/api/estate/mansion`, { headers, data });
  return (await made.json()).data.id;
}

/** Five pictures as a camera writes them; the fourth lies on its side and is longer than is sent. */
const pictures = () =>
  Promise.all(
    [1, 2, 3, 4, 5].map(async (n) => {
      const [width, height] = n === 4 ? [3200, 2000] : [320, 240];
      const picture = sharp({ create: { width, height, channels: 3, background: { r: 40 * n, g: 90, b: 160 } } });
      const bytes = await picture
        .withMetadata({ orientation: n === 4 ? 6 : 1 })
        .jpeg({ quality: 100 })
        .toBuffer();
      return { name: `图${n}.jpg`, bytes: bytes.toString("base64") };
    }),
  );

const shown = (page: Page) =>
  page
    .getByRole("button", { name: /^查看图片/ })
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));

test("pictures are dropped on a building's album, put in order by the keyboard, one made the cover, and saved upright and small", async () => {
  const page = await openPage();
  const id = await addBuilding(page);
  await signIn(page, manager, `/house/mansion-management/mansion-management-edit?id=${id}`);
  const dropped = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer();
      for (const { name, bytes } of files) {
        const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([content], name, { type: "image/jpeg" }));
      }
      return transfer;
    },
    await pictures(),
  );
  await page.getByRole("group", { name: "相册图片和视频" }).dispatchEvent("drop", { dataTransfer: dropped });
  await page.getByText("已上传5个").waitFor();

  await page.getByRole("button", { name: "移动图5.jpg" }).focus();
  await page.keyboard.press("Space");
  await page.getByText("已拿起图5.jpg，第5个，共5个").waitFor();
  await moveByKey(page, "ArrowLeft", "图5.jpg移到第4个，共5个");
  await page.keyboard.press("Space");
  await page.getByText("图5.jpg已放在第4个，共5个").waitFor();
  await page.getByRole("button", { name: "将图3.jpg设为封面" }).click();
  await page.getByRole("button", { name: "保存相册" }).click();
  await toast(page, "相册已保存").waitFor();

  await page.reload();
  await page.getByRole("button", { name: "图3.jpg是封面" }).waitFor();
  await expect.poll(() => shown(page)).toEqual([1, 2, 3, 5, 4].map((n) => `查看图片图${n}.jpg`));
  await page.getByRole("button", { name: "查看图片图4.jpg" }).click();
  const whole = page.getByLabel("图片预览").getByRole("img", { name: "图4.jpg" });
  await expect
    .poll(() => whole.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1875, 3000]);
});
