import { type AnyColumn, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { addressOf, type Endpoint } from "~/contract/endpoint";
import type { Cell, SheetColumn } from "~/contract/sheet";
import { isoInstant, sayMinute } from "~/server/database/tables/columns";
import { type AuditAction, audit } from "~/server/lib/audit";
import { type FileReply, Refusal, type SignedCall } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import type { Settings } from "~/server/lib/settings";
import { xlsx } from "~/server/lib/xlsx";
import { filterWords } from "./filter-words";
import { keepExport } from "./keep";

interface Trace {
  name: string;
  id: number;
  at: string;
  reason: string;
  request: string;
  asOf: string | undefined;
}

/** The last row of an exported file: whose it is, and under which number the log knows it. */
const traceText = ({ name, id, at, reason, request, asOf }: Trace): string =>
  `导出人：${name}（${id}）　导出时间：${at}${asOf ? `　数据截至：${asOf}` : ""}　原因：${reason}　编号：${request}`;

/** Whether a row is that one, where the file comes in again. */
export const isTrace = ({ cells }: { cells: readonly string[] }): boolean =>
  /^导出人：.*　编号：/.test(cells[0] ?? "") && !cells.slice(1).some(Boolean);

export interface Export {
  /** The endpoint to repeat, whose permission the kept file needs. */
  endpoint: Endpoint;
  /** Of its path, where it has any. */
  params?: Record<string, number>;
  module: string;
  /** What it holds: the name of its sheet, and of its file with the day. */
  name: string;
  count: number;
  query: Readonly<Record<string, unknown>>;
  reason: string;
  columns: readonly SheetColumn[];
  chunks(): AsyncIterable<Cell[][]>;
}

/** A list as a spreadsheet, written while it is sent. The log has user, count, filter and reason before the first byte leaves; a copy is kept. */
export async function sendExport(call: SignedCall, made: Export): Promise<FileReply> {
  const { name, module, count, query, reason, columns } = made;
  const { services, origin } = call;
  const action: AuditAction = "export";
  const fileName = `${name}-${dayOf(services.now()).replaceAll("-", "")}.xlsx`;
  // What is exported may come from a replica.
  const keep = await services.db.transaction(async (db) => {
    await audit(
      { ...call, db },
      { module, action, summary: `导出${name}${count}条`, reason, changes: filterWords(made.endpoint, query) },
    );
    return keepExport(
      { ...call, db },
      {
        title: name,
        request: addressOf(made.endpoint, { params: made.params, query: askedAgain(query) }),
        permission: made.endpoint.permission,
        reason,
        row_count: count,
        file_name: fileName,
      },
    );
  });
  const sheet = xlsx({
    name,
    columns,
    chunks: async function* () {
      yield* made.chunks();
      yield traceRows(call, reason);
    },
    onError: (error) => services.log.error({ err: error, request_id: origin.id }, "export broke off"),
  });
  return { name: fileName, type: sheet.type, body: keep(streamOf(sheet.body)) };
}

interface ListExport extends Omit<Export, "count" | "chunks"> {
  table: PgTable & { id: AnyPgColumn };
  where: SQL | undefined;
  order: SQL;
  /** The rows of these numbers, in their order; one that is gone leaves no gap. */
  rows(ids: number[]): Promise<Cell[][]>;
}
const chunkSize = 500;

/** What a list's filters find, in its order: in memory are the numbers of the rows and one chunk of them. */
export async function sendList(
  call: SignedCall,
  { "export.max_rows": limit }: Pick<Settings, "export.max_rows">,
  { table, where, order, rows, ...made }: ListExport,
): Promise<FileReply> {
  const found = await call.db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(where)
    .orderBy(order)
    .limit(limit + 1);
  return sendRows(call, limit, { ...made, ids: found.map(({ id }) => Number(id)), rows });
}

/** The same of rows whose numbers are known: at most one more than may be exported. */
export function sendRows(
  call: SignedCall,
  limit: number,
  { ids, rows, ...made }: Omit<Export, "count" | "chunks"> & Pick<ListExport, "rows"> & { ids: number[] },
): Promise<FileReply> {
  checkExportSize(ids.length, limit);
  return sendExport(call, {
    ...made,
    count: ids.length,
    chunks: async function* () {
      for (let start = 0; start < ids.length; start += chunkSize) yield await rows(ids.slice(start, start + chunkSize));
    },
  });
}

// A spreadsheet is a stream: `FileReply` names small files too.
const streamOf = (body: FileReply["body"]) => body as ReadableStream<Uint8Array>;

/** The request to repeat: the rows, without the page. */
const askedAgain = ({ page: _, page_size: __, link: ___, ...query }: Record<string, unknown>) => query;

/** Of what a filter finds only the rows that were chosen, where some were. */
export const chosen = (id: AnyColumn, ids: readonly number[] | undefined): SQL =>
  ids?.length ? inArray(id, [...ids]) : sql`true`;

/** Ends the request where there are more rows than may be exported at once; `count` is of at most one more. */
export function checkExportSize(count: number, limit: number): void {
  if (count > limit) throw new Refusal(42200, `单次最多导出${limit}条，请缩小筛选范围`);
}

/** Rows read by their numbers, in the order of the numbers; one that is gone leaves no gap. */
export function inOrder<R>(ids: readonly number[], rows: readonly R[], idOf: (row: R) => number): R[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function traceRows({ user, origin, services, asOf }: SignedCall, reason: string): Cell[][] {
  const at = sayMinute(isoInstant(services.now()));
  const trace = { name: user.name, id: user.id, at, reason, request: origin.id, asOf: asOf && sayMinute(asOf) };
  return [[], [traceText(trace)]];
}
