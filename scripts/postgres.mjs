// A throw-away PostgreSQL cluster, reached by a unix socket only: for the server's tests, for the fault tests and for the bench.
import { spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

const port = 5432;
const startLimit = 30_000;
const isRoot = process.getuid?.() === 0;

/**
 * @typedef {object} Postgres
 * @property {string} url of its database `postgres`, whose user may do everything
 * @property {(signal?: NodeJS.Signals) => Promise<void>} stop ends the server (SIGINT is the fast shutdown, SIGKILL a crash of all its processes); its files stay
 * @property {() => Promise<void>} start starts it again on the same files and socket, and waits for it; one that already runs, or still recovers, is only waited for
 * @property {() => Promise<void>} remove ends it and deletes its files
 */

/**
 * Makes a cluster in a folder of its own and starts it. `isDurable` keeps the commits of a crash; without it everything is quicker.
 * With `keepIn` the cluster is made in that folder once, stays there, and is joined where it already runs. With `replicaOf`, the address of another one, it is that one's streaming replica.
 * @param {{ isDurable?: boolean, locale?: string, settings?: string[], keepIn?: string, replicaOf?: string }} [options]
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({
  isDurable = false,
  locale = "C",
  settings = [],
  keepIn = "",
  replicaOf = "",
} = {}) {
  const { initdb, postgres } = requirePrograms();
  // initdb and postgres refuse to run as root.
  const owner = isRoot ? findUser() : undefined;
  if (keepIn) mkdirSync(keepIn, { recursive: true });
  const folder = keepIn || mkdtempSync(join(tmpdir(), "xinfang-postgres-"));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const identity = owner ? { uid: owner.uid, gid: owner.gid } : {};
  const data = join(folder, "data");
  const all = [
    "listen_addresses=",
    `unix_socket_directories=${folder}`,
    "log_min_messages=fatal",
    ...(isDurable ? [] : ["fsync=off", "full_page_writes=off"]),
    ...settings,
  ];
  const url = `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`;

  /** @type {import("node:child_process").ChildProcess | undefined} */
  let server;

  const isRunning = () => server?.exitCode === null && server.signalCode === null;

  async function start() {
    // A second one would end at once, and with it what `stop` knows; the first would go on.
    if (!isRunning()) server = begin();
    await untilItAnswers(url, isRunning);
  }

  function begin() {
    // It ends with the process that started it, however that ends: a Ctrl+C or a killed run leaves none behind.
    return spawn(
      "setpriv",
      ["--pdeathsig", "SIGINT", postgres, "-D", data, "-p", String(port), ...all.flatMap((setting) => ["-c", setting])],
      {
        cwd: folder,
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, LC_MESSAGES: "C" },
        ...identity,
      },
    );
  }

  /** @param {NodeJS.Signals} [signal] */
  async function stop(signal = "SIGINT") {
    const running = server;
    if (!running || !isRunning()) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    if (signal === "SIGKILL") killAll(running);
    else running.kill(signal);
    await ended;
  }

  async function remove() {
    await stop();
    if (!keepIn) rmSync(folder, { recursive: true, force: true });
  }

  if (existsSync(data)) {
    if (!(await doesAnswer(url))) await start();
    return { url, start, stop, remove };
  }

  try {
    const [program, ...args] = replicaOf
      ? [join(dirname(realpathSync(initdb)), "pg_basebackup"), "-d", replicaOf, "-R", "-c", "fast", "--no-sync"]
      : [initdb, "-U", "postgres", "-A", "trust", "-E", "UTF8", `--locale=${locale}`, "--no-sync"];
    const made = spawnSync(program, [...args, "-D", data], { cwd: folder, encoding: "utf8", ...identity });
    if (made.status !== 0) throw new Error(`${basename(program)} 失败：${made.stderr || made.error}`);
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return { url, start, stop, remove };
}

/**
 * What serves a connection goes on after the first process has died, until it next waits: it is killed with it.
 * @param {import("node:child_process").ChildProcess} server
 */
function killAll(server) {
  // Stopped, it begins no further ones while they are counted.
  server.kill("SIGSTOP");
  for (const id of childrenOf(Number(server.pid))) {
    try {
      process.kill(id, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
  server.kill("SIGKILL");
}

/** @param {number} parent */
function childrenOf(parent) {
  const ids = readdirSync("/proc").map(Number).filter(Boolean);
  return ids.filter((id) => {
    try {
      // After the name in brackets come the state and the parent.
      return Number(readFileSync(`/proc/${id}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]) === parent;
    } catch {
      return false;
    }
  });
}

/**
 * @param {string} url
 * @param {() => boolean} isRunning
 */
async function untilItAnswers(url, isRunning) {
  for (const end = Date.now() + startLimit; Date.now() < end; await wait(100)) {
    if (!isRunning()) throw new Error("postgres 没有启动：它的进程已结束");
    if (await doesAnswer(url)) return;
  }
  throw new Error("postgres 没有在 30 秒内启动");
}

/** @param {string} url */
async function doesAnswer(url) {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** The paths of initdb and postgres; installs them where it can. */
export function requirePrograms() {
  const programs = findPrograms() ?? (installFromDebian() ? findPrograms() : undefined);
  if (programs) return programs;
  throw new Error(
    "找不到 PostgreSQL 的 initdb 与 postgres：请安装 Debian 的 postgresql（15 或更高），或把它们放进 PATH",
  );
}

/** @returns {{ initdb: string, postgres: string } | undefined} */
function findPrograms() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...(process.env.PATH ?? "").split(":"), ...versions.map((version) => join(debian, version, "bin"))];
  for (const folder of folders.filter(Boolean)) {
    const found = { initdb: join(folder, "initdb"), postgres: join(folder, "postgres") };
    if (existsSync(found.initdb) && existsSync(found.postgres)) return found;
  }
  return undefined;
}

function installFromDebian() {
  if (!isRoot || !existsSync("/usr/bin/apt-get")) return false;
  console.log("没有找到 PostgreSQL，正在安装 Debian 的 postgresql……");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
  return spawnSync("apt-get", ["install", "-y", "-qq", "postgresql"], { stdio: "inherit", env }).status === 0;
}

/** An unprivileged user to run the cluster as. */
function findUser() {
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout || Number.NaN),
    );
    if (uid && gid) return { uid, gid };
  }
  throw new Error("没有可以运行 PostgreSQL 的普通用户（postgres 或 nobody）");
}
