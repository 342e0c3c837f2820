import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { listTable, measureApi } from "./api";
import { measureBrowser } from "./browser/measure";
import { keySettings, keyTable } from "./keys";
import { printTable, type Table } from "./report";
import { type Embedded, openEmbedded, openSite, startCluster } from "./site";
import { measureSteady } from "./steady";

const options = {
  /** Customers of the large database, and of PGlite. */
  rows: { type: "string", default: "1000000" },
  embedded: { type: "string", default: "200000" },
  /** Keeps the cluster with its filled databases for the next run. */
  keep: { type: "boolean", default: false },
  /** Loads of each page. */
  rounds: { type: "string", default: "7" },
  /** Of the mixed load: requests a second, and how long. */
  rate: { type: "string", default: "60" },
  minutes: { type: "string", default: "2" },
} as const;

const parts = ["browser", "api", "steady", "pglite"];
/** Only where it is named: it looks at statements and measures no time. */
const others = ["keys"];

/** What `npm run bench` runs: the parts that are named, else all. Prints each table as soon as it is measured; answers whether every budget is kept. */
export async function bench(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const known = [...parts, ...others];
  const unknown = positionals.find((part) => !known.includes(part));
  if (unknown) throw new Error(`没有 ${unknown} 这一部分；可选：${known.join("、")}`);
  console.log(
    `${cpus().length} × ${cpus()[0]?.model.trim()} · ${Math.round(totalmem() / 1024 ** 3)} GB · Node ${process.versions.node}`,
  );
  let over = 0;
  for await (const table of tables(positionals.length ? positionals : parts, values)) {
    over += table.figures.filter(({ isOver }) => isOver).length;
    console.log(`\n${printTable(table)}`);
  }
  console.log(over ? `\n${over} over their budgets` : "\nEvery budget is kept");
  return over === 0;
}

type Values = { rows: string; embedded: string; keep: boolean; rounds: string; rate: string; minutes: string };

async function* tables(asked: string[], values: Values): AsyncGenerator<Table> {
  const [rows, embedded] = [Number(values.rows), Number(values.embedded)];
  const open: Embedded[] = [];
  const opened = <S extends Embedded>(site: S): S => {
    open.push(site);
    return site;
  };
  if (asked.includes("browser")) yield* measureBrowser(Number(values.rounds));
  const needsCluster = ["api", "steady", "keys"].some((part) => asked.includes(part));
  const settings = asked.includes("keys") ? keySettings : [];
  const cluster = needsCluster ? await startCluster(values.keep, settings) : undefined;
  try {
    if (cluster) {
      const large = opened(await openSite(cluster.url, rows));
      if (asked.includes("api"))
        yield* measureApi(opened(await openSite(cluster.url, Math.min(10_000, rows / 2))), large);
      if (asked.includes("keys")) yield await keyTable(large);
      if (asked.includes("steady")) yield await measureSteady(large, Number(values.rate), Number(values.minutes));
    }
    if (!asked.includes("pglite")) return;
    // Whatever is offered stays far from the 10 s that a statement has there.
    const small = opened(await openEmbedded(Math.min(1_000, embedded)));
    const table = await listTable(small, opened(await openEmbedded(embedded)), { list: 30, word: 30, order: 5_000 });
    yield { ...table, title: `PGlite: ${table.title}` };
  } finally {
    for (const site of open) await site.close();
    await cluster?.remove();
  }
}
