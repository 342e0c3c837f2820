import { and, eq, sql } from "drizzle-orm";
import type { ClueStatus } from "~/contract/clue/clue-kinds";
import { type AttachmentType, attachmentTypes, type DealStatus } from "~/contract/deal/deal-kinds";
import { clue, clueLog } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import type { dealLog } from "~/server/database/tables/deal/deal";
import { day } from "../shared/calendar";
import type { Buyer, Days, Makings, Row } from "./makings";

/** What became of a deal, and the papers that each step asks for. */
export function writeLogs(
  { waiting, papers }: Makings,
  row: Row,
  { reviewer, contractedAt, cancelledAt, deliveredAt, isSigned }: Days,
): void {
  const owner = row.owner_id;
  type Log = typeof dealLog.$inferInsert;
  const tell = (action: Log["action"], from_status: DealStatus | null, to_status: DealStatus, by: number, at: string) =>
    waiting.logs.push({
      ...{ deal_id: row.id, action, from_status, to_status, by, at },
      note: action === "cancel" ? row.cancel_reason : null,
    });
  tell("create", null, "draft", owner, row.created_at);
  if (row.submitted_at) tell("submit", "draft", "reviewing", owner, row.submitted_at);
  if (row.reviewed_at) tell("approve", "reviewing", "subscribed", reviewer, row.reviewed_at);
  if (isSigned) tell("contract", "subscribed", "contracted", reviewer, isoInstant(contractedAt));
  if (row.status === "completed") tell("complete", "contracted", "completed", owner, isoInstant(deliveredAt));
  if (row.status === "cancelled")
    tell("cancel", isSigned ? "contracted" : "subscribed", "cancelled", reviewer, isoInstant(cancelledAt));
  const attach = (type: AttachmentType, word: string, before: string) => {
    const at = Math.max(Date.parse(row.created_at), Date.parse(before) - 3_600_000);
    const name = `${attachmentTypes[type].replace("/", "或")}.pdf`;
    const media_id = papers.add({ scene: "deal", word, name, by: owner, at });
    waiting.papers.push({ deal_id: row.id, type, media_id, by: owner, at: isoInstant(at) });
  };
  if (row.submitted_at) attach("subscribe_form", "SUBSCRIPTION", row.submitted_at);
  if (isSigned) attach("contract", "CONTRACT", isoInstant(contractedAt));
  if (row.status === "completed") attach("delivery", "HANDOVER", isoInstant(deliveredAt));
}

/** The customer's stage and the report follow (domain C.1.3, C.6). */
export async function follow(
  { tx, waiting }: Makings,
  row: Row,
  { about, lead }: Buyer,
  { begun, contractedAt, cancelledAt, deliveredAt }: Days,
): Promise<void> {
  const stage = row.status;
  if (stage === "subscribed" || stage === "contracted" || stage === "completed") {
    const at = isoInstant(
      stage === "completed" ? deliveredAt : stage === "contracted" ? contractedAt : Date.parse(row.reviewed_at ?? ""),
    );
    const before = about.stage === "visited" ? "已到访" : "需求明确";
    const words = { subscribed: "已认购", contracted: "已签约", completed: "已成交" };
    await tx
      .update(customer)
      .set({ stage, version: sql`${customer.version} + 1`, updated_at: sql`${customer.updated_at}` })
      .where(eq(customer.id, about.id));
    waiting.changes.push({
      ...{ customer_id: about.id, action: "track", by: row.reviewed_by, at },
      changes: [{ field: "stage", label: "客户阶段", before, after: words[stage] }],
    });
  }
  if (!lead || stage === "draft" || stage === "reviewing") return;
  // A customer who was only reported came the day before.
  const visited_at = lead.visited_at ?? isoInstant(begun - day);
  if (lead.visited_at === null)
    waiting.leadLogs.push({
      ...{ clue_id: lead.id, action: "visit", from_status: "valid", to_status: "visited" },
      ...{ by: row.owner_id, note: null, at: visited_at },
    });
  const signed = row.contracted_at !== null;
  const status = stage === "cancelled" ? "cancelled" : signed ? "contracted" : "subscribed";
  const subscribed_at = row.reviewed_at;
  await tx
    .update(clue)
    .set({
      ...{ status, deal_id: row.id, protect_until: null, warned_at: null, visited_at, subscribed_at },
      contracted_at: signed ? isoInstant(contractedAt) : null,
      ...(stage === "cancelled"
        ? { cancelled_at: isoInstant(cancelledAt), cancel_reason: row.cancel_reason }
        : signed
          ? { commission_amount: row.commission_payable, commission_currency: row.payable_currency }
          : {}),
      updated_at: sql`${clue.updated_at}`,
    })
    .where(eq(clue.id, lead.id));
  await tx.delete(clueLog).where(and(eq(clueLog.clue_id, lead.id), eq(clueLog.action, "expire")));
  const tell = (action: string, from_status: ClueStatus, to_status: ClueStatus, at: string, note = row.cancel_reason) =>
    waiting.leadLogs.push({ clue_id: lead.id, by: row.reviewed_by, action, from_status, to_status, at, note });
  tell("subscribe", "visited", "subscribed", subscribed_at ?? row.created_at, row.deal_no);
  if (signed) tell("contract", "subscribed", "contracted", isoInstant(contractedAt), row.deal_no);
  if (stage === "cancelled") tell("cancel", signed ? "contracted" : "subscribed", "cancelled", isoInstant(cancelledAt));
}
