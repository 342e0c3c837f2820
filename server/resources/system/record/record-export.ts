import { and, inArray } from "drizzle-orm";
import type { z } from "zod";
import { type Cell, cellOf, columnOf, type SheetColumn } from "~/contract/sheet";
import { record as contract, RecordRow } from "~/contract/system/record";
import { operationLog } from "~/server/database/tables/system/system";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { readSettings } from "~/server/lib/settings";
import { checkExportSize, chosen, inOrder, sendExport } from "~/server/resources/shared/export/send";
import { lineOrder, linesWhere } from "./record-list";

const chunkSize = 500;
const { shape } = RecordRow;
type Line = typeof operationLog.$inferSelect;

const changesOf = ({ changes }: Line): string =>
  changes.map(({ label, before, after }) => `${label}：${before ?? "（空）"} → ${after ?? "（空）"}`).join("；");

const own = (name: "user_name" | "module" | "action" | "target_name" | "summary" | "ip" | "result") => ({
  column: columnOf(shape[name], name),
  cell: (line: Line) => cellOf(shape[name], line[name]),
});
const cells: { column: SheetColumn; cell: (line: Line) => Cell }[] = [
  { column: columnOf(shape.created_at, "", { kind: "second" }), cell: (line) => line.created_at },
  ...(["user_name", "module", "action", "target_name", "summary"] as const).map(own),
  { column: { label: "变更", kind: "text", width: 48 }, cell: changesOf },
  { column: { label: "原因", kind: "text" }, cell: ({ reason }) => reason },
  ...(["ip", "result"] as const).map(own),
  { column: { label: "请求编号", kind: "text" }, cell: ({ request_id }) => request_id },
];
const columns = cells.map(({ column }) => column);

/** The lines as a spreadsheet: the list's filters and order. Its own line is not in it. */
export async function exportRecords(
  call: SignedCall,
  query: z.output<typeof contract.export.query>,
): Promise<FileReply> {
  const { db } = call;
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  const limit = (await readSettings(db))["export.max_rows"];
  const rows = await db
    .select({ id: operationLog.id })
    .from(operationLog)
    .where(and(await linesWhere(db, query), chosen(operationLog.id, query.ids)))
    .orderBy(lineOrder(query.sort))
    .limit(limit + 1);
  checkExportSize(rows.length, limit);
  const ids = rows.map(({ id }) => id);
  return sendExport(call, {
    ...{ endpoint: contract.export, module: "system", name: "操作日志", count: ids.length, query, reason, columns },
    chunks: async function* () {
      for (let start = 0; start < ids.length; start += chunkSize) {
        const chunk = ids.slice(start, start + chunkSize);
        const lines = await db.select().from(operationLog).where(inArray(operationLog.id, chunk));
        const ordered = inOrder(chunk, lines, (line) => line.id);
        yield ordered.map((line) => cells.map(({ cell }) => cell(line)));
      }
    },
  });
}
