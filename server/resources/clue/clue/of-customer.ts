import { and, eq, inArray, like, sql } from "drizzle-orm";
import type { Ref } from "~/contract/common";
import type { Db, Transaction } from "~/server/database/database";
import { clue, clueLog, judgement } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { message } from "~/server/database/tables/system/system";
import { found, pick, refuseFields, type SignedCall, setRows } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { changedBy } from "~/server/lib/entity";
import { dropMedia } from "~/server/lib/media";
import type { OfCustomer, Trace } from "~/server/lib/services";
import { forgetComments } from "~/server/resources/shared/comment/mention";
import { nextVersion } from "./change";
import { visibleClues } from "./scope";

const live = ["valid", "visited", "subscribed", "contracted"] as const;

const openOf = (userId: number) => and(eq(clue.handler_id, userId), inArray(clue.status, [...live]));

/** Hands over a user's open leads; without a successor they go to their agents' managers. */
export const clueHandover = {
  resource: "clue",
  label: "对接报备",
  count: (db: Db, userId: number): Promise<number> => db.$count(clue, openOf(userId)),
  needs: { code: "clue:clue:advance", wrong: "该员工不能对接报备" } as const,

  async move({ db, user, services }: SignedCall, from: { id: number }, to: { id: number; name: string } | null) {
    const at = isoInstant(services.now());
    const rows = await pick(db, clue, ["id", "status"], openOf(from.id), { order: clue.id, lock: "update" });
    if (rows.length === 0) return 0;
    await db
      .update(clue)
      .set({ handler_id: to?.id ?? null, version: nextVersion, ...changedBy({ user, services }) })
      .where(openOf(from.id));
    await db.insert(clueLog).values(
      rows.map(({ id, status }) => ({
        clue_id: id,
        action: "handover",
        from_status: status,
        to_status: status,
        note: to?.name ?? null,
        by: user.id,
        at,
      })),
    );
    return rows.length;
  },
};

/** A follow-up's lead must belong to its customer. */
async function checkFollowed({ db }: SignedCall, clueId: number, customerId: number): Promise<void> {
  const [row] = await db.select({ customer_id: clue.customer_id }).from(clue).where(eq(clue.id, clueId));
  if (found(row).customer_id !== customerId)
    refuseFields([{ field: "clue_id", label: "报备", message: "该报备不是这位客户的" }]);
}

async function namedClues(
  { db, user: caller }: { db: Db; user: Caller },
  ids: readonly number[],
): Promise<Map<number, Ref>> {
  if (ids.length === 0 || !caller.permissions.has("clue:clue:view")) return new Map();
  const rows = await db
    .select({ id: clue.id, name: clue.clue_no })
    .from(clue)
    .where(and(inArray(clue.id, [...new Set(ids)]), visibleClues(caller)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Moves the leads of a customer who is merged into another. Their version does not change. */
async function mergeClues(db: Transaction, targetId: number, sourceId: number): Promise<void> {
  await db
    .update(clue)
    .set({ customer_id: targetId, updated_at: sql`${clue.updated_at}` })
    .where(eq(clue.customer_id, sourceId));
}

/** Permanently removes personal data from leads; numbers, states and dates stay. Returns which rows. */
async function forgetClues(db: Transaction, customerId: number, anonymous: string): Promise<Trace[]> {
  const rows = await db.select().from(clue).where(eq(clue.customer_id, customerId));
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  await setRows(db, clue, inArray(clue.id, ids), {
    customer_name: anonymous,
    ...{ phone: "", phone_e164: null, phone_prefix: "", phone_suffix: "" },
    ...{
      note: null,
      invalid_note: null,
      review_note: null,
      force_reason: null,
      appeal_note: null,
      appeal_media_ids: [],
    },
    ...{ visit_note: null, visit_media_ids: [], cancel_reason: null, extend_reason: null },
    updated_at: sql`${clue.updated_at}`,
  });
  const lines = await db.select({ media_ids: clueLog.media_ids }).from(clueLog).where(inArray(clueLog.clue_id, ids));
  await db.update(clueLog).set({ note: null, media_ids: [] }).where(inArray(clueLog.clue_id, ids));
  const sheets = await pick(db, judgement, ["media_ids"], inArray(judgement.clue_id, ids));
  await db
    .update(judgement)
    .set({ reason: null, parties: [], media_ids: [], updated_at: sql`${judgement.updated_at}` })
    .where(inArray(judgement.clue_id, ids));
  await dropMedia(db, [
    ...new Set([
      ...rows.flatMap((row) => [...row.appeal_media_ids, ...row.visit_media_ids]),
      ...lines.flatMap((one) => one.media_ids),
      ...sheets.flatMap((one) => one.media_ids),
    ]),
  ]);
  const comments = await forgetComments(db, "clue", ids);
  await db.delete(message).where(and(inArray(message.link_id, ids), like(message.link, "/clue/%")));
  return [...comments, ...ids.map((id) => ({ type: "clue", id }))];
}

export const cluesOfCustomer: OfCustomer["clue"] = {
  merge: mergeClues,
  forget: forgetClues,
  checkFollowed,
  named: namedClues,
};
