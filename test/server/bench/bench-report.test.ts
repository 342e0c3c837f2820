import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { allowedClasses, isAllowed } from "~/test/bench/allowed";
import { type BenchTable, isKept, printRun, writeRun } from "~/test/bench/report";

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

it("a run is well unless a table that it is held to misses something", () => {
  expect(isKept([table])).toBe(true);
  expect(isKept([{ ...table, isHeld: true }])).toBe(false);
  expect(isKept([{ ...table, rows: table.rows.slice(0, 1), isHeld: true }])).toBe(true);
});

it("more than a list may read is allowed to a class that is named, so far and no farther", () => {
  const signIns = allowedClasses.find(({ name }) => name === "代理登录记录 · of one's own agents");
  const most = signIns?.most ?? 0;
  expect(most).toBeGreaterThan(1);
  expect(isAllowed("代理登录记录 result=failed (渠道经理)", most)).toBe(true);
  expect(isAllowed("代理登录记录 result=failed (渠道经理)", most + 0.1)).toBe(false);
  expect(isAllowed("房源列表 status=on_sale (销售)", 1)).toBe(true);
  expect(isAllowed("房源列表 status=on_sale (销售)", 1.01)).toBe(false);
  // The plain list of nothing is in a class.
  expect(allowedClasses.filter(({ matches }) => matches.test("客户列表 (管理员)"))).toEqual([]);
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
