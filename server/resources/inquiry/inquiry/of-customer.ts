import { and, eq, inArray, isNull, like, type SQL, sql } from "drizzle-orm";
import type { Ref } from "~/contract/common";
import { clockNow } from "~/server/database/clock";
import type { Db, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { requirementAnnex } from "~/server/database/tables/customer/customer";
import { chatMessage, chatSession } from "~/server/database/tables/inquiry/chat";
import { inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import { reportDownload } from "~/server/database/tables/resource/resource";
import { message, operationLog } from "~/server/database/tables/system/system";
import { forgetInLog } from "~/server/lib/audit";
import { idsOf, pick, refuseFields, type SignedCall, setRows } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { dropMedia } from "~/server/lib/media";
import type { OfCustomer, Trace } from "~/server/lib/services";
import { forgetComments } from "~/server/resources/shared/comment/mention";
import { lockCase } from "../visa/met";
import {
  auditInquiry,
  changeInquiry,
  lockInquiry,
  logStep,
  nextVersion,
  respondedNow,
  visibleInquiries,
} from "./change";
import { customerOfInquiry } from "./convert";

/** A customer's follow-up answers their inquiry: the assignee's first one begins it (domain C.2). The customer's row is locked already. */
async function followInquiry(call: SignedCall, id: number, customerId: number, content: string): Promise<void> {
  const row = await lockInquiry(call, id);
  if (row.customer_id !== customerId)
    return refuseFields([{ field: "inquiry_id", label: "询盘", message: "该询盘不是这位客户的" }]);
  const isFirst = row.status === "assigned" && row.assignee_id === call.user.id;
  if (isFirst) await changeInquiry(call, row, { status: "processing", ...(await respondedNow(call, row)) });
  const to = isFirst ? "processing" : row.status;
  await logStep(call, id, { action: "follow", from: row.status, to, reason: content });
  if (isFirst) await auditInquiry(call, row, { action: "update", summary: `跟进询盘${row.inquiry_no}` });
}

/** Moves a customer's open inquiries from one owner to the next (domain C.1.1); returns which. */
async function moveOpenInquiries(call: SignedCall, customerId: number, from: number | null, to: Ref) {
  if (from === null) return [];
  const rows = await call.db
    .update(inquiry)
    .set({ assignee_id: to.id, version: nextVersion, ...changedBy(call) })
    .where(
      and(
        eq(inquiry.customer_id, customerId),
        eq(inquiry.assignee_id, from),
        inArray(inquiry.status, ["assigned", "processing"]),
      ),
    )
    .returning({ id: inquiry.id });
  for (const { id } of rows) await logStep(call, id, { action: "transfer", reason: to.name });
  return rows.map(({ id }) => id);
}

async function mergeInquiries(db: Transaction, targetId: number, sourceId: number): Promise<void> {
  await db
    .update(inquiry)
    .set({ customer_id: targetId, updated_at: sql`${inquiry.updated_at}` })
    .where(eq(inquiry.customer_id, sourceId));
}

/** Permanently removes personal data from inquiries; numbers, states and dates stay. Returns which rows. */
export async function forgetInquiries(db: Transaction, where: SQL | undefined): Promise<Trace[]> {
  const rows = await db
    .update(inquiry)
    .set({
      ...{ name: null, phone_cc: null, phone: null, phone_e164: null, phone_last4: null, wechat: null, email: null },
      ...{
        content: null,
        ext: {},
        visa_met: null,
        page_url: null,
        referrer: null,
        ip: null,
        ip_region: null,
        remark: null,
      },
      ...{ close_reason: null, updated_at: sql`${inquiry.updated_at}` },
    })
    .where(where)
    .returning({ id: inquiry.id });
  const ids = rows.map(({ id }) => id);
  await forgetChats(db, ids);
  await forgetPapers(db, ids);
  // A report download has the same contacts.
  if (ids.length)
    await db
      .update(reportDownload)
      .set({ name: null, phone_cc: null, phone: null, phone_e164: null, email: null, ip_region: null })
      .where(inArray(reportDownload.inquiry_id, ids));
  if (ids.length)
    await db.update(inquiryLog).set({ reason: null, detail: null }).where(inArray(inquiryLog.inquiry_id, ids));
  const comments = await forgetComments(db, "inquiry", ids);
  // All messages about them are deleted, those about comments too.
  await db.delete(message).where(and(inArray(message.link_id, ids), like(message.link, "/inquiry/%")));
  return [...comments, ...ids.map((id) => ({ type: "inquiry", id }))];
}

/** The papers of visa cases, and their names in the log. */
async function forgetPapers(db: Transaction, ids: readonly number[]): Promise<void> {
  const papers = await db
    .delete(requirementAnnex)
    .where(inArray(requirementAnnex.inquiry_id, [...ids]))
    .returning({ id: requirementAnnex.id, media_id: requirementAnnex.media_id });
  if (papers.length === 0) return;
  const mediaIds = papers.map(({ media_id }) => media_id);
  await dropMedia(db, mediaIds);
  const isTheirs = and(
    eq(operationLog.target_type, "requirement_annex"),
    inArray(operationLog.target_id, idsOf(papers)),
  );
  const name = "已删除的材料";
  await forgetInLog(db, new Date(clockNow()), isTheirs, { target_name: name, summary: name, changes: "[]" });
}

/** Hands over a leaving user's open inquiries: to a colleague, or unassigned, to wait for an assignment again. */
async function handOverInquiries(
  { db, user, services }: SignedCall,
  from: number,
  to: { id: number; name: string } | null,
): Promise<number> {
  const at = isoInstant(services.now());
  const open = and(eq(inquiry.assignee_id, from), inArray(inquiry.status, ["assigned", "processing"]));
  const rows = await pick(db, inquiry, ["id", "status"], open, { order: inquiry.id, lock: "update" });
  if (rows.length === 0) return 0;
  await setRows(db, inquiry, open, {
    assignee_id: to?.id ?? null,
    ...(to ? {} : { status: "pending" as const }),
    version: nextVersion,
    ...changedBy({ user, services }),
  });
  await db.insert(inquiryLog).values(
    rows.map(({ id, status }) => ({
      inquiry_id: id,
      action: "handover" as const,
      from_status: status,
      to_status: to ? status : "pending",
      reason: to?.name ?? null,
      by: user.id,
      at,
    })),
  );
  return rows.length;
}

export const inquiriesOfCustomer: OfCustomer["inquiry"] = {
  merge: mergeInquiries,
  forget: (db, customerId) => forgetInquiries(db, eq(inquiry.customer_id, customerId)),
  forgetUser: (db, id) => forgetInquiries(db, and(eq(inquiry.customer_user_id, id), isNull(inquiry.customer_id))),
  follow: followInquiry,
  handOver: moveOpenInquiries,
  convert: customerOfInquiry,
  visible: visibleInquiries,
  lockCase,
};

/** Takes out of conversations what was said and shown in them, beyond recovery; that there were messages, and when, stays. No token opens them any more. */
async function forgetChats(db: Db, inquiryIds: readonly number[]): Promise<void> {
  if (inquiryIds.length === 0) return;
  const ofThem = inArray(chatMessage.inquiry_id, [...inquiryIds]);
  const files = await db.select({ id: chatMessage.media_id }).from(chatMessage).where(ofThem);
  await db.update(chatMessage).set({ content: null, media_id: null, estate_id: null }).where(ofThem);
  const allIds = files.flatMap(({ id }) => id ?? []);
  await dropMedia(db, allIds);
  await db
    .update(chatSession)
    .set({ pages: [], uploads: [], arrival: null, chat_status: "ended", waiting_since: null })
    .where(inArray(chatSession.inquiry_id, [...inquiryIds]));
}

export const openOf = (userId: number) =>
  and(eq(inquiry.assignee_id, userId), inArray(inquiry.status, ["assigned", "processing"]));

/** Inquiries that are still open; with nobody to take them they wait for an assignment. */
export const inquiryHandover = {
  resource: "inquiry",
  label: "未结询盘",
  count: (db: Db, userId: number): Promise<number> => db.$count(inquiry, openOf(userId)),
  needs: { code: "inquiry:inquiry:handle", wrong: "该员工不能处理询盘" } as const,
  move: (call: SignedCall, from: { id: number }, to: { id: number; name: string } | null): Promise<number> =>
    handOverInquiries(call, from.id, to),
};
