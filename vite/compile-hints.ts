import type { Plugin, Rollup } from "vite";

/** Asks the browser to compile all functions of a file while it arrives, on a thread of its own (Chrome 136 and later; to others it is a comment). */
const hint = "//# allFunctionsCalledOnLoad\n";

type Bundle = Readonly<Record<string, Pick<Rollup.OutputChunk, "type" | "isEntry" | "imports"> | { type: "asset" }>>;

/** The files that some page loads at once: those of routes and of the entry, with all that they import statically. */
export function loadedAtOnce(bundle: Bundle): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk" || found.has(name)) return;
    found.add(name);
    chunk.imports.forEach(visit);
  };
  for (const [name, file] of Object.entries(bundle)) if (file.type === "chunk" && file.isEntry) visit(name);
  return found;
}

/** Puts the hint at the head of what pages load at once (docs/decisions/0195-compile-hints.md). What comes when it is opened stays as it is. */
export function compileHints(): Plugin {
  return {
    name: "compile-hints",
    apply: "build",
    generateBundle: {
      // At last: the minifier drops comments, and nothing may stand before this one, as Vite's list of files would.
      order: "post",
      handler(_, bundle) {
        for (const name of loadedAtOnce(bundle)) {
          const chunk = bundle[name];
          if (chunk?.type === "chunk") chunk.code = hint + chunk.code;
        }
      },
    },
  };
}
