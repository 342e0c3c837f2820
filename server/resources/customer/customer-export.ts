import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { inArray, type SQL, sql } from "drizzle-orm";
import ExcelJS from "exceljs";
import type { z } from "zod";
import { CustomerColumns, type CustomerRow, customer as contract } from "~/contract/customer";
import { labelOf, metaOf } from "~/contract/field";
import { customer } from "~/server/database/tables/customer";
import { audit } from "~/server/lib/audit";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { Refusal } from "~/server/lib/refusal";
import { lookUp, spelledOut, wordsOf } from "./dictionary";
import { poolOrder, poolRows } from "./pool-list";
import { selectCustomers, toRow, type Viewer, viewerOf } from "./view";

const fields = [
  "customer_no",
  "name",
  "phone",
  "level",
  "stage",
  "source",
  "intent_country_codes",
  "budget_min",
  "budget_max",
  "budget_currency",
  "pool_at",
  "pool_reason",
  "last_owner",
  "tracking_count",
] as const;
const chunkSize = 500;

/** The pool as a spreadsheet: the list's filters and order, contacts masked. The log line stands before the first byte leaves. */
export async function exportPool(call: SignedCall, query: z.output<typeof contract.export.query>): Promise<FileReply> {
  const { db, user } = call;
  const reason = await wordsOf(db, contract.export.query, "reason", query.reason);
  const viewer = await viewerOf(call);
  const where = poolRows(query, user);
  const limit = viewer.settings["export.max_rows"];
  const rows = await db
    .select({ id: customer.id })
    .from(customer)
    .where(where)
    .orderBy(poolOrder(query.sort))
    .limit(limit + 1);
  if (rows.length > limit) throw new Refusal(42200, `单次最多导出${limit}条，请缩小筛选范围`);
  await audit(call, { module: "customer", action: "export", summary: `导出公海客户${rows.length}条`, reason });
  return {
    name: `公海客户-${dayOf(viewer.now).replaceAll("-", "")}.xlsx`,
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    body: stream(
      call,
      viewer,
      where,
      rows.map(({ id }) => id),
    ),
  };
}

/** Writes while it is read: in memory are the ids and one chunk of rows. */
function stream(call: SignedCall, viewer: Viewer, where: SQL, ids: number[]): ReadableStream<Uint8Array> {
  const bytes = new PassThrough();
  write(call, viewer, where, ids, bytes).catch((error) => {
    if (!bytes.destroyed) call.services.log.error({ err: error, request_id: call.origin.id }, "export broke off");
    bytes.destroy(error instanceof Error ? error : undefined);
  });
  // Node's web stream type and the DOM's describe the same object.
  return Readable.toWeb(bytes) as unknown as ReadableStream<Uint8Array>;
}

async function write(call: SignedCall, viewer: Viewer, where: SQL, ids: number[], bytes: PassThrough): Promise<void> {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: bytes, useStyles: false, useSharedStrings: false });
  const sheet = book.addWorksheet("公海客户");
  const shape = CustomerColumns.shape;
  sheet.addRow(fields.map((field) => labelOf(shape[field], field))).commit();
  for (let start = 0; start < ids.length; start += chunkSize) {
    if (bytes.writableNeedDrain) await Promise.race([once(bytes, "drain"), once(bytes, "close")]);
    if (bytes.destroyed) return;
    const chunk = ids.slice(start, start + chunkSize);
    for (const cells of await readChunk(call, viewer, where, chunk)) sheet.addRow(cells).commit();
  }
  sheet.commit();
  await book.commit();
}

/** Rows that have left the pool meanwhile are left out. */
async function readChunk({ db }: SignedCall, viewer: Viewer, where: SQL, ids: number[]): Promise<Cell[][]> {
  const rows = await selectCustomers(db, viewer)
    .where(sql`${inArray(customer.id, ids)} and ${where}`)
    .orderBy(sql`array_position(${sql.param(ids)}::bigint[], ${customer.id})`);
  const list = rows.map((row) => toRow(row, viewer.caller));
  const dictionary = await lookUp(db, CustomerColumns, ...list);
  return list.map((row) => {
    const words = spelledOut(dictionary, CustomerColumns, row);
    return fields.map((field) => cellOf(field, words[field] ?? null));
  });
}

type Cell = string | number | null;

function cellOf(field: keyof CustomerRow, value: unknown): Cell {
  if (value === null || typeof value === "number") return value;
  if (Array.isArray(value)) return safeCell(value.join("、"));
  if (typeof value === "object") return "name" in value ? safeCell(String(value.name)) : null;
  const text = String(value);
  if (field.endsWith("_at")) return text.slice(0, 16).replace("T", " ");
  return safeCell(metaOf(CustomerColumns.shape[field]).options?.[text] ?? text);
}

/** A text that no spreadsheet takes for a formula. */
function safeCell(text: string): string {
  return /^[=+\-@\t\r\0＝＋－＠]/.test(text) ? `'${text}` : text;
}
