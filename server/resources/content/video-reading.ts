import { hostNames } from "~/contract/system/setting";
import type { video } from "~/server/database/tables/resource/resource";
import type { Asking } from "~/server/lib/call";
import { readSettings } from "~/server/lib/settings";
import { estateCards } from "~/server/resources/content/cards";
import { picturesFor, type Reading } from "~/server/resources/content/public";
import { placeNames } from "~/server/resources/shared/districts";
import { pictureSets } from "~/server/resources/shared/pictures";

type Video = typeof video.$inferSelect;

export async function readVideos({ db, services }: Asking, rows: readonly Video[], reading: Reading) {
  const places = await placeNames(db, rows);
  const { "content.video_hosts": hosts } = await readSettings(db);
  const allowed = hostNames(hosts);
  const cards = await estateCards(
    db,
    services,
    [...new Set(rows.flatMap(({ estate_ids }) => estate_ids))],
    reading.base,
  );
  const pictureOf = picturesFor(services, reading);
  const setOf = await pictureSets(
    { db },
    rows.map(({ cover_id }) => cover_id),
    pictureOf,
  );
  const file = (id: number | null) => (id === null ? null : pictureOf(id));
  // A rule that has become stricter holds for old rows at once.
  const link = (address: string | null) => (address && allowed.includes(new URL(address).host) ? address : null);
  return rows.map((row) => {
    const { id, title, type, duration, source, description, tags } = row;
    return {
      ...{ id, title, type, duration, source, description, tags },
      cover: file(row.cover_id),
      cover_set: setOf(row.cover_id, "zh"),
      url: source === "upload" ? file(row.media_id) : link(row.external_url),
      district: places(row.district_id),
      estates: row.estate_ids.flatMap((estate) => cards.find((card) => card.id === estate) ?? []),
      publish_at: row.publish_at ?? row.updated_at,
    };
  });
}
