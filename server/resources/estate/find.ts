import { and, desc, isNull, sql } from "drizzle-orm";
import { mayCall } from "~/contract/endpoint";
import { estate as contract } from "~/contract/estate";
import { type EstateHit, hitLimit } from "~/contract/search";
import { estate } from "~/server/database/tables/estate";
import type { SignedCall } from "~/server/lib/call";
import { districtsOf } from "~/server/lib/districts";
import { containsText } from "~/server/lib/search";

/** A few estates by number, names, address or stations, for those who see any: what is called exactly so before the rest, the newest first. */
export async function findEstates({ db, user }: SignedCall, keyword: string): Promise<EstateHit[]> {
  if (!mayCall(user, contract.list)) return [];
  const { id, estate_no, name, name_local, district_id, sale_status, created_at, search_text, deleted_at } = estate;
  const isExact = sql`(${name} = ${keyword} or ${estate_no} = ${keyword.toUpperCase()})`;
  const rows = await db
    .select({ id, estate_no, name, name_local, district_id, sale_status })
    .from(estate)
    .where(and(isNull(deleted_at), containsText(search_text, keyword)))
    .orderBy(desc(isExact), desc(created_at), desc(id))
    .limit(hitLimit);
  const places = await districtsOf(db, [...new Set(rows.map((row) => row.district_id))]);
  return rows.map(({ district_id, ...row }) => ({
    ...row,
    district: places.find((place) => place.id === district_id)?.name ?? "",
  }));
}
