import { copyFileSync, cpSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { filesUnder, root } from "./run.mjs";

/**
 * Bundles programs of the server, each under its own name, with the files that they look for next to themselves.
 * @param {string[]} entries paths of the repository
 * @param {string} folder
 */
export async function bundleServer(entries, folder) {
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    entryNames: "[name]",
    outdir: folder,
    bundle: true,
    // What is imported lazily (demo data and its packages) stays out of every start.
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    sourcemap: true,
    tsconfig: "tsconfig.json",
    logLevel: "warning",
  });
  // All are found next to the bundle, as they are next to the sources.
  for (const file of ["server/database", "server/lib/sheet-reader", "server/lib/pdf-reader"]
    .flatMap(filesUnder)
    .filter((one) => one.endsWith(".mjs")))
    copyFileSync(join(root, file), join(folder, basename(file)));
  cpSync(join(root, "server/database/migrations"), join(folder, "migrations"), { recursive: true });
}
