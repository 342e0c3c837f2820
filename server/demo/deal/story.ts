import { and, eq, sql } from "drizzle-orm";
import type { ClueStatus } from "~/contract/clue/clue-kinds";
import { stages } from "~/contract/customer/customer-record";
import { type AttachmentType, attachmentTypes, type DealStatus } from "~/contract/deal/deal-kinds";
import { clue, clueLog } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import type { dealLog } from "~/server/database/tables/deal/deal";
import { day } from "../shared/calendar";
import type { Buyer } from "./buyers";
import type { Days, Makings, Row } from "./makings";

type Log = typeof dealLog.$inferInsert;
const words: Readonly<Record<string, string>> = stages;

/** What became of a deal, and the papers that each step asks for. */
export function writeLogs({ waiting, papers }: Makings, row: Row, days: Days): void {
  const { reviewer, isSigned } = days;
  const contracted = isSigned ? isoInstant(days.contractedAt) : null;
  const delivered = row.delivered_at && isoInstant(days.deliveredAt);
  const owner = row.owner_id;
  const cancelled = row.cancelled_at && isoInstant(days.cancelledAt);
  const tell = (action: Log["action"], to_status: DealStatus, by: number, at: string | null) => {
    const from_status = waiting.logs.findLast(({ deal_id }) => deal_id === row.id)?.to_status ?? null;
    const note = action === "cancel" ? row.cancel_reason : null;
    if (at) waiting.logs.push({ deal_id: row.id, action, from_status, to_status, by, at, note });
  };
  tell("create", "draft", owner, row.created_at);
  tell("submit", "reviewing", owner, row.submitted_at);
  tell("approve", "subscribed", reviewer, row.reviewed_at);
  tell("contract", "contracted", reviewer, contracted);
  tell("complete", "completed", owner, delivered);
  tell("cancel", "cancelled", reviewer, cancelled);
  const attached: [AttachmentType, word: string, before: string | null][] = [
    ["subscribe_form", "SUBSCRIPTION", row.submitted_at],
    ["contract", "CONTRACT", contracted],
    ["delivery", "HANDOVER", delivered],
  ];
  for (const [type, word, before] of attached) {
    if (!before) continue;
    const at = Math.max(Date.parse(row.created_at), Date.parse(before) - 3_600_000);
    const name = `${attachmentTypes[type].replace("/", "或")}.pdf`;
    const media_id = papers.add({ scene: "deal", word, name, by: owner, at });
    waiting.papers.push({ deal_id: row.id, type, media_id, by: owner, at: isoInstant(at) });
  }
}

/** The customer's stage and the report follow (domain C.1.3, C.6). */
export async function follow({ tx, waiting }: Makings, row: Row, { about, lead }: Buyer, days: Days): Promise<void> {
  const stage = row.status;
  const by = row.reviewed_by;
  const contracted_at = isoInstant(days.contractedAt);
  const cancelled_at = isoInstant(days.cancelledAt);
  if (stage === "subscribed" || stage === "contracted" || stage === "completed") {
    const steps = { subscribed: row.reviewed_at, contracted: contracted_at, completed: isoInstant(days.deliveredAt) };
    const at = steps[stage] ?? row.created_at;
    await tx
      .update(customer)
      .set({ stage, version: sql`${customer.version} + 1`, updated_at: sql`${customer.updated_at}` })
      .where(eq(customer.id, about.id));
    const changes = [{ field: "stage", label: "客户阶段", before: words[about.stage] ?? null, after: stages[stage] }];
    waiting.changes.push({ customer_id: about.id, action: "track", by, at, changes });
  }
  if (!lead || stage === "draft" || stage === "reviewing") return;
  const tell = (action: string, from_status: ClueStatus, to_status: ClueStatus, at: string, note: string | null) =>
    waiting.leadLogs.push({ clue_id: lead.id, by, action, from_status, to_status, at, note });
  // A customer who was only reported came the day before.
  const visited_at = lead.visited_at ?? isoInstant(days.begun - day);
  if (lead.visited_at === null) tell("visit", "valid", "visited", visited_at, null);
  const isSigned = row.contracted_at !== null;
  const reached = isSigned ? ("contracted" as const) : ("subscribed" as const);
  const earned = { commission_amount: row.commission_payable, commission_currency: row.payable_currency };
  await tx
    .update(clue)
    .set({
      ...{ status: stage === "cancelled" ? stage : reached, deal_id: row.id, protect_until: null, warned_at: null },
      ...{ visited_at, subscribed_at: row.reviewed_at, contracted_at: isSigned ? contracted_at : null },
      ...(stage === "cancelled" ? { cancelled_at, cancel_reason: row.cancel_reason } : isSigned ? earned : {}),
      updated_at: sql`${clue.updated_at}`,
    })
    .where(eq(clue.id, lead.id));
  await tx.delete(clueLog).where(and(eq(clueLog.clue_id, lead.id), eq(clueLog.action, "expire")));
  tell("subscribe", "visited", "subscribed", row.reviewed_at ?? row.created_at, row.deal_no);
  if (isSigned) tell("contract", "subscribed", "contracted", contracted_at, row.deal_no);
  if (stage === "cancelled") tell("cancel", reached, "cancelled", cancelled_at, row.cancel_reason);
}
