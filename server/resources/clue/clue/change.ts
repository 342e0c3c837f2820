import { eq, type SQL, sql } from "drizzle-orm";
import type { ClueLogAction, ClueStatus } from "~/contract/clue/clue-kinds";
import { clue } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { media } from "~/server/database/tables/system/system";
import { type AuditLine, byOf } from "~/server/lib/audit";
import { type Actor, found, pick, refuse, refuseFields, type SignedCall, setRow } from "~/server/lib/call";
import { isOwnUpload } from "~/server/lib/media";
import { leaveAlone } from "~/server/lib/texts-in";
import { auditClue, type ClueRecord, logClue, visibleClues } from "./scope";

/** One writer at a time for a phone at an estate, until the commit: of equal reports at once one finds none before it (domain F.2). */
export async function lockPhone(
  { db }: Pick<Actor, "db">,
  {
    estate_id,
    phone_cc,
    phone_prefix,
    phone_suffix,
  }: Pick<ClueRecord, "estate_id" | "phone_cc" | "phone_prefix" | "phone_suffix">,
): Promise<void> {
  const key = `clue:${estate_id}:${phone_cc}:${phone_prefix}:${phone_suffix}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Reads a lead without a lock: its lock also locks what belongs to it. Ends the request with 40400 or 40301 unless the caller sees it. */
export async function peekClue({ db, user }: SignedCall, id: number): Promise<ClueRecord> {
  const [asked] = await db
    .select({ row: clue, isVisible: sql<boolean>`coalesce(${visibleClues(user)}, false)` })
    .from(clue)
    .where(eq(clue.id, id));
  const { row, isVisible } = found(asked);
  return isVisible ? row : refuse(40301);
}

/** Locks a lead's phone, its customer, then the lead itself, until the commit: a customer's row always comes before a lead's. */
export async function lockClue(call: SignedCall, id: number): Promise<ClueRecord> {
  await peekClue(call, id);
  return takeClue(call, id);
}

/** The same without a check of visibility: for acts on a deal, which also change its lead. */
export async function takeClue(actor: Pick<SignedCall, "db" | "doubts">, id: number): Promise<ClueRecord> {
  const { db } = actor;
  const [asked] = await db.select().from(clue).where(eq(clue.id, id));
  const { customer_id, ...about } = found(asked);
  await lockPhone(actor, about);
  if (customer_id !== null)
    await db.select({ id: customer.id }).from(customer).where(eq(customer.id, customer_id)).for("update");
  const [row] = await db.select().from(clue).where(eq(clue.id, id)).for("update");
  leaveAlone(actor, row);
  return found(row);
}

export const checkStatus = (row: ClueRecord, ...states: ClueStatus[]) => states.includes(row.status) || refuse(40902);

export const nextVersion: SQL<number> = sql<number>`${clue.version} + 1`;

type Values = Partial<Omit<typeof clue.$inferInsert, "id" | "version">>;

export async function changeClue(actor: Actor, row: ClueRecord, values: Values): Promise<void> {
  await setRow(actor.db, clue, row.id, {
    ...values,
    version: nextVersion,
    updated_at: isoInstant(actor.services.now()),
    updated_by: byOf(actor),
  });
}

interface Move {
  action: ClueLogAction;
  to: ClueStatus;
  values?: Values;
  note?: string | null;
  media_ids?: number[];
  audit: Pick<AuditLine, "action" | "summary" | "reason" | "touches">;
}

/** Moves a locked lead to another state, with its other columns and its lines in both logs. Deals use it, too. */
export async function moveClue(actor: Actor, row: ClueRecord, move: Move): Promise<void> {
  const { action, to, values, note, media_ids } = move;
  await changeClue(actor, row, { ...values, status: to });
  await logClue(actor, row.id, { action, from: row.status, to, note, media_ids });
  await auditClue(actor, row, move.audit);
}

/** Errors about pictures: they must be the caller's own, and completely uploaded. */
export async function checkProofs(call: SignedCall, ids: readonly number[], label: string): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const rows = await pick(call.db, media, ["id"], isOwnUpload(call.user.id, "evidence", wanted));
  if (rows.length < wanted.length)
    refuseFields([{ field: "media_ids", label, message: "图片不存在或未上传完成，请重新上传" }]);
}
