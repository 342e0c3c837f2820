// npm run drill [-- --rate 60]: breaks a cluster of three PostgreSQL, two servers and a proxy under load (docs/reliability.md). As root on Debian, with a quiet machine.
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, root, run } from "./run.mjs";

/** Debian's packages, by a program of each. */
const programs = {
  "/usr/lib/postgresql/15/bin/postgres": "postgresql-15",
  patroni: "patroni",
  etcd: "etcd-server",
  pgbouncer: "pgbouncer",
  haproxy: "haproxy",
  ip: "iproute2",
};

// Network, mounts and processes of its own: with its first process all that it has started ends, and nothing outside reaches it. That process is a shell,
// which takes note of the end of those whose parent is gone: otherwise Patroni would see a dead PostgreSQL as running.
const apart = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
const [first, ...others] = process.argv.slice(2);
const isApart = first === "--apart";

try {
  if (process.getuid?.() !== 0) throw new Error("演练要建立网络命名空间：请以 root 运行");
  if (!isApart) await ensureInstalled();
  // Not before it is installed. The drill is TypeScript.
  const { register } = await import("tsx/esm/api");
  register();
  if (isApart) {
    const { drill } = await import(join(root, "test/drill/main.ts"));
    process.exit((await drill(others)) ? 0 : 1);
  }
  const { requireProgram } = await import(join(root, "test/support/debian-program.ts"));
  for (const [program, name] of Object.entries(programs)) requireProgram(program, name);
  await ensureBuilt();
  const own = [process.execPath, join(root, "scripts/drill.mjs"), "--apart", ...process.argv.slice(2)];
  process.exit(await run("unshare", [...apart, "sh", "-c", '"$@"; exit $?', "sh", ...own]));
} catch (error) {
  console.error(error);
  process.exit(1);
}
