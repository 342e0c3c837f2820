import type { ChildProcess } from "node:child_process";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomPassword } from "~/server/lib/seal";
import { root } from "../../scripts/run.mjs";
import { clockAhead } from "./clock";
import { spawnBound } from "./running";

/** The built product, running on a port and in a data folder of its own, with demo data. */
export interface Product {
  baseUrl: string;
  password: string;
  /** Kills it in the middle of whatever it does; what it gives starts it again, at the same address and on the same data. */
  crash(): Promise<() => Promise<void>>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

interface ProductOptions {
  /** Under which its output is kept in test-results. */
  name: string;
  /** Further settings. */
  env?: Record<string, string>;
  /** Absent: a new folder. */
  dataDir?: string;
}

/** Starts the product that test/support/browser-setup.ts has built. */
export async function startProduct({ name, env, dataDir: given }: ProductOptions): Promise<Product> {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), `xinfang-${name}-`));
  const password = randomPassword();
  const first = await launch({ name, dataDir, password, env });
  const { baseUrl } = first;
  let { server } = first;
  return {
    baseUrl,
    password,
    async crash() {
      await stopped(server, "SIGKILL");
      return async () => {
        const same = { ...env, PORT: new URL(baseUrl).port };
        ({ server } = await launch({ name: `${name}-again`, dataDir, password, env: same }));
      };
    },
    async stop() {
      await stopped(server);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Launch {
  name: string;
  dataDir: string;
  password: string;
  env?: Record<string, string>;
}

/** Starts the server on a free port and waits until it listens; a failed start leaves nothing behind. */
async function launch({ name, dataDir, password, env = {} }: Launch) {
  const { PATH, TZ } = process.env;
  const ahead = clockAhead();
  const preload = ahead ? ["--import", join(import.meta.dirname, "moved-clock.mjs")] : [];
  const server = spawnBound(process.execPath, [...preload, join(root, "build/server/main.js")], {
    cwd: dataDir,
    env: {
      PATH,
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      DEMO: "1",
      DEMO_PASSWORD: password,
      LOG_LEVEL: "warn",
      // What is tested here is not how long a busy machine takes.
      TIME_FACTOR: "6",
      ...(TZ ? { TZ } : {}),
      MOVE_CLOCK_BY: String(ahead),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    return { server, baseUrl: await ready(server, name) };
  } catch (error) {
    await stopped(server);
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** The address of the line that the server prints once it listens. All that it says is kept in test-results. */
function ready(server: ChildProcess, name: string): Promise<string> {
  mkdirSync(join(root, "test-results"), { recursive: true });
  const log = createWriteStream(join(root, `test-results/${name}.log`));
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

function stopped(server: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once("exit", () => resolve());
    server.kill(signal);
  });
}
