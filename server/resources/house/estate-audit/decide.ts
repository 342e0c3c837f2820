import { eq } from "drizzle-orm";
import type { z } from "zod";
import {
  type AuditAction,
  type AuditApprove,
  type AuditReject,
  auditActions,
  rejectReasons,
} from "~/contract/house/estate-audit";
import { isoInstant } from "~/server/database/tables/columns";
import { estate, estateAudit } from "~/server/database/tables/house/estate";
import { found, Refusal, refuse, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy, checkVersion } from "~/server/lib/entity";
import { auditEstate, type Estate, lockEstate } from "../estate/facts";
import { applyProposal, dropProposal } from "../estate/proposal";
import { takeOffline } from "../estate/publish";
import { isOwn } from "./audit-list";
import { type EstateAudit, notifySubmitter } from "./file";
import { allItems, estateAuditOf } from "./view";

/** Approves what waits: a new estate may go online, a change becomes the live version, an estate goes offline. */
export async function approveAudit(
  call: SignedCall,
  id: number,
  { check_items, note, version }: z.output<typeof AuditApprove>,
): Promise<void> {
  const { row, audit } = await lockPending(call, id, version);
  if (audit.action === "create") await settle(call, row, "approved");
  if (audit.action === "update") await applyProposal(call, row);
  if (audit.action === "offline" && row.publish_status === "online")
    await takeOffline(call, row, audit.reason ?? auditActions.offline);
  await close(call, audit, { status: "approved", check_items: allItems(check_items), note });
  const what = wordOf(audit);
  await auditEstate(call, row, {
    action: "audit",
    touches: [{ type: "estate_audit", id }],
    summary: `通过${what}审核 ${row.estate_no} ${row.name}（${audit.audit_no}）`,
    changes: audit.diff,
    reason: note,
  });
  await notifyApplicant(call, audit, {
    title: `房源审核已通过：${row.name}`,
    content: `您提交的房源【${row.name}】${row.estate_no}的${what}已通过审核（${audit.audit_no}）。${note ? `审核意见：${note}` : ""}`,
  });
}

/** Rejects what waits, with a reason: a new estate is to be corrected, a change is dropped, an estate stays online. */
export async function rejectAudit(
  call: SignedCall,
  id: number,
  { reject_reason, note, check_items, version }: z.output<typeof AuditReject>,
): Promise<void> {
  const { row, audit } = await lockPending(call, id, version);
  if (audit.action === "create") await settle(call, row, "rejected");
  if (audit.action === "update") await dropProposal(call.db, row);
  await close(call, audit, {
    ...{ status: "rejected", reject_reason, reject_note: note },
    check_items: allItems(check_items),
  });
  const what = wordOf(audit);
  const why = `${rejectReasons[reject_reason]}：${note}`;
  await auditEstate(call, row, {
    action: "audit",
    touches: [{ type: "estate_audit", id }],
    summary: `驳回${what}审核 ${row.estate_no} ${row.name}（${audit.audit_no}）`,
    reason: why,
  });
  await notifyApplicant(call, audit, {
    title: `房源审核未通过：${row.name}`,
    content: `您提交的房源【${row.name}】${row.estate_no}的${what}未通过审核（${audit.audit_no}），${why}`,
    level: "warning",
  });
}

const wordOf = ({ action }: EstateAudit) => auditActions[action as AuditAction];

/** A review that waits, as it was read, for a reviewer who did not file it: with its estate, which is locked first. */
async function lockPending(call: SignedCall, id: number, version: number) {
  const { db } = call;
  const [about] = await db.select({ estate_id: estateAudit.estate_id }).from(estateAudit).where(eq(estateAudit.id, id));
  const row = await lockEstate(call, found(about).estate_id);
  const [locked] = await db.select().from(estateAudit).where(eq(estateAudit.id, id)).for("update");
  const audit = found(locked);
  if (audit.status !== "pending") return refuse(40902);
  if (isOwn(call, audit)) throw new Refusal(40300, "不能审核自己提交的内容，请由其他审核人处理");
  // A further proposal has changed what is reviewed since it was read.
  await checkVersion(audit, version, () => estateAuditOf(call, id));
  return { row, audit };
}

async function settle(
  { db, user, services }: SignedCall,
  { id, version }: Estate,
  audit_status: "approved" | "rejected",
): Promise<void> {
  await setRow(db, estate, id, { audit_status, version: version + 1, ...changedBy({ user, services }) });
}

async function close(
  { db, user, services }: SignedCall,
  { id, version }: EstateAudit,
  set: Partial<typeof estateAudit.$inferInsert>,
): Promise<void> {
  const at = isoInstant(services.now());
  await setRow(db, estateAudit, id, {
    ...set,
    version: version + 1,
    reviewer_id: user.id,
    reviewed_at: at,
    ...changedBy({ user, services }),
  });
}

async function notifyApplicant(call: SignedCall, audit: EstateAudit, words: Parameters<typeof notifySubmitter>[2]) {
  await notifySubmitter({ db: call.db, now: call.services.now(), by: call.user.id }, audit, words);
}
