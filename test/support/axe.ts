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
    // Experimental, so off by default: users of voice control say what is on the buttons.
    const light = await look({ rules: { "label-content-name-mismatch": { enabled: true } } });
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

/**
 * What axe misses on a page: buttons and links whose name lacks the text on them, also where that is hidden from a screen reader (axe
 * looks at names by attribute alone), and scrollers that the keyboard cannot reach, also while everything fits into them.
 */
export async function unreachable(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(() => {
    interface Axe {
      setup(): void;
      teardown(): void;
      commons: { text: { accessibleText(element: Element): string } };
    }
    const { axe } = window as unknown as { axe: Axe };
    const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const readOn = (element: Element, withHidden: boolean): string =>
      [...element.childNodes]
        .map((node) => {
          if (node instanceof Text) return node.data;
          const counts = node instanceof HTMLElement && (withHidden || node.ariaHidden !== "true") && isShown(node);
          return counts ? ` ${readOn(node, withHidden)} ` : "";
        })
        .join("");
    // Next to other words, hidden ones are decoration (initials, keys); alone they are read.
    const visibleWords = (element: Element) => {
      const words = wordsOf(readOn(element, false));
      return words.length ? words : wordsOf(readOn(element, true));
    };
    const isNamed = (element: Element) => {
      const name = axe.commons.text.accessibleText(element);
      let at = 0;
      return visibleWords(element).every((word) => {
        const found = name.indexOf(word, at);
        at = found + word.length;
        return found >= 0;
      });
    };
    const told = ({ outerHTML }: Element) => outerHTML.slice(0, 200);
    axe.setup();
    const nameless = [...document.querySelectorAll("button, a[href], summary, [role=tab], [role=radio]")].filter(
      (element) => isShown(element) && !isNamed(element),
    );
    axe.teardown();
    const focusable = "a[href], button:enabled, input:enabled, select, textarea, summary, [tabindex='0']";
    const scrollers = [...document.body.querySelectorAll("*")].filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const mayScroll = [overflowX, overflowY].some((one) => one === "auto" || one === "scroll");
      // In a text that is being written the caret goes along.
      if (!mayScroll || (element instanceof HTMLElement && element.isContentEditable)) return false;
      return isShown(element) && !element.matches(focusable) && !element.querySelector(focusable);
    });
    return [
      ...nameless.map((element) => `name lacks what is read: ${told(element)}`),
      ...scrollers.map((element) => `scrolls, but not by keyboard: ${told(element)}`),
    ];
  });
}

/** By how much a page is wider than its window. */
export async function overflow(page: Page): Promise<string[]> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  const tooMuch = width - (page.viewportSize()?.width ?? 0);
  return tooMuch > 0 ? [`${tooMuch} px wider than the screen`] : [];
}
