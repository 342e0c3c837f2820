import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { measureApi } from "./api";
import { measureBrowser } from "./browser/measure";
import { measurePglite } from "./pglite";
import { printTable, type Table } from "./report";
import { openSite, type Site, startCluster } from "./site";
import { measureSteady } from "./steady";

const options = {
  /** Customers of the large database. */
  rows: { type: "string", default: "1000000" },
  /** Of PGlite. */
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

/** What `npm run bench` runs: the parts that are named, else all. Prints each table as soon as it is measured; answers whether every budget is kept. */
export async function bench(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const unknown = positionals.find((part) => !parts.includes(part));
  if (unknown) throw new Error(`没有 ${unknown} 这一部分；可选：${parts.join("、")}`);
  const isAsked = (part: string) => positionals.length === 0 || positionals.includes(part);
  let over = 0;
  const show = (table: Table) => {
    over += table.figures.filter(({ isOver }) => isOver).length;
    console.log(`\n${printTable(table)}`);
  };
  const memory = Math.round(totalmem() / 1024 ** 3);
  console.log(`${cpus().length} × ${cpus()[0]?.model.trim()} · ${memory} GB · Node ${process.versions.node}`);
  if (isAsked("browser")) for await (const table of measureBrowser(Number(values.rounds))) show(table);
  if (isAsked("api") || isAsked("steady")) {
    const postgres = await startCluster(values.keep);
    const sites: Site[] = [];
    const open = async (rows: number) => {
      const site = await openSite(postgres.url, rows);
      sites.push(site);
      return site;
    };
    try {
      const rows = Number(values.rows);
      const large = await open(rows);
      if (isAsked("api"))
        for await (const table of measureApi(await open(Math.min(10_000, rows / 2)), large)) show(table);
      if (isAsked("steady")) show(await measureSteady(large, Number(values.rate), Number(values.minutes)));
    } finally {
      for (const site of sites) await site.close();
      await postgres.remove();
    }
  }
  if (isAsked("pglite")) show(await measurePglite(Number(values.embedded)));
  console.log(over ? `\n${over} over their budgets` : "\nEvery budget is kept");
  return over === 0;
}
