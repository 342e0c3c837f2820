import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { type Cell, cellOf, columnOf, type SheetColumn } from "~/contract/sheet";
import { record as contract, RecordRow } from "~/contract/system/record";
import { operationLog } from "~/server/database/tables/system/system";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { choiceLabel } from "~/server/lib/dictionary";
import { listOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { chosen, inOrder, sendList } from "~/server/resources/shared/export/send";
import { lineOrder, linesWhere, rowColumns, toDetail } from "./record/record-list";

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
async function exportRecords(call: SignedCall, query: z.output<typeof contract.export.query>): Promise<FileReply> {
  const { db } = call;
  const reason = await choiceLabel(call, contract.export.query, "reason", query.reason);
  return sendList(call, await readSettings(db), {
    ...{ endpoint: contract.export, module: "system", name: "操作日志", query, reason, columns },
    ...{ table: operationLog, order: lineOrder(query.sort) },
    where: and(await linesWhere(db, query), chosen(operationLog.id, query.ids)),
    async rows(ids) {
      const lines = await db.select().from(operationLog).where(inArray(operationLog.id, ids));
      return inOrder(ids, lines, ({ id }) => id).map((line) => cells.map(({ cell }) => cell(line)));
    },
  });
}

export const recordHandlers = [
  serve(contract.list, async ({ db, query }) => {
    const select = db.select(rowColumns).from(operationLog).$dynamic();
    const parts = { select, from: operationLog, where: await linesWhere(db, query), order: lineOrder(query.sort) };
    return listOf(db, query, { ...parts, isApplied: true }, (line) => line);
  }),

  serve(contract.export, (call) => exportRecords(call, call.query)),

  serve(contract.get, async ({ db, params }) => {
    const [line] = await db.select().from(operationLog).where(eq(operationLog.id, params.id));
    return toDetail(found(line));
  }),
];
