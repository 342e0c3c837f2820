import { type ChildProcess, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { user } from "~/contract/personal/user";
import { auth } from "~/contract/sign-in/auth";
import { root } from "../../scripts/run.mjs";
import { callerOf } from "./caller";
import { templateFile } from "./database-setup";
import { programFile } from "./programs";
import { spawnForFile } from "./running";

/** The first super_admin of a server that `startServer` starts on an empty database; the second password is the one that `signIn` changes the first into. */
export const admin = { email: "admin@test.local", password: "First-password-1", laterPassword: "Later-password-1" };

const secret = "a secret of thirty-two bytes or more, for tests";

/** A server in a process of its own, run from the sources without the app's pages. */
export interface ServerProcess {
  /** Where it answers. */
  url: string;
  pid: number;
  dataDir: string;
  /** Sends a signal and waits for the end. */
  kill(signal?: NodeJS.Signals): Promise<Exit>;
  /** Its end, whatever causes it. */
  exited: Promise<Exit>;
  /** All that it has written so far, its log of errors among it. */
  output(): string;
}

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

interface ServerOptions {
  /** Absent: a new folder, removed when the process ends. */
  dataDir?: string;
  /** Absent: PGlite in the folder. */
  databaseUrl?: string;
  /** Goes before what the helper sets. */
  env?: Record<string, string>;
  /** The built server of a release, run in its folder; absent: the sources'. */
  release?: string;
  /** Puts another command before the server's own, which that has to turn into (exec). */
  within?: (command: string[]) => string[];
}

/** For `within`: a server that is killed when it is about to answer a call with an `Idempotency-Key`, which it has committed by then. */
export const killedBeforeAnswer = ([program = "", ...args]: string[]) => [
  program,
  "--import",
  join(import.meta.dirname, "kill-before-answer.mjs"),
  ...args,
];

/** Starts a server on a free port of 127.0.0.1 and waits until it listens; throws what it said when it ends before. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "xinfang-server-"));
  const file = options.release ? join(options.release, "build/server/main.js") : await programFile("server");
  // It lives for seconds: better code for PGlite would come too late.
  const own = [process.execPath, "--liftoff-only", file];
  const [program = "", ...args] = options.within?.(own) ?? own;
  const child = spawnForFile(program, args, {
    cwd: options.release ?? root,
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      SECRET_KEY: secret,
      DEMO: "0",
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: "warn",
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<Exit>((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  if (!options.dataDir) void exited.then(() => rmSync(dataDir, { recursive: true, force: true }));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk));
  const url = await listening(child, exited, () => said);
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    exited,
    output: () => said,
    kill(signal = "SIGTERM") {
      child.kill(signal);
      return exited;
    },
  };
}

function listening(child: ChildProcess, exited: Promise<Exit>, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.stdout?.on("data", () => {
      const address = /已启动：(http:\/\/\S+)/.exec(said())?.[1];
      if (address) resolve(address);
    });
    void exited.then(({ code, signal }) => reject(new Error(`the server ended (${code ?? signal}):\n${said()}`)));
  });
}

/** A data folder whose embedded database has its tables and baseline rows already, so that a server starts on it at once. */
export async function preparedFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "xinfang-server-"));
  const database = join(dataDir, "database");
  mkdirSync(database, { mode: 0o700 });
  const unpacked = spawnSync("tar", ["-xf", await templateFile(), "-C", database], {
    encoding: "utf8",
  });
  if (unpacked.status !== 0) throw new Error(`tar: ${unpacked.stderr}`);
  return dataDir;
}

/** Signs in and gives a caller bound to that person, who is the first super_admin unless another is named. */
export async function signIn(url: string, email = admin.email, password = admin.laterPassword) {
  const login = (password: string) => callerOf(url)(auth.login, { body: { email, password, remember: false } });
  const signedIn = await login(password);
  if (signedIn.code === 200) return callerOf(url, signedIn.data.access_token);
  // The first time: nothing is allowed before the password has been changed.
  const first = await login(admin.password);
  if (first.code !== 200) throw new Error(`${email} could not sign in: ${first.message}`);
  const call = callerOf(url, first.data.access_token);
  const changed = await call(user.changePassword, {
    body: { old_password: admin.password, new_password: admin.laterPassword },
  });
  if (changed.code !== 200) throw new Error(`${email} could not change the password: ${changed.message}`);
  return call;
}
