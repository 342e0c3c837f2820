import { and, eq, gt, isNull } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { session } from "~/server/database/tables/system/system";

export async function endSessions(db: Db, now: Date, userId: number): Promise<number> {
  const at = isoInstant(now);
  const rows = await db
    .update(session)
    .set({ ended_at: at })
    .where(and(eq(session.user_id, userId), isNull(session.ended_at), gt(session.expires_at, at)))
    .returning({ id: session.id });
  return rows.length;
}
