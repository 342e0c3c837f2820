import type { InquiryNote, LogAction } from "~/contract/inquiry/inquiry-record";
import type { InquiryStatus } from "~/contract/inquiry/inquiry-words";
import { isoInstant } from "~/server/database/tables/columns";
import { type inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import { type AuditLine, audit } from "~/server/lib/audit";
import type { Asking, SignedCall } from "~/server/lib/call";

export type InquiryRecord = typeof inquiry.$inferSelect;

export interface Actor extends Asking {
  user: SignedCall["user"] | "system";
  origin?: SignedCall["origin"];
}

interface Step {
  action: LogAction;
  from?: InquiryStatus | null;
  to?: InquiryStatus | null;
  reason?: string | null;
  detail?: InquiryNote;
  /** For inquiries from outside: identifies them when they are sent again. */
  sent?: { source_key: string; external_id: string } | undefined;
}

export async function logStep(
  { db, user, services }: Actor,
  id: number,
  { action, from = null, to = null, reason = null, detail, sent }: Step,
): Promise<void> {
  const by = user === "system" ? null : user.id;
  const at = isoInstant(services.now());
  await db
    .insert(inquiryLog)
    .values({ inquiry_id: id, action, from_status: from, to_status: to, by, reason, detail, at, ...sent });
}

/** Writes the operation log's line about an inquiry; open pages that show it are notified. */
export const auditInquiry = (
  actor: Actor,
  { id, name, inquiry_no }: Pick<InquiryRecord, "id" | "name" | "inquiry_no">,
  line: Pick<AuditLine, "action" | "summary" | "reason" | "changes" | "touches">,
): Promise<void> =>
  audit(actor, { module: "inquiry", target: { type: "inquiry", id, name: name ?? inquiry_no }, ...line });

/** The link that opens an inquiry from a message: a chat opens where it is answered, any other as the card for phones. */
export const inquiryLink = ({ id, kind }: Pick<InquiryRecord, "id" | "kind">) => ({
  link: kind === "chat" ? `/inquiry/chat-inquiry?id=${id}` : `/inquiry/estate-inquiry/inquiryInfo/${id}`,
  link_id: id,
});
