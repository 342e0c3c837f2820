import type { Page, Request, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  baseUrl,
  countDocuments,
  expectErrors,
  failedRequest,
  frame,
  openPage,
  signIn,
  tokenOf,
} from "~/test/support/browser";

const sales = "sales@demo.test";
const pool = "/customer/publicCustomer";
/** Just over the limit of a chunk (domain S.9). */
const tooLong = 121_000;

interface Part {
  module: string;
  css?: string[];
}

/** What the build has made of a route, by the route's path; the entry too. */
async function partsOf(page: Page, route: string): Promise<{ js: string; css: string }> {
  const index = await (await page.request.get("/login")).text();
  const name = /\/static\/js\/manifest-[\w-]+\.js/.exec(index)?.[0] ?? "";
  const text = await (await page.request.get(name)).text();
  const manifest: { entry: Part; routes: Record<string, Part> } = JSON.parse(
    text.slice(text.indexOf("=") + 1).replace(/;\s*$/, ""),
  );
  const part = route === "entry" ? manifest.entry : manifest.routes[route];
  return { js: `**${part?.module}`, css: `**${part?.css?.[0]}` };
}

const missing = (route: Route) => route.fulfill({ status: 404, contentType: "text/plain", body: "not found" });
const faults: Record<string, (route: Route) => unknown> = {
  "is missing": missing,
  "loses its connection": (route) => route.abort("connectionreset"),
  "is answered with a page": (route) =>
    route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html><title>x</title>" }),
};

const failure = (page: Page) => page.getByRole("alert").getByRole("heading", { name: "ChunkLoadError" });

/** Holds a script back for good, and knows which others are on their way. */
async function hold(page: Page, js: string): Promise<Set<Request>> {
  const others = new Set<Request>();
  const isHeld = (request: Request) => request.url().endsWith(js.slice(2));
  page.on("request", (request) => request.url().includes("/static/") && !isHeld(request) && others.add(request));
  page.on("requestfinished", (request) => others.delete(request));
  page.on("requestfailed", (request) => others.delete(request));
  await page.route(js, () => undefined);
  return others;
}

/** Lets 120 seconds pass, counted from whenever the loading has begun, until the page says so. Others, which only take their time, come first. */
const outwait = (page: Page, others: Set<Request>) =>
  expect
    .poll(async () => {
      if (others.size === 0) await page.clock.fastForward(tooLong);
      return failure(page).count();
    })
    .toBe(1);

/** The fault has gone: 重试 brings the page. */
async function retry(page: Page, part: string) {
  await page.unroute(part);
  await page.getByRole("button", { name: "重试" }).click();
}

const rows = (page: Page) => page.getByText(/^共 .+ 条$/);

async function enter(page: Page) {
  expectErrors(
    failedRequest,
    /Failed to load module script/,
    /Failed to fetch dynamically imported module/,
    /MIME type/,
  );
  await page.context().addCookies([{ name: "access_token", value: await tokenOf(page, sales), url: baseUrl }]);
}

describe.each(Object.entries(faults))("a screen's script that %s", (_, fault) => {
  test("is a ChunkLoadError page on a direct visit, without a reload, and 重试 brings the screen", async () => {
    const page = await openPage();
    await enter(page);
    const { js } = await partsOf(page, "customer/publicCustomer");
    await page.route(js, fault);
    const documents = countDocuments(page);
    await page.goto(pool);
    await failure(page).waitFor();
    expect(documents.count).toBeLessThanOrEqual(2);
    await retry(page, js);
    await rows(page).waitFor();
    expect(documents.count).toBeLessThanOrEqual(3);
  });
});

test("a screen's script that is missing is a ChunkLoadError page inside the frame when it is opened by a click", async () => {
  const page = await openPage();
  await enter(page);
  const { js } = await partsOf(page, "customer/publicCustomer");
  await page.route(js, missing);
  await signIn(page, sales);
  const documents = countDocuments(page);
  await page.getByRole("button", { name: "客户管理" }).click();
  await failure(page).waitFor();
  await frame(page).waitFor();
  expect(documents.count).toBe(0);
  await retry(page, js);
  await rows(page).waitFor();
  expect(documents.count).toBe(1);
});

