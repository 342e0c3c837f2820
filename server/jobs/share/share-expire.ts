import { and, eq, lte, sql } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { share } from "~/server/database/tables/share/share";
import { every, type Job } from "../scheduler";

/** Marks shares whose time is over; their addresses have said so since that second. */
export const shareExpire: Job = {
  name: "share_expire",
  lastTurn: every(10),
  async run({ services: { db }, at }) {
    const { rowCount } = await db
      .update(share)
      .set({ status: "expired", version: sql`${share.version} + 1`, updated_at: isoInstant(at), updated_by: null })
      .where(and(eq(share.status, "active"), lte(share.expires_at, isoInstant(at))));
    return `${rowCount ?? 0} expired`;
  },
};
