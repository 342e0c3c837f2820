import { and, eq, inArray, sql } from "drizzle-orm";
import { videoTypes } from "~/contract/resource/video";
import { video } from "~/server/database/tables/resource/resource";
import { readSettings } from "~/server/lib/settings";
import { nextChange } from "~/server/resources/content/public";
import { withBelow } from "~/server/resources/shared/districts";
import { isPublic } from "~/server/resources/shared/readings";
import { siteUrlBy } from "~/server/resources/shared/site";
import { publicPictureUrl } from "~/server/resources/shared/upload";
import { type CardSource, factsOf, inOrder, when } from "./source";

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Videos that are public; on the site they are named by their numbers. */
export const videoSource: CardSource = {
  cards: async ({ db, services, now, base }, ids) => {
    if (ids.length === 0) return [];
    const rows = await db
      .select()
      .from(video)
      .where(and(isPublic(video, now), inArray(video.id, [...ids])));
    const settings = await readSettings(db);
    const cards = rows.map(({ id, title, type, duration, cover_id }) => ({
      ...{ id, slug: null, title },
      cover: cover_id ? base + publicPictureUrl(services, cover_id, "thumb") : null,
      facts: factsOf([
        ["类型", type && videoTypes[type]],
        ["时长", duration === null ? null : clock(duration)],
      ]),
      url: siteUrlBy(settings, "video", id),
    }));
    return inOrder(ids, cards);
  },
  find: async ({ db, now }, { filter, sort, limit }) => {
    const places = filter.district_id === null ? undefined : await withBelow(db, [filter.district_id]);
    const rows = await db
      .select({ id: video.id })
      .from(video)
      .where(
        and(
          isPublic(video, now),
          when(filter.video_type, (type) => eq(video.type, type)),
          when(places, (ids) => inArray(video.district_id, ids)),
        ),
      )
      .orderBy(sort === "plays" ? sql`${video.play_count} desc` : sql`${video.publish_at} desc`, sql`${video.id} desc`)
      .limit(limit);
    return rows.map(({ id }) => id);
  },
  nextChange: ({ db, now }) => nextChange(db, video, now),
};
