import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

// References of sources and documents lead somewhere: to a section of docs/domain, to a decision, to a file of the repository.

const folders = ["app", "contract", "docs", "remix", "scripts", "server", "test", "visitor", "vite"];
const single = [".dependency-cruiser.cjs", ".env.example", "README.md", "vite.config.ts", "vitest.config.ts"];
const isText = /\.(tsx?|mjs|cjs|css|html|md|sql)$/;
/** It writes down what leads nowhere. */
const self = "test/server/docs/domain.test.ts";

/** A section of the domain. Two digits at most: numbers of telephones are in E.164. */
const section = /(?<![\w.])[A-HS](?:\.\d{1,2})+(?!\w)/g;
const cited = /\b[Dd]omain (?:[0A-Z](?:\.\d{1,2})*(?!\w)(?:,? and |,? or |, )?)+/g;
const part = /(?<![\w.])[0A-Z](?:\.\d{1,2})*(?!\w)/g;
const decision = /\b[Dd]ecisions?[ /]\d{4}[\w-]*(?:(?:, | and )\d{4}[\w-]*)*/g;
const link = /\]\(([^)\s]+)\)/g;
const document = /(?<![\w./-])[\w./-]+\.md\b/g;
const source = /\b(?:app|contract|remix|scripts|server|test|visitor|vite)\/[\w./$-]+\.(?:tsx?|mjs|css)\b/g;
const gone = /§|\bissues? #?\d+|\bplatform notes\b/gi;

const domain = "docs/domain";
const sections = new Set(
  readdirSync(domain).flatMap((file) =>
    [...readFileSync(`${domain}/${file}`, "utf8").matchAll(/^#+ ([0A-Z](?:\.\d+)*)\.? /gm)].map(([, name]) => name),
  ),
);
const decisions = readdirSync("docs/decisions");

/** The places of a document that a link may name, as GitHub makes them of headings. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** Whether a link of a document leads to a file, and to a heading of it. */
function leads(target: string, file: string): boolean {
  if (/^https?:/.test(target)) return true;
  const [path = "", anchor] = target.split("#");
  const place = path ? join(dirname(file), path) : file;
  return existsSync(place) && (!anchor || anchorsOf(readFileSync(place, "utf8")).includes(decodeURIComponent(anchor)));
}

const isThere = (name: string, file: string) =>
  [dirname(file), ".", "docs", "docs/decisions", domain].some((folder) => existsSync(join(folder, name)));

/** Whether a comment or a document names the source; a string in code may name any file. */
const isSaid = (text: string, at: number, file: string) =>
  file.endsWith(".md") || /(?:^|\s)(?:\/\/|\/?\*+)\s/.test(text.slice(text.lastIndexOf("\n", at) + 1, at));

/** Each reference of a file that leads nowhere, by its line. */
function faultsIn(file: string, text: string): string[] {
  const all = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ 0: words, 1: inner, index }) => ({ words, inner, index }));
  const parts = (pattern: RegExp, each: RegExp) =>
    all(pattern).flatMap(({ words, index }) =>
      [...words.matchAll(each)].map((one) => ({ words: one[0], index: index + one.index })),
    );
  const cites = parts(cited, part);
  const inCites = new Set(cites.map(({ index }) => index));
  const faults = [
    ...cites.filter(({ words }) => !sections.has(words)),
    ...all(section).filter(({ words, index }) =>
      file.startsWith(`${domain}/`) ? !sections.has(words) : !inCites.has(index),
    ),
    ...parts(decision, /\d{4}[\w-]*/g).filter(({ words }) => !decisions.some((one) => one.startsWith(words))),
    ...all(link).filter(({ inner = "" }) => file.endsWith(".md") && !leads(inner, file)),
    ...all(document).filter(({ words }) => !isThere(words, file)),
    // docs/add-a-screen.md makes a screen of suppliers.
    ...all(source).filter(
      ({ words, index }) => isSaid(text, index, file) && !words.includes("supplier") && !existsSync(words),
    ),
    ...all(gone),
  ];
  return faults.map(({ words, index }) => `${file}:${text.slice(0, index).split("\n").length} ${words}`);
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => isText.test(file))
    .map((file) => `${folder}/${file}`);

test("each reference leads to a section, cited as (domain X), to a decision or to a file", () => {
  const files = [...folders.flatMap(filesIn), ...single].filter((file) => file !== self);
  const texts = files.map((file) => [file, readFileSync(file, "utf8")] as const);
  expect(texts.flatMap(([file, text]) => faultsIn(file, text))).toEqual([]);
  expect(texts.flatMap(([, text]) => text.match(cited) ?? []).length).toBeGreaterThan(300);
});

test("what leads nowhere is named by file and line", () => {
  const faults = (line: string, file = "app/x.ts") =>
    faultsIn(file, `\n${line}`).map((fault) => fault.replace(`${file}:2 `, ""));
  expect(faultsIn("app/x.ts", "\n// Kept for a day (domain B.1, C.1.9).")).toEqual(["app/x.ts:2 C.1.9"]);
  expect(faults("// Kept for a day (C.1).")).toEqual(["C.1"]);
  expect(faults("// As E.164 has it, of domain I.")).toEqual(["I"]);
  expect(faults("See C.1 and C.1.9.", "docs/domain/README.md")).toEqual(["C.1.9"]);
  expect(faults("// Why: decision 1600 and 9999.")).toEqual(["9999"]);
  expect(faults("// Measured in mechanisms.md; issue 12, §7, remix-run/remix#8788.")).toEqual([
    "mechanisms.md",
    "issue 12",
    "§",
  ]);
  expect(faults("// As in app/gone.ts and app/theme.ts.")).toEqual(["app/gone.ts"]);
  expect(faults("[C.4](c-state-machines.md#c4)", "docs/domain/README.md")).toEqual(["](c-state-machines.md#c4)"]);
});
