import type { Plugin } from "vite";

/** What stands in Vite's preload helper, and what must stand there instead. */
const replacements = [
  ["if (dep in seen) return;", "if (dep in seen) return seen[dep];"],
  ["return new Promise((res, rej) => {", "return seen[dep] = new Promise((res, rej) => {"],
  [
    "document.head.appendChild(link);",
    `if (isCss) {
    link.dataset.late = "";
    link.addEventListener("error", () => { link.remove(); delete seen[dep]; });
  }
  (isCss ? document.body : document.head).appendChild(link);`,
  ],
] as const;

/**
 * The sheets of parts that are loaded later:
 *
 * - Vite puts them into the head, before the page's own sheets, which stand at the body's end (docs/decisions/0045-early-loading.md): the
 *   library's rules would win. They go behind them instead, as Remix's do (remix/chunk-failure.ts).
 * - `data-late` says that the page can do without one (remix/head-script.ts).
 * - Vite lets only the first part that needs a sheet wait for it, and asks for it once: a second part would be drawn bare until it comes, or for ever
 *   if it fails. Here each waits, and the next to ask after a failure asks the server again.
 */
export function lateSheets(): Plugin {
  let isMet = false;
  return {
    name: "late-sheets",
    apply: "build",
    transform(code, id) {
      if (!id.endsWith("vite/preload-helper.js") || !replacements.every(([pattern]) => code.includes(pattern)))
        return null;
      isMet = true;
      return { code: replacements.reduce((text, [pattern, by]) => text.replace(pattern, () => by), code), map: null };
    },
    generateBundle(options) {
      // The server build links nothing.
      if (!isMet && !options.dir?.includes("server"))
        this.error("late-sheets: Vite's preload helper is not as expected");
    },
  };
}
