import { estateAudit as contract } from "~/contract/house/estate-audit";
import { estateAudit } from "~/server/database/tables/house/estate";
import { countsOf, listOf } from "~/server/lib/list";
import { serve, serveAct } from "~/server/lib/serve";
import { auditOrder, auditRows, isOverdue, selectAudits, toAuditRows } from "./estate-audit/audit-list";
import { approveAudit, rejectAudit } from "./estate-audit/decide";
import { estateAuditOf, historyOf } from "./estate-audit/view";

export const estateAuditHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, services } = call;
    const parts = { select: selectAudits(db).$dynamic(), from: estateAudit, where: auditRows(query, services.now()) };
    const page = await listOf(db, query, { ...parts, order: auditOrder(query) }, (row) => row);
    return { ...page, list: await toAuditRows(call, page.list) };
  }),

  serve(contract.count, ({ db, services }) =>
    countsOf(db, estateAudit, estateAudit.status, ["pending", "approved", "rejected", "withdrawn"], {
      overdue: isOverdue(services.now()),
    }),
  ),

  serve(contract.get, (call) => estateAuditOf(call, call.params.id)),

  serveAct(contract.approve, estateAuditOf, approveAudit),

  serveAct(contract.reject, estateAuditOf, rejectAudit),

  serve(contract.history, (call) => historyOf(call, call.params.id)),
];
