import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { filesUnder, root, run } from "../../../scripts/run.mjs";

const source = "test/bench/browser/floor";
const folder = join(root, ".cache/bench/floor");
const compressible = new Set([".css", ".html", ".js"]);

/** Builds the app that ours is measured against, Remix and mantine-react-table as one would write it on the first day, out of our own packages; once for each state of both. Gives the folder of its files, each with its brotli twin. */
export async function buildFloor(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [...filesUnder(source), "package-lock.json"]) hash.update(readFileSync(join(root, file)));
  const [stamp, fingerprint] = [join(folder, "stamp"), hash.digest("hex")];
  const built = join(folder, "remix/build/client");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint) return built;
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, source), folder, { recursive: true });
  // Remix asks for one in the folder that it builds.
  writeFileSync(join(folder, "remix/package.json"), JSON.stringify({ private: true, type: "module" }));
  const code = await run("remix", ["vite:build"], { env: { NODE_ENV: "production" }, cwd: join(folder, "remix") });
  if (code) throw new Error("对照应用构建失败");
  for (const entry of readdirSync(built, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && compressible.has(extname(file)))
      writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
  writeFileSync(stamp, fingerprint);
  return built;
}
