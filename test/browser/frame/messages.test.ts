import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, signIn, tokenOf } from "~/test/support/browser";
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
