import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { metrics, todos } from "~/contract/dashboard/analytics";
import { type FigureKey, figures } from "~/contract/figures";

test("each figure has a name of its own and says in one short sentence what it is", () => {
  const all = Object.values(figures);
  expect(new Set(all.map(({ label }) => label)).size).toBe(all.length);
  for (const { label, definition } of all) {
    expect([label, /^[^。]{6,60}。$/.test(definition)]).toEqual([label, true]);
    expect(definition.startsWith(label)).toBe(false);
  }
});

test("each figure of the dashboard is explained, and goes by its name", () => {
  for (const [key, { label }] of Object.entries({ ...metrics, ...todos }))
    expect(figures[key as FigureKey]).toMatchObject({ label });
});

test("each figure is shown somewhere by its key", () => {
  const sources = execFileSync("git", ["ls-files", "app", "contract"], { encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && file !== "contract/figures.ts");
  const text = sources.map((file) => readFileSync(file, "utf8")).join("\n");
  const byData = new Set([...Object.keys(metrics), ...Object.keys(todos)]);
  const named = (key: string) => byData.has(key) || new RegExp(`(figure: |of=|figures\\.)"?${key}\\b`).test(text);
  expect(Object.keys(figures).filter((key) => !named(key))).toEqual([]);
});
