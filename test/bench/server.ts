import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Database } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { session, user } from "~/server/database/tables/system/system";
import { signToken } from "~/server/identity/token";
import { root } from "../../scripts/run.mjs";

/** Signs the tokens of the bench's servers. */
export const secret = randomBytes(48).toString("base64url");

/** The built server, in a process of its own. */
export interface RunningServer {
  origin: string;
  /** Megabytes of memory: now, and at most since the last `forgetPeak`. */
  memory(): { now: number; peak: number };
  forgetPeak(): void;
  /** How many files and connections it has open. */
  files(): number;
  stop(): Promise<void>;
}

interface ServerOptions {
  /** Its log is `.cache/bench/{name}.log`. */
  name: string;
  /** Absent: PGlite in `dataDir`. */
  databaseUrl?: string;
  /** Absent: a new one, removed with the server. */
  dataDir?: string;
  /** Further settings. */
  env?: Record<string, string>;
}

/** Starts the built server as in production, its log of requests included. */
export async function startServer({ name, databaseUrl, dataDir, env }: ServerOptions): Promise<RunningServer> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "xinfang-bench-"));
  const child = spawn(process.execPath, [...profiling(), join(root, "build/server/main.js")], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      SECRET_KEY: secret,
      DEMO: "0",
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const origin = await listening(child, name);
  const { pid } = child;
  return {
    origin,
    memory: () => ({ now: statusOf(pid, "VmRSS"), peak: statusOf(pid, "VmHWM") }),
    // Linux: 5 sets the peak back to what is in use.
    forgetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, "5"),
    files: () => readdirSync(`/proc/${pid}/fd`).length,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      if (!dataDir) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** BENCH_PROFILE=folder keeps a CPU profile of each server there. */
function profiling(): string[] {
  const folder = process.env.BENCH_PROFILE;
  return folder ? ["--cpu-prof", `--cpu-prof-dir=${folder}`] : [];
}

function listening(child: ChildProcess, name: string): Promise<string> {
  const folder = join(root, ".cache/bench");
  mkdirSync(folder, { recursive: true });
  const log = createWriteStream(join(folder, `${name}.log`));
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout?.pipe(log);
    child.stdout?.on("data", (chunk: Buffer) => {
      if (said.length > 10_000) return;
      said += chunk;
      const address = /已启动：(http:\/\/\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    child.once("exit", (code) => reject(new Error(`the server ended (${code}):\n${said}`)));
  });
}

/** Megabytes of a field of a process's status. */
function statusOf(pid: number | undefined, field: "VmRSS" | "VmHWM"): number {
  const line = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1]) / 1024;
}

/** A token of a member of staff, with a session of its own. */
export async function tokenOf(db: Database, email: string): Promise<string> {
  const [person] = await db.select({ id: user.id, name: user.name }).from(user).where(eq(user.email, email));
  if (!person) throw new Error(`there is no ${email}`);
  const now = new Date();
  const hours = 10;
  const sessionId = randomUUID();
  const expires_at = isoInstant(now.getTime() + hours * 3_600_000);
  await db.insert(session).values({ id: sessionId, user_id: person.id, method: "password", expires_at });
  return signToken(secret, { userId: person.id, sessionId, name: person.name }, hours * 3600, now);
}
