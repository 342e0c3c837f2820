import { and, eq, gt, isNull } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { session } from "~/server/database/tables/system/system";

/** Ends every living session of somebody, on all devices and for the event stream too; answers how many. */
export async function endSessions(db: Db, now: Date, userId: number): Promise<number> {
  const at = isoInstant(now);
  const rows = await db
    .update(session)
    .set({ ended_at: at })
    .where(and(eq(session.user_id, userId), isNull(session.ended_at), gt(session.expires_at, at)))
    .returning({ id: session.id });
  return rows.length;
}
