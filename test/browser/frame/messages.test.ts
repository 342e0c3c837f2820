import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, signIn, toast, tokenOf } from "~/test/support/browser";
import { addCustomer } from "~/test/support/browser-rows";

const manager = "sales_manager@demo.test";

const bell = (page: Page) => page.getByRole("button", { name: /^(未读消息 \d+\+? 条|消息)$/ });
const drawer = (page: Page) => page.getByRole("dialog", { name: "消息" });
const badge = async (page: Page) => Number(/\d+/.exec((await bell(page).getAttribute("title")) ?? "")?.[0] ?? 0);

test("a message that comes shows on the bell at once, and the drawer opens what it is about", async () => {
  const [page, other] = [await openPage(), await openPage()];
  const streams: string[] = [];
  const polls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/user/events")) streams.push(request.url());
    if (request.url().includes("/crm/auth/user/statistics")) polls.push(request.url());
  });
  await signIn(page, "sales@demo.test");
  await expect.poll(() => badge(page)).toBeGreaterThan(0);
  const before = await badge(page);

  const headers = { authorization: `Bearer ${await tokenOf(other, manager)}` };
  const me = await page.request.get("/api/user/profile", {
    headers: { authorization: `Bearer ${await tokenOf(page, "sales@demo.test")}` },
  });
  const { data: profile }: { data: { id: number } } = await me.json();
  const { id, address } = await addCustomer(other, manager, { to_pool: true });
  const assigned = await other.request.put(`/crm/customer/assign/${id}`, {
    headers,
    data: { user_id: profile.id, force: true },
  });
  expect(await assigned.json()).toMatchObject({ code: 200 });

  await expect.poll(() => badge(page)).toBe(before + 1);
  expect(streams).toHaveLength(1);
  expect(polls).toEqual([]);
  await bell(page).click();
  const newest = drawer(page).getByRole("listitem").first();
  await newest.getByText("您有新的客户").waitFor();
  await drawer(page).getByRole("button", { name: "更多" }).click();
  await expect.poll(() => drawer(page).getByRole("listitem").count()).toBe(40);
  await newest.getByRole("link").click();
  await page.waitForURL(`**${address}`);
  await drawer(page).waitFor({ state: "hidden" });
  await expect.poll(() => badge(page)).toBe(before);
});

test("who is mentioned in a comment reads it from the message, on the phone", async () => {
  const [page, other] = [await openPage(), await openPage({ phone: true })];
  const headers = { authorization: `Bearer ${await tokenOf(other, manager)}` };
  const me = await other.request.get("/api/user/profile", { headers });
  const { data: profile }: { data: { name: string } } = await me.json();
  const { address, number } = await addCustomer(other, manager, { to_pool: true });
  await signIn(page, "sales@demo.test", `${address}?tab=comments`);
  await page.getByRole("textbox", { name: "评论" }).pressSequentially(`请看一下 @${profile.name}`);
  await page.getByRole("option", { name: profile.name }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type(`，号码尾号${number.slice(-4)}`);
  await page.keyboard.press("Control+Enter");
  await toast(page, "评论已发送").waitFor();

  await signIn(other, manager);
  await bell(other).click();
  await drawer(other).getByRole("tab", { name: /^提及/ }).click();
  const newest = drawer(other).getByRole("listitem").first();
  await newest.getByText("有人在客户评论中提到您").waitFor();
  await newest.getByRole("link").click();
  await other.waitForURL(`**${address}?tab=comments&comment=*`);
  const said = other.getByRole("list", { name: "评论" }).getByRole("listitem").first();
  await expect.poll(() => said.textContent()).toContain(`请看一下 @${profile.name} ，号码尾号${number.slice(-4)}`);
  await expect.poll(() => said.evaluate((item) => item === document.activeElement)).toBe(true);
});
