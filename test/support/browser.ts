import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from "playwright-core";
import { expect, inject } from "vitest";
import { clockAhead, zone } from "./clock";
import { isEvents } from "./weigh";

/** The product that all browser tests share. */
export const { baseUrl, password } = inject("product");

const results = join(import.meta.dirname, "../../test-results");

/** What Chromium says of a reply that is not 2xx, or of a request that got none: for `expectErrors`. */
export const failedRequest = /^Failed to load resource/;

let browser: Browser | undefined;
const opened = new Set<BrowserContext>();
let problems: string[] = [];
let expected: RegExp[] = [];

/**
 * Chromium also draws two pages of its own into the address bar of each window: half the cost of opening one.
 * Only the last switch of this name counts, so it also repeats what Playwright switches off itself.
 */
const featuresOff = [
  "PreloadTopChromeWebUI",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
];

async function runningBrowser(): Promise<Browser> {
  if (browser?.isConnected()) return browser;
  browser = await chromium.launch({
    executablePath: inject("product").chromium,
    args: [
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--no-first-run",
      `--disable-features=${featuresOff}`,
      // Nothing may leave this machine, whatever a test does.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  return browser;
}

/** Closes what a test has opened, and fails it for an error that it did not name. */
export async function endOfTest(task: { name: string; hasFailed: boolean }): Promise<void> {
  const pages = [...opened].flatMap((context) => context.pages());
  const unexpected = problems.filter((problem) => ![...expected, shed].some((pattern) => pattern.test(problem)));
  if (task.hasFailed || unexpected.length) await photograph(pages, task.name);
  for (const context of opened) await closeContext(context);
  opened.clear();
  problems = [];
  expected = [];
  expect(unexpected).toEqual([]);
}

/** Where only the log is seen, it tells what was in the way. */
async function photograph(pages: Page[], name: string): Promise<void> {
  mkdirSync(results, { recursive: true });
  const stem = name.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 80);
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: join(results, `${stem}${index ? `-${index + 1}` : ""}.png`) }).catch(() => undefined);
    const said = await page
      .locator("[role=alert], [role=dialog], [aria-invalid=true]")
      .evaluateAll((all) => all.map((one) => (one.textContent || one.getAttribute("aria-label") || "").slice(0, 200)))
      .catch(() => []);
    console.error(`${name}\n  at ${page.url()}\n  says ${JSON.stringify(said)}`);
  }
}

async function closeContext(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
}

