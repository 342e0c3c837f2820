import type { ClueLogAction, ClueStatus } from "~/contract/clue/clue-kinds";
import { type clue, clueLog } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { type AuditLine, audit, byOf } from "~/server/lib/audit";
import type { Asking, SignedCall } from "~/server/lib/call";

export type ClueRecord = typeof clue.$inferSelect;

/** The actor of a change to a lead: a user with their call, or the system. */
export interface Actor extends Asking {
  user: SignedCall["user"] | "system";
  origin?: SignedCall["origin"];
}

interface Step {
  action: ClueLogAction;
  from?: ClueStatus | null;
  to?: ClueStatus | null;
  note?: string | null;
  media_ids?: number[];
  /** The agent's account, where the agent acted. */
  account_id?: number | null;
}

export async function logClue(
  actor: Actor,
  clue_id: number,
  { action, from = null, to = null, note = null, media_ids = [], account_id = null }: Step,
): Promise<void> {
  const at = isoInstant(actor.services.now());
  await actor.db
    .insert(clueLog)
    .values({ clue_id, action, from_status: from, to_status: to, by: byOf(actor), account_id, note, media_ids, at });
}

export const auditClue = (
  actor: Actor,
  { id, clue_no }: Pick<ClueRecord, "id" | "clue_no">,
  line: Pick<AuditLine, "action" | "summary" | "reason" | "changes" | "touches">,
): Promise<void> =>
  // By its number: a name would remain in the log after the person is deleted.
  audit(actor, { module: "clue", target: { type: "clue", id, name: clue_no }, ...line });

export const clueLink = (id: number) => ({ link: `/clue/feedback?open=${id}`, link_id: id });
