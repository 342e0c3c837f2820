// npm run test:postgres: the server's and the app's tests on a throw-away PostgreSQL, reached by a unix socket only.
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ensureInstalled, run } from "./run.mjs";

const port = 5432;
const startLimit = 30_000;
const isRoot = process.getuid?.() === 0;

await ensureInstalled();
// Not before it is installed.
const { default: pg } = await import("pg");
const programs = findPrograms() ?? (installFromDebian() ? findPrograms() : undefined);
if (!programs) {
  console.error("找不到 PostgreSQL 的 initdb 与 postgres：请安装 Debian 的 postgresql（15 或更高），或把它们放进 PATH");
  process.exit(1);
}
// initdb and postgres refuse to run as root.
const owner = isRoot ? findUser() : undefined;
const folder = mkdtempSync(join(tmpdir(), "xinfang-postgres-"));
if (owner) chownSync(folder, owner.uid, owner.gid);
const identity = owner ? { uid: owner.uid, gid: owner.gid } : {};

/** @type {import("node:child_process").ChildProcess | undefined} */
let server;
// A signal ends the run, not the clean-up.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  });
}

let code = 1;
try {
  const data = join(folder, "data");
  const made = spawnSync(
    programs.initdb,
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    {
      cwd: folder,
      encoding: "utf8",
      ...identity,
    },
  );
  if (made.status !== 0) throw new Error(`initdb 失败：${made.stderr || made.error}`);
  const settings = [
    "listen_addresses=",
    `unix_socket_directories=${folder}`,
    "fsync=off",
    "full_page_writes=off",
    "log_min_messages=fatal",
  ];
  server = spawn(
    programs.postgres,
    ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, LC_MESSAGES: "C" },
      ...identity,
    },
  );
  const url = `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`;
  await untilItAnswers(url);
  code = 0;
  for (const project of ["server", "app"]) {
    code ||= await run("vitest", ["run", "--project", project, "--passWithNoTests", ...process.argv.slice(2)], {
      env: { TEST_DATABASE_URL: url },
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);

async function stop() {
  if (!server || server.exitCode !== null) return;
  const ended = new Promise((resolve) => server?.once("exit", resolve));
  // SIGINT is PostgreSQL's fast shutdown.
  server.kill("SIGINT");
  await ended;
}

/** @param {string} url */
async function untilItAnswers(url) {
  for (const end = Date.now() + startLimit; Date.now() < end; await wait(100)) {
    if (server?.exitCode !== null) throw new Error(`postgres 没有启动，退出码 ${server?.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      // Not yet.
    }
  }
  throw new Error("postgres 没有在 30 秒内启动");
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
