// npm run build: the app into build/client, the server into build/server, what visitors of the sites load into build/visitor.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { bundleServer } from "./bundle-server.mjs";
import { bundleVisitor } from "./bundle-visitor.mjs";
import { filesUnder, fingerprint, root, run, stampFile } from "./run.mjs";

const compressible = new Set([".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".wasm", ".xml"]);
const compress = promisify(brotliCompress);

// Taken first: a source that changes during the build makes the next start build again.
const stamp = fingerprint();
rmSync(stampFile, { force: true });

const code = await run("remix", ["vite:build"], { env: { NODE_ENV: "production" } });
if (code) process.exit(code);
const server = join(root, "build/server");
rmSync(server, { recursive: true, force: true });
await bundleServer(
  ["server/main.ts", ...["admin", "backup", "restore", "verify-log"].map((name) => `server/commands/${name}.ts`)],
  server,
);
await bundleVisitor(join(root, "build/visitor"));
await compressClient();
writeFileSync(stampFile, stamp);

/** Adds a .br to each file, so that the server never compresses a static file. */
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
