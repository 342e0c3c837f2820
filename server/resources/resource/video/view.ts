import { eq } from "drizzle-orm";
import { VideoDetail, VideoRow, VideoWhole } from "~/contract/resource/video";
import { video } from "~/server/database/tables/resource/resource";
import { media } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { presentItem, withValues } from "~/server/resources/content/drafted";
import type { Values } from "~/server/resources/content/kind";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { estateNames, placeNames } from "~/server/resources/shared/place-names";
import { pictureUrl } from "~/server/resources/shared/upload";

export type Video = typeof video.$inferSelect;

export async function toVideoRows(call: SignedCall, rows: readonly Video[]): Promise<VideoRow[]> {
  const { db, services } = call;
  const life = await livesOf(call, "video", rows, VideoWhole);
  const places = await placeNames(db, rows);
  const estates = await estateNames(
    db,
    rows.flatMap(({ estate_ids }) => estate_ids),
  );
  return rows.map((row) =>
    rowOf(VideoRow, row, {
      ...life(row),
      cover: row.cover_id ? pictureUrl(services, row.cover_id, "thumb") : null,
      estates: estates(row.estate_ids),
      district: places(row.district_id),
    }),
  );
}

export async function videoOf(call: SignedCall, id: number, values: Values = {}): Promise<VideoDetail> {
  const { db, services } = call;
  const row: Video = withValues(await presentItem(db, video, id), values);
  const [shown] = await toVideoRows(call, [row]);
  const { media_id } = row;
  const [film] = media_id ? await db.select().from(media).where(eq(media.id, media_id)) : [];
  return rowOf(VideoDetail, row, {
    ...found(shown),
    ...(await lifeDetailOf(call, "video", row)),
    film: film
      ? { id: film.id, name: film.name, mime: film.mime, size: film.size, url: pictureUrl(services, film.id) }
      : null,
  });
}
