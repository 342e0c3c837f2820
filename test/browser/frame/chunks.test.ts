import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import {
  actAtOnce,
  baseUrl,
  countDocuments,
  expectErrors,
  failedRequest,
  frame,
  openPage,
  signIn,
  tokenOf,
} from "~/test/support/browser";

// Each cause by itself, and the 120 seconds: test/app/remix.

const sales = "sales@demo.test";
const pool = "/customer/publicCustomer";

interface Part {
  module: string;
  css?: string[];
}

/** What the build has made of a route, by the route's path. */
async function partsOf(page: Page, route: string): Promise<{ js: string; css: string }> {
  const index = await (await page.request.get("/login")).text();
  const name = /\/static\/js\/manifest-[\w-]+\.js/.exec(index)?.[0] ?? "";
  const text = await (await page.request.get(name)).text();
  const manifest: { routes: Record<string, Part> } = JSON.parse(text.slice(text.indexOf("=") + 1).replace(/;\s*$/, ""));
  const part = manifest.routes[route];
  return { js: `**${part?.module}`, css: `**${part?.css?.[0]}` };
}

const missing = (route: Route) => route.fulfill({ status: 404, contentType: "text/plain", body: "not found" });

const failure = (page: Page) => page.getByRole("alert").getByRole("heading", { name: "ChunkLoadError" });
const rows = (page: Page) => page.getByText(/^共 .+ 条$/);

/** The fault is gone: 重试 brings what comes next. */
async function retry(page: Page, part: string) {
  await page.unroute(part);
  await page.getByRole("button", { name: "重试" }).click();
}

async function enter(page: Page, route = "customer/publicCustomer") {
  expectErrors(failedRequest, /Failed to load module script/, /Failed to fetch dynamically imported module/);
  await page.context().addCookies([{ name: "access_token", value: await tokenOf(page, sales), url: baseUrl }]);
  return partsOf(page, route);
}

test("on a direct visit the product's sheet and script and the screen's script that are missing are ChunkLoadError pages, one after the other, without a reload, and 重试 brings the screen", async () => {
  const page = await openPage();
  const { js } = await enter(page);
  const root = await partsOf(page, "root");
  await page.route(root.css, (route) => route.abort("connectionreset"));
  await page.route(root.js, missing);
  await page.route(js, missing);
  const documents = countDocuments(page);
  // What is under the panel does not come to rest.
  actAtOnce(page);
  await page.goto(pool);
  for (const part of [root.css, root.js, js]) {
    await failure(page).waitFor();
    const already = documents.count;
    await retry(page, part);
    await expect.poll(() => documents.count).toBe(already + 1);
  }
  await rows(page).waitFor();
  // The visit and three times 重试.
  expect(documents.count).toBe(4);
});

test("a screen's script that is missing on a click is a ChunkLoadError page inside the frame, so is its sheet, and 重试 brings the screen", async () => {
  const page = await openPage();
  // A screen with a sheet of its own.
  const { js, css } = await enter(page, "customer/tracking");
  await page.route(js, missing);
  await page.route(css, missing);
  await signIn(page, sales);
  const documents = countDocuments(page);
  await page.getByRole("button", { name: "客户管理" }).click();
  await frame(page).getByRole("link", { name: "跟进记录" }).click();
  await failure(page).waitFor();
  await frame(page).waitFor();
  expect(documents.count).toBe(0);
  await retry(page, js);
  await expect.poll(() => documents.count).toBe(1);
  await failure(page).waitFor();
  await retry(page, css);
  await rows(page).waitFor();
  expect(documents.count).toBe(2);
});
