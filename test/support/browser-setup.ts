import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium } from "../../scripts/find-chromium.mjs";
import { ensureBuilt, root } from "../../scripts/run.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The running product, and the browser to look at it with. */
    product: { baseUrl: string; password: string; chromium: string };
  }
}

/** The built product on a port and in a data folder of its own, with demo data, for all browser tests of one run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = findChromium();
  await buildForTests();
  const dataDir = mkdtempSync(join(tmpdir(), "xinfang-browser-"));
  const password = randomBytes(12).toString("base64url");
  const server = spawn(process.execPath, [join(root, "build/server/main.js")], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      DEMO: "1",
      DEMO_PASSWORD: password,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    await stopped(server);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    project.provide("product", { baseUrl: await ready(server), password, chromium });
  } catch (error) {
    await stop();
    throw error;
  }
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

/** The address of the line that the server prints once it listens. All that it says is kept in test-results/server.log. */
function ready(server: ChildProcess): Promise<string> {
  mkdirSync(join(root, "test-results"), { recursive: true });
  const log = createWriteStream(join(root, "test-results/server.log"));
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk: Buffer) => {
      log.write(chunk);
      said += chunk;
      const address = /已启动：(http:\/\/\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    };
    server.stdout?.on("data", hear);
    server.stderr?.on("data", hear);
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`the server did not start:\n${said}`)));
  });
}

function stopped(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once("exit", () => resolve());
    server.kill("SIGTERM");
  });
}
