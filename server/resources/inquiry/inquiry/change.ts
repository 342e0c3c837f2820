import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { InquiryNote, LogAction } from "~/contract/inquiry/inquiry-record";
import { type InquiryStatus, inquiryKinds } from "~/contract/inquiry/inquiry-words";
import { isoInstant } from "~/server/database/tables/columns";
import { inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import { holdersIn } from "~/server/identity/scope";
import { type AuditLine, audit } from "~/server/lib/audit";
import type { Done } from "~/server/lib/batch";
import { type Actor, found, refuse, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { changedBy } from "~/server/lib/entity";
import { readSettings } from "~/server/lib/settings";
import { leaveAlone } from "~/server/lib/texts-in";
import { commentsOn, readersOf } from "~/server/resources/shared/comment/owner";
import { workSeconds } from "../work-time";

type Kind = Pick<typeof inquiry.$inferSelect, "kind">;

/** An inquiry's assignee, 0 for nobody: as in the index `inquiry_held`. */
export const holder = sql`coalesce(${inquiry.assignee_id}, 0)`;

/** Whether the caller sees unassigned inquiries (domain A.1). */
export const seesUnassigned = ({ permissions }: Caller) =>
  permissions.has("inquiry:inquiry:claim") || permissions.has("inquiry:inquiry:assign");

/** Inquiries that a caller sees: those of their scope, unassigned ones if they claim or assign, and visas with their code. */
export function visibleInquiries(caller: Caller): SQL {
  const mayOpen = seesUnassigned(caller);
  const isAll = caller.scope("inquiry") === "all";
  const nobody = mayOpen ? sql`select 0::bigint union all ` : sql``;
  const held = isAll
    ? mayOpen
      ? sql`true`
      : sql`${inquiry.assignee_id} is not null`
    : sql`${holder} = any(array(${nobody}${holdersIn(caller, "inquiry")}))`;
  const kinds = caller.permissions.has("inquiry:visa:view") ? sql`true` : sql`${inquiry.kind} <> 'visa'`;
  return sql`(${inquiry.deleted_at} is null and ${held} and ${kinds})`;
}

/** Whether a user handles inquiries of this kind: visas need a further code. */
export const handlesKind = ({ permissions }: Caller, { kind }: Kind): boolean =>
  permissions.has("inquiry:inquiry:handle") && (kind !== "visa" || permissions.has("inquiry:visa:handle"));

export const claimsKind = ({ permissions }: Caller, { kind }: Kind): boolean =>
  permissions.has("inquiry:inquiry:claim") && (kind !== "visa" || permissions.has("inquiry:visa:handle"));

export const assigns = ({ permissions }: Caller): boolean => permissions.has("inquiry:inquiry:assign");

/** A seller's manager: domain C.2 means only them where it leaves out customer service. */
export const managesSellers = (caller: Caller) => assigns(caller) && caller.permissions.has("customer:info:assign");

export const commentedInquiries = commentsOn(inquiry, {
  module: "inquiry",
  readers: readersOf(inquiry, visibleInquiries, "inquiry:inquiry:view"),
  // Without a name: in the log it would remain after the person is deleted.
  shown: ({ id, name, inquiry_no, kind }) => ({
    name: name ?? inquiry_no,
    title: `${inquiryKinds[kind]}【${inquiry_no}】`,
    link: `/inquiry/all-inquiry/inquiry-detail?id=${id}&tab=comments&`,
  }),
});

export type InquiryRecord = typeof inquiry.$inferSelect;

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

/** Locks an inquiry until the commit. Ends the request with 40400 or 40301 unless the caller sees it. A customer's row, where one is wanted, comes before it. */
export async function lockInquiry(call: SignedCall, id: number): Promise<InquiryRecord> {
  const { db, user } = call;
  const [locked] = await db
    .select({ row: inquiry, isVisible: sql<boolean>`coalesce(${visibleInquiries(user)}, false)` })
    .from(inquiry)
    .where(eq(inquiry.id, id))
    .for("update");
  const { row, isVisible } = found(locked);
  leaveAlone(call, row);
  if (row.deleted_at) return refuse(40400);
  return isVisible ? row : refuse(40301);
}

/** Ends the request unless the caller handles inquiries of its kind. */
export const checkKind = (call: SignedCall, row: InquiryRecord): true => handlesKind(call.user, row) || refuse(40300);

export function checkOwn(call: SignedCall, row: InquiryRecord): void {
  checkKind(call, row);
  if (row.assignee_id !== call.user.id) refuse(40300);
}

export const checkStatus = (row: InquiryRecord, ...states: InquiryStatus[]): true =>
  states.includes(row.status) || refuse(40902);

type Values = Partial<Omit<typeof inquiry.$inferInsert, "id" | "version">>;

/** Writes columns of an inquiry that the caller has locked, or, with `states`, that must still be in one of them (else 40902). */
export async function changeInquiry(
  call: SignedCall,
  row: InquiryRecord,
  values: Values,
  states?: readonly InquiryStatus[],
): Promise<Done> {
  const [changed] = await call.db
    .update(inquiry)
    .set({ ...values, version: nextVersion, ...changedBy(call) })
    .where(and(eq(inquiry.id, row.id), states ? inArray(inquiry.status, [...states]) : undefined))
    .returning({ version: inquiry.version });
  return { before: beforeOf(row), version_after: (changed ?? refuse(40902)).version };
}

export const nextVersion: SQL<number> = sql<number>`${inquiry.version} + 1`;

/** What a bulk act may change, as it was before. */
const beforeOf = ({ status, assignee_id, invalid_reason, close_reason }: InquiryRecord): Done["before"] => ({
  ...{ status, assignee_id, invalid_reason, close_reason },
});

/** The columns of a first answer; nothing where there was one. */
export async function respondedNow({ db, services }: SignedCall, row: InquiryRecord): Promise<Values> {
  if (row.first_response_at) return {};
  const now = services.now();
  return {
    first_response_at: isoInstant(now),
    response_seconds: workSeconds(new Date(row.waiting_since), now, await readSettings(db)),
  };
}
