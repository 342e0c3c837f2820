import { setTimeout as sleep } from "node:timers/promises";
import { openLine, quantile } from "./load";
import type { BenchOptions, BenchRow, BenchTable } from "./report";
import type { RunningServer } from "./server";
import { mixOf, offer, type Sample } from "./shedding";
import { closeSite, openSite, startCluster } from "./site";

interface Load {
  /** Requests a second. */
  rate: number;
  minutes: number;
  quickMinutes: number;
}

/** What is promised, and a day's quiet work. */
const loads = {
  steady: { rate: 60, minutes: 30, quickMinutes: 1 },
  soak: { rate: 10, minutes: 480, quickMinutes: 1 },
} satisfies Record<string, Load>;

const sampleEvery = 5_000;
/** Of the time, in which caches fill and the heap finds its size. */
const warmUp = 1 / 3;

/** The mixed load that is promised, for half an hour (docs/reliability.md, row 1). BENCH_MINUTES=n makes it shorter or longer. */
export const measureSteady = (options: BenchOptions) => measured("稳定负载 steady load", loads.steady, options);
/** Eight hours of little (row 3), for what is never given back. BENCH_MINUTES=n makes it shorter or longer. */
export const measureSoak = (options: BenchOptions) => measured("长时间 soak", loads.soak, options);

async function* measured(name: string, load: Load, { isQuick }: BenchOptions): AsyncGenerator<BenchTable> {
  const postgres = await startCluster();
  try {
    const site = await openSite(postgres.url, isQuick ? 10_000 : 1_000_000);
    const minutes = Number(process.env.BENCH_MINUTES) || (isQuick ? load.quickMinutes : load.minutes);
    const line = openLine(site.server.origin, Number.POSITIVE_INFINITY);
    const watched = watch(site.server);
    const { offered, answered } = offer(line, load.rate, minutes * 60, await mixOf(site));
    await offered;
    const samples = await answered;
    const kept = await watched.stop();
    line.agent.destroy();
    await closeSite(site);
    yield {
      title: `${name}, ${load.rate}/s for ${minutes} minutes, ${site.customers.toLocaleString("en-US")} customers`,
      note: `Four of five requests read first pages, one writes a follow-up. Memory and files after the first third of the time. Generator, server and database share the machine.${minutes < load.minutes ? ` Shortened: ${load.minutes} minutes are asked for.` : ""}`,
      rows: rowsOf(samples, kept),
    };
  } finally {
    await postgres.remove();
  }
}

interface Held {
  memory: number;
  files: number;
}

/** What a server holds, looked at again and again. */
function watch(server: RunningServer) {
  const held: Held[] = [];
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await sleep(sampleEvery)) held.push({ memory: server.memory().now, files: server.files() });
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return held.slice(Math.floor(held.length * warmUp));
    },
  };
}

function rowsOf(samples: Sample[], held: Held[]): BenchRow[] {
  const taken = samples.map(({ took }) => took);
  const errors = samples.filter(({ status }) => status !== 200);
  const share = (100 * errors.length) / samples.length;
  const within = (what: string, of: number, most: number): BenchRow => {
    const value = quantile(taken, of);
    return { what, value, unit: "ms", budget: `≤ ${most} ms`, isMet: value <= most };
  };
  const [first] = held;
  const last = held.at(-1);
  // The mean of each half, since the heap's collections move single moments.
  const half = Math.floor(held.length / 2);
  const mean = (list: Held[]) => list.reduce((sum, { memory }) => sum + memory, 0) / list.length;
  const growth = 100 * (mean(held.slice(half)) / mean(held.slice(0, half)) - 1);
  return [
    { what: "请求 requests", value: samples.length, unit: "" },
    { what: "错误 errors", value: share, unit: "%", budget: "< 0.1 %", isMet: share < 0.1 },
    { what: "用时 median", value: quantile(taken, 0.5), unit: "ms" },
    within("用时 P90", 0.9, 200),
    within("用时 P99", 0.99, 800),
    { what: "内存 memory, at the end", value: last?.memory ?? Number.NaN, unit: "MB" },
    { what: "内存增长 second half beside the first", value: growth, unit: "%", budget: "< 10 %", isMet: growth < 10 },
    {
      what: "打开的文件 open files, more than after the first third",
      value: (last?.files ?? Number.NaN) - (first?.files ?? Number.NaN),
      unit: "",
      budget: "≤ 20",
      isMet: (last?.files ?? Number.NaN) - (first?.files ?? Number.NaN) <= 20,
    },
  ];
}
