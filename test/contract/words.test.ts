import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { allFigures } from "~/contract/dashboard/figure-texts";
import type { Screen } from "~/contract/screen";
import { screens } from "~/contract/screens";
import { served } from "~/server/resources/areas";

// One thing has one name (docs/words.md): a name that the table has given up labels nothing any more. Whole labels are compared, not words inside sentences.

interface Given {
  /** A whole label that is used no more. */
  word: string;
  /** Addresses below which it means something else, and stays. */
  but: readonly string[];
}

/** What labels something, and at which address. */
interface Labelled {
  at: string;
  label: string;
}

function givenUp(document: string): Given[] {
  return document.split("\n").flatMap((line) => {
    const [, left, , where] = line.split("|").map((cell) => cell.trim());
    if (!left || where === undefined || left === "不再用" || /^-+$/.test(left)) return [];
    const but = [...where.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
    return left.split("、").map((word) => ({ word, but }));
  });
}

const lost = (given: readonly Given[], all: readonly Labelled[]) =>
  all.flatMap(({ at, label }) =>
    given.some(({ word, but }) => word === label && !but.some((path) => at.startsWith(path))) ? [`${at} ${label}`] : [],
  );

/** The labels of fields and of their options, as deep as a schema goes. */
function labelsOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === "label" && typeof value === "string") return [value];
    if (key === "options" && typeof value === "object") return Object.values(value ?? {}).filter(isText);
    return labelsOf(value);
  });
}
const isText = (value: unknown) => typeof value === "string";

const labelsIn = (schema: unknown) =>
  schema instanceof z.ZodType ? labelsOf(z.toJSONSchema(schema, { unrepresentable: "any", io: "input" })) : [];

const actsOf = ({ path, acts = [], children = [] }: Screen): Labelled[] => [
  ...acts.map(({ title }) => ({ at: path, label: title })),
  ...children.flatMap(actsOf),
];

const given = givenUp(readFileSync("docs/words.md", "utf8"));

test("no field, option or endpoint is called by a name that docs/words.md has given up", () => {
  const labelled = served.flatMap(({ endpoint: { path, summary, query, body, reply } }) =>
    [summary, ...[query, body, reply].flatMap(labelsIn)].map((label) => ({ at: path, label })),
  );
  expect(labelled.length).toBeGreaterThan(5000);
  expect([...new Set(lost(given, labelled))]).toEqual([]);
});

/** What a screen's own file calls things: its texts, and the labels that a block says for it. */
const textsIn = (source: string) =>
  [
    ...source.matchAll(
      /(?:\bt\(\s*|(?:label|title|submitLabel|confirmLabel|placeholder)(?:=|:\s*))(?:"([^"\n]*)"|`([^`$]*)`)/gi,
    ),
  ].map(([, text, plain]) => text ?? plain ?? "");

test("nor is anything that the app's own files say", () => {
  const labelled = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => textsIn(readFileSync(`app/${path}`, "utf8")).map((label) => ({ at: `app/${path}`, label })));
  expect(labelled.length).toBeGreaterThan(3000);
  expect([...new Set(lost(given, labelled))]).toEqual([]);
});

test("nor is an act of a screen, or a figure", () => {
  const figures = Object.values(allFigures).map(({ label }) => ({ at: "figure", label }));
  expect(lost(given, [...screens.flatMap(actsOf), ...figures])).toEqual([]);
});

test("a name that comes back is found, where it does not mean something else", () => {
  const table = givenUp("| 不再用 | 改用 | 仍用处 |\n| --- | --- | --- |\n| 手机、归属人 | 新名 | `/api/device` |");
  const all = ["/api/device/1", "/api/staff"].flatMap((at) => ["手机", "手机号"].map((label) => ({ at, label })));
  expect(lost(table, all)).toEqual(["/api/staff 手机"]);
  expect(textsIn(`<b title="归属人">{t("手机")}</b>; { submitLabel: "拉黑" }; t("手机有 {n} 部", { n })`)).toEqual([
    "归属人",
    "手机",
    "拉黑",
    "手机有 {n} 部",
  ]);
  expect(
    labelsIn(
      z.object({
        a: z
          .string()
          .nullable()
          .meta({ label: "手机", options: { x: "归属人" } }),
      }),
    ),
  ).toEqual(["手机", "归属人"]);
});
