import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { findings, overflow } from "~/test/support/axe";
import { baseUrl, expectErrors, failedRequest, openPage, signIn } from "~/test/support/browser";
import { someNumber } from "~/test/support/browser-rows";

// The staff's screen; the visitor speaks through the public endpoints. The visitor's own window is chat-visitor.whole.test.ts.

const service = "customer_service@demo.test";
const publicPath = `${baseUrl}/api/inquiry/chat/public`;

async function ask<T>(path: string, method: string, body?: object): Promise<T> {
  const reply = await fetch(`${publicPath}${path}`, {
    method,
    // As the window's own page: of our host.
    headers: { origin: baseUrl, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { code, message, data }: { code: number; message: string; data: T } = await reply.json();
  expect(code, message).toBe(200);
  return data;
}

/** A visitor who has left a name, so that they may speak at any hour. */
async function visitor() {
  const name = `访客${someNumber()}`;
  const { token } = await ask<{ token: string }>("/session", "POST", { page_url: "https://www.demo.test/estate" });
  await ask(`/${token}/contact`, "PATCH", { name, wechat: `wx-${someNumber()}` });
  return {
    name,
    says: (content: string) => ask(`/${token}/messages`, "POST", { content, client_msg_id: randomUUID() }),
    reads: async () => {
      const { list } = await ask<{ list: { sender: string; type: string; content: string | null }[] }>(
        `/${token}/messages?after_id=0`,
        "GET",
      );
      return list.filter(({ sender }) => sender === "staff").map(({ type, content }) => content ?? type);
    },
  };
}

test("staff answer a visitor: live, with a picture, and nothing is lost or doubled where the line was", async () => {
  const page = await openPage();
  await signIn(page, service, "/inquiry/chat-inquiry");
  const guest = await visitor();
  await guest.says("您好，想看港区的房子");
  const session = page.getByRole("link", { name: new RegExp(guest.name) });
  await session.click();
  const log = page.getByRole("log", { name: "消息" });
  await log.getByText("您好，想看港区的房子").waitFor();
  const answer = page.getByRole("textbox", { name: "回复内容" });
  await answer.fill("您好，我来为您介绍");
  // The key that ends a word in Safari.
  const ending = { key: "Enter", keyCode: 229, bubbles: true, cancelable: true };
  await answer.evaluate((field, given) => field.dispatchEvent(new KeyboardEvent("keydown", given)), ending);
  await expect.poll(() => answer.inputValue()).toBe("您好，我来为您介绍");
  await answer.press("Enter");
  await page.getByRole("tab", { name: /^我的/ }).click();
  await expect.poll(guest.reads).toEqual(["您好，我来为您介绍"]);
  await guest.says("两居有吗");
  await log.getByText("两居有吗").waitFor();
  await expect.poll(() => findings(page)).toEqual([]);
  await expect.poll(() => overflow(page)).toEqual([]);

  const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: "#3478c0" } })
    .png()
    .toBuffer();
  await page.getByLabel("选择：发送图片").setInputFiles({ name: "户型.png", mimeType: "image/png", buffer: picture });
  await log.getByRole("button", { name: "查看图片户型.png" }).waitFor();

  expectErrors(failedRequest);
  await page.context().setOffline(true);
  for (const text of ["第一句", "第二句"]) {
    await answer.fill(text);
    await answer.press("Enter");
  }
  await log.getByText("发送失败，恢复后自动重发").first().waitFor();
  await guest.says("还在吗");
  await page.context().setOffline(false);
  await expect.poll(guest.reads).toEqual(["您好，我来为您介绍", "image", "第一句", "第二句"]);
  await log.getByText("还在吗").waitFor();
  await expect.poll(() => log.getByText("第一句").count()).toBe(1);
  await answer.fill("打了一半");
  await expect.poll(() => page.evaluate(keptDrafts)).toContain("打了一半");
  await page.reload();
  await expect.poll(() => answer.inputValue()).toBe("打了一半");
});

/** The drafts that the browser keeps, as text. */
const keptDrafts = () =>
  new Promise<string>((resolve) => {
    const opening = indexedDB.open("keyval-store");
    opening.onsuccess = () => {
      const asked = opening.result.transaction("keyval").objectStore("keyval").getAll();
      asked.onsuccess = () => resolve(JSON.stringify(asked.result));
    };
  });

test("on the phone a conversation is held with the thumb", async () => {
  const page = await openPage({ phone: true });
  const guest = await visitor();
  await guest.says("周末能看房吗");
  await signIn(page, service, "/inquiry/chat-inquiry");
  await page.getByRole("link", { name: new RegExp(guest.name) }).click();
  const answer = page.getByRole("textbox", { name: "回复内容" });
  await answer.fill("可以的");
  const send = page.getByRole("button", { name: "接入并发送" });
  const box = await send.boundingBox();
  expect(box && box.y > 700 && box.height >= 44).toBe(true);
  await send.click();
  await expect.poll(guest.reads).toEqual(["可以的"]);
  await expect.poll(() => findings(page)).toEqual([]);
  await page.getByRole("button", { name: "返回会话列表" }).click();
  await page.getByRole("tab", { name: /^我的/ }).waitFor();
});
