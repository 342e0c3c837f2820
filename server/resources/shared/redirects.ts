import { and, eq } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { slugRedirect } from "~/server/database/tables/content/content";

/** Leads an address on to its record, and what led to another that has become part of it. */
export async function leadOn(db: Db, kind: string, now: Date, from: { slug: string; id: number }, toId: number) {
  await db
    .update(slugRedirect)
    .set({ target_id: toId })
    .where(and(eq(slugRedirect.kind, kind), eq(slugRedirect.target_id, from.id)));
  await db
    .insert(slugRedirect)
    .values({ kind, old_slug: from.slug, target_id: toId, at: isoInstant(now) })
    .onConflictDoUpdate({
      target: [slugRedirect.kind, slugRedirect.old_slug],
      set: { target_id: toId, at: isoInstant(now) },
    });
}

/** What has an address again is no old one any more. */
export async function takeSlug(db: Db, kind: string, slug: string): Promise<void> {
  await db.delete(slugRedirect).where(and(eq(slugRedirect.kind, kind), eq(slugRedirect.old_slug, slug)));
}
