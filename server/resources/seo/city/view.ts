import { and, count, inArray, isNull } from "drizzle-orm";
import { blockNames, CityDetail, CityRow, CityWhole } from "~/contract/seo/city";
import type { Db } from "~/server/database/database";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import type { SignedCall } from "~/server/lib/call";
import { found, sentenceOf } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { presentItem, withValues } from "~/server/resources/content/drafted";
import type { Values } from "~/server/resources/content/kind";
import { translationsOf } from "~/server/resources/content/translations";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { districtsOf } from "~/server/resources/shared/districts";
import { textsForEditor } from "~/server/resources/shared/rich-texts";
import { pictureUrl } from "~/server/resources/shared/upload";

export type City = typeof cityIntro.$inferSelect;

export async function toCityRows(call: SignedCall, rows: readonly City[]): Promise<CityRow[]> {
  const { db, services } = call;
  const places = await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))]);
  const counts = await encyclopaediasOf(db, rows);
  const life = await livesOf(call, "city_intro", rows, CityWhole);
  return rows.map((row) => {
    const { district_id } = row;
    const lived = life(row);
    const held = lived.can.delete && heldBy(counts.get(row.id));
    return rowOf(CityRow, row, {
      ...lived,
      blocked: { ...lived.blocked, ...(held && { delete: sentenceOf(40904, { n: held }) }) },
      district: places.find(({ id }) => id === district_id)?.name ?? "",
      banner: row.banner_id ? pictureUrl(services, row.banner_id, "thumb") : null,
      encyclopaedia_count: counts.get(row.id) ?? 0,
    });
  });
}

/** What refers to a city, in words, so that it may not be deleted. */
export const heldBy = (encyclopaedias = 0): string | undefined =>
  encyclopaedias > 0 ? `百科文章 ${encyclopaedias}` : undefined;

export async function encyclopaediasOf(db: Db, rows: readonly Pick<City, "id">[]): Promise<Map<number, number>> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const counted = await db
    .select({ id: encyclopaedia.city_intro_id, n: count() })
    .from(encyclopaedia)
    .where(and(inArray(encyclopaedia.city_intro_id, ids), isNull(encyclopaedia.deleted_at)))
    .groupBy(encyclopaedia.city_intro_id);
  return new Map(counted.map(({ id, n }) => [id, n]));
}

export async function cityOf(call: SignedCall, id: number, values: Values = {}): Promise<CityDetail> {
  const { db, services } = call;
  const row: City = withValues(await presentItem(db, cityIntro, id), values);
  const [shown] = await toCityRows(call, [row]);
  const { banner_id, gallery } = row;
  const pictures = [...new Set([...(banner_id ? [banner_id] : []), ...gallery])];
  return rowOf(CityDetail, row, {
    ...found(shown),
    ...(await textsForEditor(call, row, blockNames)),
    pictures: pictures.map((one) => ({ id: one, url: pictureUrl(services, one, "thumb") })),
    translations: await translationsOf(db, cityIntro, row),
    ...(await lifeDetailOf(call, "city_intro", row)),
  });
}
