import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { clue, clueLog } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { holdsCode } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { refuseFields } from "~/server/lib/refusal";
import { nextVersion } from "./change";

const live = ["valid", "visited", "subscribed", "contracted"] as const;

const openOf = (userId: number) => and(eq(clue.handler_id, userId), inArray(clue.status, [...live]));

const countOf = (db: Db, userId: number): Promise<number> => db.$count(clue, openOf(userId));

/** Hands over a user's open leads; without a successor they go to their agents' managers. */
export const clueHandover = {
  resource: "clue",
  label: "对接报备",
  count: countOf,

  async check({ db }: SignedCall, from: { id: number }, to: { id: number }): Promise<void> {
    if ((await countOf(db, from.id)) === 0) return;
    const { rows } = await db.execute(sql`select 1 where ${holdsCode(sql`${to.id}::bigint`, "clue:clue:advance")}`);
    if (rows.length === 0)
      return refuseFields([{ field: "target_user_id", label: "接手人", message: "该员工不能对接报备" }]);
  },

  async move(
    { db, user, services }: SignedCall,
    from: { id: number },
    to: { id: number; name: string } | null,
  ): Promise<number> {
    const at = isoInstant(services.now());
    const rows = await db
      .select({ id: clue.id, status: clue.status })
      .from(clue)
      .where(openOf(from.id))
      .orderBy(clue.id)
      .for("update");
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
