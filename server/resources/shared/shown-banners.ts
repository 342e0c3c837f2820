import { and, eq, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { banner } from "~/server/database/tables/resource/advert";

/** What is or will be shown: enabled, not yet over. */
export const isComing = (now: Date): SQL =>
  sql`${and(eq(banner.status, "enabled"), or(isNull(banner.end_at), gt(banner.end_at, isoInstant(now))))}`;

export const isShowing = (now: Date): SQL => sql`(${and(isComing(now), lte(banner.start_at, isoInstant(now)))})`;
