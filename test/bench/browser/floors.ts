import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { filesUnder, root, run } from "../../../scripts/run.mjs";

const sources = "test/bench/browser/floor";
const cache = join(root, ".cache/bench");
const compressible = new Set([".css", ".html", ".js"]);

/** The folders with the floors' built files, each file with its brotli twin. */
export interface Floors {
  /** Remix and mantine-react-table, as one would write it on the first day. */
  remix: string;
  /** Vite, React and a plain Mantine table, without a router. */
  plain: string;
}

/** Builds the two apps that ours is measured against, out of the packages that ours is made of; once for each state of both. */
export async function buildFloors(): Promise<Floors> {
  const folder = join(cache, `floors-${fingerprint()}`);
  const floors = { remix: join(folder, "remix/build/client"), plain: join(folder, "plain/dist") };
  if (existsSync(join(folder, "built"))) return floors;
  mkdirSync(cache, { recursive: true });
  for (const former of readdirSync(cache).filter((name) => name.startsWith("floors-")))
    rmSync(join(cache, former), { recursive: true });
  cpSync(join(root, sources), folder, { recursive: true });
  // Remix asks for one in the folder that it builds.
  writeFileSync(join(folder, "remix/package.json"), JSON.stringify({ private: true, type: "module" }));
  const options = { env: { NODE_ENV: "production" } };
  const codes = [
    await run("remix", ["vite:build"], { ...options, cwd: join(folder, "remix") }),
    await run("vite", ["build"], { ...options, cwd: join(folder, "plain") }),
  ];
  if (codes.some(Boolean)) throw new Error("对照应用构建失败");
  for (const built of Object.values(floors)) compress(built);
  writeFileSync(join(folder, "built"), "");
  return floors;
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const file of [...filesUnder(sources), "package-lock.json"]) hash.update(readFileSync(join(root, file)));
  return hash.digest("hex").slice(0, 16);
}

function compress(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && compressible.has(extname(file)))
      writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}
