// npm run words [-- show]: words of comments and docs that a reader whose second language is English stumbles over.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./run.mjs";

const words = {
  stands: /\bstands\b/gi,
  beside: /\bbesides?\b/gi,
  whoever: /\bwho(?:so)?ever\b/gi,
  whom: /\bwhom\b/gi,
  thereof: /\bthere(?:of|by|in|upon|with)\b|\bwhere(?:by|upon)\b/gi,
  // A sentence that begins with a clause instead of a noun ("Who edits an estate sees its drafts").
  "who … does": /(?:^|[.:;] )\W*[Ww]ho (?!is\b[^.]*\?)[^?\n]*?(?=[.;:\n]|$)/gm,
};
const limit = 10;

const ends = ["ts", "tsx", "css", "sql", "mjs", "js", "cjs", "md"].map((end) => `*.${end}`);
const { stdout } = spawnSync("git", ["ls-files", "--", ...ends, ":!server/database/migrations"], {
  cwd: root,
  encoding: "utf8",
});
const isShown = process.argv[2] === "show";

/** The comments of a file, each on its own line; a text's every line. Addresses in strings are no comments. */
function commentsOf(/** @type {string} */ file, /** @type {string} */ text) {
  const rows = text.split("\n");
  if (file.endsWith(".md")) return rows;
  const line = file.endsWith(".sql") ? /(?:^|\s)--\s.*$/ : /(?:^|\s)\/\/\s.*$/;
  let isInside = false;
  return rows.map((/** @type {string} */ row) => {
    const begins = !isInside && /\/\*/.test(row);
    const found = isInside || begins ? row.replace(/^.*?(?=\/\*)/, "") : (line.exec(row)?.[0] ?? "");
    if (isInside || begins) isInside = !row.includes("*/");
    return found;
  });
}

/** @type {Record<string, number>} */
const counts = {};
for (const file of stdout.trim().split("\n")) {
  const comments = commentsOf(file, readFileSync(path.join(root, file), "utf8"));
  for (const [at, comment] of comments.entries()) {
    for (const [word, pattern] of Object.entries(words)) {
      const found = comment.match(pattern)?.length ?? 0;
      counts[word] = (counts[word] ?? 0) + found;
      if (found > 0 && isShown) console.log(`${file}:${at + 1}: ${word}: ${comment.trim()}`);
    }
  }
}
for (const [word, count] of Object.entries(counts)) console.log(`${count}`.padStart(6), word);
process.exitCode = Object.values(counts).some((count) => count > limit) ? 1 : 0;
