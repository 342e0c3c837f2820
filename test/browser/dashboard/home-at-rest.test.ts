import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { countClicks, frame, openPage, signIn, toast } from "~/test/support/browser";
import { phonePicture } from "~/test/support/media-files";

/** What may be pressed on the whole page while nobody points at anything, and how many of its words are blue. */
const atRest = (page: Page) =>
  page.locator("#content").evaluate((main) => {
    const isSeen = (one: Element) => {
      const { width, height } = one.getBoundingClientRect();
      if (width < 2 || height < 2) return false;
      for (let above: Element | null = one; above; above = above.parentElement) {
        const { visibility, display, opacity } = getComputedStyle(above);
        if (visibility === "hidden" || display === "none" || Number(opacity) < 0.05) return false;
      }
      return true;
    };
    const isBlue = (one: Element) => {
      const [red = 0, , blue = 0] = (getComputedStyle(one).color.match(/[\d.]+/g) ?? []).map(Number);
      return blue > 150 && blue - red > 60;
    };
    const acts = [...main.querySelectorAll("a[href], button, input, select, textarea")].map((one) =>
      one instanceof HTMLInputElement && one.type === "radio" ? (one.nextElementSibling ?? one) : one,
    );
    const words = [...main.querySelectorAll("*")].filter((one) =>
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    );
    return {
      acts: acts.filter(isSeen).length,
      blue: words.filter((one) => isSeen(one) && isBlue(one)).length,
    };
  });

// At most half of what stood there before figures, charts and acts came with a press.
test.each([
  { role: "sales", acts: 50, blue: 18 },
  { role: "sales_manager", acts: 75, blue: 38 },
  { role: "finance", acts: 70, blue: 43 },
  { role: "channel_manager", acts: 29, blue: 6 },
])("the home of $role is quiet at rest, and an act comes under the pointer", async ({ role, acts, blue }) => {
  const page = await openPage();
  await signIn(page, `${role}@demo.test`, "/dashboard");
  await page.getByRole("region", { name: "关键指标" }).waitFor();
  await expect.poll(() => page.getByRole("main").getByRole("progressbar").count()).toBe(0);
  const rest = await atRest(page);
  expect(rest.acts).toBeLessThanOrEqual(acts);
  expect(rest.blue).toBeLessThanOrEqual(blue);
  const line = page
    .getByRole("region", { name: role.startsWith("sales") ? "今日工作" : "待办" })
    .locator("li li, li")
    .filter({ has: page.getByRole("button", { name: /^(写跟进|通过|确认到账) / }) });
  await line.last().hover();
  await expect.poll(async () => (await atRest(page)).acts).toBeGreaterThan(rest.acts);
});

test("a lead that waits is approved by two presses, and a statement confirmed by five", async () => {
  const page = await openPage();
  await signIn(page, "channel_manager@demo.test", "/dashboard");
  const waiting = page.getByRole("region", { name: "待办" }).getByRole("button", { name: /^通过 / });
  await waiting.first().waitFor();
  const clicks = await countClicks(page);
  await waiting.first().click();
  const passing = page.getByRole("dialog", { name: "通过" });
  // Somebody is proposed.
  await expect.poll(() => passing.getByRole("textbox", { name: "顾问" }).inputValue()).not.toBe("");
  await passing.getByRole("button", { name: "通过" }).click();
  await toast(page, "已通过").waitFor();
  await expect.poll(() => clicks()).toBe(2);

  await page.getByRole("button", { name: "线索管理" }).click();
  await frame(page).getByRole("link", { name: "对账单" }).click();
  await page.getByRole("button", { name: "确认", exact: true }).first().click();
  const confirming = page.getByRole("dialog", { name: "记录代理确认" });
  // As it is dropped.
  const proof = { name: "确认单.jpg", mimeType: "image/jpeg", buffer: await phonePicture({ width: 800, height: 600 }) };
  await confirming.locator("input[type=file]").first().setInputFiles(proof);
  await confirming.getByRole("button", { name: /^移除/ }).waitFor();
  await confirming.getByRole("button", { name: "确认", exact: true }).click();
  await toast(page, "已记录代理确认").waitFor();
  await expect.poll(() => clicks()).toBeLessThanOrEqual(2 + 5);
});
