import type { InquiryNote, LogAction } from "~/contract/inquiry/inquiry-record";
import type { InquiryStatus } from "~/contract/inquiry/inquiry-words";
import { isoInstant } from "~/server/database/tables/columns";
import { type inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import { type AuditLine, audit } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";

export type InquiryRecord = typeof inquiry.$inferSelect;

/** Who does something to an inquiry: a person by their call, or the system. */
export interface Actor extends Pick<SignedCall, "db" | "services"> {
  user: SignedCall["user"] | "system";
  origin?: SignedCall["origin"];
}

interface Step {
  action: LogAction;
  from?: InquiryStatus | null;
  to?: InquiryStatus | null;
  reason?: string | null;
  detail?: InquiryNote;
  /** Of what came from outside: by which it is known when it is sent again. */
  sent?: { source_key: string; external_id: string } | undefined;
}

/** A line of what became of an inquiry. */
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

/** The operation log's line about an inquiry; whoever shows it hears that it has changed. */
export const auditInquiry = (
  actor: Actor,
  { id, name, inquiry_no }: Pick<InquiryRecord, "id" | "name" | "inquiry_no">,
  line: Pick<AuditLine, "action" | "summary" | "reason" | "changes" | "touches">,
): Promise<void> =>
  audit(actor, { module: "inquiry", target: { type: "inquiry", id, name: name ?? inquiry_no }, ...line });

/** Where an inquiry opens from a message: a conversation where one answers, any other as the card that is made for a phone. */
export const inquiryLink = ({ id, kind }: Pick<InquiryRecord, "id" | "kind">) => ({
  link: kind === "chat" ? `/inquiry/chat-inquiry?id=${id}` : `/inquiry/estate-inquiry/inquiryInfo/${id}`,
  link_id: id,
});
