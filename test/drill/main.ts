import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { atMost, type Figure, print, printTable, quantile } from "../bench/report";
import {
  areReady,
  type Cluster,
  type DatabaseMachine,
  emptyDisk,
  fillDisk,
  isWhole,
  killPostgres,
  primaryOf,
  startCluster,
  switchOver,
  tellProxy,
} from "./cluster";
import { isAnswered, type Load, startLoad, type Try } from "./load";
import { logs, until } from "./machines";

/** The least minutes of load. */
const minutes = 5;
/** Seconds without a refusal after which a fault counts as over; and how long it may go on before it is mended. */
const [calm, longest] = [6, 45];

interface Fault {
  name: string;
  /** Seconds of refusals at most; absent: only told. */
  most?: number;
  cause(cluster: Cluster, primary: DatabaseMachine): Promise<void> | void;
  /** What a person does about it, once requests are answered again. */
  mend?(primary: DatabaseMachine): void;
}

const faults: Fault[] = [
  { name: "a server is killed", most: 10, cause: ({ desks: [first] }) => first?.server.crash() },
  {
    name: "the only server that the proxy uses is killed",
    most: 10,
    async cause({ desks: [first, second] }) {
      if (first) await tellProxy(first, "drain");
      second?.server.crash();
      if (first) await tellProxy(first, "ready");
    },
  },
  { name: "the proxy is killed", most: 10, cause: ({ proxy }) => proxy.crash() },
  { name: "the primary's postgres process is killed", most: 10, cause: (_cluster, primary) => killPostgres(primary) },
  { name: "switchover", most: 10, cause: (_cluster, primary) => switchOver(primary) },
  {
    name: "the primary's machine loses its power",
    most: 35,
    cause: (_cluster, primary) => primary.cutPower(),
    mend: (primary) => primary.power(),
  },
  {
    name: "the primary is cut off the network",
    most: 35,
    cause: (_cluster, primary) => primary.connect(false),
    mend: (primary) => primary.connect(true),
  },
  { name: "the primary's disk is full", cause: (_cluster, primary) => fillDisk(primary), mend: emptyDisk },
  {
    name: "both servers are upgraded, one after the other",
    most: 0,
    async cause({ desks }) {
      for (const desk of desks) {
        await tellProxy(desk, "drain");
        await desk.server.stop();
        desk.server.start();
        await until("an upgraded server", 60, () => areReady([desk]));
        await tellProxy(desk, "ready");
      }
    },
  },
];

/** Breaks one thing after another under load, and prints what came of it; answers whether everything is as it has to be. */
export async function drill(args: string[]): Promise<boolean> {
  // Requests a second; fewer where the machine is busy.
  const { values } = parseArgs({ args, options: { rate: { type: "string", default: "60" } } });
  const folder = join(logs, "cluster");
  mkdirSync(folder, { recursive: true });
  console.error("the cluster starts …");
  const cluster = await startCluster(folder);
  const began = Date.now();
  const load = await startLoad(Number(values.rate));
  await sleep(20_000);
  const figures = [figureOf("nothing is broken", load.tries, 0)];
  for (const fault of faults) figures.push(await suffer(fault, cluster, load));
  await sleep(Math.max(0, began + minutes * 60_000 - Date.now()));
  const asked = load.tries.length;
  const ledger = await load.end();
  const seconds = (Date.now() - began) / 1_000;
  figures.push(
    { name: "acknowledged writes", value: ledger.acknowledged, unit: "" },
    atMost("missing", ledger.missing, "", 0),
    atMost("doubled", ledger.doubled, "", 0),
  );
  const title = `Drill: ${print(asked)} requests in ${Math.round(seconds)} s`;
  console.log(`\n${printTable({ title, figures })}`);
  return figures.every(({ isOver }) => !isOver);
}

/** Breaks one thing in a whole cluster, waits until all is whole again, and tells what the clients met meanwhile. */
async function suffer({ name, most, cause, mend }: Fault, cluster: Cluster, load: Load): Promise<Figure> {
  await until("the whole cluster", 180, () => isWhole(cluster));
  await sleep(calm * 1_000);
  const primary = await primaryOf(cluster.databases);
  if (!primary) throw new Error("no primary");
  const from = Date.now();
  await cause(cluster, primary);
  await sleep(calm * 1_000);
  await until("answers", longest, () => isCalm(load)).catch((error) => {
    if (!mend) throw error;
  });
  mend?.(primary);
  await until("the whole cluster", 180, () => isWhole(cluster));
  await until("answers", longest, () => isCalm(load));
  const figure = figureOf(
    name,
    load.tries.filter(({ at }) => at >= from),
    most,
  );
  console.error(
    `${figure.name}: ${figure.value} s; ${figure.beside}; whole after ${Math.round((Date.now() - from) / 1_000)} s`,
  );
  return figure;
}

/** Whether nothing sent in the last seconds was refused, and most of it was answered. */
function isCalm({ tries, rate }: Load): boolean {
  const last = tries.filter(({ at }) => at > Date.now() - calm * 1_000);
  return last.length > (rate * calm) / 2 && last.every(isAnswered);
}

/** Seconds in which requests were sent that were refused, and by what; how long the others waited. */
function figureOf(name: string, tries: readonly Try[], most?: number): Figure {
  const refused = tries.filter((one) => !isAnswered(one));
  const seconds = new Set(refused.map(({ at }) => Math.floor(at / 1_000))).size;
  const times = tries.filter(isAnswered).map(({ ms }) => ms);
  const causes = [...new Set(refused.map(({ came }) => came))].map(
    (cause) => `${refused.filter(({ came }) => came === cause).length} × ${cause}`,
  );
  const beside = [`P90 ${print(quantile(times, 0.9))} ms`, `P99 ${print(quantile(times, 0.99))} ms`, ...causes].join(
    ", ",
  );
  return most === undefined ? { name, value: seconds, unit: "s", beside } : atMost(name, seconds, "s", most, beside);
}
