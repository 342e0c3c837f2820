import type pg from "pg";
import type { Statement } from "./capture";

/** What one statement read. */
export interface Reading {
  /** Rows and index entries of tables that grow, those thrown away included. */
  rows: number;
  /** Pages of 8 kB. */
  pages: number;
  ms: number;
  /** The widest scan, in words. */
  widest: string;
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

interface Explained {
  Plan: PlanNode & { "Shared Hit Blocks": number; "Shared Read Blocks": number };
  "Execution Time": number;
}

const growsFrom = 10_000;

/** Tables with so many rows that a list may not read all of them, and their indexes. */
export async function growingRelations(pool: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `with big as (select oid, relname from pg_class where relkind = 'r' and reltuples >= $1 and relnamespace = 'public'::regnamespace)
     select relname as name from big union all select c.relname from pg_class c join pg_index i on i.indexrelid = c.oid join big on big.oid = i.indrelid`,
    [growsFrom],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Runs a statement once more and says what it read. */
export async function readingOf(
  pool: pg.Pool,
  growing: ReadonlySet<string>,
  { text, values }: Statement,
): Promise<Reading> {
  const explain = { text: `explain (analyze, buffers, format json) ${text}`, values };
  const { rows } = await pool.query<{ "QUERY PLAN": [Explained] }>(explain);
  const [explained] = rows[0]?.["QUERY PLAN"] ?? [];
  if (!explained) throw new Error(`no plan of ${text}`);
  const scans = scansOf(explained.Plan, growing).sort((a, b) => b.rows - a.rows);
  return {
    rows: scans.reduce((sum, scan) => sum + scan.rows, 0),
    pages: explained.Plan["Shared Hit Blocks"] + explained.Plan["Shared Read Blocks"],
    ms: explained["Execution Time"],
    widest: scans[0]?.what ?? "",
  };
}

interface Scan {
  rows: number;
  what: string;
}

/** Rows are given as a mean of the loops. An entry of an index and the row that it leads to are read as one, by a bitmap as by an index scan: the more of both count. */
function scansOf(node: PlanNode, growing: ReadonlySet<string>): Scan[] {
  const relation = node["Relation Name"];
  const name = node["Index Name"] ?? relation;
  const below = (node.Plans ?? []).flatMap((one) => scansOf(one, growing));
  if (!name || !(growing.has(name) || (relation && growing.has(relation)))) return below;
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const scan = { rows: (node["Actual Rows"] + removed) * node["Actual Loops"], what: `${node["Node Type"]} ${name}` };
  if (node["Node Type"] !== "Bitmap Heap Scan") return [scan, ...below];
  const entries = below.reduce((sum, { rows }) => sum + rows, 0);
  return entries > scan.rows ? below : [scan];
}
