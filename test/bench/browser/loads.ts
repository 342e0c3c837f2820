import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/run.mjs";
import { weigh } from "../../support/weigh";
import { type Sight, type Speed, slowDown, type Visit, visit } from "./chromium";
import { median } from "./median";

/** An address that is opened directly, and by what one sees that it is ready. */
export interface Target {
  name: string;
  /** Its name in files. */
  file: string;
  origin: string;
  path: string;
  sight: Sight;
  token?: string;
  phone?: boolean;
}

/** What one cold load costs; KB and MB are 1,024 based, times in ms. */
export interface Load {
  requests: number;
  js: number;
  css: number;
  all: number;
  /** Of these what was asked for before it was ready. */
  neededRequests: number;
  neededJs: number;
  firstPaint: number;
  firstContent: number;
  ready: number;
  /** What long tasks had above 50 ms each, until ready. */
  blocked: number;
  heap: number;
  /** Time of the processor that the page's main thread has taken until ready: a busy machine does not lengthen it. */
  processor: number;
}

/** Opens the target in a new Chromium process and measures. */
async function load(target: Target, speed: Speed): Promise<Load & { errors: string[] }> {
  return visit(target, async (seen) => {
    if (speed === "slow") await slowDown(seen);
    await seen.cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    let processor = 0;
    const { scripts: _, ...weight } = await weigh(seen.page, async () => {
      await open(seen, target);
      const { metrics } = await seen.cdp.send("Performance.getMetrics");
      processor = (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
    });
    const figures = await seen.page.evaluate(async () => ({
      ...(await window.bench.figures()),
      ...(await window.bench.needed()),
    }));
    await seen.cdp.send("HeapProfiler.collectGarbage");
    const { usedSize } = await seen.cdp.send("Runtime.getHeapUsage");
    return { ...weight, ...figures, heap: usedSize / 1024 / 1024, processor, errors: seen.errors };
  });
}

async function open({ page }: Visit, { path }: Target): Promise<void> {
  await page.goto(path, { waitUntil: "commit" });
  await page.evaluate(() => window.bench.figures());
}

/** Loads in turn, one after another and again, so that what slows the machine meets all of them; medians. */
export async function measureLoads(
  targets: readonly Target[],
  speed: Speed,
  rounds: number,
): Promise<{ loads: Map<Target, Load>; errors: string[] }> {
  const all = new Map<Target, (Load & { errors: string[] })[]>(targets.map((target) => [target, []]));
  for (let round = 1; round <= rounds; round += 1) {
    console.error(`装载 loads · ${speed} · ${round}/${rounds}`);
    for (const target of targets) all.get(target)?.push(await load(target, speed));
  }
  const errors = [...all].flatMap(([{ name }, loads]) =>
    loads.flatMap((one) => one.errors.map((error) => `${name}: ${error}`)),
  );
  return { loads: new Map([...all].map(([target, loads]) => [target, medians(loads)])), errors: [...new Set(errors)] };
}

function medians(loads: readonly Load[]): Load {
  const of = (name: keyof Load) => median(loads.map((one) => one[name]));
  return {
    requests: of("requests"),
    js: of("js"),
    css: of("css"),
    all: of("all"),
    neededRequests: of("neededRequests"),
    neededJs: of("neededJs"),
    firstPaint: of("firstPaint"),
    firstContent: of("firstContent"),
    ready: of("ready"),
    blocked: of("blocked"),
    heap: of("heap"),
    processor: of("processor"),
  };
}

/** Keeps in .cache/bench what a visitor on a slow network sees first, for eyes. */
export async function photographFirstPaint(target: Target): Promise<void> {
  const path = join(root, ".cache/bench", `first-paint-${target.file}.png`);
  mkdirSync(join(root, ".cache/bench"), { recursive: true });
  await visit(target, async (seen) => {
    const frames: { at: number; image: string }[] = [];
    seen.cdp.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
      frames.push({ at: (metadata.timestamp ?? 0) * 1000, image: data });
      void seen.cdp.send("Page.screencastFrameAck", { sessionId });
    });
    await slowDown(seen);
    await seen.cdp.send("Page.startScreencast", { format: "png", everyNthFrame: 1 });
    await open(seen, target);
    const { firstPaint } = await seen.page.evaluate(() => window.bench.figures());
    const begin = (await seen.page.evaluate(() => performance.timeOrigin)) + firstPaint;
    await seen.cdp.send("Page.stopScreencast");
    const first = frames.find(({ at }) => at >= begin) ?? frames.at(-1);
    if (first) writeFileSync(path, Buffer.from(first.image, "base64"));
  });
}
