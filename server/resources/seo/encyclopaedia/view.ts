import { inArray } from "drizzle-orm";
import { EncyclopaediaDetail, EncyclopaediaRow, EncyclopaediaWhole } from "~/contract/seo/encyclopaedia";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import type { SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { presentItem, withValues } from "~/server/resources/content/drafted";
import type { Values } from "~/server/resources/content/kind";
import { translationsOf } from "~/server/resources/content/translations";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { textsForEditor } from "~/server/resources/shared/rich-texts";
import { pictureUrl } from "~/server/resources/shared/upload";

export type Encyclopaedia = typeof encyclopaedia.$inferSelect;

export async function toEncyclopaediaRows(
  call: SignedCall,
  rows: readonly Encyclopaedia[],
): Promise<EncyclopaediaRow[]> {
  const { db, services } = call;
  const ids = [...new Set(rows.map(({ city_intro_id }) => city_intro_id))];
  const cities = ids.length
    ? await db.select({ id: cityIntro.id, name: cityIntro.title }).from(cityIntro).where(inArray(cityIntro.id, ids))
    : [];
  const life = await livesOf(call, "encyclopaedia", rows, EncyclopaediaWhole);
  return rows.map((row) => {
    const { city_intro_id } = row;
    return rowOf(EncyclopaediaRow, row, {
      ...life(row),
      cover: row.cover_id ? pictureUrl(services, row.cover_id, "thumb") : null,
      city: cities.find(({ id }) => id === city_intro_id) ?? { id: city_intro_id, name: "" },
    });
  });
}

export async function encyclopaediaOf(call: SignedCall, id: number, values: Values = {}): Promise<EncyclopaediaDetail> {
  const { db } = call;
  const row: Encyclopaedia = withValues(await presentItem(db, encyclopaedia, id), values);
  const [shown] = await toEncyclopaediaRows(call, [row]);
  return rowOf(EncyclopaediaDetail, row, {
    ...found(shown),
    ...(await textsForEditor(call, row, ["content"])),
    translations: await translationsOf(db, encyclopaedia, row),
    ...(await lifeDetailOf(call, "encyclopaedia", row)),
  });
}
