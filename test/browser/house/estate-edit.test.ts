import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { expectErrors, failedRequest, openPage, signIn, toast } from "~/test/support/browser";

const form = "/house/estate-list/estate-detail";

async function choose(page: Page, label: string, option: string, search = "") {
  const input = page.getByLabel(label, { exact: true }).or(page.getByLabel(`${label} *`, { exact: true }));
  await input.first().click();
  if (search) await input.first().fill(search);
  await page.getByRole("option", { name: option, exact: true }).click();
}

const picture = async (name: string, red: number) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 320, height: 240, channels: 3, background: { r: red, g: 90, b: 160 } } })
    .jpeg()
    .toBuffer(),
});

test("an estate's draft is saved after two fields, filled in its tabs, gets a room and its pictures, and is submitted", async () => {
  const page = await openPage();
  const open = (name: string) => page.getByRole("tab", { name }).click();
  const save = page.getByRole("button", { name: "保存", exact: true });
  await signIn(page, "estate_manager@demo.test", form);
  // Its country is there already: the name and the district are all that is filled in.
  const empty = () =>
    page
      .locator("main form [aria-required=true]")
      .evaluateAll((fields) => fields.filter((one) => one instanceof HTMLInputElement && one.value === "").length);
  await expect.poll(empty).toBe(2);
  await page.getByLabel("楼盘名称").fill("汐见云庭");
  await choose(page, "区域", "东京都 港区", "港区");
  await expect.poll(() => empty()).toBe(0);
  await page.getByRole("button", { name: "存草稿" }).click();
  await toast(page, "草稿已保存，请继续填写").waitFor();
  await page.waitForURL(/edit=basics$/);

  expectErrors(failedRequest);
  await page.getByRole("button", { name: "提交审核" }).click();
  await toast(page, "还不能提交审核，还缺：").waitFor();
  await page.getByText("提交审核前需要：开发商").waitFor();
  await page.keyboard.press("Escape");
  await choose(page, "物业类型", "塔楼公寓");
  await choose(page, "销售状态", "在售");
  await page.getByLabel("开发商").fill("汐见不动产");
  await choose(page, "产权", "所有权(永久产权)");
  await page.getByLabel("总户数").fill("120");
  await page.getByRole("textbox", { name: "竣工年月" }).fill("2027-3");
  await page.getByRole("tab", { name: /位置.*有错误/ }).click();
  await page.getByLabel("地址", { exact: true }).fill("海岸9丁目8番");
  await page.getByRole("tab", { name: /价格费用.*有错误/ }).click();
  await page.getByLabel("总价下限").fill("59800000");
  await page.getByText("5,980万日元").waitFor();
  await page.getByLabel("总价上限").fill("98000000");
  await save.click();
  await toast(page, /^已保存/).waitFor();

  await open("户型");
  await page.getByRole("button", { name: "新增户型" }).click();
  const room = page.getByRole("dialog", { name: "新增户型" });
  await room.getByLabel("户型名称").fill("A1");
  await room.getByRole("textbox", { name: "户型", exact: true }).click();
  await page.getByRole("option", { name: "2LDK" }).click();
  await room.getByLabel("专有面积").fill("62.5");
  await room.getByLabel("总价下限").fill("61000000");
  await room.getByLabel("总价上限").fill("72000000");
  await room
    .locator("input[type=file]")
    .first()
    .setInputFiles(await picture("户型A1.jpg", 200));
  await room.getByRole("button", { name: "查看图片户型A1.jpg" }).waitFor();
  await room.getByRole("button", { name: "保存" }).click();
  await page.getByRole("cell", { name: /^A1/ }).waitFor();

  await open("图片");
  const album = page.getByRole("group", { name: "相册图片和视频" });
  // The layout's plan counts: it is not sent again.
  await page.getByText("户型中的户型图 1").waitFor();
  await album.getByRole("button", { name: /^外观 / }).click();
  await album
    .locator("input[type=file]")
    .first()
    .setInputFiles(await picture("外观.jpg", 40));
  await album.getByRole("button", { name: "外观 1" }).waitFor();
  await page.getByRole("button", { name: "保存相册" }).click();
  await toast(page, "相册已保存").waitFor();
  await page.getByRole("button", { name: "提交审核" }).click();
  await toast(page, "已提交审核").waitFor();
  await page.waitForURL(/estate-detail\?id=\d+$/);
  await page.getByText("待审核", { exact: true }).first().waitFor();
});
