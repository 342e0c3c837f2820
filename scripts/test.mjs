// npm test: the commit's run. npm run test:whole: with the walk over every act, the servers that are broken, the server's tests on PGlite, longer random walks.
// Each ends with what has failed, and one line that counts tests, a failed check or a skipped test as one failed.
import { randomInt } from "node:crypto";
import { mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureInstalled, root, run } from "./run.mjs";

const isWhole = process.argv.includes("--whole");
const cache = join(root, ".cache");
// The commit's run draws the same each time, the whole one something new.
process.env.TEST_SEED ??= isWhole ? String(randomInt(2 ** 31)) : "20261120";
process.env.WHOLE = isWhole ? "1" : "";

/** @typedef {[name: string, command: string, args: string[]]} Check */

/** @type {Check[]} */
const checks = [
  ["types", "npm", ["run", "--silent", "check:types"]],
  ["format and lint", "biome", ["check", "."]],
  ["unused files, exports and packages", "knip", []],
  ["import directions", "npm", ["run", "--silent", "check:imports"]],
];
/** @type {Check} */
const build = ["build", process.execPath, ["scripts/build.mjs"]];

let passed = 0;
let failed = 0;
/** @type {string[]} */
const summary = [];
/** What the end of the log names again: often nobody sees more of it.
 * @type {string[]} */
const failures = [];

/** @param {number} milliseconds */
const inMinutes = (milliseconds) =>
  `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds / 1000) % 60)} s`;

/** Milliseconds of processor time of all programs that have ended so far. */
function processorTime() {
  // After the name in brackets; the 14th and 15th are those of the children, in hundredths of a second.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

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
  if (!(await step(name, () => run(command, args, options)))) return;
  failed += 1;
  failures.push(name);
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
    count(name, report, code);
  } catch {
    failed += 1;
    failures.push(`${name}: no report`);
  }
}

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} Result */
/** @typedef {{ name: string, status: string, message: string, assertionResults: Result[] }} FileResult */

/**
 * @param {string} name
 * @param {string} report
 * @param {number} code the exit code of Vitest
 */
function count(name, report, code) {
  /** @type {{ numPassedTests: number, testResults: FileResult[] }} */
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  const found = testResults.flatMap(failuresOf);
  // Unhandled errors end Vitest with 1 though every test passed.
  if (code && found.length === 0) found.push(`${name}: an error outside of the tests`);
  passed += numPassedTests;
  failed += found.length;
  failures.push(...found);
}

/** @param {FileResult} file */
function failuresOf({ name, status, message, assertionResults }) {
  const path = relative(root, name);
  const tests = assertionResults.filter((result) => result.status !== "passed");
  // A file that fails as a whole, on import or in a hook, has no failed test of its own.
  if (tests.length === 0) return status === "failed" ? [failure(path, message)] : [];
  return tests.map(({ fullName, failureMessages, status }) =>
    failure(`${path} > ${fullName}`, failureMessages[0] ?? status),
  );
}

/**
 * @param {string} where
 * @param {string} error
 */
const failure = (where, error) => `${where}\n    ${stripVTControlCharacters(error).trim().split("\n", 1)[0]}`;

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
  console.log(`TEST_SEED=${process.env.TEST_SEED}`);
  return 0;
}));
if (isInstalled) {
  mkdirSync(cache, { recursive: true });
  // Debian updates it, and a newer one may report what an older one does not. Without one the browser tests fail, and say so.
  await step("browser", async () => {
    const { findHeadlessChromium } = await import("./find-chromium.mjs");
    return run(findHeadlessChromium(), ["--version"]);
  });
  const browser = inTheBrowser();
  for (const one of checks) await check(one);
  await test("server and app tests", ["server", "pglite", "app", "app-replacing", "acts"]);
  const print = await browser;
  print();
} else {
  failed += 1;
  failures.push("packages");
}

summary.push(`  all ${inMinutes(performance.now())}, of the processors ${inMinutes(processorTime())}`);
console.log(`\n${summary.join("\n")}\n`);
if (failures.length) console.log(`Failed:\n${failures.map((one) => `✗ ${one}`).join("\n")}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
