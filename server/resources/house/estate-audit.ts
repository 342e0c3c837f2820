import { sql } from "drizzle-orm";
import { estateAudit as contract } from "~/contract/house/estate-audit";
import { estateAudit } from "~/server/database/tables/house/estate";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { auditOrder, auditRows, isOverdue, selectAudits, toAuditRows } from "./estate-audit/audit-list";
import { approveAudit, rejectAudit } from "./estate-audit/decide";
import { estateAuditOf, historyOf } from "./estate-audit/view";

export const estateAuditHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, services } = call;
    const offset = offsetOf(query);
    const where = auditRows(query, services.now());
    const rows = await selectAudits(db)
      .where(where)
      .orderBy(auditOrder(query.sort))
      .limit(query.page_size)
      .offset(offset);
    const total = await cappedCount(db, sql`from ${estateAudit} where ${where}`);
    return pageOf(query, await toAuditRows(call, rows), total);
  }),

  serve(contract.count, async ({ db, services }) => {
    const count = (status: string) =>
      sql<number>`count(*) filter (where ${estateAudit.status} = ${status})::int`.as(status);
    const [row] = await db
      .select({
        pending: count("pending"),
        approved: count("approved"),
        rejected: count("rejected"),
        withdrawn: count("withdrawn"),
        overdue: sql<number>`count(*) filter (where ${isOverdue(services.now())})::int`.as("overdue"),
      })
      .from(estateAudit);
    return found(row);
  }),

  serve(contract.get, (call) => estateAuditOf(call, call.params.id)),

  serve(contract.approve, async (call) => {
    await approveAudit(call, call.params.id, call.body);
    return estateAuditOf(call, call.params.id);
  }),

  serve(contract.reject, async (call) => {
    await rejectAudit(call, call.params.id, call.body);
    return estateAuditOf(call, call.params.id);
  }),

  serve(contract.history, (call) => historyOf(call, call.params.id)),
];
