import { type SQL, sql } from "drizzle-orm";
import type { ClueLogAction, ClueStatus } from "~/contract/clue/clue-kinds";
import { bareDigits, isMaskedPhone } from "~/contract/clue/clue-record";
import type { FieldError } from "~/contract/errors";
import type { phoneModes } from "~/contract/house/estate-record";
import { maskContact } from "~/contract/mask";
import { clue, clueLog } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { holdersIn } from "~/server/identity/scope";
import { type AuditLine, audit, byOf } from "~/server/lib/audit";
import type { Actor } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { readPhone } from "~/server/lib/phone";
import { agentsOf } from "~/server/resources/agent/agent/scope";
import { commentsOn, readersOf } from "~/server/resources/shared/comment/owner";

export type ClueRecord = typeof clue.$inferSelect;

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

type Mode = keyof typeof phoneModes;

/** The columns of a lead's phone: a masked one is known by its ends alone. */
export interface CluePhone {
  phone_cc: string;
  phone: string;
  phone_e164: string | null;
  phone_prefix: string;
  phone_suffix: string;
  phone_mode: Mode;
}

export function cluePhone(phone: string, phone_cc: string): CluePhone | undefined {
  const bare = bareDigits(phone);
  if (isMaskedPhone(phone)) {
    const [phone_prefix, phone_suffix] = [bare.slice(0, 3), bare.slice(-4)];
    const masked = `${phone_prefix}****${phone_suffix}`;
    return { phone_cc, phone: masked, phone_e164: null, phone_prefix, phone_suffix, phone_mode: "first3_last4" };
  }
  const number = readPhone(phone, phone_cc);
  if (!number) return undefined;
  const [phone_prefix, phone_suffix] = [number.phone.slice(0, 3), number.phone.slice(-4)];
  return { ...number, phone_prefix, phone_suffix, phone_mode: "full" };
}

const wrong = (message: string): FieldError[] => [{ field: "phone", label: "客户手机号", message }];

/** A phone by an estate's rule: hidden digits only where the rule lets them be hidden; the full number is always taken. */
export function phoneErrors(given: CluePhone | undefined, mode: Mode): FieldError[] {
  if (!given) return wrong("手机号格式不正确");
  return given.phone_e164 === null && mode === "full" ? wrong("该楼盘须填写完整号码") : [];
}

/** Leads that may be about the same phone: equal where both are full, else by their ends. */
export const samePhone = (of: Omit<CluePhone, "phone_mode" | "phone">): SQL =>
  sql`(${clue.phone_prefix} = ${of.phone_prefix} and ${clue.phone_suffix} = ${of.phone_suffix} and ${clue.phone_cc} = ${of.phone_cc}
    and (${clue.phone_e164} is null or ${of.phone_e164}::text is null or ${clue.phone_e164} = ${of.phone_e164}::text))`;

/** The leads that a caller sees (domain A.1): those of the agents whose managers are in their scope, and those that these users handle. */
export function visibleClues(caller: Caller): SQL {
  if (caller.scope("clue") === "all") return sql`true`;
  const holders = holdersIn(caller, "clue");
  return sql`(${clue.handler_id} = any(array(${holders})) or ${clue.agent_id} = any(array(${agentsOf(holders)})))`;
}

/** May decide about any lead, even against the rule. */
export const isSuper = ({ roles }: Caller): boolean => roles.some(({ code }) => code === "super_admin");

/** Whether the caller sees the full phone as an owner: the lead's handler, or its agent's manager. */
export const ownsClue = (caller: Pick<Caller, "id">, row: { handler_id: number | null }, manager_id: number | null) =>
  row.handler_id === caller.id || manager_id === caller.id;

/** A lead's phone as the caller sees it: full for its owners unless it was reported masked. */
export const shownPhone = (row: ClueRecord, manager_id: number, caller: Pick<Caller, "id">): string =>
  row.phone_e164 === null || ownsClue(caller, row, manager_id) ? row.phone : (maskContact("phone", row.phone) ?? "");

export const commentedClues = commentsOn(clue, {
  module: "clue",
  readers: readersOf(clue, visibleClues, "clue:clue:view"),
  // Without a name: in the log it would remain after the person is deleted.
  shown: ({ id, clue_no }) => ({
    name: clue_no,
    title: `报备【${clue_no}】`,
    link: `/clue/feedback?open=${id}&tab=comments&`,
  }),
});
