import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

const running = new Set<ChildProcess>();

/** Starts a program that ends with its parent process, however that ends: a Ctrl+C or a killed run leaves none behind. */
export const spawnBound = (program: string, args: readonly string[], options: SpawnOptions): ChildProcess =>
  spawn("setpriv", ["--pdeathsig", "SIGKILL", program, ...args], options);

/** Starts a program that also ends with its test file (server-setup.ts), whatever becomes of its test. */
export function spawnForFile(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawnBound(program, args, options);
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Kills what a test file has left running. */
export function endRunning(): void {
  for (const child of running) child.kill("SIGKILL");
}
