import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { baseUrl, frame, openPage, password, signIn, toast } from "~/test/support/browser";

const email = "channel_manager@demo.test";

/** A picture of one colour, wider than high. */
const picture = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 400;
    const pen = canvas.getContext("2d");
    if (pen) pen.fillStyle = "#1a7f5a";
    pen?.fillRect(0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });

test("one's picture is cut to a square, and stands in the header from then on", async () => {
  const page = await openPage();
  await signIn(page, email);
  await page.getByRole("button", { name: /账号菜单/ }).click();
  await page.getByRole("menuitem", { name: "个人中心" }).click();
  const facts = page.getByRole("region", { name: "基本资料" });
  await facts.getByRole("button", { name: "编辑资料" }).click();
  const form = page.getByRole("dialog", { name: "编辑资料" });
  const file = { name: "头像.png", mimeType: "image/png", buffer: Buffer.from(await picture(page), "base64") };
  await form.locator("input[type=file]").last().setInputFiles(file);
  await form.getByRole("button", { name: "移除头像.png" }).waitFor();
  await form.getByRole("button", { name: "保存" }).click();
  await toast(page, "已保存").waitFor();
  const face = facts.locator("img");
  await expect
    .poll(() => face.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)))
    .toBe(256);
  await page.locator("header img").waitFor();
});

test("WeCom is bound by way of its own page", async () => {
  const page = await openPage();
  await signIn(page, email, "/personal-center");
  const bindings = page.getByRole("region", { name: "绑定" });
  await bindings.getByRole("button", { name: "解绑企业微信" }).click();
  await page.getByRole("dialog", { name: "解绑企业微信" }).getByRole("button", { name: "解绑", exact: true }).click();
  await bindings.getByRole("button", { name: "绑定企业微信", exact: true }).click();
  await page.getByRole("dialog", { name: "绑定企业微信" }).getByRole("button", { name: "前往绑定" }).click();
  await page.getByRole("radio", { name: email }).check();
  await page.getByLabel("演示密码").fill(password);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await toast(page, "已绑定企业微信").waitFor();
  await page.waitForURL(`${baseUrl}/personal-center`);
  await frame(page).waitFor();
  await bindings.getByRole("button", { name: "解绑企业微信" }).waitFor();
});
