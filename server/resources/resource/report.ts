import { report as contract } from "~/contract/resource/report";
import { report } from "~/server/database/tables/resource/resource";
import { listOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { contentHandlers } from "~/server/resources/content/handlers";
import { downloadHandlers } from "./report/downloads";
import { reports } from "./report/kind";
import { reportOrder, reportRows } from "./report/list";
import { reportOf, toReportRows } from "./report/view";

export const reportHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, services } = call;
    const select = db.select().from(report).$dynamic();
    const parts = { select, from: report, where: reportRows(query, services.now()), order: reportOrder(query.sort) };
    const page = await listOf(db, query, { ...parts });
    return { ...page, list: await toReportRows(call, page.list) };
  }),
  ...downloadHandlers,
  ...contentHandlers(reports, contract, reportOf),
];
