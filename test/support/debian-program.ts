import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";

/** While it is there and says 101, Debian starts no service that it installs. */
const policy = "/usr/sbin/policy-rc.d";

/** Whether a program of Debian's is there, installed where it can be without starting its own service; with what to do where it cannot. */
export function requireProgram(program: string, debianPackage: string): void {
  if (isThere(program)) return;
  if (process.getuid?.() === 0 && install(debianPackage) && isThere(program)) return;
  throw new Error(`找不到 ${program}：请安装 Debian 的 ${debianPackage}`);
}

function install(debianPackage: string): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args: string[]) => spawnSync("apt-get", ["-qq", ...args], { stdio: "inherit", env }).status === 0;
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    return apt("update") && apt("install", "-y", "--no-install-recommends", debianPackage);
  } finally {
    if (isOurs) rmSync(policy);
  }
}

const isThere = (program: string) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
