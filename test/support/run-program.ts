import { root } from "../../scripts/run.mjs";
import { programFile } from "./programs";
import { spawnForFile } from "./running";

/** A program of the repository in a process of its own. */
export async function runProgram(
  name: Parameters<typeof programFile>[0],
  args: string[],
  env: Record<string, string> = {},
) {
  // It lives for seconds: better code for PGlite would come too late.
  const child = spawnForFile(process.execPath, ["--liftoff-only", await programFile(name), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      said += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { ended, output: () => said, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}
