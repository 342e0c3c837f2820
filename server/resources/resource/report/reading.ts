import { inArray } from "drizzle-orm";
import type { PublicReport } from "~/contract/resource/public-resource";
import { media } from "~/server/database/tables/system/system";
import type { Asking } from "~/server/lib/call";
import { picturesFor, type Reading } from "~/server/resources/content/public";
import { placeNames } from "~/server/resources/shared/place-names";
import type { Report } from "./view";

export async function readReports(
  { db, services }: Asking,
  rows: readonly Report[],
  reading: Reading,
): Promise<PublicReport[]> {
  const places = await placeNames(db, rows);
  const pictureOf = picturesFor(services, reading);
  const fileIds = rows.flatMap(({ file_id }) => file_id ?? []);
  const files = fileIds.length
    ? await db
        .select({ id: media.id, pages: media.pages, size: media.size })
        .from(media)
        .where(inArray(media.id, fileIds))
    : [];
  return rows.map((row) => {
    const { id, title, period, country_code: country, category, summary, need_contact } = row;
    const file = files.find((one) => one.id === row.file_id);
    return {
      ...{ id, title, period, country, category, summary, need_contact },
      district: places(row.district_id),
      cover: row.cover_id ? pictureOf(row.cover_id) : null,
      pages: file?.pages ?? null,
      size: file?.size ?? null,
      publish_at: row.publish_at ?? row.updated_at,
    };
  });
}
