/** One line of a table: what was measured, what it is compared with, and its budget, such as "≤ 8 ×". */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  beside?: string;
  budget?: string;
  isOver?: boolean;
}

export interface Table {
  title: string;
  figures: Figure[];
}

/** A figure that may not be greater, or not smaller, than its budget; what could not be measured is over. */
export const atMost = (name: string, value: number, unit: string, most: number, beside = ""): Figure => ({
  ...{ name, value, unit, beside, budget: `≤ ${print(most)} ${unit}`.trim(), isOver: !(value <= most) },
});
export const atLeast = (name: string, value: number, unit: string, least: number, beside = ""): Figure => ({
  ...{ name, value, unit, beside, budget: `≥ ${print(least)} ${unit}`.trim(), isOver: !(value >= least) },
});

/** Three significant digits, thousands separated. */
export function print(value: number): string {
  if (!Number.isFinite(value)) return "∞";
  return value.toLocaleString("en-US", value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });
}

/** A table in Markdown, which a terminal shows as well. */
export function printTable({ title, figures }: Table): string {
  const rows = figures.map(({ name, value, unit, beside = "", budget = "", isOver }) => {
    const mark = isOver === undefined ? "" : isOver ? "**over**" : "ok";
    return `| ${[name, `${print(value)} ${unit}`.trim(), beside, budget, mark].join(" | ")} |`;
  });
  const head = ["| what | value | beside | budget | |", "| --- | ---: | --- | --- | --- |"];
  return [`### ${title}`, "", ...head, ...rows].join("\n");
}

/** The middle value, or another share of the way from the least to the greatest. */
export function quantile(values: readonly number[], share = 0.5): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
