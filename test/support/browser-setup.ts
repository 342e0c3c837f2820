import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { findHeadlessChromium } from "../../scripts/find-chromium.mjs";
import { ensureBuilt } from "../../scripts/run.mjs";
import { type Demo, makeDemo, startProduct } from "./product";

declare module "vitest" {
  interface ProvidedContext {
    /** The running product, and the browser to look at it with. */
    product: { baseUrl: string; password: string; chromium: string; demo: Demo };
  }
}

/** The built product with demo data, for all browser tests of one run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = findHeadlessChromium();
  await buildForTests();
  const demo = await makeDemo();
  const { baseUrl, password, stop } = await startProduct({ name: "server", demo });
  project.provide("product", { baseUrl, password, chromium, demo });
  return async () => {
    await stop();
    rmSync(demo.dataDir, { recursive: true, force: true });
  };
}

async function buildForTests(): Promise<void> {
  const { VITEST } = process.env;
  // With it the build leaves out Remix's plugin, which cannot run under Vitest itself.
  process.env.VITEST = "";
  try {
    await ensureBuilt();
  } finally {
    process.env.VITEST = VITEST;
  }
}
