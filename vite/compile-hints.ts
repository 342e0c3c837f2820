import type { Plugin } from "vite";

/**
 * Has Chrome (136 and later) compile all functions of a file while it arrives, on a thread of its own: a list is ready 240 ms earlier
 * (docs/decisions/1330-chunks.md). To other browsers it is a comment. What comes when it is opened has none.
 */
export const compileHints = (): Plugin => ({
  name: "compile-hints",
  generateBundle: {
    // The minifier drops comments, and nothing may come before this one.
    order: "post",
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "chunk" && !file.isDynamicEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
});
