import { type SQL, sql } from "drizzle-orm";
import type { BannerDisplay } from "~/contract/resource/banner";
import { isoInstant } from "~/server/database/tables/columns";
import { banner } from "~/server/database/tables/resource/advert";

/** The same of a row, in the words of lists; of one that is not enabled there is nothing to say. */
export function displayOf(
  { status, start_at, end_at }: Pick<typeof banner.$inferSelect, "status" | "start_at" | "end_at">,
  now: Date,
): BannerDisplay | null {
  if (status !== "enabled") return null;
  if (end_at && Date.parse(end_at) <= now.getTime()) return "ended";
  return Date.parse(start_at) <= now.getTime() ? "showing" : "not_started";
}

export function isIn(display: BannerDisplay, now: Date): SQL {
  const at = isoInstant(now);
  const [begun, over] = [sql`${banner.start_at} <= ${at}`, sql`coalesce(${banner.end_at} <= ${at}, false)`];
  const span = { not_started: sql`not ${begun}`, showing: sql`${begun} and not ${over}`, ended: over }[display];
  return sql`(${banner.status} = 'enabled' and ${span})`;
}
