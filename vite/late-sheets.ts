import type { Plugin } from "vite";

/**
 * Vite puts the sheet of a part that is loaded later into the head, before the page's own sheets, which stand at the body's end
 * (docs/decisions/0045-early-loading.md): the library's rules would win. It goes behind them instead, as Remix's do (remix/chunk-failure.ts).
 */
export function lateSheets(): Plugin {
  const pattern = "document.head.appendChild(link)";
  let isMet = false;
  return {
    name: "late-sheets",
    apply: "build",
    transform(code, id) {
      if (!id.endsWith("vite/preload-helper.js") || !code.includes(pattern)) return null;
      isMet = true;
      return { code: code.replace(pattern, "(isCss ? document.body : document.head).appendChild(link)"), map: null };
    },
    generateBundle(options) {
      // The server build links nothing.
      if (!isMet && !options.dir?.includes("server"))
        this.error("late-sheets: Vite's preload helper is not as expected");
    },
  };
}
