import { readFileSync, mkdtempSync } from "node:fs";
import { drizzle } from "drizzle-orm/node-postgres";
import { createApp } from "~/server/app";
import { openDatabase } from "~/server/database/open";
import { createLog } from "~/server/lib/log";
import { localStorage } from "~/server/lib/storage";
import { secret } from "./server";
import { tokensOf } from "./site";
import { firstPages, sorted, searches, lastPages, details } from "./cases";
const urls = [...readFileSync("/tmp/C8-bench.log", "utf8").matchAll(/^\d+ [\d.]+ s (\S+)/gm)].map((m) => m[1]!);
const only = process.argv[2];
const cases = [...firstPages, ...sorted, ...searches("13800000000"), ...lastPages, ...details].filter((c) => /房源|全局搜索/.test(c.what) && (!only || c.what.includes(only)));
const sites = [];
for (const u of urls) {
  const database = await openDatabase({ databaseUrl: u, dataDir: "" });
  const tokens = await tokensOf(database);
  const log: [string, number][] = [];
  const app = createApp({ db: database.db, log: createLog("error"), secret, storage: localStorage(mkdtempSync("/tmp/C8-")), events: { listen: async () => undefined, close: async () => undefined }, trustsProxy: false, now: () => new Date() } as never);
  sites.push({ app, tokens, database });
}
for (const c of cases) {
  const t: number[][] = sites.map(() => []); let n = 0; let total = "";
  for (let i = 0; i < 12; i++) for (const [k, s] of sites.entries()) {
    const b = performance.now();
    const r = await s.app.fetch(new Request("http://localhost" + c.path, { headers: { authorization: `Bearer ${s.tokens[c.role]}` } }));
    const body = await r.json() as any; total = body.data?.total ?? (Array.isArray(body.data) ? body.data.length : r.status);
    if (i > 1) t[k]!.push(performance.now() - b);
  }
  const med = t.map((x) => x.sort((a, b) => a - b)[Math.floor(x.length / 2)]!);
  console.log(c.what.padEnd(40), med.map((x) => x.toFixed(1)).join("  →  "), "ms", (med.at(-1)! / med[0]!).toFixed(2) + "x", "total", total);
}
for (const s of sites) await s.database.close();
process.exit(0);
