// npm run drill [-- --rate 60]: breaks a cluster of three PostgreSQL, two servers and a proxy under load (docs/reliability.md). As root on Debian, with a quiet machine.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root, run } from "./run.mjs";

/** Debian's packages, by a program of each. */
const programs = {
  "/usr/lib/postgresql/15/bin/postgres": "postgresql-15",
  "/usr/bin/patroni": "patroni",
  "/usr/bin/etcd": "etcd-server",
  "/usr/sbin/pgbouncer": "pgbouncer",
  "/usr/sbin/haproxy": "haproxy",
  "/usr/sbin/ip": "iproute2",
};

// Network, mounts and processes of its own: with its first process all that it has started ends, and nothing outside reaches it. That process is a shell,
// which takes note of the end of those whose parent is gone: to Patroni a PostgreSQL of which nobody did would still run.
const apart = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
const [first, ...others] = process.argv.slice(2);
const isApart = first === "--apart";

try {
  if (isApart) {
    const { register } = await import("tsx/esm/api");
    register();
    const { drill } = await import(join(root, "test/drill/main.ts"));
    process.exit((await drill(others)) ? 0 : 1);
  }
  if (process.getuid?.() !== 0) throw new Error("演练要建立网络命名空间：请以 root 运行");
  await ensureInstalled();
  installMissing();
  await ensureBuilt();
  const own = [process.execPath, join(root, "scripts/drill.mjs"), "--apart", ...process.argv.slice(2)];
  process.exit(await run("unshare", [...apart, "sh", "-c", '"$@"; exit $?', "sh", ...own]));
} catch (error) {
  console.error(error);
  process.exit(1);
}

/** Without starting their own services. */
function installMissing() {
  const missing = Object.entries(programs).flatMap(([program, name]) => (existsSync(program) ? [] : [name]));
  if (!missing.length) return;
  console.log(`正在安装 Debian 的 ${missing.join("、")}……`);
  // Debian asks this variable's systemd and init scripts alike: 1 is the level in which no service starts.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
  const { status } = spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing], {
    ...{ stdio: "inherit", env },
  });
  if (status !== 0) throw new Error(`没有装上 ${missing.join("、")}`);
}
