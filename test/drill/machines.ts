import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../../scripts/run.mjs";

/** What each service says, on the disk. */
export const logs = join(root, ".cache/drill");

/** Runs a command to its end; throws what it said when it fails. */
export function must(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr || error}`);
  return stdout;
}

/** The bridge between the machines. The drill has a network of its own, which has no other device. */
export function openNetwork(): void {
  mkdirSync(logs, { recursive: true });
  must("mount", "-t", "tmpfs", "tmpfs", "/run");
  mkdirSync("/run/netns");
  must("ip", "link", "set", "lo", "up");
  must("ip", "link", "add", "bridge", "type", "bridge");
  must("ip", "address", "add", "10.77.0.1/24", "dev", "bridge");
  must("ip", "link", "set", "bridge", "up");
}

/** Before a command that must not run as root. */
export const asPostgres = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"];

/** A network namespace with an address and services. */
export class Machine {
  readonly services: Service[] = [];

  constructor(
    readonly name: string,
    readonly address: string,
  ) {
    must("ip", "netns", "add", name);
    must("ip", "link", "add", this.link, "type", "veth", "peer", "name", "eth0", "netns", name);
    must("ip", "link", "set", this.link, "master", "bridge", "up");
    must("ip", "-n", name, "link", "set", "lo", "up");
    must("ip", "-n", name, "address", "add", `${address}/24`, "dev", "eth0");
    must("ip", "-n", name, "link", "set", "eth0", "up");
  }

  private get link(): string {
    return `to-${this.name}`;
  }

  /** Starts a service here, with nothing but this environment. */
  serve(command: string[], env: Record<string, string> = {}, cwd = "/"): Service {
    const service = new Service(["ip", "netns", "exec", this.name, ...command], env, cwd, this.name);
    this.services.push(service);
    return service;
  }

  connect(isConnected: boolean): void {
    must("ip", "link", "set", this.link, isConnected ? "up" : "down");
  }

  /** As if its power was cut: every process ends at once, and none comes back before `power`. */
  cutPower(): void {
    for (const service of this.services) service.isWanted = false;
    for (const id of must("ip", "netns", "pids", this.name).split("\n").filter(Boolean)) kill(Number(id));
  }

  power(): void {
    for (const service of this.services) service.start();
  }
}

/** A program that is started again one second after it has ended, as systemd does it. */
export class Service {
  isWanted = false;
  private child: ChildProcess | undefined;

  constructor(
    private readonly command: string[],
    private readonly env: Record<string, string>,
    private readonly cwd: string,
    private readonly machine: string,
  ) {
    this.start();
  }

  start(): void {
    this.isWanted = true;
    const [program = "", ...args] = this.command;
    const log = openSync(join(logs, `${this.machine}.log`), "a");
    const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8", ...this.env };
    this.child = spawn(program, args, { cwd: this.cwd, env, stdio: ["ignore", log, log] });
    this.child.once("exit", () => {
      setTimeout(() => this.isWanted && this.start(), 1_000);
    });
  }

  /** Kills it; it comes back by itself. */
  crash(): void {
    this.child?.kill("SIGKILL");
  }

  /** Asks it to end and waits until it has. */
  async stop(): Promise<void> {
    this.isWanted = false;
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }
}

export function kill(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** Waits until something holds; throws its name after so many seconds. */
export async function until(name: string, seconds: number, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(250))
    if (await Promise.resolve(holds()).catch(() => false)) return;
  throw new Error(`not within ${seconds} s: ${name}`);
}
