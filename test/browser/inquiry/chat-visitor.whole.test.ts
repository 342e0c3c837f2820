import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FrameLocator, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { chat } from "~/contract/inquiry/chat";
import { auth } from "~/contract/sign-in/auth";
import { type SettingKey, setting } from "~/contract/system/setting";
import { findings, overflow, unreachable } from "~/test/support/axe";
import { expectErrors, failedRequest, openPage } from "~/test/support/browser";
import { callerOf } from "~/test/support/caller";
import { type Product, startProduct } from "~/test/support/product";
import { admin, preparedFolder, signIn } from "~/test/support/server-process";

/** A fake of the company's site: another origin, whose policy allows no inline styles. */
const pageOf = (desk: string) => `<!doctype html><html lang="zh"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>港区公寓</title>
<meta http-equiv="content-security-policy" content="default-src 'self'; script-src ${desk}; frame-src ${desk}">
<h1>云汀</h1><script async src="${desk}/chat/embed.js" data-tracker="home" data-color="#0f766e"></script></html>`;

let product: Product;
let site: Server;
let stranger: Server;
let origin: string;
let strange: string;
let staff: Awaited<ReturnType<typeof signIn>>;

const listen = async (): Promise<[Server, string]> => {
  const server = createServer((_, reply) => reply.setHeader("content-type", "text/html").end(pageOf(product.baseUrl)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`]; // it listens on a port
};

beforeAll(async () => {
  const env = { DEMO: "0", ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  product = await startProduct({ name: "chat", dataDir: await preparedFolder(), env });
  [site, origin] = await listen();
  [stranger, strange] = await listen();
  staff = await signIn(product.baseUrl);
  const always = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "23:59" };
  await setAll({ "site.origins": origin, "inquiry.work_hours": always, "inquiry.holidays": [] });
});
afterAll(async () => {
  await product.stop();
  for (const server of [site, stranger]) await new Promise((resolve) => server.close(resolve));
});

const setAll = async (values: Partial<Record<SettingKey, z.core.util.JSONType>>) => {
  const items = Object.entries(values).map(([key, value]) => ({ key: key as SettingKey, value }));
  expect(await staff(setting.update, { body: { items } })).toMatchObject({ code: 200 });
};

/** What both sides have said, as staff read it; each says what the visitor's side must agree with. */
async function said(id: number): Promise<string[]> {
  const reply = await staff(chat.messages, { params: { id }, query: {} });
  if (reply.code !== 200) throw new Error(reply.message);
  return reply.data.list.flatMap(({ sender, type, content }) => (sender === "system" ? [] : [content ?? type]));
}

let answers = 0;
async function answer(id: number, content: string): Promise<void> {
  const client_msg_id = `answer-${++answers}`;
  expect(await staff(chat.send, { params: { id }, body: { content, client_msg_id } })).toMatchObject({ code: 200 });
}

async function conversationOf(text: string): Promise<number> {
  let id = 0;
  await expect
    .poll(async () => {
      const reply = await staff(chat.sessions, { query: { tab: "waiting" } });
      id = (reply.code === 200 && reply.data.list.find(({ last }) => last?.content === text)?.id) || 0;
      return id;
    })
    .toBeGreaterThan(0);
  return id;
}

const faultsOf = async (page: Page) => [
  ...(await findings(page)),
  ...(await unreachable(page)),
  ...(await overflow(page)),
];

const windowIn = (page: Page): FrameLocator => page.frameLocator("iframe");
const bubbles = (inside: FrameLocator) => inside.locator(".row:not(.system) .line, .row .picture");
const say = async (inside: FrameLocator, text: string) => {
  await inside.getByRole("textbox", { name: "输入消息" }).fill(text);
  await inside.getByRole("button", { name: "发送", exact: true }).click();
};

/** The staff's screen with this conversation open, at that width. */
async function openDesk(id: number, phone: boolean): Promise<Page> {
  const body = { email: admin.email, password: admin.laterPassword, remember: false };
  const session = await callerOf(product.baseUrl)(auth.login, { body });
  const page = await openPage({ phone });
  await page.context().addCookies([{ name: "access_token", value: session.data.access_token, url: product.baseUrl }]);
  await page.goto(`${product.baseUrl}/inquiry/chat-inquiry?tab=waiting&id=${id}`);
  return page;
}

for (const phone of [false, true])
  test(`a visitor of the site talks with staff ${phone ? "on a phone" : "at a desk"}; the server is killed meanwhile, and nothing is lost or doubled`, async () => {
    expectErrors(failedRequest);
    const where = phone ? "手机" : "电脑";
    const page = await openPage({ phone });
    await page.goto(`${origin}/jp/7`);
    const button = page.getByRole("button", { name: /在线咨询/ });
    await button.click();
    const inside = windowIn(page);
    await inside.getByText("您好！请问有什么可以帮您？").waitFor();
    await inside.getByText("客服在线").waitFor();
    const box = await page.locator("iframe").boundingBox();
    expect(box).toMatchObject(phone ? { x: 0, y: 0, width: 390, height: 844 } : { width: 384, height: 640 });
    await say(inside, `${where}一`);
    const id = await conversationOf(`${where}一`);
    const desk = await openDesk(id, phone);
    const reply = async (text: string) => {
      await desk.getByRole("textbox", { name: "回复内容" }).fill(text);
      await desk.getByRole("button", { name: /发送$/ }).click();
    };
    await desk.getByRole("log").getByText(`${where}一`).waitFor();
    await reply("您好，请讲");
    await inside.getByText("您好，请讲").waitFor();

    const again = await product.crash();
    await say(inside, `${where}二`);
    await say(inside, `${where}三`);
    await inside.getByText("发送中…").first().waitFor();
    await inside.getByRole("textbox", { name: "输入消息" }).fill("还没写完");
    await reply("稍等");
    await again();
    const common = ["您好，请讲", "稍等", `${where}一`, `${where}三`, `${where}二`];
    await expect.poll(async () => (await said(id)).sort()).toEqual(common.sort());
    expect((await said(id)).filter((one) => one.startsWith(where))).toEqual([`${where}一`, `${where}二`, `${where}三`]);
    for (const one of [`${where}二`, `${where}三`]) await desk.getByRole("log").getByText(one).waitFor();
    await inside.getByText("稍等").waitFor();
    await reply("都收到了");
    await inside.getByText("都收到了").waitFor();

    // Another page of the site: what was written stays, what comes while it is closed is counted.
    await page.goto(`${origin}/jp/8`);
    await expect.poll(() => page.locator("iframe").count()).toBe(1);
    await expect.poll(() => bubbles(inside).count()).toBe(7);
    await answer(id, "还在吗");
    await page.getByRole("button", { name: "在线咨询 1 条未读" }).click();
    await expect.poll(() => inside.getByRole("textbox", { name: "输入消息" }).inputValue()).toBe("还没写完");
    const before = await said(id);
    const picture = await sharp({ create: { width: 2_400, height: 1_200, channels: 3, background: "#3478c0" } })
      .png()
      .toBuffer();
    await inside
      .locator("input[type=file]")
      .setInputFiles({ name: "户型.png", mimeType: "image/png", buffer: picture });
    await say(inside, `${where}四`);
    expect(before.slice(5)).toEqual(["都收到了", "还在吗"]);
    const all = [...before, "image", `${where}四`];
    await expect.poll(() => said(id)).toEqual(all);
    await desk.getByRole("log").getByText(`${where}四`).waitFor();
    await expect.poll(() => inside.getByText("发送中…").count()).toBe(0);
    const image = inside.getByRole("img", { name: "图片" });
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1_600);
    await expect
      .poll(() => bubbles(inside).allInnerTexts())
      .toEqual(["您好！请问有什么可以帮您？", ...all.map((one) => (one === "image" ? "" : one))]);

    await inside.getByRole("button", { name: "留下联系方式" }).click();
    await inside.getByLabel("称呼").fill("周女士");
    await inside.getByLabel("手机号", { exact: true }).fill("12");
    await inside.getByRole("button", { name: "提交" }).click();
    await inside.getByText("手机号格式不正确").waitFor();
    await inside.getByLabel("手机号", { exact: true }).fill("13800000001");
    await inside.getByRole("button", { name: "提交" }).click();
    await inside.getByText("已收到您的联系方式").first().waitFor();
    await inside.getByRole("button", { name: "结束会话" }).first().click();
    await inside.getByRole("group", { name: "确定结束本次会话？" }).getByRole("button", { name: "结束会话" }).click();
    await inside.getByRole("button", { name: "5 分" }).click();
    await inside.getByText("感谢您的评价").waitFor();
    const ended = await staff(chat.get, { params: { id } });
    expect(ended).toMatchObject({
      data: {
        name: "周女士",
        satisfaction: 5,
        chat_status: "ended",
        pages: [{ url: `${origin}/jp/8` }, { url: `${origin}/jp/7`, title: "港区公寓" }],
      },
    });
    await inside.getByRole("button", { name: "收起" }).click();
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await page.context().cookies()).toEqual([]);
  });

test("a site that the settings do not name cannot show the window", async () => {
  expectErrors(failedRequest, /frame-ancestors/);
  const page = await openPage();
  await page.goto(strange);
  await page.getByRole("button", { name: "在线咨询" }).click();
  await expect.poll(() => page.frames().map((one) => one.url())).toContain("chrome-error://chromewebdata/");
});

test("out of hours a contact comes first, in the visitor's language, and what was written is sent with it", async () => {
  await setAll({ "inquiry.work_hours": { days: [1], from: "00:00", to: "00:01" } });
  const page = await openPage({ phone: true });
  await page.goto(`${product.baseUrl}/chat/window?lang=ja`);
  await page.getByText("ただいま担当者が不在です", { exact: false }).waitFor();
  await page.getByRole("textbox", { name: "メッセージ" }).fill("港区を探しています");
  await page.getByRole("button", { name: "送信", exact: true }).click();
  await page.getByText("連絡先を入力すると送信されます").waitFor();
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect.poll(() => faultsOf(page)).toEqual([]);
  }
  await page.getByLabel("メール").fill("tanaka@example.com");
  await page.getByRole("button", { name: "送信する" }).click();
  await page.getByText("連絡先を受け付けました").waitFor();
  const id = await conversationOf("港区を探しています");
  expect(await said(id)).toEqual(["港区を探しています"]);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect.poll(() => faultsOf(page)).toEqual([]);
  }
});
