import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/**
 * The path of a Chromium for the browser tests; installs one when there is none.
 * @returns {string}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH 指向的文件不存在：${named}`);
  }
  const found = onPath() ?? installed() ?? (installFromDebian() && onPath()) ?? (download() && installed());
  if (found) return found;
  throw new Error("找不到 Chromium：请安装系统的 chromium，或用 CHROMIUM_PATH 指出它的位置");
}

function onPath() {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(":")) {
      if (folder && existsSync(join(folder, name))) return join(folder, name);
    }
  }
  return undefined;
}

function installed() {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  console.log("没有找到 Chromium，正在安装 Debian 的 chromium 与中文字体……");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
  const { status } = spawnSync(
    "apt-get",
    ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-cjk"],
    {
      stdio: "inherit",
      env,
    },
  );
  return status === 0 || undefined;
}

function download() {
  console.log("正在下载 Playwright 的 Chromium……");
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
  const { status } = spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: "inherit" });
  return status === 0 || undefined;
}
