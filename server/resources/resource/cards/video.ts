import { eq, inArray, sql } from "drizzle-orm";
import { videoTypes } from "~/contract/resource/video";
import { video } from "~/server/database/tables/resource/resource";
import { readSettings } from "~/server/lib/settings";
import { nextChange } from "~/server/resources/content/public";
import { isPublic } from "~/server/resources/shared/content-visits";
import { siteUrlBy } from "~/server/resources/shared/site";
import { coverOf, factsOf, placesOf, tableCards, when } from "./source";

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Videos that are public; on the site they are named by their numbers. */
export const videoSource = tableCards({
  table: video,
  isShown: (now) => isPublic(video, now),
  finds: async (showing, filter) => [
    when(filter.video_type, (type) => eq(video.type, type)),
    when(await placesOf(showing, filter), (ids) => inArray(video.district_id, ids)),
  ],
  order: (sort) => (sort === "plays" ? sql`${video.play_count} desc` : sql`${video.publish_at} desc`),
  async toCards(showing, rows) {
    const settings = await readSettings(showing.db);
    return rows.map(({ id, title, type, duration, cover_id }) => ({
      ...{ id, slug: null, title },
      cover: coverOf(showing, cover_id),
      facts: factsOf([
        ["类型", type && videoTypes[type]],
        ["时长", duration === null ? null : clock(duration)],
      ]),
      url: siteUrlBy(settings, "video", id),
    }));
  },
  nextChange: ({ db, now }) => nextChange(db, video, now),
});
