// npm test: every check in order, and at the end one line that counts tests, a failed check as one failed.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, root, run } from "./run.mjs";

const report = join(root, ".cache/vitest.json");
const checkedFolders = ["app", "contract", "remix", "server", "test", "scripts"];

/** @type {[string, string, string[]][]} */
const checks = [
  ["format and lint", "biome", ["check", "."]],
  ["unused files, exports and packages", "knip", []],
  ["import directions", "depcruise", checkedFolders],
  ["build", process.execPath, ["scripts/build.mjs"]],
];

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

/** @param {number} code the exit code of Vitest */
function countTests(code) {
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

const isInstalled = !(await step("packages", async () => {
  await ensureInstalled();
  return 0;
}));
if (isInstalled) {
  // Beside the others, since it takes as long as all of them.
  const types = step("types", () => run("tsc", ["--noEmit"]));
  for (const [name, command, args] of checks) {
    if (await step(name, () => run(command, args))) failed += 1;
  }
  if (await types) failed += 1;
  mkdirSync(join(root, ".cache"), { recursive: true });
  rmSync(report, { force: true });
  const code = await step("tests", () =>
    run("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]),
  );
  try {
    countTests(code);
  } catch {
    failed += 1;
  }
} else failed += 1;

console.log(`\n${summary.join("\n")}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
