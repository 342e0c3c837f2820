// npm test: every check, the browser's beside the others, and at the end one line that counts tests, a failed check as one failed.
import { mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, root, run } from "./run.mjs";

const cache = join(root, ".cache");
const checkedFolders = ["app", "contract", "remix", "server", "test", "scripts"];

/** @typedef {[name: string, command: string, args: string[]]} Check */

/** @type {Check[]} */
const checks = [
  ["types", process.execPath, ["node_modules/typescript-native/bin/tsc", "--noEmit"]],
  ["format and lint", "biome", ["check", "."]],
  ["unused files, exports and packages", "knip", []],
  ["import directions", "depcruise", checkedFolders],
];
/** @type {Check} */
const build = ["build", process.execPath, ["scripts/build.mjs"]];

let passed = 0;
let failed = 0;
/** @type {string[]} */
const summary = [];

/**
 * @param {string} name
 * @param {() => Promise<number>} work
 */
async function step(name, work) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const code = await work().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
  summary.push(`${code ? "✗" : "✓"} ${name} ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return code;
}

/**
 * @param {Check} check
 * @param {import("node:child_process").SpawnOptions} [options]
 */
async function check([name, command, args], options) {
  if (await step(name, () => run(command, args, options))) failed += 1;
}

/**
 * @param {string} name
 * @param {string[]} projects those of vitest.config.ts
 * @param {import("node:child_process").SpawnOptions} [options]
 */
async function test(name, projects, options) {
  const report = join(cache, `vitest-${projects[0]}.json`);
  rmSync(report, { force: true });
  const chosen = projects.map((project) => `--project=${project}`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await step(name, () => run("vitest", ["run", ...chosen, ...reporters], options));
  try {
    count(report, code);
  } catch {
    failed += 1;
  }
}

/**
 * @param {string} report
 * @param {number} code the exit code of Vitest
 */
function count(report, code) {
  /** @type {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: { status: string }[] }[] }} */
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  // A file that fails as a whole, on import or in a hook, has no failed test of its own.
  const failedFiles = testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((result) => result.status === "failed"),
  );
  passed += numPassedTests;
  const failures = numFailedTests + failedFiles.length;
  // Unhandled errors end Vitest with 1 though every test passed.
  failed += failures || (code ? 1 : 0);
}

/** The browser's part waits for pages half of its time, in which the other part has the machine; what it prints comes after the other's. */
async function inTheBrowser() {
  const file = join(cache, "browser.log");
  const log = openSync(file, "w");
  /** @type {import("node:child_process").SpawnOptions} */
  const options = { stdio: ["ignore", log, log] };
  await check(build, options);
  await test("browser tests", ["browser"], options);
  return () => console.log(`\n── build and browser tests\n${readFileSync(file, "utf8")}`);
}

const isInstalled = !(await step("packages", async () => {
  await ensureInstalled();
  return 0;
}));
if (isInstalled) {
  mkdirSync(cache, { recursive: true });
  const browser = inTheBrowser();
  for (const one of checks) await check(one);
  await test("server and app tests", ["server", "app", "app-replacing", "acts"]);
  const print = await browser;
  print();
} else failed += 1;

console.log(`\n${summary.join("\n")}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
