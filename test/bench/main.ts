import { join } from "node:path";
import { parseArgs } from "node:util";
import { isoInstant } from "~/server/database/tables/columns";
import { root } from "../../scripts/run.mjs";
import { describeMachine } from "./machine";
import { type BenchOptions, type BenchRun, type BenchTable, isKept, printMissed, printTable, writeRun } from "./report";

const parts: Record<string, () => Promise<(options: BenchOptions) => AsyncIterable<BenchTable>>> = {
  browser: async () => (await import("./browser/measure")).measureBrowser,
  api: async () => (await import("./api")).measureApi,
  pglite: async () => (await import("./pglite")).measurePglite,
  plans: async () => (await import("./plans")).measurePlans,
  shedding: async () => (await import("./api")).measureOverload,
  chat: async () => (await import("./chat")).measureChat,
  public: async () => (await import("./public")).measurePublic,
  dashboard: async () => (await import("./dashboard")).measureDashboard,
  growth: async () => (await import("./plans")).measureGrowth,
  steady: async () => (await import("./steady")).measureSteady,
  soak: async () => (await import("./steady")).measureSoak,
};

/** All but what another part measures, too, and what takes half an hour or a day. */
const usual = Object.keys(parts).filter((part) => !["shedding", "steady", "soak"].includes(part));

/** What `npm run bench` runs: the parts that are named, else the usual ones, one after another; each prints, and writes, a table as soon as it is measured. Answers whether all is met that a run is held to. */
export async function bench(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      only: { type: "string", default: "" },
    },
  });
  let isWell = true;
  for (const part of positionals.length ? positionals : usual) {
    const measure = await parts[part]?.();
    if (!measure) throw new Error(`没有 ${part} 这一部分；可选：${Object.keys(parts).join("、")}`);
    const run: BenchRun = { date: "", machine: describeMachine(part), tables: [] };
    console.log(`\n## ${part} · ${run.machine}`);
    for await (const table of measure({ isQuick: values.quick, only: new RegExp(values.only) })) {
      run.date = isoInstant(Date.now()).slice(0, 16).replace("T", " ");
      run.tables.push(table);
      console.log(`\n${printTable(table)}`);
      if (values.write) writeRun(join(root, "docs/performance.md"), part, run);
    }
    console.log(`\n${printMissed(run.tables)}`);
    isWell &&= isKept(run.tables);
  }
  return isWell;
}
