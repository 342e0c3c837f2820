import { and, inArray, isNull, sql } from "drizzle-orm";
import { mayCall } from "~/contract/endpoint";
import { estate as contract } from "~/contract/house/estate";
import type { EstateHit } from "~/contract/search/search";
import { estate } from "~/server/database/tables/house/estate";
import type { SignedCall } from "~/server/lib/call";
import { firstHits } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { districtsOf } from "~/server/resources/shared/districts";
import { foundRows } from "./list";

/** A few estates by number, names, address or stations, for those who see any, as their list has them: what is called exactly so before the rest, the newest first. */
export async function findEstates({ db, user }: SignedCall, keyword: string): Promise<EstateHit[]> {
  if (!mayCall(user, contract.list)) return [];
  const where = sql`${and(isNull(estate.deleted_at), foundRows(user), containsText(estate.search_text, keyword))}`;
  const best = sql`(${estate.name} = ${keyword} or ${estate.estate_no} = ${keyword.toUpperCase()}) desc, ${estate.created_at} desc, ${estate.id} desc`;
  const ids = await firstHits(db, { table: estate, where, order: best, age: estate.created_at });
  const { id, estate_no, name, name_local, district_id, sale_status } = estate;
  const hits = await db
    .select({ id, estate_no, name, name_local, district_id, sale_status })
    .from(estate)
    .where(inArray(estate.id, ids))
    .orderBy(best);
  const places = await districtsOf(db, [...new Set(hits.map((row) => row.district_id))]);
  return hits.map(({ district_id, ...row }) => ({
    ...row,
    district: places.find((place) => place.id === district_id)?.name ?? "",
  }));
}
