import type { TestProject } from "vitest/node";
import { findHeadlessChromium } from "../../scripts/find-chromium.mjs";
import { ensureBuilt } from "../../scripts/run.mjs";
import { moveClock } from "./clock";
import { startProduct } from "./product";

declare module "vitest" {
  interface ProvidedContext {
    /** The running product, and the browser to look at it with. */
    product: { baseUrl: string; password: string; chromium: string };
  }
}

/** The built product with demo data, for all browser tests of one run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = findHeadlessChromium();
  await buildForTests();
  moveClock();
  const { baseUrl, password, stop } = await startProduct({ name: "server" });
  project.provide("product", { baseUrl, password, chromium });
  return stop;
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
