import { spawn } from "node:child_process";
import { join } from "node:path";
import { dashboardBlocks } from "~/contract/dashboard/dashboard";
import { root } from "../../scripts/run.mjs";
import { answerOf, openLine, rateOf, waitOf } from "./load";
import { atLeast, atMost, type Figure, print, quantile, type Table } from "./report";
import { lists, pairs, requests } from "./requests";
import type { Embedded, Site } from "./site";

/** Connections that ask at once, how long, and how often again; turns of one client. */
const [clients, seconds, rounds, turns] = [8, 4, 3, 7];

/** The API on PostgreSQL: rates against the bare page, the requests of one client, the dashboard, the price of a write, an export. */
export async function* measureApi(small: Site, large: Site): AsyncGenerator<Table> {
  yield await rateTable(small);
  yield await listTable(small, large, { list: 8, word: 30, order: 1_000 });
  yield await pairTable(large);
  yield await dashboardTable(large);
  yield await exportTable(large);
  yield await writeTable(large);
}

/** In turns, so that what else the machine does meets all alike: answers a second of the bare page, and of each of ours. */
async function rateTable(site: Site): Promise<Table> {
  const { pool, url, line, tokens } = site;
  await pool.query(`create table if not exists bench_page as select id, customer_no, name, phone_cc, phone, level, stage, source, owner_id, created_at, pool_at,
    last_tracking_at, next_tracking_at, tracking_count from customer where deleted_at is null`);
  await pool.query("create index if not exists bench_page_owner on bench_page (owner_id, created_at desc, id desc)");
  const ours = [
    { name: "own customers", path: lists.客户.replace("owned", "mine"), token: tokens.sales, least: 0.1 },
    { name: "pool", path: lists.公海, token: tokens.sales, least: 0.1 },
    { name: "estates", path: lists.房源, token: tokens.sales, least: 0.1 },
    { name: "deals", path: lists.成交, token: tokens.super_admin, least: 0.1 },
    { name: "/api/user/profile", path: "/api/user/profile", token: tokens.sales, least: 0.25 },
  ];
  const child = spawn(process.execPath, [join(root, "test/bench/bare.mjs")], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const bare = openLine(`${await new Promise((resolve) => child.stdout.once("data", resolve))}`.trim(), clients);
  const figures: Figure[] = [];
  for (const { name, least, ...ask } of ours) {
    const [own, limit]: number[][] = [[], []];
    for (let round = 0; round < rounds; round++) {
      limit?.push(await rateOf(bare, { path: "/page?owner=12" }, clients, seconds));
      own?.push(await rateOf(line, ask, clients, seconds));
    }
    const [rate, most] = [quantile(own ?? []), quantile(limit ?? [])];
    figures.push(atLeast(name, rate / most, "of the bare page", least, `${print(rate)}/s / ${print(most)}/s`));
  }
  bare.agent.destroy();
  child.kill();
  return { title: `One process, ${clients} connections, ${print(site.rows)} customers`, figures };
}

/** How long one client waits for each request, in multiples of the default view of the same list in the small database. */
export async function listTable(
  small: Embedded,
  large: Embedded,
  most: { list: number; word: number; order: number },
): Promise<Table> {
  const bases = new Map<string, number>();
  const figures: Figure[] = [];
  for (const { name, path, role, kind, base } of requests) {
    const few = bases.get(base) ?? (await waitOf(small.line, { path: base, token: small.tokens[role] }, turns));
    bases.set(base, few);
    const ms = await waitOf(large.line, { path, token: large.tokens[role] }, turns);
    const beside = `${print(ms)} ms / ${print(few)} ms`;
    if (kind === "order") figures.push(atMost(name, ms, "ms", most.order));
    else if (kind !== "pair") figures.push(atMost(name, ms / few, "×", most[kind], beside));
  }
  return { title: `Lists, ${print(large.rows)} customers / ${print(small.rows)}, one client`, figures };
}

/** Two filters, groups, conditions: within a second, and at most one in twenty ends with 42200. */
async function pairTable({ rows, line, tokens }: Embedded): Promise<Table> {
  const figures: Figure[] = [];
  let told = 0;
  for (const { name, path, role } of pairs) {
    const ask = { path, token: tokens[role] };
    const { status, text } = await answerOf(line, { ...ask, isPlain: true });
    const isTold = status === 422 && text.includes("42200");
    if (isTold) told += 1;
    figures.push(
      isTold
        ? { name, value: 3, unit: "s", beside: "42200" }
        : atMost(name, await waitOf(line, ask, turns), "ms", 1_000),
    );
  }
  figures.push(atMost("ended with 42200", told, "", Math.floor(pairs.length / 20)));
  return { title: `Two filters, groups and conditions, ${print(rows)} customers, one client`, figures };
}

/** A year of inquiries, of which the jobs have summed up the days before today. */
async function dashboardTable({ line, tokens, rows }: Site): Promise<Table> {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const path = `/api/figures/dashboard?from=${day(364)}&to=${day(0)}`;
  const ask = (more: string) => ({ path: path + more, token: tokens.super_admin });
  const { text } = await answerOf(line, { ...ask(""), isPlain: true });
  // A block that fails says so in its own place.
  const failed = text.split('"data":null,"error":{').length - 1;
  const figures = [
    atMost("whole", await waitOf(line, ask(""), 5), "ms", 1_000),
    atMost("failed blocks", failed, "", 0),
  ];
  for (const block of dashboardBlocks)
    figures.push(atMost(block, await waitOf(line, ask(`&blocks=${block}`), 5), "ms", 300));
  return { title: `Dashboard, a year of ${print(rows)} inquiries (super_admin), one client`, figures };
}

/** The customers of the newest days, as a sheet. */
async function exportTable({ pool, line, tokens, rows }: Site): Promise<Table> {
  await pool.query(
    "insert into setting (key, value, updated_at) values ('export.max_rows', '50000', now()) on conflict do nothing",
  );
  const back = Math.min(1_000, Math.floor((40_000 / rows) * 1_096));
  const from = new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const { rows: counted } = await pool.query<{ n: number }>(
    "select count(*)::int as n from customer where owner_id is not null and deleted_at is null and created_at >= $1::date at time zone 'Asia/Shanghai'",
    [from],
  );
  const path = `/crm/customer/export?view=owned&reason=report&created_from=${from}`;
  const { status, ms } = await answerOf(line, { path, token: tokens.super_admin });
  const rate = status === 200 ? (counted[0]?.n ?? 0) / (ms / 1_000) : Number.NaN;
  return { title: "Export", figures: [atLeast(`xlsx, ${counted[0]?.n} customers`, rate, "rows/s", 10_000)] };
}

/** What customers could be found by: the key and these are what the present indexes are compared with. */
const nine = [
  ...["customer_no", "owner_id, created_at", "pool_at", "stage, created_at", "level, created_at", "phone_e164"],
  ...["next_tracking_at", "last_tracking_at"],
].map((columns) => `(${columns})`);
const bigrams = `create function bench_bigrams(value text) returns text[] language sql immutable
  as $$ select array(select substr(value, i, 2) from generate_series(1, greatest(length(value) - 1, 1)) i) $$`;

/** A thousand new customers by one statement, with the present indexes and with nine; all of it is taken back. */
async function writeTable({ pool }: Site): Promise<Table> {
  const client = await pool.connect();
  const run = async (text: string) => (await client.query<{ text: string }>(text)).rows.map((row) => row.text);
  try {
    for (const text of ["begin", "set local statement_timeout = 0", "set local maintenance_work_mem = '256MB'"])
      await run(text);
    const columns =
      await run(`select quote_ident(column_name) as text from information_schema.columns where table_schema = 'public'
      and table_name = 'customer' and column_name not in ('id', 'customer_no') and is_generated = 'NEVER'`);
    const present = await insertMs(run, `${columns}`);
    const off =
      await run(`select format('alter table customer drop constraint %I cascade', conname) as text from pg_constraint
      where conrelid = 'customer'::regclass and contype = 'u' union all select format('drop index %s', i.indexrelid::regclass) from pg_index i
      where i.indrelid = 'customer'::regclass and not i.indisprimary and not exists (select from pg_constraint where conindid = i.indexrelid and contype = 'u')`);
    for (const text of [...off, bigrams]) await run(text);
    for (const one of [...nine, "using gin (bench_bigrams(name))"]) await run(`create index on customer ${one}`);
    const plainly = await insertMs(run, `${columns}`);
    const beside = `${print(present)} ms with ${off.length} indexes / ${print(plainly)} ms with nine`;
    return { title: "Writing", figures: [atMost("1,000 new customers", present / plainly, "×", 1.6, beside)] };
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** Each turn copies others, so that no page is hot; the middle of seven. */
async function insertMs(run: (text: string) => Promise<unknown>, columns: string): Promise<number> {
  const taken: number[] = [];
  for (let turn = -1; turn < 7; turn++) {
    await run("savepoint before");
    const began = performance.now();
    await run(`insert into customer (customer_no, ${columns}) select 'B' || customer_no, ${columns} from customer
      where id > ${(turn + 1) * 1_000} order by id limit 1000`);
    if (turn >= 0) taken.push(performance.now() - began);
    await run("rollback to savepoint before");
  }
  return quantile(taken);
}
