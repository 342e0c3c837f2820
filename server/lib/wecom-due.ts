import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { outbox } from "~/server/database/tables/system/system";

export const syncEvent = "wecom.sync";
export const SyncDue = z.object({ kind: z.enum(["callback", "daily"]) });

/** Has the company's tree synced soon, once for all that ask before it begins. */
export async function syncLater(db: Db, now: Date, kind: z.output<typeof SyncDue>["kind"]): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('wecom-sync', 0))`);
  const waits = and(eq(outbox.event, syncEvent), eq(outbox.status, "pending"), eq(outbox.attempts, 0));
  if (await db.$count(outbox, waits)) return;
  const at = isoInstant(now);
  await db.insert(outbox).values({ event: syncEvent, payload: { kind }, next_at: at, created_at: at });
}
