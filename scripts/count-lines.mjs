// npm run count [-- COMMIT]: lines of code by folder, of the tracked files or of a commit's; without what is generated.
import { spawnSync } from "node:child_process";
import { root } from "./run.mjs";

const [commit] = process.argv.slice(2);
const files = [
  ...["ts", "tsx", "css", "sql", "mjs", "js"].map((end) => `*.${end}`),
  ":!server/database/migrations",
  ":!docs/sample-site/public-api.d.ts",
];
const args = ["grep", "-c", "", ...(commit ? [commit] : []), "--", ...files];
const { stdout, stderr, status } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
if (status !== 0) throw new Error(stderr);

/** @type {Map<string, number>} */
const folders = new Map();
let all = 0;
for (const line of stdout.trim().split("\n")) {
  // [commit:]path:lines
  const [lines, path = ""] = line.split(":").reverse();
  const folder = path.includes("/") ? path.split("/", path.startsWith("contract/") ? 1 : 2).join("/") : ".";
  folders.set(folder, (folders.get(folder) ?? 0) + Number(lines));
  all += Number(lines);
}
for (const [folder, lines] of [...folders].sort(([, a], [, b]) => b - a)) console.log(`${lines}`.padStart(7), folder);
console.log(`${all}`.padStart(7), "in all");
