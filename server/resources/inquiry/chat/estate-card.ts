import { and, eq, inArray, isNull } from "drizzle-orm";
import type { ChatCard } from "~/contract/inquiry/chat-words";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { refuseFields } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { publicCoversOf } from "~/server/resources/house/album/album-view";
import { districtsOf } from "~/server/resources/shared/districts";
import { siteUrlBy } from "~/server/resources/shared/site";

/** Estates as a conversation shows them, by number: those that are still online, as they are now. */
export async function cardsOf(
  { db, services }: { db: Db; services: Services },
  ids: readonly number[],
): Promise<Map<number, ChatCard>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(estate)
    .where(and(inArray(estate.id, [...new Set(ids)]), isNull(estate.deleted_at), eq(estate.publish_status, "online")));
  const places = await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))]);
  const covers = await publicCoversOf(
    db,
    services,
    "estate",
    rows.map(({ id }) => id),
  );
  const settings = await readSettings(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...{ id: row.id, name: row.name, name_local: row.name_local, name_en: row.name_en, layouts: row.layouts },
        ...{ currency: row.currency, price_min: row.price_min, price_max: row.price_max },
        place: places.find(({ id }) => id === row.district_id)?.name ?? null,
        cover: covers.get(row.id) ?? null,
        url: siteUrlBy(settings, "estate", row.slug),
      },
    ]),
  );
}

export async function checkCard(db: Db, id: number): Promise<void> {
  const shown = await db.$count(
    estate,
    and(eq(estate.id, id), isNull(estate.deleted_at), eq(estate.publish_status, "online")),
  );
  if (shown === 0) refuseFields([{ field: "estate_id", label: "房源", message: "该房源不存在或未上线" }]);
}
