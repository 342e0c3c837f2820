import { spawnSync } from "node:child_process";

/** Whether a program of Debian's is there, installed where it can be; with what to do where it cannot. */
export function requireProgram(program: string, debianPackage: string): void {
  if (isThere(program)) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args: string[]) => spawnSync("apt-get", ["-qq", ...args], { stdio: "inherit", env }).status === 0;
  if (process.getuid?.() === 0 && apt("update") && apt("install", "-y", "--no-install-recommends", debianPackage))
    if (isThere(program)) return;
  throw new Error(`找不到 ${program}：请安装 Debian 的 ${debianPackage}`);
}

const isThere = (program: string) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
