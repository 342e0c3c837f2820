import { join } from "node:path";
import { type CDPSession, chromium, type Page } from "playwright-core";
import { findChromium } from "../../../scripts/find-chromium.mjs";

/** What is waited for: so many elements that are visible and say something. */
export interface Sight {
  selector: string;
  count?: number;
}

declare global {
  interface Window {
    /** What probe.js offers in the page. */
    bench: {
      painted(sight: Sight): Promise<number>;
      /** What it cost until then: times in ms, sizes in KB of 1,024 bytes, `all` without pictures; `blocked` what long tasks had above 50 ms each. */
      load(ready: number): Record<"ready" | "paint" | "blocked" | "requests" | "js" | "pictures" | "all", number>;
      move(way: { link: string; former: Sight; next: Sight }): Promise<{ ms: number; blanks: number }>;
    };
    benchReady: Promise<number>;
  }
}

/** An address that is opened directly, and what shows that it is ready. */
export interface Target {
  name: string;
  origin: string;
  path: string;
  sight: Sight;
  token?: string;
}

/** Opens a target in a Chromium process of its own, does something with the page, and ends it. */
export async function visit<Result>(
  { origin, token, sight }: Target,
  act: (page: Page, cdp: CDPSession) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      ...["--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
      ...[
        "--ignore-certificate-errors",
        "--host-resolver-rules=MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      ],
    ],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  try {
    const size = { viewport: { width: 1440, height: 900 } };
    const context = await browser.newContext({ ...size, baseURL: origin, ignoreHTTPSErrors: true, locale: "zh-CN" });
    if (token) await context.addCookies([{ name: "access_token", value: token, url: origin }]);
    await context.addInitScript({ path: join(import.meta.dirname, "probe.js") });
    await context.addInitScript(`window.benchReady = window.bench.painted(${JSON.stringify(sight)})`);
    const page = await context.newPage();
    return await act(page, await context.newCDPSession(page));
  } finally {
    await browser.close();
  }
}

/** From now on the page is a weak phone's, on 1.6 Mbit/s with 150 ms a request. */
export async function slowDown(cdp: CDPSession): Promise<void> {
  const network = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", { offline: false, latency: 150, ...network });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}
