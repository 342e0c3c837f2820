import { and, inArray } from "drizzle-orm";
import type { z } from "zod";
import { labelOf, metaOf } from "~/contract/field";
import { record as contract, RecordColumns } from "~/contract/system/record";
import { operationLog } from "~/server/database/tables/system/system";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { readSettings } from "~/server/lib/settings";
import type { Cell } from "~/server/lib/xlsx";
import { checkExportSize, chosen, inOrder, sendExport } from "~/server/resources/shared/export/send";
import { lineOrder, linesWhere } from "./record-list";

const chunkSize = 500;
const { shape } = RecordColumns;
type Line = typeof operationLog.$inferSelect;

const optionOf = (name: "module" | "action" | "result", value: string): string =>
  metaOf(shape[name]).options?.[value] ?? value;

const cells: Record<string, (line: Line) => Cell> = {
  created_at: ({ created_at }) => created_at.slice(0, 19).replace("T", " "),
  user_name: ({ user_name }) => user_name,
  module: ({ module }) => optionOf("module", module),
  action: ({ action }) => optionOf("action", action),
  target_name: ({ target_name }) => target_name,
  summary: ({ summary }) => summary,
  变更: ({ changes }) =>
    changes.map(({ label, before, after }) => `${label}：${before ?? "（空）"} → ${after ?? "（空）"}`).join("；"),
  原因: ({ reason }) => reason,
  ip: ({ ip }) => ip,
  result: ({ result }) => optionOf("result", result),
  请求编号: ({ request_id }) => request_id,
};
const header = Object.keys(cells).map((name) => labelOf(shape[name as keyof typeof shape], name));

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
    ...{ endpoint: contract.export, module: "system", name: "操作日志", count: ids.length, query, reason, header },
    chunks: async function* () {
      for (let start = 0; start < ids.length; start += chunkSize) {
        const chunk = ids.slice(start, start + chunkSize);
        const lines = await db.select().from(operationLog).where(inArray(operationLog.id, chunk));
        const ordered = inOrder(chunk, lines, (line) => line.id);
        yield ordered.map((line) => Object.values(cells).map((cell) => cell(line)));
      }
    },
  });
}
