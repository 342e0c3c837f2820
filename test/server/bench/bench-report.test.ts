import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type BenchTable, printRun, writeRun } from "~/test/bench/report";

const table: BenchTable = {
  title: "列表",
  note: "One client.",
  rows: [
    {
      what: "公海",
      value: 1234.5,
      unit: "/s",
      limit: "SQL",
      limitValue: 10_000,
      ratio: 0.12345,
      budget: "≥ 0.12",
      isMet: true,
    },
    { what: "search", value: 12.345, unit: "ms", budget: "≤ 5 ms", isMet: false },
  ],
};
const run = { date: "2026-11-20 12:00", machine: "2 × Test", tables: [table] };

it("prints aligned tables, leaves out empty columns, and names each missed budget", () => {
  const text = printRun(run);
  expect(text).toContain("| 公海      |   1,235 /s | 10,000 /s (SQL) |      0.123 | ≥ 0.12      | ✓        |");
  expect(text).toContain("| search    |    12.3 ms |                 |            | ≤ 5 ms      | ✗        |");
  expect(text).not.toContain("p95");
  expect(text).toContain("未达标 missed: 1\n\n- 列表\n  - search: 12.3 ms; budget ≤ 5 ms");
});

it("says so when no budget was missed", () => {
  const met = { ...table, rows: table.rows.slice(0, 1) };
  expect(printRun({ ...run, tables: [met] })).toContain("未达标 missed: 无 none");
});

it("writes a part in place of its last run and leaves the others", () => {
  const file = join(mkdtempSync(join(tmpdir(), "report-")), "performance.md");
  writeFileSync(file, "before\n<!-- bench:api -->\nold\n<!-- /bench:api -->\nafter\n");
  writeRun(file, "api", run);
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/^before\n<!-- bench:api -->\n\n2026-11-20 12:00/);
  expect(text).toMatch(/\n<!-- \/bench:api -->\nafter\n$/);
  expect(text).not.toContain("old");
  expect(() => writeRun(file, "browser", run)).toThrow("bench:browser");
});
