import type { Page } from "playwright-core";

/** How many controls the whole page shows while nothing is pointed at, how many are above the first row,
 * how many words are blue, and how many texts outside of rows are there once more. */
export const atRest = (page: Page) =>
  page.locator("#content").evaluate((main) => {
    const isSeen = (one: Element) => {
      const { width, height } = one.getBoundingClientRect();
      if (width < 2 || height < 2) return false;
      for (let above: Element | null = one; above; above = above.parentElement) {
        const { visibility, display, opacity } = getComputedStyle(above);
        if (visibility === "hidden" || display === "none" || Number(opacity) < 0.05) return false;
      }
      return true;
    };
    const isBlue = (one: Element) => {
      const [red = 0, , blue = 0] = (getComputedStyle(one).color.match(/[\d.]+/g) ?? []).map(Number);
      return blue > 150 && blue - red > 60;
    };
    const acts = [...main.querySelectorAll("a[href], button, input, select, textarea")]
      .map((one) => (one instanceof HTMLInputElement && one.type === "radio" ? (one.nextElementSibling ?? one) : one))
      .filter(isSeen);
    const words = [...main.querySelectorAll("*")].filter((one) =>
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    );
    const texts = words
      .filter((one) => isSeen(one) && !one.closest("tbody tr, li") && [...(one.textContent ?? "")].length > 1)
      .map((one) => one.textContent);
    const top = main.querySelector("tbody tr, li")?.getBoundingClientRect().top ?? 0;
    return {
      acts: acts.length,
      above: acts.filter((one) => one.getBoundingClientRect().bottom <= top + 2).length,
      blue: words.filter((one) => isSeen(one) && isBlue(one)).length,
      twice: texts.length - new Set(texts).size,
    };
  });
