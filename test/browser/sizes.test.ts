import type { Page, Response } from "playwright-core";
import { expect, test } from "vitest";
import { baseUrl, openPage, tokenOf } from "../support/browser";

// The budgets of size, brotli, as Chromium receives them. A KB is 1,024 bytes here.
const KB = 1024;

/** Words that only the code of charts, editors, spreadsheets and maps holds. */
const heavy = /recharts|ProseMirror|tiptap|exceljs|xlsx|echarts|leaflet/i;

interface Weight {
  js: number;
  css: number;
  all: number;
  /** Scripts that hold what a list or a form must not carry. */
  strangers: string[];
}

/** What an act makes the browser fetch, in KB. */
async function weigh(page: Page, act: () => Promise<unknown>): Promise<Weight> {
  const responses: Response[] = [];
  const hear = (response: Response) => responses.push(response);
  page.on("response", hear);
  await act();
  await page.waitForLoadState("networkidle");
  page.off("response", hear);
  const weight: Weight = { js: 0, css: 0, all: 0, strangers: [] };
  for (const response of responses) {
    // A file out of the cache has a negative size.
    const responseBodySize = Math.max(0, (await response.request().sizes()).responseBodySize);
    const { pathname } = new URL(response.url());
    weight.all += responseBodySize / KB;
    if (pathname.endsWith(".css")) weight.css += responseBodySize / KB;
    if (!pathname.endsWith(".js")) continue;
    weight.js += responseBodySize / KB;
    expect([pathname, response.headers()["content-encoding"]]).toEqual([pathname, "br"]);
    if (heavy.test(await response.text())) weight.strangers.push(pathname);
  }
  return weight;
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
  expect(weight.strangers).toEqual([]);
});

test("a list's first visit, signed in: 260 KB of scripts, 300 KB in all, and a further screen 25 KB more", async () => {
  const page = await signedIn();
  const list = await weigh(page, () => page.goto("/customer/publicCustomer"));
  expect(list.js).toBeLessThanOrEqual(260);
  expect(list.all).toBeLessThanOrEqual(300);
  expect(list.strangers).toEqual([]);

  const detail = await weigh(page, async () => {
    await page.getByRole("link", { name: "查看" }).first().click();
    await page.getByRole("tab", { name: "基本信息" }).waitFor();
  });
  expect(detail.js + detail.css).toBeLessThanOrEqual(25);
  expect(detail.strangers).toEqual([]);
});

test("the dashboard's first visit: 280 KB of scripts", async () => {
  const page = await signedIn();
  const weight = await weigh(page, () => page.goto("/dashboard"));
  expect(weight.js).toBeLessThanOrEqual(280);
});
