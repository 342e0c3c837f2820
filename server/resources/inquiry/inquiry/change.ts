import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { InquiryStatus } from "~/contract/inquiry/inquiry-words";
import { isoInstant } from "~/server/database/tables/columns";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import type { Done } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { found, refuse } from "~/server/lib/refusal";
import { readSettings } from "~/server/lib/settings";
import { leaveAlone } from "~/server/lib/texts-in";
import { workSeconds } from "../work-time";
import type { InquiryRecord } from "./log";
import { handlesKind, visibleInquiries } from "./scope";

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
