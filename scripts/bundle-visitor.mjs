import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./run.mjs";

/** As old as WeChat's browsers come: WKWebView of iOS 13, and the Chromium that its Android brings along. */
const target = ["es2018", "chrome73", "safari13"];

/**
 * Builds what visitors of the company's sites load: the script with the button, and the window as one document with its script
 * and sheet inside. Neither knows React, zod or Mantine.
 * @param {string} folder
 */
export async function bundleVisitor(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { embed: "visitor/embed.ts", window: "visitor/window/window.ts", sheet: "visitor/window/window.css" },
    outdir: folder,
    bundle: true,
    minify: true,
    format: "iife",
    target,
    // What is wrong with it in old Safaris concerns assignments to members; ours are declarations.
    supported: { destructuring: true },
    tsconfig: "tsconfig.json",
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
    write: false,
  });
  const built = (/** @type {string} */ name) => outputFiles.find(({ path }) => path.endsWith(name))?.text.trim() ?? "";
  const page = readFileSync(join(root, "visitor/window/window.html"), "utf8")
    .replace("<style></style>", () => `<style>${built("sheet.css")}</style>`)
    .replace("<script></script>", () => `<script>${built("window.js")}</script>`)
    .replace(/>\n</g, "><");
  writeFileSync(join(folder, "embed.js"), built("embed.js"));
  writeFileSync(join(folder, "window.html"), page);
  writeFileSync(join(folder, "try.html"), readFileSync(join(root, "visitor/try.html")));
}
