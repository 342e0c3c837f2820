import pg from "pg";
import { writeBaseline } from "~/server/database/baseline";
import { migrate } from "~/server/database/migrate";
import { type OpenDatabase, openDatabase } from "~/server/database/open";
import { startPostgres } from "../../scripts/postgres.mjs";
import { askers, type Case, type Role } from "./cases";
import { emailOf, type GenerateOptions, generate } from "./generate";
import { type Ask, type Line, openLine } from "./load";
import { type RunningServer, startServer, tokenOf } from "./server";

/** How many ask at once. */
export const clients = 8;

/** One generated database with its own server. */
export interface Site {
  customers: number;
  database: OpenDatabase;
  server: RunningServer;
  line: Line;
  tokens: Record<Role, string>;
}

/** C.UTF-8 knows what a letter is, as a database of the business would; not every system has it. BENCH_KEEP=folder keeps the cluster and its filled databases there for the next run. */
export async function startCluster() {
  const keepIn = process.env.BENCH_KEEP ?? "";
  const options = { isDurable: true, settings: ["shared_buffers=1GB", "max_wal_size=8GB"], keepIn };
  const postgres = await startPostgres({ ...options, locale: "C.UTF-8" }).catch(() => startPostgres(options));
  onSignal(() => postgres.remove());
  return postgres;
}

/** What is to be done before a signal ends the bench: gigabytes would stay behind. */
export function onSignal(cleanUp: () => Promise<void>) {
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, async () => {
      await cleanUp();
      process.exit(130);
    });
}

/** A generated database without a server. */
export interface Filled {
  customers: number;
  name: string;
  databaseUrl: string;
  database: OpenDatabase;
  /** When it was filled: its clocks go on from there, however long it has been kept. */
  at: Date;
}

/** A database of the cluster, generated, and its server. */
export const openSite = async (cluster: string, customers: number): Promise<Site> =>
  siteOn(await openFilled(cluster, customers));

/** A database of the cluster, generated; with other rows than so many customers bring by themselves, by a name of its own. */
export async function openFilled(
  cluster: string,
  customers: number,
  { name = `bench_${customers}`, ...more }: { name?: string } & Partial<GenerateOptions> = {},
): Promise<Filled> {
  const databaseUrl = await createDatabase(cluster, name);
  const database = await openDatabase({ databaseUrl, dataDir: "" });
  await migrate(database.db);
  await writeBaseline(database.db);
  const began = performance.now();
  const { rows } = await database.pool.query("select from customer limit 1");
  if (!rows[0]) await generate(database.db, { ...more, customers });
  await vacuum(databaseUrl);
  const done = rows[0] ? "customers kept, vacuumed in" : "customers generated in";
  console.log(`${customers} ${done} ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const newest = await database.pool.query<{ at: string }>("select max(created_at) as at from customer");
  return { customers, name, databaseUrl, database, at: new Date(newest.rows[0]?.at ?? Date.now()) };
}

/** A database that has been filled for years is vacuumed: without it an index alone is not enough, and autovacuum would run beside the first measurements. */
async function vacuum(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("vacuum (analyze)");
  await client.end();
}

/** A server on a database that is filled. */
async function siteOn({ customers, name, databaseUrl, database }: Filled): Promise<Site> {
  const server = await startServer({ name, databaseUrl });
  return { customers, database, server, line: openLine(server.origin, clients), tokens: await tokensOf(database) };
}

async function createDatabase(cluster: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
  if (!rowCount) await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}

export async function closeSite({ server, database, line }: Site) {
  line.agent.destroy();
  await server.stop();
  await database.close();
}

/** A token of each role. */
export async function tokensOf({ db }: OpenDatabase): Promise<Record<Role, string>> {
  const [sales, sales_manager, super_admin, channel_manager] = await Promise.all(
    askers.map((role) => tokenOf(db, emailOf(role))),
  );
  if (!sales || !sales_manager || !super_admin || !channel_manager) throw new Error("a role is missing");
  return { sales, sales_manager, super_admin, channel_manager };
}

/** A case as the request of its person. */
export const askOf = ({ path, role }: Case, tokens: Record<Role, string>): Ask => ({
  method: "GET",
  path,
  token: tokens[role],
});
