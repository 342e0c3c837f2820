import { eq } from "drizzle-orm";
import { record as contract } from "~/contract/system/record";
import { operationLog } from "~/server/database/tables/system/system";
import { listOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { exportRecords } from "./record/record-export";
import { lineOrder, linesWhere, rowColumns, toDetail } from "./record/record-list";

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
