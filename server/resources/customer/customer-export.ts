import { inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { customer as contract } from "~/contract/customer";
import { CustomerColumns, type CustomerRow } from "~/contract/customer-record";
import { labelOf, metaOf } from "~/contract/field";
import { customer } from "~/server/database/tables/customer";
import { audit } from "~/server/lib/audit";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { lookUp, spelledOut, wordsOf } from "~/server/lib/dictionary";
import { dayOf } from "~/server/lib/list";
import { Refusal } from "~/server/lib/refusal";
import { type Cell, xlsx } from "~/server/lib/xlsx";
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
export async function exportPool(
  call: SignedCall,
  query: z.output<typeof contract.exportPool.query>,
): Promise<FileReply> {
  const { db, user } = call;
  const reason = await wordsOf(call, contract.exportPool.query, "reason", query.reason);
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
  const ids = rows.map(({ id }) => id);
  return {
    name: `公海客户-${dayOf(viewer.now).replaceAll("-", "")}.xlsx`,
    ...xlsx({
      name: "公海客户",
      header: fields.map((field) => labelOf(CustomerColumns.shape[field], field)),
      chunks: async function* () {
        for (let start = 0; start < ids.length; start += chunkSize)
          yield await readChunk(call, viewer, where, ids.slice(start, start + chunkSize));
      },
      onError: (error) => call.services.log.error({ err: error, request_id: call.origin.id }, "export broke off"),
    }),
  };
}

/** Rows that have left the pool meanwhile are left out. */
async function readChunk(call: SignedCall, viewer: Viewer, where: SQL, ids: number[]): Promise<Cell[][]> {
  const rows = await selectCustomers(call.db, viewer)
    .where(sql`${inArray(customer.id, ids)} and ${where}`)
    .orderBy(sql`array_position(${sql.param(ids)}::bigint[], ${customer.id})`);
  const list = rows.map((row) => toRow(row, viewer));
  const dictionary = await lookUp(call, CustomerColumns, ...list);
  return list.map((row) => {
    const words = spelledOut(dictionary, CustomerColumns, row);
    return fields.map((field) => cellOf(field, words[field] ?? null));
  });
}

function cellOf(field: keyof CustomerRow, value: unknown): Cell {
  if (value === null || typeof value === "number") return value;
  if (Array.isArray(value)) return value.join("、");
  if (typeof value === "object") return "name" in value ? String(value.name) : null;
  const text = String(value);
  if (field.endsWith("_at")) return text.slice(0, 16).replace("T", " ");
  return metaOf(CustomerColumns.shape[field]).options?.[text] ?? text;
}
