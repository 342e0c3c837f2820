import { and, inArray, isNull, sql } from "drizzle-orm";
import { mayCall } from "~/contract/endpoint";
import { estate as contract } from "~/contract/house/estate";
import { type EstateHit, hitLimit } from "~/contract/shared/search";
import { estate } from "~/server/database/tables/house/estate";
import type { SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { containsText } from "~/server/lib/search";
import { districtsOf } from "~/server/resources/shared/districts";

/** Of so many the best are shown. A keyword that finds more is common: a walk from the newest meets it soon. */
const fewHits = 500;

/** A few estates by number, names, address or stations, for those who see any: what is called exactly so before the rest, the newest first. */
export async function findEstates({ db, user }: SignedCall, keyword: string): Promise<EstateHit[]> {
  if (!mayCall(user, contract.list)) return [];
  const where = and(isNull(estate.deleted_at), containsText(estate.search_text, keyword));
  const newest = sql`${estate.created_at} desc, ${estate.id} desc`;
  const best = sql`(${estate.name} = ${keyword} or ${estate.estate_no} = ${keyword.toUpperCase()}) desc, ${newest}`;
  const { rows } = await db.execute<{ n: number; ids: string[] }>(sql`
    with hit as materialized (select ${estate.id}, ${estate.name}, ${estate.estate_no}, ${estate.created_at} from ${estate} where ${where} limit ${fewHits + 1})
    select (select count(*)::int from hit) as n,
      array(select ${estate.id} from hit as ${estate} order by ${best} limit ${hitLimit}) as ids`);
  const { n, ids } = found(rows[0]);
  const which =
    n <= fewHits
      ? inArray(estate.id, ids.map(Number))
      : sql`${estate.id} in (select ${estate.id} from ${estate} where ${where} order by ${newest} limit ${hitLimit})`;
  const { id, estate_no, name, name_local, district_id, sale_status } = estate;
  const hits = await db
    .select({ id, estate_no, name, name_local, district_id, sale_status })
    .from(estate)
    .where(which)
    .orderBy(best);
  const places = await districtsOf(db, [...new Set(hits.map((row) => row.district_id))]);
  return hits.map(({ district_id, ...row }) => ({
    ...row,
    district: places.find((place) => place.id === district_id)?.name ?? "",
  }));
}
