import { type AnyColumn, and, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ShareLanguage } from "~/contract/share/share-kinds";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { album } from "~/server/database/tables/house/property";
import { district } from "~/server/database/tables/region/geography";
import { media } from "~/server/database/tables/system/system";
import { idsOf, rowsOf } from "~/server/lib/call";

export type EstateRecord = typeof estate.$inferSelect;

export const isOnline = ({ publish_status, deleted_at }: Pick<EstateRecord, "publish_status" | "deleted_at">) =>
  publish_status === "online" && deleted_at === null;

/** Estates in the order in which they are asked for; those that are deleted are absent. */
export async function estatesBy(db: Db, ids: readonly number[]): Promise<EstateRecord[]> {
  const asked = [...new Set(ids)];
  const rows = asked.length ? await rowsOf(db, estate, and(inArray(estate.id, asked), isNull(estate.deleted_at))) : [];
  return asked.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

const above = alias(district, "above");
const highest = alias(district, "highest");

/** Where estates are, from the larger to the smaller district, in a language as far as their names are known in it. */
export async function placesIn(
  db: Db,
  language: ShareLanguage,
  rows: readonly Pick<EstateRecord, "district_id">[],
): Promise<(id: number) => string> {
  const nameOf = (table: Record<"name_zh" | "name_local" | "name_en", AnyColumn>) => {
    if (language === "zh") return sql`${table.name_zh}`;
    const names = language === "ja" ? [table.name_local, table.name_en] : [table.name_en, table.name_local];
    return sql`coalesce(${sql.join(names, sql`, `)}, ${table.name_zh})`;
  };
  const found = rows.length
    ? await db
        .select({
          id: district.id,
          name: sql<string>`concat_ws(' ', ${nameOf(highest)}, ${nameOf(above)}, ${nameOf(district)})`,
        })
        .from(district)
        .leftJoin(above, eq(above.id, district.parent_id))
        .leftJoin(highest, eq(highest.id, above.parent_id))
        .where(inArray(district.id, [...new Set(rows.map(({ district_id }) => district_id))]))
    : [];
  return (id) => found.find((one) => one.id === id)?.name ?? "";
}

/** The most pictures of an estate that is shared alone. */
const mostPictures = 9;

/** The pictures of estates by their numbers, the cover first. */
export async function picturesBy(db: Db, rows: readonly EstateRecord[]): Promise<(id: number) => number[]> {
  const found = rows.length
    ? await db
        .select({ owner: album.owner_id, id: album.media_id })
        .from(album)
        .innerJoin(media, and(eq(media.id, album.media_id), eq(media.kind, "image")))
        .where(and(eq(album.owner_type, "estate"), inArray(album.owner_id, idsOf(rows))))
        .orderBy(sql`${album.is_cover} desc`, album.sort, album.id)
    : [];
  return (id) => found.flatMap((one) => (one.owner === id ? one.id : [])).slice(0, mostPictures);
}
