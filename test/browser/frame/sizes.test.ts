import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { baseUrl, openPage, tokenOf } from "~/test/support/browser";
import { type Weight, weigh } from "~/test/support/weigh";

// The budgets of size, in KB. The bench prints them as well, and every further screen's.

/** Words that only the code of charts, editors, spreadsheets and maps holds. */
const heavy = /recharts|ProseMirror|tiptap|exceljs|xlsx|echarts|leaflet/i;

/** Scripts that hold what a list or a form must not carry, or that came unpacked. */
async function strangers({ scripts }: Weight): Promise<string[]> {
  const found: string[] = [];
  for (const script of scripts) {
    const isPacked = script.headers()["content-encoding"] === "br";
    if (!isPacked || heavy.test(await script.text())) found.push(script.url());
  }
  return found;
}

async function signedIn(): Promise<Page> {
  const page = await openPage();
  const token = await tokenOf(page, "sales@demo.test");
  await page.context().addCookies([{ name: "access_token", value: token, url: baseUrl }]);
  return page;
}

test("the sign-in page's first visit: 145 KB of scripts, 15 KB of styles", async () => {
  const page = await openPage();
  const weight = await weigh(page, () => page.goto("/login"));
  expect(weight.js).toBeLessThanOrEqual(145);
  expect(weight.css).toBeLessThanOrEqual(15);
  expect(await strangers(weight)).toEqual([]);
});

test("a list's first visit, signed in: 260 KB of scripts, 300 KB in all, and a further screen 25 KB more", async () => {
  const page = await signedIn();
  const list = await weigh(page, () => page.goto("/customer/publicCustomer"));
  expect(list.js).toBeLessThanOrEqual(260);
  expect(list.all).toBeLessThanOrEqual(300);
  expect(list.again).toEqual([]);
  expect(await strangers(list)).toEqual([]);

  const detail = await weigh(page, async () => {
    await page.getByRole("link", { name: "查看" }).first().click();
    await page.getByRole("tab", { name: "基本信息" }).waitFor();
  });
  expect(detail.js + detail.css).toBeLessThanOrEqual(25);
  expect(await strangers(detail)).toEqual([]);
});

test("the dashboard's first visit: 280 KB of scripts", async () => {
  const page = await signedIn();
  const weight = await weigh(page, () => page.goto("/dashboard"));
  expect(weight.js).toBeLessThanOrEqual(280);
});
