import { eq } from "drizzle-orm";
import { type AuditAction, auditActions } from "~/contract/house/estate-audit";
import { estate } from "~/server/database/tables/house/estate";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { refuse } from "~/server/lib/refusal";
import { auditEstate, type Estate } from "../estate/lock";
import { dropProposal } from "../estate/proposal";
import { end, pendingOf } from "./file";

/** Takes back what waits for its review: a new estate is a draft again, a change is dropped. The estate is locked. */
export async function withdraw(call: SignedCall, row: Estate): Promise<void> {
  const { db } = call;
  const waiting = (await pendingOf(db, row.id)) ?? refuse(40902);
  await end(call, waiting);
  if (waiting.action === "create")
    await db
      .update(estate)
      .set({
        ...{ audit_status: "draft", submitted_at: null, version: row.version + 1 },
        ...changedBy(call),
      })
      .where(eq(estate.id, row.id));
  if (waiting.action === "update") await dropProposal(db, row);
  const what = auditActions[waiting.action as AuditAction];
  await auditEstate(call, row, {
    summary: `撤回${what}审核 ${row.estate_no} ${row.name}（${waiting.audit_no}）`,
    touches: [{ type: "estate_audit", id: waiting.id }],
  });
}
