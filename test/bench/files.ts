import { setTimeout as wait } from "node:timers/promises";
import { customer } from "~/contract/customer/customer";
import { customerImport } from "~/contract/customer/customer-import";
import { tracking } from "~/contract/customer/tracking";
import { type Endpoint, pathOf, writeQuery } from "~/contract/endpoint";
import { batch } from "~/contract/shared/batch";
import { textColumns } from "~/contract/sheet";
import { setting } from "~/server/database/tables/system/system";
import { xlsx } from "~/server/lib/xlsx";
import { headingOf } from "~/server/resources/customer/customer-import/columns";
import { callerOf } from "../support/caller";
import { answerOf } from "./load";
import type { BenchRow, BenchTable } from "./report";
import type { Site } from "./site";

const xlsxBudget = 10_000;
/** What a flat memory may still grow by, in megabytes: buffers, and garbage that is not yet collected. */
const flat = 150;

/** Exports, imports and their undo, with the server's memory. */
export async function* measureFiles(site: Site, isQuick: boolean): AsyncGenerator<BenchTable> {
  const exported = isQuick ? 2_000 : 48_000;
  const imported = isQuick ? 2_500 : 100_000;
  await site.database.db.insert(setting).values({ key: "export.max_rows", value: 50_000 });
  yield await exportTable(site, exported);
  yield await importTable(site, imported);
}

async function exportTable(site: Site, most: number): Promise<BenchTable> {
  const rows = [
    ...(await exportRows(site, most, {
      what: "客户 customers",
      endpoint: customer.export,
      query: { view: "owned" },
      table: "customer",
      since: "created_at",
      day: "created_from",
      where: "owner_id is not null and deleted_at is null",
    })),
    ...(await exportRows(site, most, {
      what: "跟进 follow-ups",
      endpoint: tracking.export,
      query: {},
      table: "tracking",
      since: "tracked_at",
      day: "tracked_from",
      where: "deleted_at is null",
    })),
  ];
  return {
    title: "导出 xlsx exports",
    note: "Streamed to one client. The limit is COPY of the same rows, all columns, to CSV.",
    rows,
  };
}

interface Exported {
  what: string;
  endpoint: Endpoint;
  query: Record<string, string>;
  table: string;
  /** The column and the filter of the day from which on. */
  since: string;
  day: string;
  where: string;
}

async function exportRows({ database, server, line, tokens }: Site, most: number, one: Exported): Promise<BenchRow[]> {
  const { pool } = database;
  // The newest days that hold no more rows than may be exported at once.
  const from = `select (${one.since} at time zone 'Asia/Shanghai')::date + 1 as day from ${one.table} where ${one.where}
    order by ${one.since} desc offset ${most} limit 1`;
  const found = await pool.query<{ day: string }>(`select coalesce((${from}), '2000-01-01')::text as day`);
  const day = found.rows[0]?.day ?? "";
  const where = `${one.where} and ${one.since} >= '${day}T00:00:00+08:00'`;
  const counted = await pool.query<{ n: number }>(`select count(*)::int as n from ${one.table} where ${where}`);
  const count = counted.rows[0]?.n ?? 0;
  const copied = await secondsOf(() =>
    pool.query(`copy (select * from ${one.table} where ${where}) to '/dev/null' csv`),
  );
  const search = writeQuery({ ...one.query, [one.day]: day, reason: "report" });
  const ask = { method: "GET", path: `${pathOf(one.endpoint)}?${search}`, token: tokens.super_admin };
  server.forgetPeak();
  const before = server.memory().now;
  const rate = count / (await secondsOf(() => answerOf(line, ask)));
  return [
    {
      what: `${one.what}, ${count} rows`,
      value: rate,
      unit: "rows/s",
      limit: "COPY",
      limitValue: count / copied,
      ratio: (rate * copied) / count,
      budget: `≥ ${xlsxBudget.toLocaleString("en-US")} rows/s`,
      isMet: rate >= xlsxBudget,
    },
    memoryRow(one.what, before, server.memory().peak),
  ];
}

function memoryRow(what: string, before: number, peak: number): BenchRow {
  const budget = { budget: `flat, ≤ +${flat} MB`, isMet: peak - before <= flat };
  return { what: `${what}, peak memory`, value: peak, unit: "MB", limit: "before", limitValue: before, ...budget };
}

