import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What axe calls serious or critical, light and dark, one line per kind with the first elements. */
export async function findings(page: Page): Promise<string[]> {
  // Evaluated, not loaded: the page's policy stays in force.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(context: Document, options: object): Promise<{ violations: Finding[] }> };
    };
    const look = async (options: object) =>
      (await axe.run(document, { ...options, resultTypes: ["violations"] })).violations;
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    const root = document.documentElement;
    const scheme = "data-mantine-color-scheme";
    const light = await look({});
    root.setAttribute(scheme, "dark");
    // Colours alone differ.
    const dark = await look({ runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } });
    root.setAttribute(scheme, "light");
    return [...light, ...dark.map((finding) => ({ ...finding, id: `dark: ${finding.id}` }))];
  });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id} ×${nodes.length}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))}`);
}

/** By how much a page is wider than its window. */
export async function overflow(page: Page): Promise<string[]> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  const tooMuch = width - (page.viewportSize()?.width ?? 0);
  return tooMuch > 0 ? [`${tooMuch} px wider than the screen`] : [];
}
