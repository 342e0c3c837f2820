import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";

const shell = "chromium-headless-shell";
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/**
 * The path of the Chromium for the browser tests: the one without windows, which opens a page in half the time, or else
 * whatever `findChromium` finds.
 * @returns {string}
 */
export function findHeadlessChromium() {
  if (process.env.CHROMIUM_PATH) return findChromium();
  return onPath([shell]) ?? (installFromDebian(shell) && onPath([shell])) ?? findChromium();
}

/**
 * The path of a Chromium; installs one when there is none.
 * @returns {string}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH 指向的文件不存在：${named}`);
  }
  const found =
    onPath(names) ?? installed() ?? (installFromDebian("chromium") && onPath(names)) ?? (download() && installed());
  if (found) return found;
  throw new Error("找不到 Chromium：请安装系统的 chromium，或用 CHROMIUM_PATH 指出它的位置");
}

/** @param {string[]} names */
function onPath(names) {
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

/** @param {string} name */
function installFromDebian(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  console.log(`正在安装 Debian 的 ${name} 与中文字体……`);
  const install = () => aptGet("install", "-y", "--no-install-recommends", name, "fonts-noto-cjk");
  // A fresh machine has no lists of packages yet; where there are some, they need not be fetched again.
  return install() || (aptGet("update") && install()) || undefined;
}

/** @param {string[]} args */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Without a network this must end soon.
  const options = ["-qq", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"];
  return spawnSync("apt-get", [...options, ...args], { stdio: "inherit", env }).status === 0;
}

function download() {
  console.log("正在下载 Playwright 的 Chromium……");
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
  const { status } = spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: "inherit" });
  return status === 0 || undefined;
}
