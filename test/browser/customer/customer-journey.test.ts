import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { countClicks, openPage, signIn, toast, tokenOf } from "~/test/support/browser";
import { addCustomer } from "~/test/support/browser-rows";

const sales = "sales@demo.test";
const manager = "sales_manager@demo.test";
const pool = "/customer/publicCustomer";

/** Presses a number to call, which no browser of a test does. */
async function tapCall(call: Locator) {
  await call.evaluate((link) => link.addEventListener("click", (event) => event.preventDefault()));
  await call.tap();
}

test("on the phone a seller claims from the pool and calls by two taps", async () => {
  const page = await openPage({ phone: true });
  const { name, number, phone } = await addCustomer(page, manager, { to_pool: true });
  await signIn(page, sales, `${pool}?keyword=${number}`);
  await page.getByText(/^共 .+ 条$/).waitFor();
  const claimed = Number(/今日已领取 (\d+)\//.exec((await page.getByText("今日已领取").textContent()) ?? "")?.[1]);
  const taps = await countClicks(page);
  await page.getByRole("button", { name: "领取", exact: true }).tap();
  const call = toast(page, `已领取${name}`).getByRole("link", { name: /^拨打/ });
  await expect.poll(() => call.getAttribute("href")).toBe(`tel:+86${phone}`);
  await tapCall(call);
  await expect.poll(() => taps()).toBe(2);
  await page.getByText(`今日已领取 ${claimed + 1}/`).waitFor();
});

test("on the phone number, clock and next step of a customer are above the fold, two taps away from a message", async () => {
  const page = await openPage({ phone: true });
  const { id, name, phone } = await addCustomer(page, manager, { to_pool: true });
  const headers = { authorization: `Bearer ${await tokenOf(page, manager)}` };
  const profile = await page.request.get("/api/user/profile", {
    headers: { authorization: `Bearer ${await tokenOf(page, sales)}` },
  });
  const { data }: { data: { id: number } } = await profile.json();
  const given = { action: "assign", user_id: data.id };
  expect((await page.request.put(`/crm/customer/assign/${id}`, { headers, data: given })).ok()).toBe(true);

  await signIn(page, sales);
  await page.getByRole("button", { name: /^(未读)?消息/ }).tap();
  const shown = page.getByRole("listitem").filter({ hasText: name });
  const taps = await countClicks(page);
  await shown.getByRole("link").first().tap();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  const call = page.getByRole("link", { name: `拨打${phone}` });
  await expect.poll(() => call.getAttribute("href")).toBe(`tel:+86${phone}`);
  await tapCall(call);
  await expect.poll(() => taps()).toBeLessThanOrEqual(2);

  // The bar at the thumb calls; what one reads is above it.
  const bar = page.locator("[data-thumb-bar]");
  const fold = await bar.boundingBox();
  expect((fold?.y ?? 0) + (fold?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  await expect.poll(() => bar.getByRole("link", { name: `拨打${phone}` }).count()).toBe(1);
  for (const part of [page.getByText(/^还剩\d+天/), page.getByRole("region", { name: "下一步" })]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(fold?.y ?? 0);
  }
  await page.getByRole("button", { name: "明天" }).tap();
  await toast(page, "下次跟进：").waitFor();
});