test("a screen's script that hangs is given up after 120 seconds, on a click", async () => {
  const page = await openPage();
  await enter(page);
  await page.clock.install();
  const { js } = await partsOf(page, "customer/publicCustomer");
  const others = await hold(page, js);
  await signIn(page, sales);
  const asked = page.waitForRequest(js);
  await page.getByRole("button", { name: "客户管理" }).click();
  await asked;
  await outwait(page, others);
  await retry(page, js);
  await rows(page).waitFor();
});

test("a screen's script that hangs is given up after 120 seconds, on a direct visit", async () => {
  const page = await openPage();
  await enter(page);
  await page.clock.install();
  const { js } = await partsOf(page, "customer/publicCustomer");
  const others = await hold(page, js);
  const documents = countDocuments(page);
  // The frame's own data have come: they are not what is outwaited.
  const answers = ["profile", "menus"].map((name) => page.waitForResponse(`**/api/user/${name}`));
  await page.goto(pool, { waitUntil: "commit" });
  await page.getByRole("status", { name: "加载中" }).waitFor();
  for (const answer of answers) await (await answer).finished();
  await outwait(page, others);
  expect(documents.count).toBeLessThanOrEqual(2);
});

test("a screen's style sheet that is missing is a ChunkLoadError, not a page without style", async () => {
  const page = await openPage();
  await enter(page);
  const { css } = await partsOf(page, "customer/publicCustomer");
  await page.route(css, missing);
  await signIn(page, sales);
  await page.getByRole("button", { name: "客户管理" }).click();
  await failure(page).waitFor();
  await retry(page, css);
  await rows(page).waitFor();
});

test("a screen's style sheet that is missing is a ChunkLoadError on a direct visit too", async () => {
  const page = await openPage();
  await enter(page);
  const { css } = await partsOf(page, "customer/publicCustomer");
  await page.route(css, (route) => route.abort("connectionreset"));
  const documents = countDocuments(page);
  await page.goto(pool);
  await failure(page).waitFor();
  expect(documents.count).toBeLessThanOrEqual(2);
});

test("a screen's style sheet that hangs is given up after 120 seconds", async () => {
  const page = await openPage();
  await enter(page);
  await page.clock.install();
  const { css } = await partsOf(page, "customer/publicCustomer");
  const others = await hold(page, css);
  await signIn(page, sales);
  const asked = page.waitForRequest(css);
  await page.getByRole("button", { name: "客户管理" }).click();
  await asked;
  await outwait(page, others);
});

describe.each(["root", "entry"])("the %s script", (name) => {
  test("that is missing is a ChunkLoadError page instead of an endless spinner", async () => {
    const page = await openPage();
    await enter(page);
    const { js } = await partsOf(page, name);
    await page.route(js, missing);
    const documents = countDocuments(page);
    await page.goto("/login");
    await failure(page).waitFor();
    expect(documents.count).toBeLessThanOrEqual(2);
    await retry(page, js);
    await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  });

  test("that hangs is given up after 120 seconds", async () => {
    const page = await openPage();
    await enter(page);
    await page.clock.install();
    const { js } = await partsOf(page, name);
    const others = await hold(page, js);
    const asked = page.waitForRequest(js);
    await page.goto("/login", { waitUntil: "commit" });
    await asked;
    await page.getByRole("status", { name: "加载中" }).waitFor();
    await outwait(page, others);
  });
});

test("the product's own style sheet missing or hanging is a ChunkLoadError page as well", async () => {
  const page = await openPage();
  await enter(page);
  const { css } = await partsOf(page, "root");
  await page.route(css, (route) => route.abort("connectionreset"));
  await page.goto("/login");
  await failure(page).waitFor();
  await page.unroute(css);

  const others = await hold(page, css);
  await page.clock.install();
  await page.goto("/login", { waitUntil: "commit" });
  // A sheet that hangs in the head keeps the browser from drawing: nothing can be waited for by its looks.
  await page.waitForFunction(() => document.querySelector("link[rel=stylesheet]"), undefined, { polling: 50 });
  await outwait(page, others);
});