/** Names the console and page errors that belong to the present test; any other one fails it. */
export function expectErrors(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** The answer of a busy server, possible in any test on a loaded machine: the page asks again, or the test fails by its own wait. */
const shed = /status of 503 \(Service Unavailable\)/;

interface PageOptions {
  /** 390 × 844 with touch instead of 1440 × 900. */
  phone?: boolean;
  /** The user agent of WeCom's browser. */
  wxwork?: boolean;
}

/** What an open list offers: not the line that says that it is still searching, or that there is nothing. */
export const offered = (page: Page) => page.locator("[role=option]:not([data-combobox-disabled]):visible");

/** Chooses in a select, by the option's text or the first one there is. */
export async function choose(page: Page, field: Locator, option?: string | RegExp): Promise<void> {
  await field.click();
  await (option ? offered(page).filter({ hasText: option }) : offered(page)).first().click();
}

/** A page in a context of its own, with nothing in its storage. */
export async function openPage({ phone = false, wxwork = false }: PageOptions = {}): Promise<Page> {
  const context = await (await runningBrowser()).newContext({
    baseURL: baseUrl,
    locale: "zh-CN",
    timezoneId: zone,
    reducedMotion: "reduce",
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: phone,
    isMobile: phone,
    ...(wxwork ? { userAgent: weComAgent } : {}),
  });
  context.setDefaultTimeout(90_000);
  opened.add(context);
  if (clockAhead()) await context.addInitScript(movePageClock, clockAhead());
  const page = await context.newPage();
  watch(page);
  gateActs(page.locator("body"));
  return page;
}

/** What a hand does. */
const handActs = [
  ...["click", "dblclick", "tap", "hover", "check", "uncheck"],
  ...["fill", "press", "pressSequentially", "selectOption", "setInputFiles"],
];
const gated = new WeakSet<object>();

/** Lets every act on any locator wait at the gate. */
function gateActs(some: Locator): void {
  const prototype = Object.getPrototypeOf(some);
  if (gated.has(prototype)) return;
  gated.add(prototype);
  for (const name of handActs) {
    const act = prototype[name];
    prototype[name] = async function (this: Locator, ...given: unknown[]) {
      await standsStill(this);
      return act.apply(this, given);
    };
  }
}

/** Waits until no request is open, the answers are drawn and the target rests for a frame: late content moves or covers it. */
async function standsStill(target: Locator): Promise<void> {
  const page = target.page();
  const counted = traffic.get(page);
  if (!counted || hurried.has(page)) return;
  const isStill = () =>
    counted.underWay.size === 0 &&
    target.evaluate(restsInPlace).catch(
      // If the page navigates meanwhile, this goes on waiting; the act itself reports other errors.
      (error: Error) => !/context was destroyed|frame was detached|navigat/i.test(error.message),
    );
  await expect.poll(isStill, { interval: 20, message: `${target} stands still` }).toBe(true);
}

const hurried = new WeakSet<Page>();

/** From now on acts on this page wait for nothing: for a test that acts while something is under way. */
export const actAtOnce = (page: Page): void => void hurried.add(page);

/** Puts a page's clock ahead; its timers stay real. */
function movePageClock(by: number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + by;
  window.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now()], newTarget),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
}

const weComAgent =
  "Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/116.0.0.0 Safari/537.36 wxwork/4.1.22 MicroMessenger/7.0.1";

/** A page's open requests, and how many it has sent in total. */
interface Traffic {
  underWay: Set<Request>;
  asked: number;
}

const traffic = new WeakMap<Page, Traffic>();

function watch(page: Page): void {
  const counted: Traffic = { underWay: new Set(), asked: 0 };
  traffic.set(page, counted);
  page.on("request", (request) => {
    if (isEvents(request)) return;
    counted.underWay.add(request);
    counted.asked += 1;
  });
  page.on("requestfinished", (request) => void counted.underWay.delete(request));
  page.on("requestfailed", (request) => void counted.underWay.delete(request));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`${message.text()} at ${message.location().url}`);
  });
  page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
}

/** Waits until the page has nothing left to do, twice, with a frame between; gives whether the element has kept its place. Not `requestIdleCallback`, which waits now and then although nothing is done. */
const restsInPlace = async (element: Element): Promise<boolean> => {
  const last = () => scheduler.postTask(() => undefined, { priority: "background" });
  const place = () => JSON.stringify(element.getBoundingClientRect());
  await last();
  const before = place();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await last();
  return place() === before;
};

/**
 * Waits until nothing has been on its way for so long, as `networkidle` does, but the event stream, which never ends, does not count; and
 * until the page has drawn what came: on a busy machine a file that is here takes its time to run, and asks for the next one only then.
 */
export async function quiet(page: Page, milliseconds = 500): Promise<void> {
  let since = 0;
  let asked = -1;
  const isQuiet = () => {
    const now = traffic.get(page);
    if (!now || now.underWay.size > 0 || now.asked !== asked) since = Date.now();
    asked = now?.asked ?? -1;
    return Date.now() - since >= milliseconds;
  };
  const isDone = async () => {
    if (!isQuiet()) return false;
    // If the page navigates meanwhile, it is waited for anew.
    const rests = await page
      .locator("html")
      .evaluate(restsInPlace)
      .catch(() => false);
    return rests && isQuiet();
  };
  await expect.poll(isDone, { interval: 20 }).toBe(true);
}

/** Signing in is dear, since it hashes the password: a session serves until it ends. */
const tokens = new Map<string, string>();

