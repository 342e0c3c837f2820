import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { findChromium } from "../../scripts/find-chromium.mjs";
import { requirePrograms } from "../../scripts/postgres.mjs";
import { root } from "../../scripts/run.mjs";

const versions: Record<string, () => string> = {
  browser: () => versionOf(findChromium()),
  api: () => versionOf(requirePrograms().postgres),
  plans: () => versionOf(requirePrograms().postgres),
  pglite: () => `PGlite ${packageVersion("@electric-sql/pglite")}`,
};

/** The kind of machine a part was measured on, in one line. */
export function describeMachine(part: string): string {
  const [cpu] = cpus();
  return [
    `${cpus().length} × ${cpu?.model.trim() || process.arch}`,
    `${Math.round(totalmem() / 1024 ** 3)} GB`,
    `Node ${process.versions.node}`,
    versions[part]?.(),
  ]
    .filter(Boolean)
    .join(" · ");
}

const versionOf = (program: string) => spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.trim();

function packageVersion(name: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(root, "node_modules", name, "package.json"), "utf8"),
  );
  return version;
}
