import { and, eq, ne, sql } from "drizzle-orm";
import type { BannerCheck, BannerPosition } from "~/contract/resource/banner";
import type { Db } from "~/server/database/database";
import { banner } from "~/server/database/tables/resource/advert";
import type { SignedCall } from "~/server/lib/call";
import { Refusal } from "~/server/lib/refusal";
import { readSettings } from "~/server/lib/settings";
import { isComing } from "~/server/resources/shared/shown-banners";
import { mostAtOnce, type Placed, together } from "./overlap";

type Place = Placed & { position: BannerPosition };

/** How many banners one visitor is shown at a place at most; before an app opens there is one alone. */
const maxAt = async (db: Db, position: BannerPosition): Promise<number> =>
  position === "app_splash" ? 1 : (await readSettings(db))["banner.max_showing"];

/** The banners that would be next to one at its place, were it enabled. */
export async function checkPlace(db: Db, place: Place, exceptId: number, now: Date): Promise<BannerCheck> {
  const others = await db
    .select()
    .from(banner)
    .where(and(isComing(now), eq(banner.position, place.position), ne(banner.id, exceptId)))
    .orderBy(banner.start_at, banner.id);
  return {
    overlaps: together(place, others, now).map(({ id, title, platform, start_at, end_at }) => ({
      ...{ id, title, platform, start_at, end_at },
    })),
    most: mostAtOnce(place, others, now),
    max: await maxAt(db, place.position),
  };
}

/** Lets one banner after another into its place: until the commit nobody else is let into any. Refuses what would be one too many. */
export async function takePlace({ db, services }: SignedCall, place: Place, id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('banner-place', 0))`);
  const { overlaps, most, max } = await checkPlace(db, place, id, services.now());
  if (most <= max) return;
  const names = overlaps.slice(0, 3).map(({ title }) => `“${title}”`);
  const others = `${names.join("、")}${overlaps.length > names.length ? `等${overlaps.length}张` : ""}`;
  throw new Refusal(40902, `与${others}同时展示，该位置最多会有${most}张，上限${max}张`);
}