async function importTable(site: Site, count: number): Promise<BenchTable> {
  const limitValue = count / (await insertSeconds(site, count));
  const rows: BenchRow[] = [];
  for (const [index, format] of (["csv", "xlsx"] as const).entries()) {
    const records = Array.from({ length: count }, (_, row) => recordOf(index * count + row));
    const bytes = format === "csv" ? csvOf(records) : await xlsxOf(records);
    site.server.forgetPeak();
    const before = site.server.memory().now;
    let batchId = 0;
    const imported = await secondsOf(async () => {
      batchId = await runImport(site, `customers.${format}`, bytes, count);
    });
    const { peak } = site.server.memory();
    const undone = await secondsOf(() => undo(site, batchId));
    const compared = { limit: "insert … select", limitValue, ratio: count / imported / limitValue };
    rows.push({ what: `${format}, ${count} rows`, value: count / imported, unit: "rows/s", ...compared });
    rows.push({ what: `${format}, peak memory`, value: peak, unit: "MB", limit: "before", limitValue: before });
    rows.push({ what: `${format}, undo`, value: count / undone, unit: "rows/s" });
  }
  return {
    title: "导入 imports",
    note: "Each row is parsed, compared with all contacts, and written with its contact, owner log and way back. The limit is one INSERT of as many customers alone, all indexes in place.",
    rows,
  };
}

const headings = ["name", "phone_cc", "phone", "level", "source", "remark"].map(headingOf);

function recordOf(row: number): string[] {
  const phone = `158${String((row * 7919) % 100_000_000).padStart(8, "0")}`;
  return [`导入${row}`, "86", phone, "C", "event", "展会登记，想了解东京的新房"];
}

/** A byte order mark, as Excel writes it. */
const csvOf = (records: string[][]) =>
  Buffer.from(`\ufeff${[headings, ...records].map((record) => record.join(",")).join("\r\n")}\r\n`);

async function xlsxOf(records: string[][]): Promise<Buffer> {
  const { body } = xlsx({
    name: "客户",
    columns: textColumns(headings),
    chunks: async function* () {
      for (let from = 0; from < records.length; from += 1_000) yield records.slice(from, from + 1_000);
    },
    onError: (error) => console.error(error),
  });
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(await new Response(body).arrayBuffer());
}

/** Sends the file and waits for its end; gives the batch by which it can be undone. */
async function runImport({ server, line, tokens }: Site, name: string, bytes: Buffer, count: number): Promise<number> {
  const token = tokens.super_admin;
  const path = `${pathOf(customerImport.start)}?${writeQuery({ name, to: "pool" })}`;
  const started: { data: { id: number } } = JSON.parse(
    (await answerOf(line, { method: "POST", path, token, body: bytes, isPlain: true })).toString(),
  );
  const call = callerOf(server.origin, token);
  for (;;) {
    const { data } = await call(customerImport.get, { params: { id: started.data.id } });
    if (data.status === "running") await wait(50);
    else if (data.batch_id !== null && data.success === count) return data.batch_id;
    else throw new Error(`import: ${JSON.stringify(data)}`);
  }
}

async function undo({ server, tokens }: Site, id: number): Promise<void> {
  const call = callerOf(server.origin, tokens.super_admin);
  const begun = await call(batch.undo, { params: { id } });
  if (begun.code !== 200) throw new Error(`undo: ${begun.message}`);
  for (;;) {
    const { data } = await call(batch.get, { params: { id } });
    if (data.status === "done") return;
    if (data.status !== "running") throw new Error(`undo: ${JSON.stringify(data)}`);
    await wait(50);
  }
}

/** How long one statement takes to insert as many customers, which is then taken back. */
async function insertSeconds({ database }: Site, count: number): Promise<number> {
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query<{ names: string }>(`select string_agg(quote_ident(column_name), ', ') as names
      from information_schema.columns where table_name = 'customer' and table_schema = 'public'
      and column_name not in ('id', 'customer_no')`);
    const names = rows[0]?.names;
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    return await secondsOf(() =>
      client.query(
        `insert into customer (customer_no, ${names}) select 'B' || customer_no, ${names} from customer where id <= $1`,
        [count],
      ),
    );
  } finally {
    await client.query("rollback");
    client.release();
  }
}

async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return (performance.now() - began) / 1000;
}
