import { and, inArray, isNull } from "drizzle-orm";
import type { Ref } from "~/contract/common";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { districtsOf } from "~/server/resources/shared/districts";

/** The districts of these rows by their names, with those above them. */
export async function placeNames(
  db: Db,
  rows: readonly { district_id: number | null }[],
): Promise<(id: number | null) => Ref | null> {
  const ids = [...new Set(rows.flatMap(({ district_id }) => district_id ?? []))];
  const places = ids.length ? await districtsOf(db, ids) : [];
  const byId = new Map(places.map(({ id, name }) => [id, { id, name }]));
  return (id) => (id === null ? null : (byId.get(id) ?? null));
}

/** Estates by their names, in the order in which they are asked for; those that are gone are left out. */
export async function estateNames(db: Db, ids: readonly number[]): Promise<(ids: readonly number[]) => Ref[]> {
  const rows = ids.length
    ? await db
        .select({ id: estate.id, name: estate.name })
        .from(estate)
        .where(and(inArray(estate.id, [...new Set(ids)]), isNull(estate.deleted_at)))
    : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (asked) => asked.flatMap((id) => byId.get(id) ?? []);
}
