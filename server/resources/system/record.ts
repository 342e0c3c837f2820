import { eq, sql } from "drizzle-orm";
import { record as contract } from "~/contract/system/record";
import { operationLog } from "~/server/database/tables/system/system";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { exportRecords } from "./record/record-export";
import { lineOrder, linesWhere, rowColumns, toDetail } from "./record/record-list";

export const recordHandlers = [
  serve(contract.list, async ({ db, query }) => {
    const offset = offsetOf(query);
    const where = await linesWhere(db, query);
    const list = await db
      .select(rowColumns)
      .from(operationLog)
      .where(where)
      .orderBy(lineOrder(query.sort))
      .limit(query.page_size)
      .offset(offset);
    return pageOf(query, list, await cappedCount(db, sql`from ${operationLog} where ${where}`));
  }),

  serve(contract.export, (call) => exportRecords(call, call.query)),

  serve(contract.get, async ({ db, params }) => {
    const [line] = await db.select().from(operationLog).where(eq(operationLog.id, params.id));
    return toDetail(found(line));
  }),
];
