import { and, eq, inArray, isNull } from "drizzle-orm";
import type { EstateCard } from "~/contract/content/public-content";
import { formatArea, formatBudget } from "~/contract/format";
import { layouts as layoutNames } from "~/contract/shared/property";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { idsOf, rowsOf } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { coverIdsOf } from "~/server/resources/house/album/album-view";
import { districtsOf } from "~/server/resources/shared/districts";
import { type AddressOf, pictureSets } from "~/server/resources/shared/pictures";
import { siteUrlBy } from "~/server/resources/shared/site";
import { publicPictureUrl } from "~/server/resources/shared/upload";

/** Estates as cards of other pages, in this order: those that are online, nothing of the others. `base` goes before the addresses of pictures. */
export async function estateCards(db: Db, services: Services, ids: readonly number[], base = "") {
  if (ids.length === 0) return [];
  const rows = await rowsOf(
    db,
    estate,
    and(inArray(estate.id, [...new Set(ids)]), isNull(estate.deleted_at), eq(estate.publish_status, "online")),
  );
  const settings = await readSettings(db);
  const covers = await coverIdsOf(db, "estate", idsOf(rows));
  const pictureOf: AddressOf = (id, size) => base + publicPictureUrl(services, id, size);
  const setOf = await pictureSets({ db }, [...covers.values()], pictureOf);
  const places = await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))]);
  const cards = rows.map((row): EstateCard => {
    const { id, slug, name, currency, price_min, price_max, area_min, area_max, layouts } = row;
    const facts: [string, string | undefined][] = [
      ["区域", places.find((place) => place.id === row.district_id)?.name],
      ["总价", price_min === null ? undefined : formatBudget(price_min, price_max, currency)],
      ["户型", layouts.map((one) => layoutNames[one as keyof typeof layoutNames] ?? one).join("、")],
      ["面积", area_min === null && area_max === null ? undefined : formatArea(area_min, area_max)],
    ];
    const cover = covers.get(id) ?? null;
    return {
      ...{ id, slug, title: name },
      cover: cover === null ? null : pictureOf(cover, "thumb"),
      // What a card says of an estate is Chinese.
      cover_set: setOf(cover, "zh"),
      facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
      url: siteUrlBy(settings, "estate", slug),
    };
  });
  return ids.flatMap((id) => cards.find((card) => card.id === id) ?? []);
}
