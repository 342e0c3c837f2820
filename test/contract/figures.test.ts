import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { briefingColumns, briefingFigures } from "~/contract/analysis/figure-texts";
import { siteFigures } from "~/contract/content/site-figures";
import { dashboard } from "~/contract/dashboard/dashboard";
import { type AnyFigureKey, allFigures } from "~/contract/dashboard/figure-texts";
import { metrics, todos } from "~/contract/dashboard/metrics";
import { trendFigures } from "~/contract/trend/trend-figures";

test("each figure has a name of its own and says in one short sentence what it is", () => {
  const all = Object.values(allFigures);
  expect(new Set(all.map(({ label }) => label)).size).toBe(all.length);
  for (const { label, definition } of [...all, ...Object.values(siteFigures)]) {
    expect([label, /^[^。]{6,60}。$/.test(definition)]).toEqual([label, true]);
    expect(definition.startsWith(label)).toBe(false);
  }
});

test("each figure of the dashboard is explained, and goes by its name", () => {
  for (const [key, { label }] of Object.entries({ ...metrics, ...todos }))
    expect(allFigures[key as AnyFigureKey]).toMatchObject({ label });
});

test("the description of the API says what each figure counts", () => {
  const described = JSON.stringify(z.toJSONSchema(dashboard.get.reply));
  for (const key of [...Object.keys(metrics), ...Object.keys(todos)] as AnyFigureKey[])
    expect(described).toContain(`${key} ${allFigures[key].label}：${allFigures[key].definition}`);
});

/** They go by a figure's name and say more: what a curve's points are, of whose follow-ups, what is compared, which target. */
const otherwise = ["estate_online", "tracking_count", "inquiry_new", "target_rate"];

test("a figure that trends and briefings show as well has one definition", () => {
  for (const [key, { definition }] of Object.entries({ ...trendFigures, ...briefingColumns, ...briefingFigures }))
    if (key in allFigures && !otherwise.includes(key))
      expect([key, definition]).toEqual([key, allFigures[key as AnyFigureKey].definition]);
});

test("each figure is shown somewhere by its key", () => {
  const sources = execFileSync("git", ["ls-files", "app", "contract"], { encoding: "utf8" })
    .split("\n")
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !["contract/figures.ts", "contract/dashboard/figure-texts.ts", "contract/content/site-figures.ts"].includes(
          file,
        ),
    );
  const text = sources.map((file) => readFileSync(file, "utf8")).join("\n");
  const byData = new Set([...Object.keys(metrics), ...Object.keys(todos)]);
  const named = (key: string) => byData.has(key) || new RegExp(`(figure: |of=|[fF]igures\\.)"?${key}\\b`).test(text);
  expect([...Object.keys(allFigures), ...Object.keys(siteFigures)].filter((key) => !named(key))).toEqual([]);
});
