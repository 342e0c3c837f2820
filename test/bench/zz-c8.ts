import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { writeBaseline } from "~/server/database/baseline";
import { migrate } from "~/server/database/migrate";
import { openDatabase } from "~/server/database/open";
import { startCluster, tokensOf } from "/work/main/test/bench/site";
import { generate } from "/work/main/test/bench/generate";
const pgc = await startCluster();
console.log("URL", pgc.url);
for (const n of [10_000, 100_000]) {
  const c = new pg.Client({ connectionString: pgc.url }); await c.connect();
  await c.query(`create database e${n}`); await c.end();
  const url = new URL(pgc.url); url.pathname = `/e${n}`;
  const database = await openDatabase({ databaseUrl: url.href, dataDir: "" });
  await migrate(database.db); await writeBaseline(database.db);
  const b = performance.now();
  await generate(database.db, { customers: 100, estates: n });
  const v = new pg.Client({ connectionString: url.href }); await v.connect(); await v.query("vacuum (analyze)"); await v.end();
  console.log(n, ((performance.now() - b) / 1000).toFixed(1), "s", url.href, JSON.stringify(await tokensOf(database)));
  await database.close();
}
console.log("READY");
await new Promise(() => setInterval(() => {}, 1e6));
