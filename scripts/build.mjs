// npm run build: the app into build/client, the server into build/server.
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { build } from "esbuild";
import { filesUnder, fingerprint, root, run, stampFile } from "./run.mjs";

const compressible = new Set([".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".wasm", ".xml"]);
const compress = promisify(brotliCompress);

// Taken first: a source that changes during the build makes the next start build again.
const stamp = fingerprint();
rmSync(stampFile, { force: true });

const code = await run("remix", ["vite:build"], { env: { NODE_ENV: "production" } });
if (code) process.exit(code);
await buildServer();
await compressClient();
writeFileSync(stampFile, stamp);

async function buildServer() {
  const out = join(root, "build/server");
  rmSync(out, { recursive: true, force: true });
  const entries = ["main", "admin", "backup", "restore"].map((name) => `server/${name}.ts`);
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: out,
    bundle: true,
    // What is imported lazily (demo data and its packages) stays out of every start.
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: true,
    tsconfig: "tsconfig.json",
    logLevel: "warning",
  });
  // All are found beside the bundle, as they are found beside the sources.
  for (const file of ["server/database", "server/lib/sheet-reader"]
    .flatMap(filesUnder)
    .filter((one) => one.endsWith(".mjs")))
    copyFileSync(join(root, file), join(out, basename(file)));
  cpSync(join(root, "server/database/migrations"), join(out, "migrations"), { recursive: true });
}

/** A .br beside each file, so that the server never compresses a static file. */
async function compressClient() {
  const files = filesUnder("build/client/static").filter((file) => compressible.has(extname(file)));
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(join(root, file));
      const parameters = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      writeFileSync(join(root, `${file}.br`), await compress(content, { params: parameters }));
    }),
  );
}
