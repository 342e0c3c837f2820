import { type ChildProcess, spawn } from "node:child_process";
import { root } from "../../scripts/run.mjs";
import { programFile } from "./programs";

/** A program of the repository in a process of its own; the caller sees to its end. */
export async function runProgram(
  name: Parameters<typeof programFile>[0],
  args: string[],
  env: Record<string, string> = {},
) {
  const child: ChildProcess = spawn(process.execPath, [await programFile(name), ...args], {
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
