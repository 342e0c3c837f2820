import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { root } from "~/scripts/run.mjs";

/** Runs a program to its end and gives what it printed; throws what it complained of. */
export function output(program: string, args: readonly string[], options: { cwd?: string; env?: object } = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: options.cwd ?? root,
    env: { ...(options.env ?? process.env) },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error ?? stdout + stderr}`);
  return stdout;
}

/** A release of what is built, unpacked into a new folder that has nothing of the repository around it. */
export function unpackRelease(folder: string): void {
  // Under Vitest's own variable a build would leave out Remix's plugin.
  const made = output(process.execPath, ["scripts/release.mjs"], { env: { ...process.env, VITEST: "" } });
  mkdirSync(folder);
  output("tar", ["-xzf", made.trim().split("\n").at(-1) ?? "", "-C", folder, "--strip-components=1"]);
}
