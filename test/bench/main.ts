import { join } from "node:path";
import { parseArgs } from "node:util";
import { isoInstant } from "~/server/database/tables/columns";
import { root } from "../../scripts/run.mjs";
import { describeMachine } from "./machine";
import { type BenchOptions, type BenchTable, printRun, writeRun } from "./report";

const parts: Record<string, (options: BenchOptions) => Promise<BenchTable[]>> = {
  browser: async (options) => (await import("./browser/measure")).measureBrowser(options),
  api: async (options) => (await import("./api")).measureApi(options),
  pglite: async (options) => (await import("./pglite")).measurePglite(options),
};

/** What `npm run bench` runs: the parts that are named, else all, one after another; each prints its tables as soon as it is done. */
export async function bench(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { quick: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
  });
  for (const part of positionals.length ? positionals : Object.keys(parts)) {
    const measure = parts[part];
    if (!measure) throw new Error(`没有 ${part} 这一部分；可选：${Object.keys(parts).join("、")}`);
    const tables = await measure({ isQuick: values.quick });
    const date = isoInstant(Date.now()).slice(0, 16).replace("T", " ");
    const run = { date, machine: describeMachine(part), tables };
    console.log(`\n## ${part}\n\n${printRun(run)}`);
    if (values.write) writeRun(join(root, "docs/performance.md"), part, run);
  }
}