/** A token of this account, by the API. */
export async function tokenOf(page: Page, email: string): Promise<string> {
  const kept = tokens.get(email);
  const headers = { authorization: `Bearer ${kept}` };
  if (kept && (await page.request.get(`${baseUrl}/api/user/profile`, { headers })).ok()) return kept;
  return newToken(page, email);
}

/** A token of a session of its own. */
async function newToken(page: Page, email: string): Promise<string> {
  const data = { email, password, remember: false };
  const response = await page.request.post(`${baseUrl}/api/auth/login`, { data });
  const reply: { data: { access_token: string } } = await response.json();
  if (!reply.data) throw new Error(JSON.stringify(reply));
  tokens.set(email, reply.data.access_token);
  return reply.data.access_token;
}

/** Signs in as the form would, without drawing it; the page opens afterwards at `path`. */
export async function signIn(page: Page, email: string, path = "/dashboard"): Promise<void> {
  const value = await tokenOf(page, email);
  // A page of the person before would load itself anew on seeing another's token, in the middle of what follows.
  await page.goto("about:blank");
  await page.context().addCookies([{ name: "access_token", value, url: baseUrl }]);
  await page.goto(baseUrl + path);
  // On the phone a record's page has a way back in the place of the tabs.
  await frame(page)
    .or(page.getByRole("button", { name: "返回", exact: true }))
    .waitFor();
}

/** Goes to an address inside the running application, as a link would. */
export const goInside = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState({ idx: (window.history.state?.idx ?? 0) + 1, key: "test", usr: null }, "", to);
    window.dispatchEvent(new PopStateEvent("popstate", { state: window.history.state }));
  }, address);

/** The part of the staff frame that every width has. */
export const frame = (page: Page): Locator => page.getByRole("navigation", { name: "主菜单" });

/** Fills in the sign-in form and sends it. */
export async function submitLogin(page: Page, email: string, secret = password): Promise<void> {
  // The address changes before the page does, and forms of the page before may have fields of these names.
  await page.getByRole("button", { name: "登录", exact: true }).waitFor();
  await page.getByLabel("邮箱").fill(email);
  await page.getByLabel("密码", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

/** The passing notices on the page with this text; a form's own error has no button to close it. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("alert").filter({ hasText: text, has: page.getByRole("button") });

/** What the product keeps in local storage, parsed. */
export const stored = (page: Page): Promise<unknown> =>
  page.evaluate(() => JSON.parse(window.localStorage.getItem("seoneox") ?? "null"));

/** Counts the documents that the page loads from now on. */
export function countDocuments(page: Page): { readonly count: number } {
  const counter = { count: 0 };
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) counter.count += 1;
  });
  return counter;
}

/** Chooses an act of a record: on its page, in its drawer or its row, or in the menu of further ones there. */
export async function chooseAct(page: Page, name: string, within: Page | Locator = page): Promise<void> {
  const near = within.getByRole("button", { name, exact: true }).or(within.getByRole("link", { name, exact: true }));
  const more = within.getByRole("button", { name: /的更多操作$/ });
  await near.or(more).first().waitFor();
  if (await near.count()) return near.first().click();
  await more.first().click();
  // While the menu opens, the record's next act may move out of it, next to the name.
  await page.getByRole("menuitem", { name, exact: true }).or(near).first().click();
}

/** Chooses a tool of a list that has several. */
export async function chooseTool(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "更多工具" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

/** Counts what the hand does on this page from now on: presses of mouse and finger, not what a key does. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.clicks = "0";
    window.addEventListener("pointerup", () => (dataset.clicks = String(Number(dataset.clicks) + 1)), true);
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset.clicks));
}

/** Moves what was picked up by keyboard. A key that comes before the places have been measured is lost: it is pressed until the move is announced. */
export async function moveByKey(page: Page, key: string, announced: string | RegExp): Promise<void> {
  const message = page.getByText(announced);
  const move = async () => {
    if (!(await message.count())) await page.keyboard.press(key);
    return message.count();
  };
  await expect.poll(move, { interval: 1_000 }).toBe(1);
}
