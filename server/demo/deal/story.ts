import { and, eq, sql } from "drizzle-orm";
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
  type Step = Pick<typeof dealLog.$inferInsert, "action"> & {
    from: DealStatus | null;
    to: DealStatus;
    by: number;
    at: string;
  };
  const owner = row.owner_id;
  const steps: Step[] = [{ action: "create", from: null, to: "draft", by: owner, at: row.created_at }];
  if (row.submitted_at)
    steps.push({ action: "submit", from: "draft", to: "reviewing", by: owner, at: row.submitted_at });
  if (row.reviewed_at)
    steps.push({ action: "approve", from: "reviewing", to: "subscribed", by: reviewer, at: row.reviewed_at });
  if (isSigned)
    steps.push({
      action: "contract",
      from: "subscribed",
      to: "contracted",
      by: reviewer,
      at: isoInstant(contractedAt),
    });
  if (row.status === "completed")
    steps.push({ action: "complete", from: "contracted", to: "completed", by: owner, at: isoInstant(deliveredAt) });
  if (row.status === "cancelled")
    steps.push({
      ...{ action: "cancel", from: isSigned ? "contracted" : "subscribed", to: "cancelled" },
      ...{ by: reviewer, at: isoInstant(cancelledAt) },
    });
  waiting.logs.push(
    ...steps.map(({ action, from, to, by, at }) => ({
      ...{ deal_id: row.id, action, from_status: from, to_status: to, by, at },
      note: action === "cancel" ? row.cancel_reason : null,
    })),
  );
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
    const words = { subscribed: "已认购", contracted: "已签约", completed: "已成交" };
    await tx
      .update(customer)
      .set({ stage, version: sql`${customer.version} + 1`, updated_at: sql`${customer.updated_at}` })
      .where(eq(customer.id, about.id));
    waiting.changes.push({
      ...{ customer_id: about.id, action: "track", by: row.reviewed_by, at },
      changes: [
        {
          field: "stage",
          label: "客户阶段",
          before: about.stage === "visited" ? "已到访" : "需求明确",
          after: words[stage],
        },
      ],
    });
  }
  if (!lead || stage === "draft" || stage === "reviewing") return;
  // Who was reported alone came the day before.
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
  const line = { clue_id: lead.id, by: row.reviewed_by, note: row.deal_no };
  waiting.leadLogs.push(
    {
      ...line,
      action: "subscribe",
      from_status: "visited",
      to_status: "subscribed",
      at: subscribed_at ?? row.created_at,
    },
    ...(signed
      ? [
          {
            ...line,
            action: "contract",
            from_status: "subscribed" as const,
            to_status: "contracted" as const,
            at: isoInstant(contractedAt),
          },
        ]
      : []),
    ...(stage === "cancelled"
      ? [
          {
            ...{ ...line, action: "cancel", note: row.cancel_reason, at: isoInstant(cancelledAt) },
            ...{
              from_status: signed ? ("contracted" as const) : ("subscribed" as const),
              to_status: "cancelled" as const,
            },
          },
        ]
      : []),
  );
}
