import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { tracking } from "~/contract/customer/tracking";
import {
  baseUrl,
  expectErrors,
  failedRequest,
  goInside,
  openPage,
  quiet,
  signIn,
  toast,
  tokenOf,
} from "~/test/support/browser";
import { addCustomer } from "~/test/support/browser-rows";

const sales = "sales@demo.test";

/** A white pixel. */
const picture = {
  name: "样板房.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==",
    "base64",
  ),
};

async function notesOf(page: Page, customerId: number) {
  const headers = { authorization: `Bearer ${await tokenOf(page, sales)}` };
  const reply = await page.request.get(`${baseUrl}${tracking.list.path}?customer_id=${customerId}`, { headers });
  const { data }: { data: { list: { content: string; media: unknown[] }[] } } = await reply.json();
  return data.list.map(({ content, media }) => [content, media.length]);
}

/** Types a follow-up with a picture in a cellar. */
async function typeOffline(page: Page, address: string, content: string) {
  await signIn(page, sales, `${address}?write=1`);
  const form = page.getByRole("region", { name: "写跟进" });
  await form.getByLabel("跟进内容").waitFor();
  await form.getByLabel("选择图片").or(form.getByLabel("拍摄图片")).first().waitFor({ state: "attached" });
  await quiet(page);
  await page.context().setOffline(true);
  await page.getByText("离线：保存后在联网时发送").waitFor();
  await form.getByLabel("跟进内容").fill(content);
  await form.getByLabel("选择图片").setInputFiles(picture);
  await form.getByRole("img", { name: picture.name }).waitFor();
}

test("a follow-up with its picture outlives the page that was killed before it was sent, and two tabs send it once", async () => {
  expectErrors(failedRequest);
  const page = await openPage({ phone: true });
  const { id, address } = await addCustomer(page, sales);
  await typeOffline(page, address, "地下车库里看了样板房，客户满意");
  await page.getByRole("button", { name: "保存" }).click();
  await toast(page, "已保存，联网后发送").waitFor();
  await page.getByRole("button", { name: "待发送 1 条" }).click();
  await page.getByRole("list", { name: "待发送" }).getByText("地下车库里看了样板房，客户满意").waitFor();
  const context = page.context();
  await page.close();
  expect(await context.cookies()).not.toEqual([]);
  await context.setOffline(false);
  const sent: string[] = [];
  context.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith(tracking.create.path)) sent.push(request.url());
  });
  const tabs = [await context.newPage(), await context.newPage()] as const;
  await Promise.all(tabs.map((tab) => tab.goto(`${baseUrl}/schedule-list`)));
  await expect.poll(() => notesOf(tabs[0], id)).toEqual([["地下车库里看了样板房，客户满意", 1]]);
  for (const tab of tabs) await expect.poll(() => tab.getByRole("button", { name: /^待发送/ }).count()).toBe(0);
  expect(sent).toHaveLength(1);
});

test("a follow-up with its picture outlives the page that was killed while it was typed", async () => {
  expectErrors(failedRequest);
  const page = await openPage({ phone: true });
  const { id, address } = await addCustomer(page, sales);
  await typeOffline(page, address, "还没有保存就断了电的一条跟进");
  // A draft is written 400 ms after the last letter.
  const drafts = () =>
    page.evaluate(async () => {
      const open = indexedDB.open("keyval-store");
      await new Promise((resolve) => (open.onsuccess = resolve));
      const all = open.result.transaction("keyval").objectStore("keyval").getAllKeys();
      await new Promise((resolve) => (all.onsuccess = resolve));
      open.result.close();
      return all.result.filter((key) => String(key).startsWith("draft:")).length;
    });
  await expect.poll(drafts).toBe(1);
  const context = page.context();
  await page.close();
  await context.setOffline(false);
  const tab = await context.newPage();
  await tab.goto(`${baseUrl}${address}?write=1`);
  await tab.getByRole("button", { name: "恢复草稿" }).click();
  const form = tab.getByRole("region", { name: "写跟进" });
  await form.getByRole("img", { name: picture.name }).waitFor();
  await tab.getByRole("button", { name: "保存" }).click();
  await expect.poll(() => notesOf(tab, id)).toEqual([["还没有保存就断了电的一条跟进", 1]]);
});

test("what was seen is shown without a network, from when it was, and is refreshed when that is back", async () => {
  expectErrors(failedRequest);
  const page = await openPage({ phone: true });
  const { name, address } = await addCustomer(page, sales);
  await signIn(page, sales, address);
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await goInside(page, "/customer/customerInfor");
  await page.getByText(/^共 .+ 条$/).waitFor();
  await quiet(page);
  await page.context().setOffline(true);
  await page.goBack();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  const line = page.getByRole("status").filter({ hasText: /^离线：显示 .+ 看到的内容$/ });
  await line.waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => line.count()).toBe(0);
  await page.getByRole("heading", { name, level: 1 }).waitFor();
});
