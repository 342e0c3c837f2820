import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where a build keeps the fingerprint of the sources it was made from. */
export const stampFile = join(root, "build/.stamp");

/** What a build is made from. */
const sources = [
  "app",
  "contract",
  "public",
  "server",
  "package-lock.json",
  "remix",
  "scripts/build.mjs",
  "scripts/bundle-visitor.mjs",
  "tsconfig.json",
  "visitor",
  "vite",
  "vite.config.ts",
];

/**
 * Runs a command and gives its exit code; the packages' own commands are found by name.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  const env = { ...process.env, ...options.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options, env });
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** Takes the settings of .env; those of the environment go before them. */
export function loadEnvFile() {
  const file = join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Installs the packages when they are absent or older than the lock file. */
export async function ensureInstalled() {
  const installed = join(root, "node_modules/.package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs) return;
  console.log("正在安装依赖……");
  // No package needs its install script: esbuild, argon2 and biome bring their binaries as optional packages.
  // Not "npm ci": it refuses a lock file that was written where a registry lacks the binaries of other platforms. This
  // installs the same versions and leaves the lock file as it is.
  const code = await run("npm", [
    "install",
    "--no-save",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
  ]);
  if (code) throw new Error("依赖安装失败");
}

/** Builds when a source has changed since the last build. */
export async function ensureBuilt() {
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, "utf8") : "";
  if (stamp === fingerprint()) return;
  console.log("正在构建……");
  const code = await run(process.execPath, ["scripts/build.mjs"]);
  if (code) throw new Error("构建失败");
}

/** A hash of all that a build is made from. */
export function fingerprint() {
  const hash = createHash("sha256");
  for (const path of sources.flatMap(filesUnder))
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

/**
 * The files under a path of the repository, in a stable order.
 * @param {string} path
 * @returns {string[]}
 */
export function filesUnder(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}
