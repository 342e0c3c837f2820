import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { baseUrl, frame, newToken, openPage, password, signIn, toast } from "~/test/support/browser";

const email = "channel_manager@demo.test";
const number = "13800138000";

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

test("one's picture, number and ways of messages are changed, a device signed out, WeCom given up and bound again", async () => {
  const page = await openPage();
  await signIn(page, email);
  await page.getByRole("button", { name: /账号菜单/ }).click();
  await page.getByRole("menuitem", { name: "个人中心" }).click();
  const part = (name: string) => page.getByRole("region", { name });
  await part("基本资料").getByText(email).waitFor();

  await part("基本资料").getByRole("button", { name: "编辑资料" }).click();
  const form = page.getByRole("dialog", { name: "编辑资料" });
  const file = { name: "头像.png", mimeType: "image/png", buffer: Buffer.from(await picture(page), "base64") };
  await form.locator("input[type=file]").last().setInputFiles(file);
  await form.getByRole("button", { name: "移除头像.png" }).waitFor();
  await form.getByRole("textbox", { name: "手机", exact: true }).fill(number);
  await form.getByRole("button", { name: "保存" }).click();
  await toast(page, "已保存").waitFor();
  await form.waitFor({ state: "hidden" });
  await part("基本资料").getByText(number).waitFor();
  const face = part("基本资料").locator("img");
  expect(await face.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(256);
  await page.locator("header img").waitFor();

  const kept = page.waitForResponse((reply) => reply.request().method() === "PUT" && reply.ok());
  await part("消息偏好").getByRole("group", { name: "系统" }).getByLabel("Slack").check();
  await kept;

  await newToken(page, email);
  await page.reload();
  await expect
    .poll(() => part("消息偏好").getByRole("group", { name: "系统" }).getByLabel("Slack").isChecked())
    .toBe(true);
  await part("安全").getByRole("button", { name: "退出其他设备" }).click();
  await page.getByRole("dialog", { name: "退出其他设备" }).getByRole("button", { name: "退出", exact: true }).click();
  await part("安全").getByText("登录中的设备（1）").waitFor();

  await part("绑定").getByRole("button", { name: "解绑企业微信" }).click();
  await page.getByRole("dialog", { name: "解绑企业微信" }).getByRole("button", { name: "解绑", exact: true }).click();
  await part("绑定").getByRole("button", { name: "绑定企业微信", exact: true }).click();
  await page.getByRole("dialog", { name: "绑定企业微信" }).getByRole("button", { name: "前往绑定" }).click();
  await page.getByRole("radio", { name: email }).check();
  await page.getByLabel("演示密码").fill(password);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await toast(page, "已绑定企业微信").waitFor();
  await page.waitForURL(`${baseUrl}/personal-center`);
  await frame(page).waitFor();
  await part("绑定").getByRole("button", { name: "解绑企业微信" }).waitFor();
});
