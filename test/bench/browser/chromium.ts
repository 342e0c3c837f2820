import { join } from "node:path";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { findChromium } from "../../../scripts/find-chromium.mjs";

/** `fast`: nothing is throttled; `slow`: a weak phone on 1.6 Mbit/s with 150 ms a request. */
export type Speed = "fast" | "slow";

const slowProcessor = 4;
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** What is waited for: so many elements that are visible and say something. */
export interface Sight {
  selector: string;
  count?: number;
}

/** What test/bench/browser/probe.js offers in the page. */
interface Probe {
  watch(sight: Sight): void;
  textOf(selector: string): string;
  stands(sight: Sight): boolean;
  figures(): Promise<{ ready: number; firstPaint: number; blocked: number }>;
  needed(): Promise<{ requests: number; js: number; pictures: number; all: number }>;
  move(way: { former: Sight; next: Sight; isBack?: boolean }): Promise<{ ms: number; blanks: number }>;
}

declare global {
  interface Window {
    bench: Probe;
    /** The begun move, until it is asked for. */
    benchMove?: ReturnType<Probe["move"]>;
  }
}

/** A Chromium of its own, cold, with one page that is looked on from inside. */
export interface Visit {
  page: Page;
  cdp: CDPSession;
}

interface VisitOptions {
  /** Origin of the site. */
  origin: string;
  token?: string;
  /** What the first document is watched for. */
  sight: Sight;
}

/** Opens a Chromium process, does something with its page, and ends it. */
export async function visit<Result>(options: VisitOptions, act: (visit: Visit) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--no-first-run",
      "--ignore-certificate-errors",
      "--host-resolver-rules=MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const context = await openContext(browser, options);
    const page = await context.newPage();
    return await act({ page, cdp: await context.newCDPSession(page) });
  } finally {
    await browser.close();
  }
}

async function openContext(browser: Browser, { origin, token, sight }: VisitOptions) {
  const context = await browser.newContext({
    baseURL: origin,
    ignoreHTTPSErrors: true,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    reducedMotion: "reduce",
    viewport: { width: 1440, height: 900 },
  });
  context.setDefaultTimeout(60_000);
  if (token) await context.addCookies([{ name: "access_token", value: token, url: origin }]);
  await context.addInitScript({ path: join(import.meta.dirname, "probe.js") });
  await context.addInitScript(`window.bench.watch(${JSON.stringify(sight)})`);
  return context;
}

/** From now on the page is as slow as `slow` is. */
export async function slowDown({ cdp }: Visit): Promise<void> {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", slowNetwork);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowProcessor });
}
