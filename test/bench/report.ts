import { readFileSync, writeFileSync } from "node:fs";

/** One figure, beside the limit that the same run measured and its budget. */
export interface BenchRow {
  what: string;
  value: number;
  unit: string;
  /** The 95th percentile, where the value is the median of many. */
  p95?: number;
  /** What the value is compared with, in words. */
  limit?: string;
  limitValue?: number;
  /** The value divided by its limit. */
  ratio?: number;
  /** In words, such as "≤ 5 ms"; absent where nothing is asked. */
  budget?: string;
  isMet?: boolean;
}

export interface BenchTable {
  title: string;
  /** How it was measured, in a sentence or two; may be empty. */
  note: string;
  rows: BenchRow[];
  /** Whether a budget that is missed here ends the run with an error. */
  isHeld?: boolean;
}

/** Whether everything is met that a run is held to. */
export const isKept = (tables: readonly BenchTable[]): boolean =>
  tables.every(({ isHeld, rows }) => !isHeld || rows.every(({ isMet }) => isMet !== false));

/** How a part is measured. */
export interface BenchOptions {
  /** Fewer repeats, and no million of customers: to see that everything works. */
  isQuick: boolean;
  /** Of the lists those alone whose words match. */
  only: RegExp;
}

/** What was measured, when and where. */
export interface BenchRun {
  /** Local time of the business, to the minute. */
  date: string;
  /** The kind of machine, in one line. */
  machine: string;
  tables: BenchTable[];
}

const headings = ["项目 case", "数值 value", "p95", "极限 limit", "比值 ratio", "预算 budget", "达标 met"];
/** Columns of numbers stand to the right. */
const numeric = [false, true, true, true, true, false, false];

/** A run as Markdown with aligned tables, which a terminal shows as well, and one line for each budget that was missed. */
export function printRun({ date, machine, tables }: BenchRun): string {
  return [`${date} · ${machine}`, ...tables.map(printTable), printMissed(tables)].join("\n\n");
}

/** Puts a part's run in place of its last one in a Markdown file: between `<!-- bench:part -->` and `<!-- /bench:part -->`. */
export function writeRun(file: string, part: string, run: BenchRun) {
  const [begin, end] = [`<!-- bench:${part} -->`, `<!-- /bench:${part} -->`];
  const text = readFileSync(file, "utf8");
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} 缺少标记 ${begin} … ${end}`);
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n\n${printRun(run)}\n\n${text.slice(to)}`);
}

/** Three significant digits, thousands parted. */
function printNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : "∞";
  return value.toLocaleString("en-US", value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });
}

/** A table with its title, aligned. */
export function printTable({ title, note, rows }: BenchTable): string {
  const cells = [headings, ...rows.map(cellsOf)];
  // Columns that nothing stands in are left out.
  const columns = headings.flatMap((_, column) => {
    const width = Math.max(...cells.slice(1).map((row) => widthOf(row[column] ?? "")), 0);
    return width ? [{ column, width: Math.max(width, widthOf(headings[column] ?? "")) }] : [];
  });
  const lines = cells.map((row) => `| ${columns.map((one) => pad(row[one.column] ?? "", one)).join(" | ")} |`);
  const rule = columns.map(({ column, width }) => (numeric[column] ? `${"-".repeat(width - 1)}:` : "-".repeat(width)));
  lines.splice(1, 0, `| ${rule.join(" | ")} |`);
  return [`### ${title}`, ...(note ? [note] : []), lines.join("\n")].join("\n\n");
}

function cellsOf({ what, value, unit, p95, limit, limitValue, ratio, budget, isMet }: BenchRow): string[] {
  const limitCell = [limitValue === undefined ? "" : withUnit(limitValue, unit), limit ? `(${limit})` : ""];
  return [
    what,
    withUnit(value, unit),
    p95 === undefined ? "" : withUnit(p95, unit),
    limitCell.filter(Boolean).join(" "),
    ratio === undefined ? "" : printNumber(ratio),
    budget ?? "",
    isMet === undefined ? "" : isMet ? "✓" : "✗",
  ].map((cell) => cell.replaceAll("|", "\\|"));
}

/** One line per missed budget, under the title of its table. */
export function printMissed(tables: BenchTable[]): string {
  const parts = tables.flatMap(({ title, rows }) => {
    const missed = rows.filter(({ isMet }) => isMet === false);
    return missed.length ? [{ title, missed }] : [];
  });
  const count = parts.reduce((sum, { missed }) => sum + missed.length, 0);
  if (count === 0) return "未达标 missed: 无 none";
  const lines = parts.flatMap(({ title, missed }) => [`- ${title}`, ...missed.map((row) => `  - ${printMiss(row)}`)]);
  return [`未达标 missed: ${count}`, lines.join("\n")].join("\n\n");
}

function printMiss({ what, value, unit, ratio, budget }: BenchRow): string {
  const measured = ratio === undefined ? "" : ` (ratio ${printNumber(ratio)})`;
  return `${what}: ${withUnit(value, unit)}${measured}; budget ${budget ?? ""}`;
}

const withUnit = (value: number, unit: string) => `${printNumber(value)}${unit ? ` ${unit}` : ""}`;

function pad(cell: string, { column, width }: { column: number; width: number }): string {
  const space = " ".repeat(width - widthOf(cell));
  return numeric[column] ? space + cell : cell + space;
}

const wide = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;

/** Columns of a terminal: a Chinese character takes two. */
const widthOf = (text: string) => [...text].reduce((width, character) => width + (wide.test(character) ? 2 : 1), 0);
